// What has been read to its end, kept in this browser alone: marks in the
// navigation and in the list on the first page, which offers to go on.
(() => {
  const KEY = "read-pages";
  const word = document.getElementById("read-mark").textContent;
  const inNavigation = [...document.querySelectorAll(".md-nav--primary a.md-nav__link")];

  // A page's name is the same in each language; the first page has none here.
  const name = ({ pathname }) =>
    pathname.replace(/index\.html$/, "").split("/").filter(Boolean).pop() ?? "";
  const nameOf = (link) => name(new URL(link.href));

  const load = () => {
    try {
      const { read, last } = JSON.parse(localStorage.getItem(KEY)) ?? {};
      return { read: Array.isArray(read) ? read : [], last };
    } catch {
      return { read: [] };
    }
  };
  const save = (state) => {
    try {
      if (state) localStorage.setItem(KEY, JSON.stringify(state));
      else localStorage.removeItem(KEY);
    } catch {
      // nothing is remembered
    }
  };

  const marked = () => {
    const { read } = load();
    for (const mark of document.querySelectorAll(".read")) mark.remove();
    const links = document.querySelectorAll("article .parts a[href]");
    for (const link of [...inNavigation, ...links]) {
      if (link.hash || !read.includes(nameOf(link))) continue;
      const mark = document.createElement("span");
      mark.className = "read";
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", word);
      mark.textContent = "✓";
      link.append(" ", mark);
      // On a phone, the page's own link is a label that opens its contents.
      const label = link.parentElement.querySelector(":scope > label");
      label?.append(mark.cloneNode(true));
    }
  };

  // The page one was on last, or if it is read, the next chapter that is not.
  const next = ({ read, last }) => {
    const at = inNavigation.findIndex((link) => nameOf(link) === last);
    return at < 0 ? undefined : inNavigation.slice(at).find((link, after) =>
      !read.includes(nameOf(link)) && (!after || link.querySelector(".number")));
  };

  const offer = (line) => {
    const state = load();
    const link = state.last && next(state);
    line.hidden = !state.last;
    const offered = line.querySelector("a");
    offered.parentElement.hidden = !link;
    if (!link) return;
    offered.href = link.href;
    offered.textContent = link.querySelector(".md-ellipsis").textContent.trim();
  };

  const here = name(location);
  if (document.querySelector(".actions .minutes")) {
    save({ ...load(), last: here });
    new IntersectionObserver((entries) => {
      const state = load();
      if (!entries.some((entry) => entry.isIntersecting) || state.read.includes(here)) return;
      save({ ...state, read: [...state.read, here] });
      marked();
    }).observe(document.querySelector("article .foot"));
  }

  const line = document.querySelector(".continue");
  line?.querySelector("button").addEventListener("click", () => {
    save(null);
    marked();
    offer(line);
  });
  // Also when one comes back to a page that was kept as it was.
  addEventListener("pageshow", () => {
    marked();
    if (line) offer(line);
  });
})();
