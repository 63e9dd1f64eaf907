// Forms in which a trained model computes (sitebuild/widgets/live_forms.py).
// Their scripts and the model's parameters are loaded when a reader first uses
// such a form, not before.

/** @import { Model } from "./model/state.js" */

/** @type {(chapter: string) => Promise<Model>} */
const stored = async (chapter) => {
  const file = `../../outputs/${chapter}/export.json`;
  return (await fetch(new URL(file, import.meta.url))).json();
};
/** @type {Record<string, () => Promise<[{start: Start}, Model]>>} */
const MODELS = {
  translator: () =>
    Promise.all([import("./translator.js"), stored("lab-translate")]),
  reverser: () => Promise.all([import("./reverser.js"), stored("lab-train")]),
};
/**
 * What the form of a model starts with: a way to find its parts, its words, the
 * region in which it says something, and the model.
 * @typedef {(form: HTMLFormElement, parts: Parts, model: Model) => void} Start
 */
/**
 * @typedef {object} Parts
 * @property {(selector: string) => any} find
 * @property {Record<string, string>} said
 * @property {HTMLOutputElement} output
 */

/** @param {HTMLFormElement} form */
const prepare = (form) => {
  const { model = "", words = "", failed = "" } = form.dataset;
  /** @param {string} selector */
  const find = (selector) => /** @type {any} */ (form.querySelector(selector));
  const output = find("output");
  // Folded, a form is used when it is unfolded.
  const folded = find("details:not([open])");
  const place = folded ?? form;
  const uses = folded ? ["toggle"] : ["focusin", "pointerdown"];
  let loading = false;
  const use = async () => {
    if (loading) return;
    loading = true;
    try {
      const [{ start }, kept] = await MODELS[model]();
      for (const kind of uses) place.removeEventListener(kind, use);
      start(form, { find, output, said: JSON.parse(words) }, kept);
    } catch {
      output.textContent = failed;
      loading = false; // the next use tries again
    }
  };
  for (const kind of uses) place.addEventListener(kind, use);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const part of form.querySelectorAll("fieldset")) part.disabled = false;
};

for (const form of document.forms) if (form.matches(".live")) prepare(form);
