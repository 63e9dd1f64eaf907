// The language switch keeps the reader at the section being read: heading ids
// are the same in all languages.
(() => {
  const current = () => {
    const headings = document.querySelectorAll("article :is(h1, h2, h3, h4)[id]");
    const passed = [...headings].filter((h) => h.getBoundingClientRect().top < 120);
    return passed.length ? "#" + passed[passed.length - 1].id : "";
  };
  for (const kind of ["pointerdown", "focusin", "click"]) {
    document.addEventListener(kind, (event) => {
      const link = event.target.closest?.("a[hreflang]");
      if (link) link.hash = current();
    }, true);
  }
})();
