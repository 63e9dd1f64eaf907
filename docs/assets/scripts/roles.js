// Lights up all that has one role on a page: in formulas, code and drawings.
// Whoever points at a part, or at the role's button below the first heading that
// has some, sees where the others are. A click or a tap keeps them lit; Escape
// puts them out.
(() => {
  const ROLES = { rq: "query", rk: "key", rv: "value", rw: "weight" };
  /** @typedef {keyof typeof ROLES} Mark - of a role, which is a class */
  const article = /** @type {HTMLElement} */ (document.querySelector("article"));
  /** @type {Map<Mark, Element[]>} */
  const parts = new Map();
  /** @type {Map<Mark, Element>} */
  const buttons = new Map();
  /** @type {Map<Element, Mark>} */
  const marks = new Map();
  /** @type {Mark | undefined} */
  let lit;
  /** @type {Mark | undefined} */
  let kept;

  /**
   * A drawing with one colour alone may mean something else by it. The cells of
   * a heatmap are weights, if none is below zero.
   * @param {Mark} mark
   */
  const drawn = (mark) => [...article.querySelectorAll("[role=img]:not(.x) svg.figure")]
    .flatMap((svg) => {
      /** @param {string} role */
      const find = (role) => [...svg.querySelectorAll(
        `[fill="var(--${role})"], [stroke="var(--${role})"]`
      )];
      const cells = svg.querySelector(".cells");
      if (cells) return mark !== "rw" || find("minus").length ? [] : [cells];
      const colours = Object.values(ROLES).filter((role) => find(role).length);
      return colours.length > 1 ? find(ROLES[mark]) : [];
    });

  /** @param {Mark} [mark] */
  const show = (mark) => {
    if (mark === lit) return;
    for (const own of [lit, mark]) {
      for (const { classList } of (own && parts.get(own)) ?? []) {
        classList.toggle("lit", own === mark);
      }
    }
    lit = mark;
  };
  /** @param {Mark} [mark] */
  const keep = (mark) => {
    kept = mark;
    buttons.forEach((button, own) =>
      button.setAttribute("aria-pressed", String(own === kept))
    );
    show(kept);
  };
  /** @param {Event} event */
  const markOf = ({ target }) => {
    let element = target instanceof Element ? target : null;
    for (; element && element !== article; element = element.parentElement) {
      if (marks.has(element)) return marks.get(element);
    }
  };

  for (const mark of /** @type {Mark[]} */ (Object.keys(ROLES))) {
    const kinds = [
      [...article.querySelectorAll(`math .${mark}`)],
      [...article.querySelectorAll(`pre .${mark}`)],
      drawn(mark),
    ];
    for (const part of kinds[2]) {
      if (part instanceof SVGElement) part.style.setProperty("--role", `var(--${ROLES[mark]})`);
    }
    const name = article.querySelector(`.roles .${mark}`);
    if (!name || kinds.filter((kind) => kind.length).length < 2) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = mark;
    button.textContent = name.textContent;
    name.replaceWith(button);
    buttons.set(mark, button);
    parts.set(mark, kinds.flat());
    for (const part of [button, ...kinds.flat()]) {
      if (!part.matches(".cells")) marks.set(part, mark); // they have values to say
    }
  }
  keep();

  article.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") show(markOf(event) ?? kept);
  });
  article.addEventListener("pointerleave", () => show(kept));
  article.addEventListener("focusin", (event) => show(markOf(event) ?? kept));
  article.addEventListener("focusout", () => show(kept));
  addEventListener("click", (event) => {
    const mark = markOf(event);
    if (getSelection()?.isCollapsed) keep(mark === kept ? undefined : mark);
  });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") keep();
  });
})();
