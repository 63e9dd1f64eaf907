// Forms that compute (sitebuild/widgets/live_forms.py). Those that start with
// numbers of the page are filled in when a reader comes near them. Of the others,
// scripts and the model's parameters are loaded when a reader first uses one.

const NEAR = "200%"; // of the window's height
const USES = ["focusin", "pointerdown", "pointerover"];

/**
 * What a form starts with: its fields by their names, other parts by selectors,
 * its words, the region in which it says something, and the numbers of the page
 * or the models, if it has any.
 * @typedef {(parts: Parts, ...given: any[]) => void} Start
 */
/**
 * @typedef {object} Parts
 * @property {HTMLFormElement} form
 * @property {any} fields
 * @property {(selector: string) => any} find
 * @property {Record<string, string>} said
 * @property {HTMLOutputElement} output
 */

/** @param {string} block - as page/block */
const recorded = async (block) => {
  const file = new URL(`../../outputs/${block}.json`, import.meta.url);
  return (await fetch(file)).json();
};

/** @param {HTMLFormElement} form */
const prepare = (form) => {
  const { script, block = "", words = "", failed = "" } = form.dataset;
  const place = form.closest(".looking") ?? form;
  /** @type {(selector: string) => any} */
  const find = (selector) => place.querySelector(selector);
  const output = find("output");

  const enable = () => {
    for (const part of form.querySelectorAll("fieldset")) part.disabled = false;
  };
  const begin = async () => {
    /** @type {{start: Start}} */
    const { start } = await import(`./${script}.js`);
    const given = form.dataset.start
      ? [JSON.parse(form.dataset.start)]
      : await Promise.all((block.match(/\S+/g) ?? []).map(recorded));
    const said = JSON.parse(words);
    enable();
    start({ form, fields: form.elements, find, output, said }, ...given);
  };

  let loading = false;
  /** @type {HTMLButtonElement | null} */
  let pressed = null; // before its script was there
  const press = (/** @type {any} */ { target }) => {
    pressed = target.closest("button");
  };
  const use = async () => {
    if (loading) return;
    loading = true;
    try {
      await begin();
      for (const kind of USES) place.removeEventListener(kind, use, true);
      form.removeEventListener("click", press);
      pressed?.click();
    } catch {
      output.textContent = failed;
      loading = false; // the next use tries again
      pressed = null;
    }
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  if (form.dataset.start) {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        begin();
      },
      { rootMargin: NEAR },
    );
    const seen = form.hidden ? form.previousElementSibling : form;
    if (seen) observer.observe(seen);
  } else {
    enable();
    form.addEventListener("click", press);
    for (const kind of USES) place.addEventListener(kind, use, true);
    if (place.matches(":focus-within")) use(); // before this script was there
  }
};

for (const form of document.forms) if (form.dataset.script) prepare(form);
