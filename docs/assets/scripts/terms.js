// Definitions of terms, which site.css shows where one is pointed at or focused:
// Escape closes them, and on a touch screen the first tap opens one; the next
// goes to the glossary.
(() => {
  let open, touched;

  const choose = (term) => {
    if (open !== term) open?.classList.remove("open");
    open = term;
    open?.classList.add("open");
  };

  addEventListener("pointerdown", ({ pointerType, target }) => {
    const term = target.closest("a.term");
    touched = pointerType === "touch";
    if (term !== open) choose();
  });
  addEventListener("click", (event) => {
    const term = event.target.closest("a.term");
    if (!term || !touched || term === open) return;
    event.preventDefault();
    choose(term);
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    choose();
    for (const term of document.querySelectorAll("a.term:is(:hover, :focus)")) {
      term.classList.add("closed");
      for (const kind of ["pointerleave", "blur"]) {
        const again = () => term.classList.remove("closed");
        term.addEventListener(kind, again, { once: true });
      }
    }
  });
})();
