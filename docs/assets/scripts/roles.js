// Lights up all that has one role on a page: in formulas, code and drawings.
// Whoever points at a part, or at the role's button below the first heading that
// has some, sees where the others are. A click or a tap keeps them lit; Escape
// puts them out.

import { button } from "./element.js";

/** @type {Record<string, string>} classes, and the colours of drawings */
const ROLES = { rq: "query", rk: "key", rv: "value", rw: "weight" };
const article = /** @type {HTMLElement} */ (document.querySelector("article"));
/** @type {Map<string, Element[]>} */
const parts = new Map();
/** @type {Map<string, Element>} */
const buttons = new Map();
/** @type {Map<Element, string>} */
const marks = new Map();
let lit = "";
let kept = "";

/**
 * A drawing with one colour alone may mean something else by it. The cells of a
 * heatmap are weights, if none is below zero.
 * @type {(mark: string, svg: Element) => Element[]}
 */
const drawn = (mark, svg) => {
  /** @param {string} role */
  const find = (role) => [
    ...svg.querySelectorAll(
      `[fill="var(--${role})"], [stroke="var(--${role})"]`,
    ),
  ];
  const cells = svg.querySelector(".cells");
  if (cells) return mark === "rw" && !find("minus").length ? [cells] : [];
  const colours = Object.values(ROLES).filter((role) => find(role).length);
  return colours.length > 1 ? find(ROLES[mark]) : [];
};

const show = (mark = kept) => {
  for (const part of parts.get(lit) ?? []) part.classList.remove("lit");
  for (const part of parts.get(mark) ?? []) part.classList.add("lit");
  lit = mark;
};
/** @param {string} mark */
const keep = (mark) => {
  kept = mark;
  buttons.forEach((made, own) => (made.ariaPressed = String(own === kept)));
  show();
};
/** @param {Event} event */
const markOf = ({ target }) => {
  let element = target instanceof Element ? target : null;
  while (element && !marks.has(element)) element = element.parentElement;
  return element ? marks.get(element) : undefined;
};

const drawings = article.querySelectorAll("[role=img]:not(.x) svg.figure");
for (const mark of Object.keys(ROLES)) {
  const kinds = [
    [...article.querySelectorAll(`math .${mark}`)],
    [...article.querySelectorAll(`pre .${mark}`)],
    [...drawings].flatMap((svg) => drawn(mark, svg)),
  ];
  for (const part of kinds[2]) {
    const { style } = /** @type {SVGElement} */ (part);
    style.setProperty("--role", `var(--${ROLES[mark]})`);
  }
  const name = article.querySelector(`.roles .${mark}`);
  if (!name || kinds.filter((kind) => kind.length).length < 2) continue;
  const made = button(name.textContent, () => {});
  made.className = mark;
  name.replaceWith(made);
  buttons.set(mark, made);
  parts.set(mark, kinds.flat());
  for (const part of [made, ...kinds.flat()]) {
    if (!part.matches(".cells")) marks.set(part, mark); // they have values to say
  }
}
keep("");

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
