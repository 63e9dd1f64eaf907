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
  const { element, put, shade } = attention;
  const { tHead: head, tBodies: [body] } = table;
  /** @type {(name: "td" | "th") => HTMLTableCellElement[]} */
  const cells = (name) => keys.map(() => element(name, name === "th" ? { scope: "col" } : {}));
  if (head?.rows[0]?.cells.length !== 1 + keys.length || body.rows.length !== queries.length) {
    head?.replaceChildren(element("tr", {}, element("td"), ...cells("th")));
    body.replaceChildren(...queries.map(() =>
      element("tr", {}, element("th", { scope: "row" }), ...cells("td"))
    ));
  }
  keys.forEach((key, s) => put(table.rows[0].cells[1 + s], key));
  queries.forEach((query, t) => {
    const [name, ...shares] = body.rows[t].cells;
    put(name, query);
    shares.forEach((cell, s) => {
      const share = rows[t][s];
      put(cell, String(Math.floor(100 * share))); // as at the ends of arcs
      shade(cell, share.toFixed(2));
    });
  });
  table.hidden = false;
};
