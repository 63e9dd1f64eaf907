// Definitions of terms, which site.css shows where one is pointed at or focused:
// Escape closes them, and on a touch screen the first tap opens one; the next
// goes to the glossary.

/** @type {Element | null} */
let open = null;
let touched = false;

/** @param {Element | null} term */
const choose = (term) => {
  open?.classList.remove("open");
  open = term;
  open?.classList.add("open");
};
/** @param {Event} event */
const termOf = ({ target }) =>
  target instanceof Element ? target.closest("a.term") : null;

addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch";
  if (termOf(event) !== open) choose(null);
});
addEventListener("click", (event) => {
  const term = termOf(event);
  if (!term || !touched || term === open) return;
  event.preventDefault();
  choose(term);
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  choose(null);
  for (const term of document.querySelectorAll("a.term:is(:hover, :focus)")) {
    const again = () => term.classList.remove("closed");
    term.classList.add("closed");
    term.addEventListener("pointerleave", again, { once: true });
    term.addEventListener("blur", again, { once: true });
  }
});
