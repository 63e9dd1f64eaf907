// Words that look at each other, drawn anew when a model has computed. The
// markup is that of looks.html, which draws what was recorded
// (sitebuild/widgets/attention_arcs.py).

import { chip, filled, h } from "./element.js";
import { heatmap } from "./heatmap.js";
import { transpose } from "./model/tensor.js";
import { percents } from "./number.js";

/** @import { Matrix, Vector } from "./model/tensor.js" */

/**
 * Words that look, in rows; words that are looked at, in columns; how much.
 * @typedef {{queries: string[], keys: string[], rows: Matrix}} Looks
 */
/** @typedef {"queries" | "keys"} Side */
/** @typedef {Record<Side, string> & {d: string, weight: number, percent: number}} Pair - and their arc */

const WIDTH = 8;

/** @type {(table: HTMLTableElement, looks: Looks, on?: number) => void} */
export const showPercents = (table, { queries, keys, rows }, on) => {
  const text = (/** @type {Vector} */ row) => percents(row).map(String);
  heatmap(table, queries, keys, rows, text, 100, on);
};

/** @param {Pair[]} pairs */
const drawing = (pairs) => {
  const size = {
    viewBox: "0 0 100 100",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  };
  const paths = pairs.map(({ d, weight }) =>
    h.path({ d, "stroke-width": (weight * WIDTH).toFixed(1) }),
  );
  return h.svg(size, h.g({}, ...paths));
};

/**
 * A line of words; below each, whom it looks at or who looks at it.
 * @type {(side: Side, other: Side, groups: Pair[][], lang: string, sentence: string, chosen: number) => Element}
 */
const line = (side, other, groups, lang, sentence, chosen) => {
  const items = groups.flatMap((pairs, i) => {
    const id = `look-${side}-${i}`;
    const radio = { name: "look", "aria-describedby": id };
    const word = pairs[0][side];
    const most = pairs
      .toSorted((a, b) => b.weight - a.weight)
      .filter(({ weight }, k) => k < 3 && (weight >= 0.001 || k === 0))
      .map((pair) => `“${pair[other]}” (${pair.weight.toFixed(4)})`);
    const words = { word: `“${word}”`, others: most.join(", ") };
    const marks = pairs.map(({ percent }) =>
      h.b({}, percent ? `${percent}%` : ""),
    );
    return [
      chip(word, { lang }, { ...radio, checked: i === chosen }),
      h.div(
        {},
        drawing(pairs),
        h.div({ "aria-hidden": "true" }, ...marks),
        h.p({ id, dir: "auto" }, filled(sentence, words)),
      ),
    ];
  });
  return h.div({ class: side }, ...items);
};

/**
 * Put words and arcs into a fieldset; `chosen` is the word that looks first.
 * @param {Element} fieldset
 * @param {Looks} looks
 * @param {Record<string, string>} said
 * @param {number} chosen
 */
export const showLooks = (fieldset, { queries, keys, rows }, said, chosen) => {
  const pairs = rows.map((row, i) => {
    const whole = percents(row);
    const start = (100 * (i + 0.5)) / queries.length;
    return row.map((weight, k) => {
      const end = (100 * (k + 0.5)) / keys.length;
      const d = `M${start} 100C${start} 50 ${end} 50 ${end} 0`;
      const words = { queries: queries[i], keys: keys[k] };
      return { ...words, d, weight, percent: whole[k] };
    });
  });
  const room = /** @type {Element} */ (fieldset.querySelector("div"));
  const [looked, looking] = ["keys", "queries"].map(
    (side) => room.querySelector(`.${side} label`)?.getAttribute("lang") ?? "",
  );
  room.replaceChildren(
    drawing(pairs.flat()),
    line("keys", "queries", transpose(pairs), looked, said["looked-at"], -1),
    line("queries", "keys", pairs, looking, said["looks-at"], chosen),
  );
};
