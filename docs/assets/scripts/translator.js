// The translator (sitebuild/widgets/live_forms.py): a reader changes the words of
// an English sentence, and the trained model writes its translation. The end of
// an arc can be moved: then a word looks at one place alone, and the model writes
// on from there.

import { calm, filled, h, render, say } from "./element.js";
import { picked, showLooks } from "./looks.js";
import { choices, follow, isSentence } from "./model/grammar.js";
import { parameters } from "./model/parameters.js";
import { encode, END, generate } from "./model/transformer.js";
import { argmax } from "./model/vectors.js";

/** @typedef {{id: number, word: string, row: number[]}} Step - of writing */

/** @type {import("./live.js").Start} */
export const start = ({ fields, find, said, output }, { tensors, facts }) => {
  const { english, portuguese, adjectives, next } = facts;
  const model = { ...parameters(tensors), numHeads: 1 };
  const [room, keys, queries] = [".looks > div", ".keys", ".queries"].map(find);
  const { typed, free } = fields;
  const end = h.input({ type: "range", class: "end" }); // of an arc

  // What is to be reached, by what a word was and what its forced look makes it.
  /** @type {Record<string, (was: string, now: string) => boolean>} */
  const GOALS = {
    article: (was, now) => was === "a" && now === "o",
    negation: (_, now) => now === "não",
    adjective: (was, now) =>
      adjectives.includes(was) && !adjectives.includes(now),
  };

  /** @type {string[]} */
  let words = [...keys.children].map((word) => word.textContent ?? "");
  /** @type {any} */
  let encoded;
  /** @type {Step[]} */
  let own = []; // what the model writes if nothing is forced
  /** @type {Step[]} */
  let steps = [];
  /** @type {Map<number, number>} */
  const forced = new Map();

  /** Write anew: most words will be those that stand there now. */
  const write = () => {
    const guess = steps.map(({ id }) => id);
    steps = generate(model, encoded, forced, guess)
      .map(({ id, across: [row] }) => ({
        id,
        word: id === END ? "END" : portuguese[id],
        row,
      }))
      .filter(({ id }, t) => id !== END || forced.has(t));
  };

  /** Draw all looks, and the end of the arc where the picked word looks most. */
  const draw = () => {
    const written = steps.map(({ word }) => word);
    const rows = steps.map(({ row }) => row);
    const changed = written.map((word, t) => word !== own[t]?.word);
    showLooks(queries, written, words, rows, said, changed);
    const { word, row } = steps[picked(queries)];
    end.value = String(argmax(row));
    end.ariaLabel = filled(said["looks-only"], { word: `“${word}”` });
    end.ariaValueText = words[argmax(row)];
    free.hidden = !forced.size;
  };

  /** What the picked word teaches, if it reaches something. */
  const lesson = () => {
    const t = picked(queries);
    const reached = Object.keys(GOALS).find((name) =>
      GOALS[name](own[t]?.word, steps[t]?.word),
    );
    const end = forced.get(t);
    if (!reached || end === undefined) return "";
    find(`[data-goal=${reached}]`).classList.add("done");
    return filled(said[`${reached}-reached`], { word: `“${words[end]}”` });
  };

  const show = () => {
    const before = steps;
    write();
    if (!forced.size) own = steps;
    draw();
    const written = steps.map(({ word }) => word);
    const sentence = filled(said["it-writes"], { words: written.join(" ") });
    say(output, `${sentence}\n${lesson()}`);
    let delay = 0;
    for (const [t, label] of queries.querySelectorAll("label").entries()) {
      const isNew = before.length && written[t] !== before[t]?.word;
      if (calm.matches || !isNew) continue;
      setTimeout(() => label.animate({ scale: [1.3, 1] }, 300), (delay += 40));
    }
  };

  /** Of a slot, the words that can stand in it: when its reader comes to it. */
  const offer = (/** @type {any} */ { target }) => {
    const place = [...keys.querySelectorAll("select")].indexOf(target);
    if (place < 0) return;
    const offered = choices(words, place, next);
    render(target, ...offered.map(([text]) => h.option({}, text)));
    target.value = words[place];
  };

  /** @param {string[]} sentence */
  const read = (sentence) => {
    words = sentence;
    forced.clear();
    encoded = encode(
      model,
      words.map((word) => english.indexOf(word)),
    );
    const slots = words.map((word, place) => {
      const label = filled(said.slot, { place: place + 1 });
      const select = { name: "slot", "aria-label": label };
      return h.label({ class: "chip" }, h.select(select, h.option({}, word)));
    });
    render(keys, ...slots);
    offer({ target: document.activeElement });
    end.max = String(words.length - 1);
    end.style.setProperty("--keys", String(words.length));
    show();
  };

  const type = () => {
    const sentence = typed.value.toLowerCase().match(/[^\s.,;!?]+/g) ?? [];
    const isWhole = isSentence(sentence, next);
    const { at, can } = follow(sentence, next);
    const begun = sentence[at] ?? "";
    const possible = can.filter((word) => word?.startsWith(begun));
    const isWrong = !isWhole && (sentence[at + 1] || !possible.length);
    typed.setAttribute("aria-invalid", Boolean(isWrong));
    if (isWhole) return read(sentence);
    const key = isWrong ? (can[0] ? "not-here" : "too-long") : "next-offered";
    const others = (isWrong ? can : possible).join(", ");
    say(output, filled(said[key], { word: `“${begun}”`, others }));
  };

  room.append(end);
  read(words);
  for (const kind of ["pointerdown", "focusin"]) {
    keys.addEventListener(kind, offer);
  }
  room.addEventListener("change", (/** @type {Event} */ { target }) => {
    if (target instanceof HTMLSelectElement) {
      const place = [...keys.querySelectorAll("select")].indexOf(target);
      read(choices(words, place, next)[target.selectedIndex][1]);
    } else if (target !== end) draw();
  });
  end.addEventListener("input", () => {
    forced.set(picked(queries), Number(end.value));
    show();
  });
  free.addEventListener("click", () => {
    forced.clear();
    show();
    end.focus();
  });
  typed.addEventListener("input", type);
};
