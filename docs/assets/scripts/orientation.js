// What has been read to its end, kept in this browser alone: marks in the
// navigation and in the list on the first page, which offers to go on.

import { h } from "./element.js";
import { recall, remember } from "./remember.js";

/** @typedef {{read: string[], last?: string}} Memory - pages by their names */

const KEY = "read-pages";
const word = document.getElementById("read-mark")?.textContent ?? "";
/** @type {(selector: string) => HTMLAnchorElement[]} */
const links = (selector) => [
  ...document.querySelectorAll(/** @type {"a"} */ (selector)),
];
const inNavigation = links(".md-nav--primary a.md-nav__link");
/** @type {HTMLElement | null} */
const line = document.querySelector(".continue");

/**
 * A page's name is the same in each language; the first page has none here.
 * @param {{pathname: string}} address
 */
const nameOf = ({ pathname }) =>
  pathname.match(/([^/]+)\/(?:index\.html)?$/)?.[1] ?? "";

/** @returns {Memory} */
const load = () => {
  const { read, last } = recall(KEY) ?? {};
  return { read: Array.isArray(read) ? read : [], last };
};

/** @param {Memory} memory */
const show = ({ read, last }) => {
  for (const tick of document.querySelectorAll(".read")) tick.remove();
  for (const link of [...inNavigation, ...links("article .parts a[href]")]) {
    if (link.hash || !read.includes(nameOf(link))) continue;
    // On a phone, the page's own link is a label that opens its contents.
    const label = link.parentElement?.querySelector(":scope > label");
    for (const place of [link, label]) {
      const mark = { class: "read", role: "img", "aria-label": word };
      place?.append(" ", h.span(mark, "✓"));
    }
  }
  const offered = line?.querySelector("a");
  if (!line || !offered?.parentElement) return;
  // The page one was on last, or if it is read, the next chapter that is not.
  const at = inNavigation.findIndex((link) => nameOf(link) === last);
  const next = inNavigation
    .slice(at)
    .find(
      (link, after) =>
        !read.includes(nameOf(link)) &&
        (!after || link.querySelector(".number")),
    );
  line.hidden = !last;
  offered.parentElement.hidden = at < 0 || !next;
  offered.href = next?.href ?? "";
  offered.textContent =
    next?.querySelector(".md-ellipsis")?.textContent.trim() ?? "";
};

const here = nameOf(location);
const foot = document.querySelector("article .foot");
if (foot && document.querySelector(".actions .minutes")) {
  remember(KEY, { ...load(), last: here });
  new IntersectionObserver((entries) => {
    const { read, last } = load();
    const isSeen = entries.some((entry) => entry.isIntersecting);
    if (!isSeen || read.includes(here)) return;
    const memory = { last, read: [...read, here] };
    show(memory);
    remember(KEY, memory);
  }).observe(foot);
}
line?.querySelector("button")?.addEventListener("click", () => {
  show({ read: [] });
  remember(KEY, null);
});
// Also when one comes back to a page that was kept as it was.
addEventListener("pageshow", () => show(load()));
