// What the theme's scripts put into a page without a name gets one (the numbers
// of notes in code, the bars with the copy buttons), and what scrolls sideways
// can be reached and scrolled with the keyboard.
(() => {
  const article = document.querySelector("article");
  const WIDE = ".md-typeset__scrollwrap, .formula > div, figure [role=img], figure table, pre code";

  const name = () => {
    for (const bar of document.querySelectorAll("nav.md-code__nav:not([role])")) {
      bar.setAttribute("role", "none");
    }
    const links = "a.md-annotation__index:not([aria-label])";
    for (const link of document.querySelectorAll(links)) {
      const { mdAnnotationId } = link.firstElementChild.dataset;
      link.setAttribute("aria-label", `(${mdAnnotationId})`);
    }
  };

  const reach = () => {
    for (const element of article.querySelectorAll(WIDE)) {
      if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
      else element.removeAttribute("tabindex");
    }
  };

  new MutationObserver(name).observe(article, { childList: true, subtree: true });
  new ResizeObserver(reach).observe(article); // folds that open change its height
  name();
})();
