// A page that is opened at its top is laid out as far as it is seen, the rest
// while nothing else is to do, a few blocks at a time. Then what is far from the
// window rests, at the height that it has. What could scroll sideways and does
// not is no stop of the keyboard; folds open for who comes to what is in them,
// and on paper.
(() => {
  const article = /** @type {HTMLElement} */ (document.querySelector("article"));
  const WIDE = ".md-typeset__scrollwrap, .formula > div, .language-text code";

  /** @type {Map<Element, string>} */
  const names = new Map(); // by which readers hear of what scrolls

  // All are read before any is written, and what is folded is left alone, or each
  // would be laid out anew.
  const reach = () => {
    const wide = new Map();
    for (const element of article.querySelectorAll(WIDE)) {
      if (!element.checkVisibility({ contentVisibilityAuto: true })) continue;
      wide.set(element, element.scrollWidth > element.clientWidth);
    }
    for (const [element, is] of wide) {
      if (is === element.hasAttribute("tabindex")) continue;
      const name = element.ariaLabel ?? names.get(element) ?? "";
      names.set(element, name);
      const marks = { tabindex: "0", role: "group", "aria-label": name };
      for (const [key, value] of Object.entries(marks)) {
        if (is) element.setAttribute(key, value);
        else element.removeAttribute(key);
      }
    }
  };

  // Some browsers know no idle time, and some forget to tell of it.
  const idle = window.requestIdleCallback ?? setTimeout;
  /** @param {() => void} act */
  const later = (act) => idle(act, { timeout: 1000 });
  // Definitions show beyond what they are in; of a fold nothing is laid out.
  /** @type {NodeListOf<HTMLElement>} */
  const blocks = article.querySelectorAll(
    ":is(.highlight, figure, div.formula):not(details *), " +
      "article > :is(p:not([class]), ul, ol, details, form, fieldset, .predict, " +
      ".jp-CodeCell):not(:has(a.term))"
  );
  /** @type {HTMLElement[]} */
  let left = [];
  /** @param {number} most - elements */
  const lay = (most) => {
    let elements = 0;
    left = left.filter((block) => {
      if (elements >= most) return true;
      block.style.contentVisibility = "visible";
      elements += block.getElementsByTagName("*").length;
    });
  };
  // Browsers note heights when they draw.
  const rest = async () => {
    await document.fonts.ready;
    for (let frames = 2; frames; frames--) await new Promise(requestAnimationFrame);
    const far = [...blocks].filter((block) => {
      const { top, bottom } = block.getBoundingClientRect();
      return bottom < -innerHeight || top > 2 * innerHeight; // none blinks
    });
    for (const { style } of far) style.contentVisibility = "auto";
  };
  const on = () => {
    lay(100);
    if (left.length) return later(on);
    reach();
    rest();
  };
  let wide = 0;
  new ResizeObserver(([{ contentRect: { width } }]) => {
    if (width === wide) return left.length || later(reach); // folds change its height
    wide = width;
    left = [...blocks];
    later(on);
  }).observe(article);
  // Who jumps within the page is to land in the right place.
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a[href*='#']")) lay(Infinity);
  }, true);

  // Anybody may have written the address.
  const named = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  };
  const unfold = () => {
    const target = document.getElementById(named());
    let fold = target?.closest("details:not([open])") && target.closest("details");
    if (!target || !fold) return;
    for (; fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();

  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener("beforeprint", () => {
    left = [...blocks];
    lay(Infinity);
    opened = [...article.querySelectorAll("details")].filter(({ open }) => !open);
    for (const fold of opened) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of opened) fold.open = false;
    opened = [];
    rest();
  });
})();
