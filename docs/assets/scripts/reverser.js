// The live model that writes letters backwards (sitebuild/widgets/live_forms.py):
// a reader writes the letters, goes back in its training and takes parts away.
// It shows where each head looks, and what the model writes.

import { filled, say } from "./element.js";
import { heatmap } from "./heatmap.js";
import { parameters } from "./model/parameters.js";
import { mass, reverser } from "./model/reverser.js";
import { argmax } from "./model/tensor.js";
import { percents } from "./number.js";

/** @type {import("./live.js").Start} */
export const start = (form, { fields, said, output }, { tensors, facts }) => {
  /** @type {{letters: string, length: number, heads: number, steps: number[]}} */
  const { letters, length, heads, steps } = facts;
  const models = parameters(tensors);
  const { letters: input, step: slider } = fields;
  const tables = form.querySelectorAll("table");
  let word = [""]; // the letters that are shown

  /** @type {(boxes: Iterable<HTMLInputElement>) => boolean[]} */
  const checked = (boxes) => [...boxes].map((box) => box.checked);

  /** What the model writes, said in words; its weights are drawn. */
  const write = () => {
    const [positions, scaled] = checked(fields.part);
    const heard = checked(fields.head);
    const switches = { positions, scaled, heads: heard };
    const weights = fields.weights.value;
    const model = models[`step_${steps[slider.value]}`];
    const ids = word.map((letter) => letters.indexOf(letter));
    const found = reverser(model, heads, ids, { ...switches, weights });
    const written = found.scores.map((row) => letters[argmax(row)]);
    const queries = word.map((letter, t) => `${letter} → ${written[t]}`);
    tables.forEach((table, h) => {
      const rows = found.weights[h];
      const sentence = said[heard[h] ? "head-mass" : "head-off"];
      const percent = Math.round(100 * mass(rows));
      const text = (/** @type {number[]} */ row) => percents(row).map(String);
      heatmap(table, queries, word, rows, text, 100);
      const told = filled(sentence, { head: h + 1, mass: percent });
      say(table.createCaption(), told);
    });
    const right = written.filter((one, t) => one === word[length - 1 - t]);
    const text = { letters: written.join(""), right: right.length };
    return filled(said["writes-letters"], { ...text, count: length });
  };

  const show = (finished = false) => {
    const typed = [...input.value.trim().normalize().toLowerCase()];
    const strange = typed.find((letter) => !letters.includes(letter));
    const tooFew = typed.length < length;
    const isWrong = strange !== undefined || typed.length > length;
    input.setAttribute("aria-invalid", isWrong || (finished && tooFew));
    if (!isWrong && !tooFew) word = typed;
    const step = String(steps[slider.value]);
    slider.setAttribute("aria-valuetext", step);
    say(slider.labels[0].children[0], step);
    const answer = word.length === length ? write() : "";
    const count = filled(said["count-letters"], { count: length });
    const odd = filled(said["not-a-letter"], { letter: `“${strange}”` });
    say(output, strange ? odd : isWrong || tooFew ? count : answer);
  };

  form.addEventListener("input", () => show());
  input.addEventListener("change", () => show(true));
  show();
};
