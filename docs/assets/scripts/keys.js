// The theme's shortcuts of a single key, which get in the way of speech input, can
// be switched off. The search opens when something is typed, not when the Tab key
// comes to its field. In place of its count it says which words it has found for
// one with a typo (query.js).

import { translations } from "./copy.js";
import { filled, say } from "./element.js";
import { recall, remember } from "./remember.js";

const KEY = "single-keys";
/** @type {(selector: string) => any} */
const find = (selector) => document.querySelector(selector);

const choice = find("#keys");
if (choice) {
  choice.checked = recall(KEY) !== false;
  choice.closest("[hidden]").hidden = false;
  choice.addEventListener("change", () => remember(KEY, choice.checked));
}
// The theme listens at the window, which is told last.
document.addEventListener("keydown", (event) => {
  if (event.key.length === 1 && recall(KEY) === false) event.stopPropagation();
});

const field = find(".md-search__input");
for (const kind of ["focusin", "focusout"]) {
  const hide = (/** @type {any} */ event) => {
    if ([event.target, event.relatedTarget].includes(field)) {
      event.stopPropagation();
    }
  };
  addEventListener(kind, hide, true);
}
field.addEventListener("input", () => {
  if (!find("#__search").checked) find("#__search").click();
});

const count = find(".md-search-result__meta");
new MutationObserver(() => {
  const words = find(".md-search-result i[hidden]")?.textContent;
  if (words) say(count, filled(translations["search.instead"], { words }));
}).observe(count, { childList: true });
