// What the forms share in which a trained model computes (sitebuild/widgets/live_forms.py).

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
 * Shares as whole percents that add up, by the largest remainder, as `percents`
 * in sitebuild/widgets/attention_arcs.py: shares of 1 together give 100.
 * @param {Vector} shares
 */
attention.percents = (shares) => {
  if (!shares.every((share) => share >= 0 && share < Infinity)) {
    throw new RangeError(`shares are finite numbers from 0 on, not ${shares}`);
  }
  const exact = shares.map((share) => 100 * share);
  const whole = exact.map(Math.floor);
  /** @param {Vector} numbers */
  const sum = (numbers) => numbers.reduce((one, two) => one + two, 0);
  const missing = Math.floor(sum(exact) + 0.5) - sum(whole);
  const places = shares.map((_, k) => k);
  places.sort((a, b) => whole[a] - exact[a] - (whole[b] - exact[b]));
  for (const place of places.slice(0, missing)) whole[place] += 1;
  return whole;
};

/**
 * Weights as a table of percents, which is a heatmap: a row a query.
 * @param {HTMLTableElement} table
 * @param {string[]} keys
 * @param {string[]} queries
 * @param {Matrix} rows
 */
attention.showPercents = (table, keys, queries, rows) => {
  const { element, percents, put, shade } = attention;
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
    const whole = percents(rows[t]); // as at the ends of arcs
    shares.forEach((cell, s) => {
      put(cell, String(whole[s]));
      shade(cell, rows[t][s].toFixed(2));
    });
  });
  table.hidden = false;
};
