// Lights up all that has one role on a page: in formulas, code and drawings.
// Whoever points at a part, or at the role's button below the first heading that
// has some, sees where the others are. A click or a tap keeps them lit; Escape
// puts them out.

import { button } from "./element.js";

/** @type {[mark: string, role: string][]} classes, and the colours of drawings */
const ROLES = [
  ["rq", "query"],
  ["rk", "key"],
  ["rv", "value"],
  ["rw", "weight"],
];
const article = /** @type {HTMLElement} */ (document.querySelector("article"));
/** @type {Map<string, Element>} */
const buttons = new Map();
let kept = "";

// In a drawing, colours tell roles. One alone may mean something else by it; the
// cells of a heatmap are weights, if none is below zero.
for (const svg of article.querySelectorAll("[role=img]:not(.x) svg.figure")) {
  /** @param {string} role */
  const find = (role) =>
    svg.querySelectorAll(`[fill="var(--${role})"], [stroke="var(--${role})"]`);
  const cells = svg.querySelector(".cells");
  const found = ROLES.filter(([, role]) => find(role).length);
  if (cells && !find("minus").length) cells.classList.add("rw");
  if (cells || found.length < 2) continue;
  for (const [mark, role] of found) {
    for (const { classList } of find(role)) classList.add(mark);
  }
}

for (const [mark] of ROLES) {
  const kinds = ["math", "pre", "svg"].filter((kind) =>
    article.querySelector(`${kind} .${mark}`),
  );
  const name = article.querySelector(`.roles .${mark}`);
  if (!name || kinds.length < 2) continue;
  const made = button(name.textContent, () => {});
  made.className = name.className;
  made.ariaPressed = "false";
  name.replaceWith(made);
  buttons.set(mark, made);
}

const show = (mark = kept) => {
  for (const { classList } of article.querySelectorAll(".lit")) {
    classList.remove("lit");
  }
  if (!mark) return;
  for (const { classList } of article.querySelectorAll(`.${mark}`)) {
    classList.add("lit");
  }
};
/** @param {string} mark */
const keep = (mark) => {
  kept = mark;
  buttons.forEach((made, own) => (made.ariaPressed = String(own === kept)));
  show();
};
/** @param {Event} event */
const markOf = ({ target }) => {
  // Cells have values to say.
  const part =
    target instanceof Element &&
    target.closest(":is(.rq, .rk, .rv, .rw):not(.cells)");
  return part
    ? [...buttons.keys()].find((mark) => part.classList.contains(mark))
    : undefined;
};

article.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "touch") show(markOf(event));
});
article.addEventListener("pointerleave", () => show());
article.addEventListener("focusin", (event) => show(markOf(event)));
article.addEventListener("focusout", () => show());
addEventListener("click", (event) => {
  const mark = markOf(event) ?? "";
  if (getSelection()?.isCollapsed) keep(mark === kept ? "" : mark);
});
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") keep("");
});
