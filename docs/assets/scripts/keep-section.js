// The language switch keeps the reader at the section being read: heading ids
// are the same in all languages.
(() => {
  const top = (element) => element.getBoundingClientRect().top;

  // The section of the address while its heading is in view, else the last
  // section that begins above the top of the window.
  const current = () => {
    const chosen = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (chosen && top(chosen) >= 0 && top(chosen) < innerHeight) return location.hash;
    const headings = document.querySelectorAll("article :is(h2, h3, h4)[id]");
    const passed = [...headings].filter((heading) => top(heading) < 120);
    return passed.length ? "#" + passed[passed.length - 1].id : "";
  };

  for (const kind of ["pointerdown", "focusin", "click"]) {
    document.addEventListener(kind, (event) => {
      const link = event.target.closest?.("a[hreflang]");
      if (link) link.hash = current();
    }, true);
  }
})();
