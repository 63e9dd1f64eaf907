// Lights up all that has one role on a page: in formulas, code and drawings.
// Whoever points at a part, or at the role's button below the first heading that
// has some, sees where the others are. A click or a tap keeps them lit; Escape
// puts them out.
(() => {
  const ROLES = { rq: "query", rk: "key", rv: "value", rw: "weight" };
  const article = document.querySelector("article");
  const parts = {}, buttons = {}, marks = new Map();
  let lit, kept;

  // A drawing with one colour alone may mean something else by it. The cells of
  // a heatmap are weights, if none is below zero.
  const drawn = (mark) => [...article.querySelectorAll("figure:not(.x) svg.figure")]
    .flatMap((svg) => {
      const find = (role) => [...svg.querySelectorAll(
        `[fill="var(--${role})"], [stroke="var(--${role})"]`
      )];
      if (svg.querySelector(".cells")) {
        return mark !== "rw" || find("minus").length ? [] : [svg.querySelector(".cells")];
      }
      const colours = Object.values(ROLES).filter((role) => find(role).length);
      return colours.length > 1 ? find(ROLES[mark]) : [];
    });

  const show = (mark) => {
    if (mark === lit) return;
    for (const part of parts[lit] ?? []) part.classList.remove("lit");
    lit = mark;
    for (const part of parts[mark] ?? []) part.classList.add("lit");
  };
  const keep = (mark) => {
    kept = mark;
    for (const [own, button] of Object.entries(buttons)) {
      button.setAttribute("aria-pressed", own === kept);
    }
    show(kept);
  };
  const markOf = (element) => {
    for (; element && element !== article; element = element.parentElement) {
      if (marks.has(element)) return marks.get(element);
    }
  };

  for (const mark of Object.keys(ROLES)) {
    const kinds = ["math", "pre"].map((kind) =>
      [...article.querySelectorAll(`${kind} .${mark}`)]
    );
    kinds.push(drawn(mark));
    for (const part of kinds[2]) part.style.setProperty("--role", `var(--${ROLES[mark]})`);
    const name = article.querySelector(`.roles .${mark}`);
    if (!name || kinds.filter((kind) => kind.length).length < 2) continue;
    parts[mark] = kinds.flat();
    const button = document.createElement("button");
    button.type = "button";
    button.className = mark;
    button.textContent = name.textContent;
    name.replaceWith(button);
    buttons[mark] = button;
    for (const part of [button, ...parts[mark]]) {
      if (!part.matches(".cells")) marks.set(part, mark); // they have values to say
    }
  }
  keep();

  article.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType !== "touch") show(markOf(target) ?? kept);
  });
  article.addEventListener("pointerleave", () => show(kept));
  article.addEventListener("focusin", ({ target }) => show(markOf(target) ?? kept));
  article.addEventListener("focusout", () => show(kept));
  addEventListener("click", ({ target }) => {
    const mark = markOf(target);
    if (getSelection().isCollapsed) keep(mark === kept ? undefined : mark);
  });
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") keep();
  });
})();
