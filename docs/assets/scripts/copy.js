// A button in each block of code to copy it as it is read, without the numbers
// of its notes. A live region says what was done, and of code that does not run
// by itself, where it does.

import { button, h } from "./element.js";

const config = document.getElementById("__config")?.textContent ?? "{}";
export const { translations } = JSON.parse(config);
const NOTE = / *# \(\d+\)!$/gm;
const dialog = document.querySelector(".md-dialog"); // the theme's
const said = /** @type {Element} */ (dialog?.firstElementChild);
let silence = 0;

/** @param {Element} block */
const copy = async (block) => {
  const code = block.querySelector("code");
  const text = `${code?.textContent.replace(NOTE, "").trimEnd()}\n`;
  const runs = block.closest(".language-sh") || code?.matches(".alone");
  let outcome = runs ? "copied" : "copied.notebook";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    outcome = "copy.refused"; // where a page is not served safely
    getSelection()?.selectAllChildren(code ?? block);
  }
  said.textContent = translations[outcome];
  dialog?.classList.add("md-dialog--active");
  clearTimeout(silence);
  silence = setTimeout(() => {
    dialog?.classList.remove("md-dialog--active");
    said.replaceChildren();
  }, 2000);
};

said.role = "status";
for (const block of document.querySelectorAll(
  "article :is(.language-python, .language-sh) > pre",
)) {
  const made = button("", () => copy(block));
  made.className = "md-code__button";
  made.dataset.mdType = "copy";
  made.title = translations["clipboard.copy"];
  block.append(h.div({ class: "md-code__nav" }, made));
}
