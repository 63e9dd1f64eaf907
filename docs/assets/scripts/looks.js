// Words that look at each other, drawn anew when a model has computed: of each
// word that looks, arcs to those that it looks at, and a bar of 100 % that its
// shares cut. The markup is that of looks.html, which draws what was recorded
// (sitebuild/widgets/attention_arcs.py).

import { chip, filled, h, render } from "./element.js";
import { argmax } from "./model/vectors.js";
import { percents } from "./number.js";

/** @import { Matrix, Vector } from "./model/tensor.js" */

const WIDTH = 8; // pixels, of an arc of weight 1
const NAMED = 20; // percents: a smaller part has no room for its name,
const LABELLED = 10; // and a still smaller one none for its share

/** @type {(place: number, count: number) => number} percents from the top */
const middle = (place, count) => (100 * (place + 0.5)) / count;

/** @type {(row: Vector, shares: number[], start: number) => SVGElement} */
const arcs = (row, shares, start) => {
  const paths = row.flatMap((weight, k) => {
    if (!shares[k]) return [];
    const end = middle(k, row.length);
    const d = `M100 ${start}C50 ${start} 50 ${end} 0 ${end}`;
    return h.path({ d, "stroke-width": (weight * WIDTH).toFixed(1) });
  });
  const box = { viewBox: "0 0 100 100", preserveAspectRatio: "none" };
  const cy = `${middle(argmax(row), row.length)}%`;
  return h.svg(
    { class: "arcs", "aria-hidden": "true" },
    h.svg(box, ...paths),
    h.circle({ cx: 7, cy, r: 7 }),
  );
};

/** @type {(query: string, keys: string[], shares: number[]) => SVGElement} */
const bar = (query, keys, shares) => {
  let x = 0;
  const parts = shares.map((share, k) => {
    const part = h.svg(
      { x: `${x}%`, width: `${share}%` },
      h.rect({ width: "100%", height: "100%" }),
      ...(share < NAMED ? [] : [h.text({ x: "50%", y: "42%" }, keys[k])]),
      ...(share < LABELLED
        ? []
        : [h.text({ x: "50%", y: "82%" }, `${share}%`)]),
    );
    x += share;
    return part;
  });
  return h.svg(
    { class: "bar", "aria-hidden": "true" },
    h.text({ x: 0, y: "62%" }, query),
    h.svg({ x: "25%", width: "75%" }, ...parts.filter((_, k) => shares[k])),
  );
};

/** @param {Element} place - of words, the one that is picked, or -1 */
export const picked = (place) =>
  [...place.querySelectorAll("input")].findIndex((radio) => radio.checked);

/**
 * Put words that look into their column, each with whom it looks at.
 * @param {Element} place
 * @param {string[]} queries
 * @param {string[]} keys
 * @param {Matrix} rows - how much each query looks at each key
 * @param {Record<string, string>} said
 * @param {boolean[]} changed - the queries to mark
 */
export const showLooks = (place, queries, keys, rows, said, changed = []) => {
  const chosen = Math.min(Math.max(picked(place), 0), queries.length - 1);
  const items = rows.flatMap((row, t) => {
    const id = `look-${t}`;
    const shares = percents(row);
    const others = [...row.keys()]
      .filter((k) => shares[k])
      .sort((a, b) => row[b] - row[a])
      .map((k) => `“${keys[k]}” (${row[k].toFixed(4)})`);
    const words = { word: `“${queries[t]}”`, others: others.join(", ") };
    const radio = { name: "look", "aria-describedby": id };
    const mark = changed[t] ? { class: "chip changed" } : {};
    return [
      chip(queries[t], mark, { ...radio, checked: t === chosen }),
      h.div(
        {},
        arcs(row, shares, middle(t, rows.length)),
        ...(t === chosen ? [bar(queries[t], keys, shares)] : []),
        h.p({ id, hidden: true }, filled(said["looks-at"], words)),
      ),
    ];
  });
  render(place, ...items);
};
