// What the forms share in which a trained model computes (course/live.py).

/**
 * The forms, by the names of their models.
 * @type {Record<string, (form: HTMLFormElement) => void>}
 */
attention.forms = {};

/**
 * Parts of a form, its words, and how to say something: once.
 * @param {HTMLFormElement} form
 */
attention.parts = (form) => {
  /** @type {(selector: string) => any} */
  const find = (selector) => form.querySelector(selector);
  /** @type {Record<string, string>} */
  const said = JSON.parse(form.dataset.words ?? "{}");
  const output = find("output");
  /** @param {string} text */
  const say = (text) => {
    if (output.textContent !== text) output.textContent = text;
  };
  return { find, said, say };
};

/**
 * Weights as a table of percents, which is a heatmap: a row a query.
 * @param {HTMLTableElement} table
 * @param {string[]} keys
 * @param {string[]} queries
 * @param {Matrix} rows
 */
attention.showPercents = (table, keys, queries, rows) => {
  const { element } = attention;
  const heads = keys.map((key) => element("th", { scope: "col" }, key));
  const lines = queries.map((query, t) => {
    const cells = rows[t].map((weight) => {
      const percent = Math.floor(100 * weight); // as at the ends of arcs
      const cell = element("td", {}, String(percent));
      cell.style.setProperty("--share", String(weight));
      return cell;
    });
    return element("tr", {}, element("th", { scope: "row" }, query), ...cells);
  });
  table.tHead?.replaceChildren(element("tr", {}, element("td"), ...heads));
  table.tBodies[0].replaceChildren(...lines);
  table.hidden = false;
};
