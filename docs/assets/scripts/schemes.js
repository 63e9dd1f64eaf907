// The colours that the reader has chosen, else those of the system. It runs
// where the switch stands, before the page is painted, so that nothing flashes
// and no style is made twice; the choice is kept where the theme keeps it.
(() => {
  const KEY = "__palette";
  /** @type {NodeListOf<HTMLInputElement>} */
  const options = document.querySelectorAll(".md-option");
  const switches = [...options];
  const dark = matchMedia("(prefers-color-scheme: dark)");
  // The theme would add the first later, and have all styles made anew. What
  // `from-top` does, offscreen.css and accessible.js say.
  const [visit] = performance.getEntriesByType("navigation");
  const arrives = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  const fromTop = !location.hash && arrives;
  const state = document.documentElement.classList;
  state.replace("no-js", "js");
  state.add("js-focus-visible");
  state.toggle("from-top", fromTop);
  /** @param {string} name */
  const meta = (name) => {
    const element = Object.assign(document.createElement("meta"), { name });
    document.head.append(element);
    return element;
  };
  const ground = meta("theme-color");
  const system = meta("color-scheme");

  let chosen = 0;
  try {
    const kept = __md_get(KEY)?.index;
    chosen = Math.max(0, switches.findIndex((_, k) => k === kept));
  } catch {
    // nothing is kept, or nothing can be
  }

  const show = () => {
    const asked = dark.matches ? "slate" : "default";
    const { mdColorScheme: named } = switches[chosen].dataset;
    document.body.dataset.mdColorScheme = chosen ? named : asked;
    switches.forEach(({ nextElementSibling: label }, k) => {
      label?.toggleAttribute("hidden", k !== chosen);
    });
    const style = getComputedStyle(document.body);
    system.content = style.colorScheme;
    ground.content = style.getPropertyValue("--paper");
  };

  // Colours change at once, not slowly: the theme's styles say so meanwhile.
  /** @param {number} k */
  const choose = (k) => {
    chosen = k;
    document.body.dataset.mdColorSwitching = "";
    show();
    setTimeout(() => delete document.body.dataset.mdColorSwitching);
    try {
      __md_set(KEY, { index: k, color: { ...switches[k].dataset } });
    } catch {
      // on the next page it is the system's again
    }
  };

  switches.forEach((field, k) => {
    field.addEventListener("change", () => choose(k));
    field.addEventListener("keydown", ({ key }) => {
      if (key !== "Enter") return;
      const next = switches[(chosen + 1) % switches.length];
      next.click();
      next.focus();
    });
  });
  dark.addEventListener("change", show);
  show();
})();
