// What a playground computes, as tables: a heatmap of weights, the row of one
// query, all numbers. Each cell holds its exact number in `data-value`.

const playgroundTables = (() => {
  "use strict";
  const { element, filled, put, attribute, shade } = attention;

  /** @type {(value: number) => string} four decimals at most, and no zeros at their end */
  const written = (value) => {
    if (value === -Infinity) return "\u2212∞";
    const size = Math.abs(value);
    if (size && (size >= 100000 || size < 0.00005)) return value.toExponential(1);
    return String(Number(value.toFixed(size < 1000 ? 4 : 1)));
  };

  /** @type {(value: number) => string} four decimals, as blocks of the page print */
  const printed = (value) =>
    Math.abs(value) < 100
      ? value.toFixed(4).replace(/^-(0\.0*)$/, "$1")
      : written(value);

  /** @type {(value: number) => string} as in heatmaps: two decimals, a point for 0 */
  const digit = (value) => (value ? value.toFixed(2) : "·");

  /**
   * A cell: what it shows, of which exact number; heads have a scope.
   * @typedef {object} Cell
   * @property {string} text
   * @property {number} [value]
   * @property {string} [scope]
   * @property {number} [span] columns
   * @property {string} [className]
   * @property {boolean} [shaded] on its share of the weights' colour
   */

  /** @type {(value: number, text?: (value: number) => string, className?: string) => Cell} */
  const cell = (value, text = printed, className = "") => (
    { value, text: text(value), className }
  );
  /** @type {(value: number) => Cell} */
  const shaded = (value) => ({ ...cell(value, digit), shaded: true });
  /** @type {(scope: string, text: string, span?: number) => Cell} */
  const head = (scope, text, span = 1) => ({ scope, text, span });

  /** @param {Cell} cell */
  const empty = ({ scope, span = 1, className = "" }) => scope
    ? element("th", { scope, colspan: span })
    : element("td", { class: className });

  /**
   * @param {HTMLElement} place
   * @param {Cell} cell
   */
  const fillCell = (place, { text, value, shaded: colour }) => {
    put(place, text);
    if (value === undefined) return;
    attribute(place, "data-value", String(value));
    if (colour) shade(place, String(value));
  };

  /**
   * Show rows of cells in a table, whose elements stay while its form does.
   * @param {HTMLTableElement} table
   * @param {string} caption
   * @param {Cell[]} heads of columns
   * @param {Cell[][]} rows
   */
  const fill = (table, caption, heads, rows) => {
    const lines = [[{ text: "" }, ...heads], ...rows];
    const form = lines.map((line) => line.length).join();
    if (table.dataset.form !== form) {
      table.dataset.form = form;
      const [top, ...others] = lines.map((line) => element("tr", {}, ...line.map(empty)));
      table.replaceChildren(
        element("thead", {}, top), element("tbody", {}, ...others)
      );
    }
    put(table.createCaption(), caption);
    lines.forEach((line, i) => line.forEach((one, k) => fillCell(table.rows[i].cells[k], one)));
  };

  /**
   * Numbers with a name for each row and column.
   * @param {HTMLTableElement} table
   * @param {string} caption
   * @param {string[]} columns
   * @param {string[]} rows
   * @param {Matrix} values
   * @param {(value: number) => Cell} [kind]
   */
  const matrix = (table, caption, columns, rows, values, kind = (value) => cell(value)) =>
    fill(
      table,
      caption,
      columns.map((name) => head("col", name)),
      values.map((row, i) => [head("row", rows[i]), ...row.map(kind)])
    );

  /**
   * Weights as colours; the row of a query is marked.
   * @param {HTMLTableElement} table
   * @param {string} caption
   * @param {string[]} tokens
   * @param {Matrix} weights
   * @param {number} query
   */
  const heatmap = (table, caption, tokens, weights, query) => {
    matrix(table, caption, tokens, tokens, weights, shaded);
    table.classList.toggle("many", tokens.length > 4);
    [...table.tBodies[0].rows].forEach((row, i) => row.classList.toggle("on", i === query));
  };

  /**
   * How one query's context vector is made: a row for each key.
   * @param {HTMLTableElement} table
   * @param {string} caption
   * @param {Record<string, string>} words
   * @param {string[]} tokens
   * @param {{scores: Matrix, weights: Matrix, context: Matrix, v: Matrix}} results
   * @param {number} query
   */
  const row = (table, caption, words, tokens, { scores, weights, context, v }, query) => {
    const short = v[0].length > 2 // three numbers of four decimals do not fit
      || v.flat().every((number) => Number(number.toFixed(2)) === number);
    /** @type {(number: number) => string} */
    const shown = (number) =>
      short ? number.toFixed(2).replace(/^-(0\.0*)$/, "$1") : printed(number);
    fill(
      table,
      filled(caption, { query: tokens[query] }),
      [
        head("col", words.score), head("col", words.weight),
        head("colgroup", words.value, v[0].length),
      ],
      [
        ...tokens.map((token, j) => [
          head("row", token),
          cell(scores[query][j], printed, "score"),
          cell(weights[query][j], printed, "weight"),
          ...v[j].map((number) => cell(number, shown, "value")),
        ]),
        [
          head("row", words["context-vector"], 3),
          ...context[query].map((number) => cell(number, printed, "context")),
        ],
      ]
    );
  };

  return { written, printed, matrix, heatmap, row };
})();
