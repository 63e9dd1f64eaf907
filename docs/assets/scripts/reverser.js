// The live model that writes letters backwards (sitebuild/widgets/live_forms.py):
// a reader writes the letters, goes back in its training and takes parts away.
// It shows where each head looks, and what the model writes.

import { filled, say } from "./element.js";
import { showPercents } from "./looks.js";
import { mass, reverser } from "./model/reverser.js";
import { State } from "./model/state.js";
import { argmax } from "./model/tensor.js";

/** @type {import("./live.js").Start} */
export const start = (form, { find, said, output }, { tensors, facts }) => {
  /** @type {{letters: string, length: number, heads: number, steps: number[]}} */
  const { letters, length, heads, steps } = facts;
  const models = steps.map((step) =>
    reverser(new State(tensors).part(`step_${step}`), length, heads),
  );
  const input = find("[name=letters]");
  const slider = find("[name=step]");
  const tables = form.querySelectorAll("table");
  let word = [""]; // the letters that are shown

  /** @type {(name: string) => boolean[]} */
  const checked = (name) =>
    [...form.querySelectorAll(`[name=${name}]`)].map((box) =>
      box.matches(":checked"),
    );

  /** What the model writes, said in words; its weights are drawn. */
  const write = () => {
    const [positions, scaled] = checked("part");
    const heard = checked("head");
    const weights = find("[name=weights]:checked").value;
    const ids = word.map((letter) => letters.indexOf(letter));
    const switches = { positions, scaled, heads: heard, weights };
    const { scores, weights: maps } = models[slider.value](ids, switches);
    const written = scores.map((row) => letters[argmax(row)]);
    const right = written.filter(
      (letter, t) => letter === word[length - 1 - t],
    );
    const queries = word.map((letter, t) => `${letter} → ${written[t]}`);
    tables.forEach((table, h) => {
      const key = heard[h] ? "head-mass" : "head-off";
      const share = Math.round(100 * mass(maps[h]));
      showPercents(table, { queries, keys: word, rows: maps[h] });
      say(
        table.createCaption(),
        filled(said[key], { head: h + 1, mass: share }),
      );
    });
    return filled(said["writes-letters"], {
      letters: written.join(""),
      right: right.length,
      count: length,
    });
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
    say(find("b"), step);
    const answer = word.length === length ? write() : "";
    const count = filled(said["count-letters"], { count: length });
    if (strange) {
      say(output, filled(said["not-a-letter"], { letter: `“${strange}”` }));
    } else say(output, isWrong || tooFew ? count : answer);
  };

  form.addEventListener("input", () => show());
  input.addEventListener("change", () => show(true));
  show();
};
