// Definitions of terms, which site.css shows where one is pointed at or focused:
// Escape closes them, and the first tap of a finger goes no further.

/** @type {(target: EventTarget | null) => HTMLElement | null} */
const termOf = (target) =>
  target instanceof Element ? target.closest("a.term") : null;
let opens = false; // a finger is on what it has not opened yet

addEventListener("pointerdown", ({ pointerType, target }) => {
  const open = termOf(document.activeElement);
  opens = pointerType === "touch" && termOf(target) !== open;
  if (opens) open?.blur();
});
addEventListener("click", (event) => {
  const term = opens && termOf(event.target);
  if (!term) return;
  event.preventDefault();
  term.focus();
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
