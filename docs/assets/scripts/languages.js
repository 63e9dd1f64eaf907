// Switching the language keeps the reader at the section being read: heading ids
// are the same in all languages. What the address carries after a `?`, such as
// the numbers of a playground, goes along unread. Who reports a mistake names
// the section. Whose browser asks for another language of the site is told once
// that the page exists in it.

import { recall, remember } from "./remember.js";

const KEY = "language-known"; // who was offered one or has chosen one

/** @param {Element} element */
const top = (element) => element.getBoundingClientRect().top;

// The section of the address while its heading is in view, else the last section
// that begins above the top of the window.
const section = () => {
  const chosen = document.querySelector(":target");
  if (chosen && top(chosen) >= 0 && top(chosen) < innerHeight) {
    return location.hash;
  }
  const headings = document.querySelectorAll("article :is(h2, h3, h4)[id]");
  const passed = [...headings].filter((heading) => top(heading) < 120).pop();
  return passed ? `#${passed.id}` : "";
};

// The first line of the form that the link fills in is the page's address.
/** @param {HTMLAnchorElement} link */
const report = (link) => {
  const address = new URL(link.href);
  const body = address.searchParams.get("body") ?? "";
  address.searchParams.set("body", body.replace(/(#.*)?$/m, section));
  link.href = address.href;
};

/** @param {Event} event */
const update = ({ type, target }) => {
  /** @type {HTMLAnchorElement | null} */
  const link =
    target instanceof Element ? target.closest("a[hreflang], a.report") : null;
  if (!link) return;
  if (!link.hreflang) return report(link);
  link.hash = location.hash.includes("?") ? location.hash : section();
  if (type === "click") remember(KEY, true);
};
for (const kind of ["pointerdown", "focusin", "click"]) {
  document.addEventListener(kind, update, true);
}

/** @type {NodeListOf<HTMLElement>} */
const offers = document.querySelectorAll("aside.offer");
/** @param {string} code */
const language = (code) => code.split("-")[0];
const here = document.documentElement.lang;
const ours = [here, ...[...offers].map(({ lang }) => lang)].map(language);
const wanted = navigator.languages
  .map(language)
  .find((code) => ours.includes(code));
for (const offer of offers) {
  if (language(offer.lang) !== wanted || recall(KEY) !== null) continue;
  offer.hidden = false;
  offer
    .querySelector("button")
    ?.addEventListener("click", () => offer.remove());
  remember(KEY, true);
}
