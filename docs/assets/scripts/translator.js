// The live translator (sitebuild/widgets/live_forms.py): a reader writes an
// English sentence, the trained model its translation, and each word shows where
// it looks. A word can be made to look elsewhere; then the model writes on from
// there.

import { button, filled, h, render, say } from "./element.js";
import { showLooks, showPercents } from "./looks.js";
import { State } from "./model/state.js";
import { argmax } from "./model/tensor.js";
import { generate, generator, transformer } from "./model/transformer.js";

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
export const start = (form, { find, said, output }, { tensors, facts }) => {
  const { english, portuguese, next } = facts;
  const shape = { numHeads: 1, normFirst: true };
  const model = transformer(new State(tensors), shape);
  const input = find("[name=english]");
  const select = find("[name=forced]");
  const offers = find(".next");
  const again = find("[name=again]");
  const looks = document.querySelector(".looks");
  if (!looks) return;

  let words = [""]; // of the sentence that is shown
  /** @type {{queries: string[], rows: number[][]}} */
  let shown = { queries: [], rows: [] };
  let translation = "";
  /** @type {Map<number, number>} */
  const forced = new Map();
  let seed = 1;

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
    say(find(".force span"), filled(said.force, { word }));
    showPercents(find("table"), { ...shown, keys: words }, at);
  };

  const write = () => {
    const temperature = Number(find("[name=temperature]:checked").value);
    again.disabled = temperature === 0;
    const options = { temperature, random: generator(seed), forced };
    /** @type {number[]} */
    const source = words.map((word) => english.indexOf(word));
    const steps = generate(model, source, LONGEST, options);
    const queries = steps.map(({ id }) => portuguese[id]);
    const rows = steps.map(({ across: [row] }) => row);
    translation = filled(said.writes, { words: queries.join(" ") || "–" });
    say(output, translation);
    if (!queries.length) return;
    const before = picked();
    const away = rows.findIndex((row, t) => argmax(row) !== t);
    const at = before < 0 ? Math.max(away, 0) : before;
    const sentences = { queries: said["looks-at"], keys: said["looked-at"] };
    const chosen = Math.min(at, queries.length - 1);
    shown = { queries, rows };
    showLooks(looks, { ...shown, keys: words }, sentences, chosen);
    tell();
  };

  const parse = () => {
    const text = input.value.toLowerCase().replace(/[.,;!?]/g, " ");
    return { text, typed: text.split(/\s+/).filter(Boolean) };
  };

  // Buttons that stay the same stay: a click on one begins by leaving the field.
  /** @param {string[]} can */
  const offer = (can) =>
    render(
      offers,
      ...can.map((word) => {
        const made = button(word, ({ detail }) => take(word, detail === 0));
        made.lang = "en";
        return made;
      }),
    );

  const read = (finished = false) => {
    const { text, typed } = parse();
    const { at, can } = follow(typed, next);
    const wrong = typed[at] ?? "";
    const last = at === typed.length - 1 && !/\s$/.test(text);
    const possible = can.filter((word) => word !== null);
    const begun = possible.filter((word) => word.startsWith(wrong));
    offer(last && begun.length ? begun : possible);
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
    if (!isFirst) looks.querySelector(".queries")?.classList.add("fresh");
  };

  /** @type {(word: string, byKeyboard: boolean) => void} */
  const take = (word, byKeyboard) => {
    const { typed } = parse();
    const { at } = follow(typed, next);
    input.value = [...typed.slice(0, at), word, ""].join(" ");
    read();
    if (byKeyboard) (offers.querySelector("button") ?? input).focus();
  };

  input.addEventListener("input", () => read());
  input.addEventListener("change", () => read(true));
  looks.addEventListener("change", tell);
  select.addEventListener("change", () => {
    if (select.value) forced.set(picked(), Number(select.value));
    else forced.delete(picked());
    write();
  });
  for (const radio of form.querySelectorAll("[name=temperature]")) {
    radio.addEventListener("change", write);
  }
  again.addEventListener("click", () => {
    seed += 1;
    write();
  });
  read();
};
