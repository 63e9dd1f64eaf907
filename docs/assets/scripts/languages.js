// Switching the language keeps the reader at the section being read: heading ids
// are the same in all languages. Whose browser asks for another language of the
// site is told once that the page exists in it.

import { section } from "./orientation.js";
import { recall, remember } from "./remember.js";

const KEY = "language-known"; // who was offered one or has chosen one

// The section of the address while its heading is in view, else the present one.
const place = () => {
  const { top = -1 } =
    document.querySelector(":target")?.getBoundingClientRect() ?? {};
  return top >= 0 && top < innerHeight ? location.hash : section;
};

/** @param {Event} event */
const update = ({ type, target }) => {
  /** @type {HTMLAnchorElement | null} */
  const link = target instanceof Element ? target.closest("a[hreflang]") : null;
  if (!link) return;
  link.hash = place();
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
