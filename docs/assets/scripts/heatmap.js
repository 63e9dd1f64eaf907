// Weights as a heatmap: a table with a row for each query. One row is read at a
// time, with its total at its end, while the others fade (site.css): the row
// that is pointed at, or that the keyboard is on. The arrow keys go to others.

import { chip, h, render } from "./element.js";
import { sum } from "./model/tensor.js";

/** @import { Matrix } from "./model/tensor.js" */

/**
 * Show weights, whose cells are as dark as they are; one row may be chosen.
 * @param {any} table - with a head and a body
 * @param {string[]} queries
 * @param {string[]} keys
 * @param {Matrix} weights
 * @param {(row: number[]) => string[]} text - what stands in the cells of a row
 * @param {number} whole - the total of a row whose weights are shares of 1
 * @param {number} [chosen]
 */
export const heatmap = (
  table,
  queries,
  keys,
  weights,
  text,
  whole,
  chosen = -1,
) => {
  table.role = "grid"; // screen readers leave the arrow keys to it
  const isLong = keys.some((key) => key.length > 2);
  table.classList.toggle("turned", isLong);
  const heads = keys.map((key) => h.th({ scope: "col" }, chip(key)));
  render(table.tHead, h.tr({}, h.td(), ...heads));
  const rows = weights.map((row, t) => {
    const texts = text(row);
    const cells = row.map((weight, s) =>
      h.td({ "data-value": weight, "--share": weight }, texts[s]),
    );
    const attributes = {
      class: t === chosen && "on",
      tabindex: t === Math.max(chosen, 0) ? 0 : -1,
      "--total": `"= ${Number((whole * sum(row)).toFixed(2))}"`,
    };
    return h.tr(attributes, h.th({ scope: "row" }, chip(queries[t])), ...cells);
  });
  render(table.tBodies[0], ...rows);
};

addEventListener("keydown", (event) => {
  const row = /** @type {any} */ (event.target);
  const neighbour = {
    ArrowUp: "previousElementSibling",
    ArrowDown: "nextElementSibling",
  }[event.key];
  if (!neighbour || !row.matches?.(".heatmap tr")) return;
  event.preventDefault(); // the page does not scroll
  row[neighbour]?.focus();
});
