// What the forms share in which a trained model computes (course/live.py).

/**
 * The forms, by the names of their models.
 * @type {Record<string, (form: HTMLFormElement) => void>}
 */
attention.forms = {};

/**
 * An element with attributes and what is in it.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} inside
 */
attention.element = (name, attributes, ...inside) => {
  const space = ["svg", "g", "path"].includes(name) ? "2000/svg" : "1999/xhtml";
  const made = document.createElementNS(`http://www.w3.org/${space}`, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

/**
 * A sentence, its {words} filled in.
 * @param {string} sentence
 * @param {Record<string, string | number>} words
 */
attention.filled = (sentence, words) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => String(words[name]));

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
      const share = weight < 0.54 ? "little" : weight < 0.69 ? "some" : "much";
      const percent = Math.round(100 * weight);
      const cell = document.createElement("td");
      cell.dataset.share = share;
      cell.style.backgroundColor =
        `color-mix(in srgb, var(--weight) ${percent}%, var(--paper))`;
      cell.textContent = String(percent);
      return cell;
    });
    return element("tr", {}, element("th", { scope: "row" }, query), ...cells);
  });
  table.tHead?.replaceChildren(element("tr", {}, element("td", {}), ...heads));
  table.tBodies[0].replaceChildren(...lines);
  table.hidden = false;
};
