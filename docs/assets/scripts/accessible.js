// What could scroll sideways and does not is no stop of the keyboard; folds open
// for who comes to what is in them; what had the focus looks as before.

const article = /** @type {HTMLElement} */ (document.querySelector("article"));
const WIDE = ".md-typeset__scrollwrap, .formula > div, .language-text code";
/** @type {Map<Element, string>} */
const names = new Map(); // by which readers hear of what scrolls

// All are read before any is written, and what is not laid out is left alone.
const reach = () => {
  const seen = [...article.querySelectorAll(WIDE)].filter((element) =>
    element.checkVisibility({ contentVisibilityAuto: true }),
  );
  const scroll = seen.map((wide) => wide.scrollWidth > wide.clientWidth);
  seen.forEach((element, k) => {
    if (scroll[k] === element.hasAttribute("tabindex")) return;
    const name = element.ariaLabel ?? names.get(element) ?? "";
    names.set(element, name);
    const marks = { tabindex: "0", role: "group", "aria-label": name };
    for (const [key, value] of Object.entries(marks)) {
      if (scroll[k]) element.setAttribute(key, value);
      else element.removeAttribute(key);
    }
  });
};
// Some browsers know no idle time.
const idle = window.requestIdleCallback ?? setTimeout;
new ResizeObserver(() => idle(reach)).observe(article);

const unfold = () => {
  const target = document.querySelector(":target");
  if (!target?.closest("details:not([open])")) return;
  for (const fold of article.querySelectorAll("details")) {
    if (fold.contains(target)) fold.open = true;
  }
  target.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();

// The theme leaves an empty class on it, and styles ask for what has none.
document.addEventListener("focusout", (event) => {
  const left = /** @type {Element} */ (event.target);
  if (left.classList.length === 0) left.removeAttribute("class");
});
