// Forms in which a trained model computes (sitebuild/widgets/live_forms.py). Scripts, model and
// parameters are loaded when a reader first uses such a form, not before: they
// stand in a template, where a browser leaves them alone.
(() => {
  /** @param {Element} named */
  const load = (named) =>
    new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = named.getAttribute("src") ?? "";
      script.async = false; // in their order
      script.onload = () => done(named.remove()); // not a second time
      script.onerror = failed;
      document.head.append(script);
    });

  /** @param {HTMLFormElement} form */
  const prepare = (form) => {
    const name = form.dataset.model ?? "";
    const template = document.getElementById(`${name}-scripts`);
    if (!(template instanceof HTMLTemplateElement)) return;
    const output = form.querySelector("output");
    // Folded, a form is used when it is unfolded.
    const folded = form.querySelector("details:not([open])");
    const uses = folded ? ["toggle"] : ["focusin", "pointerdown"];
    const place = folded ?? form;
    const start = async () => {
      for (const use of uses) place.removeEventListener(use, start);
      try {
        await Promise.all([...template.content.querySelectorAll("script")].map(load));
        attention.forms[name](form);
      } catch {
        if (output) output.textContent = form.dataset.failed ?? "";
        for (const use of uses) place.addEventListener(use, start);
      }
    };
    for (const use of uses) place.addEventListener(use, start);
    form.addEventListener("submit", (event) => event.preventDefault());
    for (const part of form.querySelectorAll("fieldset")) part.disabled = false;
  };

  /** @type {NodeListOf<HTMLFormElement>} */
  const forms = document.querySelectorAll("form.live");
  forms.forEach(prepare);
})();
