// Switching the language keeps the reader at the section being read: heading
// ids are the same in all languages. What the address carries after a `?`, such as
// the numbers of a playground, goes along unread. Who reports a mistake names the
// section. Whose browser asks for another language of the site is told once that the page
// exists in it.
(() => {
  /** @param {Element} element */
  const top = (element) => element.getBoundingClientRect().top;

  // The section of the address while its heading is in view, else the last
  // section that begins above the top of the window.
  const section = () => {
    const { hash } = location;
    let chosen = null;
    try {
      chosen = document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      // anybody may have written the address
    }
    if (chosen && top(chosen) >= 0 && top(chosen) < innerHeight) return hash;
    const headings = document.querySelectorAll("article :is(h2, h3, h4)[id]");
    const passed = [...headings].filter((heading) => top(heading) < 120);
    return passed.length ? "#" + passed[passed.length - 1].id : "";
  };

  // Whoever has been offered a language or has chosen one is not asked again.
  const KEY = "language-known";
  const known = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return true; // nothing can be remembered, so nothing is offered
    }
  };
  const remember = () => {
    try {
      localStorage.setItem(KEY, "yes");
    } catch {
      // next time it is asked again
    }
  };

  // The first line of the form that the link fills in is the page's address.
  /** @param {HTMLAnchorElement} link */
  const report = (link) => {
    const address = new URL(link.href);
    const body = address.searchParams.get("body") ?? "";
    address.searchParams.set("body", body.replace(/(#.*)?$/m, section));
    link.href = address.href;
  };

  for (const kind of ["pointerdown", "focusin", "click"]) {
    document.addEventListener(kind, ({ target }) => {
      /** @type {HTMLAnchorElement | null} */
      const link = target instanceof Element ? target.closest("a[hreflang], a.report") : null;
      if (!link) return;
      if (!link.hreflang) return report(link);
      link.hash = location.hash.includes("?") ? location.hash : section();
      if (kind === "click") remember();
    }, true);
  }

  /** @type {NodeListOf<HTMLElement>} */
  const asides = document.querySelectorAll("aside.offer");
  const offers = [...asides];
  const here = document.documentElement.lang;
  // The same language and region, else the same script, else the language.
  /** @param {string} code */
  const names = (code) => {
    try {
      const { language, script } = new Intl.Locale(code).maximize();
      return [code, `${language}-${script}`, language];
    } catch {
      return []; // some systems name none, as `C`
    }
  };
  const ours = [here, ...offers.map(({ lang }) => lang)];
  const wanted = (navigator.languages ?? [])
    .flatMap((code) => names(code).map((name, k) =>
      ours.find((other) => names(other)[k] === name)))
    .find((code) => code);
  const offer = offers.find(({ lang }) => lang === wanted);
  if (offer && !known()) {
    offer.hidden = false;
    offer.querySelector("button")?.addEventListener("click", () => offer.remove());
    remember();
  }
})();
