// Weights as a heatmap: a table with a row for each query.

import { h } from "./element.js";

/** @import { Matrix } from "./model/tensor.js" */

/** @type {(names: string[]) => Element} what columns are called */
export const heads = (names) =>
  h.tr(h.td(), ...names.map((name) => h.th({ scope: "col" }, name)));

/**
 * A row for each query, whose cells are as dark as their weights; one is marked.
 * @param {string[]} queries
 * @param {Matrix} weights
 * @param {(row: number[]) => string[]} text - what stands in the cells of a row
 * @param {number} [on]
 */
export const rows = (queries, weights, text, on) =>
  weights.map((row, t) => {
    const texts = text(row);
    const cells = row.map((weight, s) =>
      h.td({ "data-value": weight, "--share": weight }, texts[s]),
    );
    const name = h.th({ scope: "row" }, queries[t]);
    return h.tr({ class: t === on && "on" }, name, ...cells);
  });
