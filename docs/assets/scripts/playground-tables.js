// What a playground computes, as tables: a heatmap of weights, the row of one
// query, all numbers. Each cell holds its exact number in `data-value`.

import { filled, h } from "./element.js";

/** @import { Matrix } from "./model/tensor.js" */

/** @type {(value: number) => string} four decimals at most, no zeros at the end */
export const written = (value) => {
  if (value === -Infinity) return "\u2212∞";
  const size = Math.abs(value);
  if (size && (size >= 100000 || size < 0.00005)) return value.toExponential(1);
  return String(Number(value.toFixed(size < 1000 ? 4 : 1)));
};

/** @type {(value: number, digits: number) => string} never a zero with a sign */
const fixed = (value, digits) =>
  value.toFixed(digits).replace(/^-(0\.0*)$/, "$1");

/** @type {(value: number) => string} four decimals, as blocks of the page print */
export const printed = (value) =>
  Math.abs(value) < 100 ? fixed(value, 4) : written(value);

/** @type {(value: number, text?: string, attributes?: object) => Element} */
const cell = (value, text = printed(value), attributes = {}) =>
  h.td({ "data-value": value, ...attributes }, text);

/** @type {(scope: string, text: string, colspan?: number) => Element} */
const head = (scope, text, colspan = 1) => h.th({ scope, colspan }, text);

/**
 * A table with a name for each row and column.
 * @param {string} name
 * @param {string} caption
 * @param {Element[]} heads - of columns
 * @param {Element[]} rows
 */
const table = (name, caption, heads, rows) =>
  h.table(
    { class: name },
    h.caption(caption),
    h.thead(h.tr(h.td(), ...heads)),
    h.tbody(...rows),
  );

/** @param {string[]} names */
const columnHeads = (names) => names.map((name) => head("col", name));

/**
 * @param {string} name
 * @param {string} caption
 * @param {string[]} columns
 * @param {string[]} rows
 * @param {Matrix} values
 */
export const matrix = (name, caption, columns, rows, values) =>
  table(
    name,
    caption,
    columnHeads(columns),
    values.map((row, i) => {
      const cells = row.map((value) => cell(value));
      return h.tr(head("row", rows[i]), ...cells);
    }),
  );

/**
 * Weights as colours, with two decimals and a point for 0; the row of a query is
 * marked, and a click chooses another.
 * @param {string} caption
 * @param {string[]} tokens
 * @param {Matrix} weights
 * @param {number} query
 * @param {(k: number) => void} choose
 */
export const heatmap = (caption, tokens, weights, query, choose) =>
  table(
    `map${tokens.length > 4 ? " many" : ""}`,
    caption,
    columnHeads(tokens),
    weights.map((row, i) => {
      const cells = row.map((value) =>
        cell(value, value ? value.toFixed(2) : "·", { "--share": value }),
      );
      const attributes = {
        class: i === query && "on",
        onclick: () => choose(i),
      };
      return h.tr(attributes, head("row", tokens[i]), ...cells);
    }),
  );

/**
 * How one query's context vector is made: a row for each key.
 * @param {string} caption
 * @param {Record<string, string>} words
 * @param {string[]} tokens
 * @param {{scores: Matrix, weights: Matrix, context: Matrix, v: Matrix}} results
 * @param {number} query
 */
export const row = (caption, words, tokens, results, query) => {
  const { scores, weights, context, v } = results;
  // Three numbers of four decimals do not fit.
  const short =
    v[0].length > 2 ||
    v.flat().every((value) => Number(value.toFixed(2)) === value);
  /** @type {(values: number[], kind: string, text?: (value: number) => string) => Element[]} */
  const cells = (values, kind, text = printed) =>
    values.map((value) => cell(value, text(value), { class: kind }));
  const rows = tokens.map((token, j) =>
    h.tr(
      head("row", token),
      ...cells([scores[query][j]], "score"),
      ...cells([weights[query][j]], "weight"),
      ...cells(v[j], "value", short ? (value) => fixed(value, 2) : printed),
    ),
  );
  const last = head("row", words["context-vector"], 3);
  const sums = cells(context[query], "context");
  return table(
    "row",
    filled(caption, { query: tokens[query] }),
    [
      ...columnHeads([words.score, words.weight]),
      head("colgroup", words.value, v[0].length),
    ],
    [...rows, h.tr(last, ...sums)],
  );
};
