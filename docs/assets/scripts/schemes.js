// Before the page is painted, where the switch of colours stands: the colours
// that the reader has chosen, else those of the system, so that nothing flashes.
// Later the theme's script takes over. It is no module, which would run late.
{
  // A browser may refuse its storage, or hold there what nobody wrote.
  const read = __md_get;
  const write = __md_set;
  window.__md_get = (...given) => {
    try {
      const found = read(...given);
      return Number.isInteger(found?.index ?? 0) ? found : null;
    } catch {
      return null;
    }
  };
  window.__md_set = (...given) => {
    try {
      write(...given);
    } catch {} // the choice is not kept
  };
  const { index = 0 } = window.__md_get("__palette") ?? {};
  const switches = document.querySelectorAll(".md-option");
  const { matches: dark } = matchMedia("(prefers-color-scheme: dark)");
  const asked = switches[index || (dark ? 2 : 1)];
  document.body.dataset.mdColorScheme =
    asked?.getAttribute("data-md-color-scheme") ?? "default";
  // offscreen.css says what is not laid out on a page that is opened at its top.
  const [visit] = performance.getEntriesByType("navigation");
  const arrives = /** @type {any} */ (visit)?.type === "navigate";
  const fromTop = arrives && !location.hash;
  document.documentElement.classList.toggle("from-top", fromTop);
  document.documentElement.classList.replace("no-js", "js");
}
