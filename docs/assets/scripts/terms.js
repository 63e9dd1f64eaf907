// Definitions of terms, which site.css shows where one is pointed at or focused:
// Escape closes them, and the first tap of a finger goes no further.

/** @param {Event} event */
const termOf = ({ target }) =>
  target instanceof Element ? target.closest("a.term") : null;
let opens = false; // a finger points at what it was not pointing at

addEventListener("pointerdown", (event) => {
  opens = event.pointerType === "touch" && !termOf(event)?.matches(":hover");
});
addEventListener("click", (event) => {
  if (opens && termOf(event)) event.preventDefault();
  opens = false;
});
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const term of document.querySelectorAll("a.term:is(:hover, :focus)")) {
    const again = () => term.classList.remove("closed");
    term.classList.add("closed");
    term.addEventListener("pointerleave", again, { once: true });
    term.addEventListener("blur", again, { once: true });
  }
});
