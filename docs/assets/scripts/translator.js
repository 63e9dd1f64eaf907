// The live translator (sitebuild/widgets/live_forms.py): a reader writes an
// English sentence, the trained model its translation, and each word shows where
// it looks. A word can be made to look elsewhere; then the model writes on from
// there.

import { filled, h, render, say } from "./element.js";
import { showLooks, showPercents } from "./looks.js";
import { parameters } from "./model/parameters.js";
import { argmax } from "./model/tensor.js";
import { generate } from "./model/transformer.js";

const LONGEST = 12; // words

/**
 * How far a sentence follows the grammar, and which words can come next: `at`
 * is the place where they can. `next` says for each state of the grammar which
 * words may come, null for the end, and where they lead.
 * @param {string[]} words
 * @param {Record<string, [(string | null)[], string][]>} next
 */
const follow = (words, next) => {
  let state = "subject";
  for (const [at, word] of words.entries()) {
    const lead = next[state].find(([can]) => can.includes(word));
    if (!lead) return { at, can: next[state].flatMap(([can]) => can) };
    state = lead[1];
  }
  return { at: words.length, can: next[state].flatMap(([can]) => can) };
};

/** @type {import("./live.js").Start} */
export const start = (form, { fields, said, output }, { tensors, facts }) => {
  const { english, portuguese, next } = facts;
  const model = { ...parameters(tensors), numHeads: 1 };
  const { english: input, forced: select, again } = fields;
  const offers = /** @type {Element} */ (form.querySelector(".next"));
  const table = /** @type {any} */ (form.querySelector("table"));
  const looks = /** @type {Element} */ (document.querySelector(".looks"));

  let words = [""]; // of the sentence that is shown
  /** @type {{queries: string[], rows: number[][]}} */
  let shown = { queries: [], rows: [] };
  let translation = "";
  /** @type {Map<number, number>} */
  const forced = new Map();
  const draw = () => Array.from({ length: LONGEST }, Math.random);
  let draws = draw();

  // The word that looks and is picked, or -1.
  const picked = () =>
    [...looks.querySelectorAll(".queries input")].findIndex((radio) =>
      radio.matches(":checked"),
    );

  const tell = () => {
    const at = picked();
    const word = at < 0 ? "…" : `“${shown.queries[at]}”`;
    select.disabled = at < 0;
    select.value = forced.get(at) ?? "";
    say(select.labels[0].children[0], filled(said.force, { word }));
    showPercents(table, { ...shown, keys: words }, at);
  };

  const write = () => {
    const temperature = Number(fields.temperature.value);
    again.disabled = temperature === 0;
    /** @type {number[]} */
    const source = words.map((word) => english.indexOf(word));
    const steps = generate(model, source, temperature, draws, forced);
    const queries = steps.map(({ id }) => portuguese[id]);
    const rows = steps.map(({ across: [row] }) => row);
    translation = filled(said.writes, { words: queries.join(" ") || "–" });
    say(output, translation);
    if (!queries.length) return;
    const before = picked();
    const away = rows.findIndex((row, t) => argmax(row) !== t);
    const at = before < 0 ? Math.max(away, 0) : before;
    const chosen = Math.min(at, queries.length - 1);
    shown = { queries, rows };
    showLooks(looks, { ...shown, keys: words }, said, chosen);
    tell();
  };

  const parse = () => {
    const text = input.value.toLowerCase().replace(/[.,;!?]/g, " ");
    const typed = text.split(/\s+/).filter(Boolean);
    return { text, typed, ...follow(typed, next) };
  };

  const read = (finished = false) => {
    const { text, typed, at, can } = parse();
    const wrong = typed[at] ?? "";
    const last = at === typed.length - 1 && !/\s$/.test(text);
    const possible = can.filter((word) => word !== null);
    const begun = possible.filter((word) => word.startsWith(wrong));
    const offered = last && begun.length ? begun : possible;
    // What stays the same stays: a click on it begins by leaving the field.
    const chip = { type: "button", class: "chip", lang: "en" };
    render(offers, ...offered.map((word) => h.button(chip, word)));
    const isWrong = wrong !== "" && (!last || finished);
    input.setAttribute("aria-invalid", isWrong);
    if (isWrong) {
      const key = possible.length ? "not-next" : "too-long";
      return say(output, filled(said[key], { word: `“${wrong}”` }));
    }
    if (!can.includes(null) || wrong) return say(output, said["next-word"]);
    if (typed.join(" ") === words.join(" ")) return say(output, translation);
    const isFirst = !select.options[1];
    words = typed;
    forced.clear();
    select.replaceChildren(
      h.option({ value: "" }, said["as-it-does"]),
      ...words.map((word, s) => h.option({ value: s, lang: "en" }, word)),
    );
    write();
    if (isFirst || matchMedia("(prefers-reduced-motion: reduce)").matches)
      return;
    looks.querySelectorAll(".queries label").forEach((word, place) => {
      const timing = { duration: 200, delay: 120 * place, fill: "backwards" };
      word.animate({ opacity: [0, 1] }, /** @type {any} */ (timing));
    });
  };

  offers.addEventListener("click", (/** @type {any} */ { target, detail }) => {
    if (!target.matches("button")) return;
    const { typed, at } = parse();
    const word = target.textContent;
    input.value = [...typed.slice(0, at), word, ""].join(" ");
    read();
    const byKeyboard = detail === 0;
    if (byKeyboard) (offers.querySelector("button") ?? input).focus();
  });

  input.addEventListener("input", () => read());
  input.addEventListener("change", () => read(true));
  looks.addEventListener("change", tell);
  select.addEventListener("change", () => {
    if (select.value) forced.set(picked(), Number(select.value));
    else forced.delete(picked());
    write();
  });
  for (const radio of fields.temperature)
    radio.addEventListener("change", write);
  again.addEventListener("click", () => {
    draws = draw();
    write();
  });
  read();
};
