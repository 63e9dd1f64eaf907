// Loads what a playground needs, in order, once its reader comes near it or
// has a link to it. It is all that a first visit pays for.
(() => {
  "use strict";
  const NEAR = "200%"; // of the window's height
  const ANCHOR = "#playground";
  const form = document.querySelector("form.playground");
  const { content } = /** @type {HTMLTemplateElement} */ (
    document.getElementById("playground-scripts")
  );

  const load = () => {
    observer.disconnect();
    for (const named of content.querySelectorAll("script")) {
      const script = document.createElement("script");
      script.async = false;
      script.src = named.getAttribute("src") ?? "";
      document.body.append(script);
    }
    content.replaceChildren();
  };
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
    { rootMargin: NEAR }
  );
  const linked = () => location.hash.startsWith(ANCHOR) && load();
  if (form) observer.observe(form);
  addEventListener("hashchange", linked);
  linked();
})();
