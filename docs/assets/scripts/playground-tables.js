// What a playground computes, as tables: a heatmap of weights, the row of one
// query, all numbers. Each cell holds its exact number in `data-value`.

const playgroundTables = (() => {
  "use strict";

  /**
   * An element with properties, among them what is in it.
   * @param {string} tag
   * @param {object} [properties]
   * @param {(Node | string)[]} inside
   */
  const make = (tag, properties = {}, ...inside) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...inside);
    return element;
  };

  /** Four decimals at most, and no zeros at their end. */
  const written = (value) => {
    if (value === -Infinity) return "\u2212∞";
    const size = Math.abs(value);
    if (size && (size >= 100000 || size < 0.00005)) return value.toExponential(1);
    return String(Number(value.toFixed(size < 1000 ? 4 : 1)));
  };

  /** Four decimals, as blocks of the page print numbers. */
  const printed = (value) =>
    Math.abs(value) < 100
      ? value.toFixed(4).replace(/^-(0\.0*)$/, "$1")
      : written(value);

  /** As in the heatmaps of the page: two decimals, a point for exactly 0. */
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
    ? make("th", { scope, colSpan: span })
    : make("td", { className });

  /**
   * @param {HTMLElement} element
   * @param {Cell} cell
   */
  const put = (element, { text, value, shaded: colour }) => {
    if (element.textContent !== text) element.textContent = text;
    if (value === undefined || element.dataset.value === String(value)) return;
    element.dataset.value = String(value);
    if (!colour) return;
    const percent = Math.round(100 * value);
    element.style.backgroundColor =
      `color-mix(in srgb, var(--weight) ${percent}%, var(--paper))`;
    element.dataset.share = value < 0.54 ? "little" : value < 0.69 ? "some" : "much";
  };

  /**
   * Show rows of cells in a table, whose elements stay while its form does.
   * @param {HTMLTableElement} table
   * @param {string} caption
   * @param {Cell[]} heads of columns
   * @param {Cell[][]} rows
   */
  const fill = (table, caption, heads, rows) => {
    const form = [heads, ...rows].map((row) => row.length).join();
    if (table.dataset.form !== form) {
      table.dataset.form = form;
      table.replaceChildren(
        make("caption"),
        make("thead", {}, make("tr", {}, make("td"), ...heads.map(empty))),
        make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(empty))))
      );
    }
    put(table.caption, { text: caption });
    heads.forEach((one, k) => put(table.tHead.rows[0].cells[k + 1], one));
    rows.forEach((row, i) => {
      const { cells } = table.tBodies[0].rows[i];
      row.forEach((one, k) => put(cells[k], one));
    });
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
    const shown = short ? (number) => number.toFixed(2).replace(/^-(0\.0*)$/, "$1") : printed;
    fill(
      table,
      caption.replace("{query}", () => tokens[query]),
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

  return { make, written, printed, matrix, heatmap, row };
})();
