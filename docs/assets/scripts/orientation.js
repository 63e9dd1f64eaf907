// What has been read, section by section, kept in this browser alone: marks in the
// navigation and in the list on the first page, which offers to go on where one
// stopped. The header names the section that is being read.

import { h } from "./element.js";
import { recall, remember } from "./remember.js";

/**
 * What is known of a page: the sections whose end was seen, of how many, and
 * where its reader stopped.
 * @typedef {{read: string[], of: number, section: string, title: string, lang: string}} Progress
 * @typedef {{pages: Record<string, Progress>, last?: string}} Memory - pages by their names
 */

const KEY = "read-sections";
const START = 0.3; // of the window's height: what is above it has begun
const { lang } = document.documentElement;
const words = document.getElementById("read-mark");
/** @type {(selector: string) => HTMLAnchorElement[]} */
const links = (selector) => [
  ...document.querySelectorAll(/** @type {"a"} */ (selector)),
];
const inNavigation = links(".md-nav--primary a.md-nav__link");
/** @type {HTMLElement | null} */
const line = document.querySelector(".continue");
/** @param {Element | null} [link] */
const titleOf = (link) => {
  const title = h.span();
  title.innerHTML = link?.querySelector(".md-ellipsis")?.innerHTML ?? "";
  for (const root of title.querySelectorAll("msqrt")) root.prepend("√");
  return title.textContent.trim();
};

/**
 * A page's name is the same in each language; the first page has none here.
 * @param {{pathname: string}} address
 */
const nameOf = ({ pathname }) =>
  pathname.match(/([^/]+)\/(?:index\.html)?$/)?.[1] ?? "";
const here = nameOf(location);

/** @returns {Memory} */
const load = () => {
  const { pages, last } = recall(KEY) ?? {};
  return { pages: { ...pages }, last };
};

/** @type {(page?: Progress) => string[]} */
const readOf = (page) => (Array.isArray(page?.read) ? page.read : []);
/** @type {(memory: Memory, link: HTMLAnchorElement) => number} of page or section */
const shareOf = ({ pages }, link) => {
  const page = pages[nameOf(link)];
  const read = readOf(page);
  if (link.hash) return Number(read.includes(link.hash.slice(1)));
  return read.length && read.length / page.of;
};

/** @param {Memory} memory */
const show = (memory) => {
  for (const mark of document.querySelectorAll(".read")) mark.remove();
  for (const link of [...inNavigation, ...links("article .parts a[href]")]) {
    const share = shareOf(memory, link);
    if (!share) continue;
    const [sign, name] =
      share < 1 ? ["\u00a0", words?.title] : ["✓", words?.textContent];
    const mark = { class: "chip read", role: "img", "aria-label": name };
    // On a phone, the page's own link is a label that opens its contents.
    const label = link.parentElement?.querySelector(":scope > label");
    for (const place of [link, label]) {
      place?.append(h.span({ ...mark, "--share": share }, sign));
    }
  }
  const offered = line?.querySelector("a");
  if (!line || !offered) return;
  // The page one was on last, or if it is read, the next chapter that is not.
  const at = inNavigation.findIndex((link) => nameOf(link) === memory.last);
  /** @type {(link: HTMLAnchorElement, k: number) => unknown} */
  const isNext = (link, k) =>
    shareOf(memory, link) < 1 && (!k || link.querySelector(".number"));
  const next = inNavigation.slice(at).find(isNext) ?? inNavigation[at];
  line.hidden = at < 0;
  if (at < 0) return;
  const stop = memory.pages[nameOf(next)];
  const title = stop?.lang === lang && stop.title;
  offered.href = next.href + (stop?.section ?? "");
  offered.textContent = titleOf(next) + (title ? ` › ${title}` : "");
};

// A section begins with its heading and ends where the next one begins. Its end
// is not seen where a link to the next one leads, which is at the top.
const parts = [
  ...document.querySelectorAll("article :is(h1, h2)[id], .md-footer"),
];
const topic = document.querySelector("[data-md-component=header-topic] > *");
const chapter = topic?.textContent.trim();
export let section = ""; // the present one, as addresses name it
let seen = "";
const look = () => {
  const tops = parts.map((part) => part.getBoundingClientRect().top);
  const start = START * innerHeight;
  const ended = parts
    .filter((_, k) => tops[k + 1] > start && tops[k + 1] < innerHeight)
    .map(({ id }) => id);
  const begun = parts.findLast(({ id }, k) => id && k && tops[k] <= start);
  section = begun ? `#${begun.id}` : "";
  if (seen === section + ended) return;
  seen = section + ended;
  const title = titleOf(document.querySelector(`.md-nav [href="${section}"]`));
  if (topic) topic.textContent = chapter + (title && ` › ${title}`);
  if (!document.querySelector(".actions .minutes")) return;
  const { pages } = load();
  const read = [...new Set([...readOf(pages[here]), ...ended])];
  pages[here] = { read, of: parts.length - 1, section, title, lang };
  show({ pages });
  remember(KEY, { pages, last: here });
};
addEventListener("scroll", look, { passive: true });
requestAnimationFrame(look);

line?.querySelector("button")?.addEventListener("click", () => {
  show({ pages: {} });
  remember(KEY, {});
});
// Also when one comes back to a page that was kept as it was.
addEventListener("pageshow", () => show(load()));
