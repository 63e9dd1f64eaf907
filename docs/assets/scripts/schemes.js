// Before the page is painted, where the switch of colours stands: the colours
// that the reader has chosen, else those of the system, so that nothing flashes.
// Later the theme's script takes over. It is no module, which would run late.
{
  const { index = 0 } = __md_get("__palette") ?? {};
  const switches = document.querySelectorAll(".md-option");
  const { matches: dark } = matchMedia("(prefers-color-scheme: dark)");
  const asked = switches[index || (dark ? 2 : 1)];
  document.body.dataset.mdColorScheme =
    asked?.getAttribute("data-md-color-scheme") ?? "default";
  // offscreen.css says what is not laid out on a page that is opened at its top.
  const [visit] = performance.getEntriesByType("navigation");
  const arrives = /** @type {any} */ (visit).type === "navigate";
  const fromTop = arrives && !location.hash;
  document.documentElement.classList.toggle("from-top", fromTop);
  document.documentElement.classList.replace("no-js", "js");
}
