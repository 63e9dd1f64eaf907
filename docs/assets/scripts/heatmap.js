// Weights as a heatmap: a table with a row for each query, which can be picked.
// One row is read at a time, with its total at its end, while the others fade
// (site.css): the row that is pointed at, or that the keyboard is on.

import { chip, h, render } from "./element.js";
import { sum } from "./model/vectors.js";

/** @import { Matrix } from "./model/tensor.js" */

/**
 * Show how much each token looks at each; cells are as dark as their weights.
 * @param {any} table - with a head and a body
 * @param {string[]} tokens
 * @param {Matrix} weights
 * @param {number} chosen - row
 * @param {string} name - of the radio buttons of its rows
 */
export const heatmap = (table, tokens, weights, chosen, name) => {
  const isLong = tokens.some((token) => token.length > 2);
  table.classList.toggle("turned", isLong);
  const heads = tokens.map((token) => h.th({ scope: "col" }, chip(token)));
  render(table.tHead, h.tr({}, h.td(), ...heads));
  const rows = weights.map((row, t) => {
    const cells = row.map((weight) =>
      h.td({ "--share": weight }, weight ? weight.toFixed(2) : "·"),
    );
    const radio = { name, value: t, checked: t === chosen };
    const query = h.th({ scope: "row" }, chip(tokens[t], {}, radio));
    const total = `"= ${Number(sum(row).toFixed(2))}"`;
    return h.tr({ "--total": total }, query, ...cells);
  });
  render(table.tBodies[0], ...rows);
};
