// Forms in which a trained model computes (sitebuild/widgets/live_forms.py).
// Their scripts and the model's parameters are loaded when a reader first uses
// such a form, not before.

/** @import { Model } from "./model/parameters.js" */

/** @type {Record<string, () => Promise<{start: Start}>>} */
const MODELS = {
  translator: () => import("./translator.js"),
  glass: () => import("./glass.js"),
  film: () => import("./film-player.js"),
  training: () => import("./trainer.js"),
};
/**
 * What the form of a model starts with: its fields by their names, other parts
 * by selectors, its words, the region in which it says something, and the
 * models, if it has any.
 * @typedef {(form: HTMLFormElement, parts: Parts, ...models: Model[]) => void} Start
 */
/**
 * @typedef {object} Parts
 * @property {any} fields
 * @property {(selector: string) => any} find
 * @property {Record<string, string>} said
 * @property {HTMLOutputElement} output
 */

/** @param {HTMLFormElement} form */
const prepare = (form) => {
  const { model = "", block = "", words = "", failed = "" } = form.dataset;
  const files = block
    .split(" ")
    .filter(Boolean)
    .map((name) => new URL(`../../outputs/${name}.json`, import.meta.url));
  /** @type {(selector: string) => any} */
  const find = (selector) => form.querySelector(selector);
  const output = find("output");
  const place = form.closest(".looking") ?? form;
  const uses = ["focusin", "pointerdown", "pointerover"];
  let loading = false;
  /** @type {HTMLButtonElement | null} */
  let pressed = null; // before its script was there
  const press = (/** @type {any} */ { target }) => {
    pressed = target.closest("button");
  };
  form.addEventListener("click", press);
  const use = async () => {
    if (loading) return;
    loading = true;
    try {
      const { start } = await MODELS[model]();
      const kept = await Promise.all(
        files.map(async (file) => (await fetch(file)).json()),
      );
      const said = JSON.parse(words);
      for (const kind of uses) place.removeEventListener(kind, use, true);
      form.removeEventListener("click", press);
      start(form, { fields: form.elements, find, output, said }, ...kept);
      pressed?.click();
    } catch {
      output.textContent = failed;
      loading = false; // the next use tries again
      pressed = null;
    }
  };
  for (const kind of uses) place.addEventListener(kind, use, true);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const part of form.querySelectorAll("fieldset")) part.disabled = false;
  if (place.matches(":focus-within")) use(); // before this script was there
};

for (const form of document.forms) if (form.matches(".live")) prepare(form);
