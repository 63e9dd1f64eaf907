// What has been read to its end, kept in this browser alone: marks in the
// navigation and in the list on the first page, which offers to go on.
(() => {
  const KEY = "read-pages";
  /** @typedef {{read: string[], last?: string}} Memory - pages by their names */
  const word = document.getElementById("read-mark")?.textContent ?? "";
  /** @type {(selector: string) => HTMLAnchorElement[]} */
  const links = (selector) => [...document.querySelectorAll(selector)].filter(
    (link) => link instanceof HTMLAnchorElement
  );
  const inNavigation = links(".md-nav--primary a.md-nav__link");

  /**
   * A page's name is the same in each language; the first page has none here.
   * @param {{pathname: string}} address
   */
  const name = ({ pathname }) =>
    pathname.replace(/index\.html$/, "").split("/").filter(Boolean).pop() ?? "";

  /** @returns {Memory} */
  const load = () => {
    try {
      const { read, last } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      return { read: Array.isArray(read) ? read : [], last };
    } catch {
      return { read: [] };
    }
  };
  /** @param {Memory} [state] */
  const save = (state) => {
    try {
      if (state) localStorage.setItem(KEY, JSON.stringify(state));
      else localStorage.removeItem(KEY);
    } catch {
      // nothing is remembered
    }
  };

  /** @param {Memory} memory */
  const mark = ({ read }) => {
    for (const tick of document.querySelectorAll(".read")) tick.remove();
    for (const link of [...inNavigation, ...links("article .parts a[href]")]) {
      if (link.hash || !read.includes(name(link))) continue;
      const tick = document.createElement("span");
      tick.className = "read";
      tick.setAttribute("role", "img");
      tick.setAttribute("aria-label", word);
      tick.textContent = "✓";
      link.append(" ", tick);
      // On a phone, the page's own link is a label that opens its contents.
      const label = link.parentElement?.querySelector(":scope > label");
      label?.append(tick.cloneNode(true));
    }
  };

  // The page one was on last, or if it is read, the next chapter that is not.
  /** @param {Memory} memory */
  const next = ({ read, last }) => {
    const at = inNavigation.findIndex((link) => name(link) === last);
    return at < 0 ? undefined : inNavigation.slice(at).find((link, after) =>
      !read.includes(name(link)) && (!after || link.querySelector(".number")));
  };

  /** @type {HTMLElement | null} */
  const line = document.querySelector(".continue");
  /** @param {Memory} state */
  const show = (state) => {
    mark(state);
    if (!line) return;
    const link = state.last ? next(state) : undefined;
    line.hidden = !state.last;
    const offered = line.querySelector("a");
    if (!offered?.parentElement) return;
    offered.parentElement.hidden = !link;
    if (!link) return;
    offered.href = link.href;
    offered.textContent = link.querySelector(".md-ellipsis")?.textContent.trim() ?? "";
  };

  const here = name(location);
  const foot = document.querySelector("article .foot");
  if (foot && document.querySelector(".actions .minutes")) {
    save({ ...load(), last: here });
    new IntersectionObserver((entries) => {
      const { read, last } = load();
      if (!entries.some((entry) => entry.isIntersecting) || read.includes(here)) return;
      const state = { last, read: [...read, here] };
      show(state);
      save(state);
    }).observe(foot);
  }

  line?.querySelector("button")?.addEventListener("click", () => {
    show({ read: [] });
    save();
  });
  // Also when one comes back to a page that was kept as it was.
  addEventListener("pageshow", () => show(load()));
})();
