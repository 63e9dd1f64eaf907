// Words that look at each other, drawn anew when a model has computed. The
// markup is that of sitebuild/widgets/attention_arcs.py, which draws what was
// recorded; so are the percents.

import { filled, h, render } from "./element.js";
import { sum, transpose } from "./model/tensor.js";

/** @import { Matrix, Vector } from "./model/tensor.js" */

/**
 * @typedef {object} Looks
 * @property {string[]} queries - words that look, in rows
 * @property {string[]} keys - words that are looked at, in columns
 * @property {Matrix} rows - how much
 */

const SIZE = 100;
const WIDTH = 8;

/**
 * Shares as whole percents that add up, by the largest remainder: shares of 1
 * together give 100.
 * @param {Vector} shares
 */
export const percents = (shares) => {
  const exact = shares.map((share) => 100 * share);
  const whole = exact.map(Math.floor);
  const missing = Math.floor(sum(exact) + 0.5) - sum(whole);
  const places = shares.map((_, k) => k);
  places.sort((a, b) => whole[a] - exact[a] - (whole[b] - exact[b]));
  for (const place of places.slice(0, missing)) whole[place] += 1;
  return whole;
};

/**
 * Weights as a table of percents, which is a heatmap; the row `on` is marked.
 * @param {HTMLTableElement} table
 * @param {Looks} looks
 * @param {number} [on]
 */
export const showPercents = (table, { queries, keys, rows }, on) => {
  const heads = keys.map((key) => h.th({ scope: "col" }, key));
  render(table.tHead ?? table, h.tr(h.td(), ...heads));
  const lines = queries.map((query, t) => {
    const cells = percents(rows[t]).map((whole, s) =>
      h.td({ "--share": rows[t][s].toFixed(2) }, String(whole)),
    );
    const name = h.th({ scope: "row" }, query);
    return h.tr({ class: t === on && "on" }, name, ...cells);
  });
  render(table.tBodies[0], ...lines);
  table.hidden = false;
};

/**
 * Arcs between places of two lines, as thick as weights: [query, key, weight].
 * @type {(arcs: number[][], queries: number, keys: number) => Element}
 */
const drawing = (arcs, queries, keys) => {
  const paths = arcs
    .filter(([, , weight]) => weight * WIDTH >= 0.05)
    .map(([i, k, weight]) => {
      const x = (SIZE * (i + 0.5)) / queries;
      const y = (SIZE * (k + 0.5)) / keys;
      const d = `M${x} ${SIZE}C${x} ${SIZE / 2} ${y} ${SIZE / 2} ${y} 0`;
      return h.path({
        d,
        "stroke-width": (weight * WIDTH).toFixed(1),
      });
    });
  return h.svg(
    {
      viewBox: `0 0 ${SIZE} ${SIZE}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    h.g(...paths),
  );
};

/**
 * Whom a word looks at, or who looks at it, the most first.
 * @type {(sentence: string, word: string, others: string[], shares: Vector) => string}
 */
const told = (sentence, word, others, shares) => {
  const named = others
    .map((other, k) => ({ other, share: shares[k] }))
    .sort((a, b) => b.share - a.share)
    .filter(({ share }, k) => k < 3 && (share >= 0.001 || k === 0))
    .map(({ other, share }) => `“${other}” (${share.toFixed(4)})`);
  return filled(sentence, { word: `“${word}”`, others: named.join(", ") });
};

/**
 * Put words and arcs into a fieldset; `chosen` is the word that looks first.
 * @param {Element} fieldset
 * @param {Looks} looks
 * @param {Record<string, string>} said - sentences with {word} and {others}
 * @param {number} chosen
 */
export const showLooks = (fieldset, { queries, keys, rows }, said, chosen) => {
  const room = fieldset.querySelector("div");
  if (!room) return;
  const every = rows.map((row, i) => row.map((weight, k) => [i, k, weight]));
  /** @type {(arcs: number[][]) => Element} */
  const drawn = (arcs) => drawing(arcs, queries.length, keys.length);
  /** @type {(kind: string, words: string[], others: string[], shares: Matrix, ends: Matrix, arcs: number[][][]) => Element} */
  const line = (kind, words, others, shares, ends, arcs) => {
    const lang = room.querySelector(`.${kind} label`)?.getAttribute("lang");
    const items = words.flatMap((word, i) => {
      const id = `look-${kind}-${i}`;
      const checked = kind === "queries" && i === chosen;
      const radio = { type: "radio", name: "look", "aria-describedby": id };
      const marks = ends[i].map((n) => h.b(n ? `${n}%` : ""));
      const sentence = told(said[kind], word, others, shares[i]);
      return [
        h.label({ lang }, h.input({ ...radio, checked }), word),
        h.div(
          drawn(arcs[i]),
          h.div({ "aria-hidden": "true" }, ...marks),
          h.p({ id, dir: "auto" }, sentence),
        ),
      ];
    });
    return h.div({ class: kind }, ...items);
  };
  const whole = rows.map(percents);
  const columns = keys.map((_, k) => every.map((row) => row[k]));
  room.replaceChildren(
    drawn(every.flat()),
    line("keys", keys, queries, transpose(rows), transpose(whole), columns),
    line("queries", queries, keys, rows, whole, every),
  );
};
