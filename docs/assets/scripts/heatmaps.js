// Heatmaps in figures, to play with. Pointing at a cell, a row's or a column's
// token, or moving with the arrow keys, marks the query and the key in the figure
// and in the sentence above it and says the exact value. As in heatmap.js, the
// row has its total at its end, while the others fade (site.css).
// All values stand in the tables below the figure, which work without this.

import { filled, h } from "./element.js";
import { sum } from "./model/vectors.js";

/** @typedef {[panel: number, row: number, column: number]} Place */

/** @type {Record<string, Place>} */
const MOVES = {
  ArrowUp: [0, -1, 0],
  ArrowDown: [0, 1, 0],
  ArrowLeft: [0, 0, -1],
  ArrowRight: [0, 0, 1],
  PageUp: [-1, 0, 0],
  PageDown: [1, 0, 0],
  Home: [0, 0, -Infinity],
  End: [0, 0, Infinity],
};
const ROUNDED = 0.002; // what four decimals lose of a row's total

/** @type {(elements: Iterable<Element>, name: string, chosen: number) => void} */
const mark = (elements, name, chosen) =>
  [...elements].forEach(({ classList }, k) =>
    classList.toggle(name, k === chosen),
  );

/** @type {(svg: Element, table: HTMLTableElement) => any} what a panel shows */
const panelOf = (svg, table) => {
  const [cells, keys, queries] = ["cells", "keys", "queries"].map((name) => [
    ...(svg.querySelector(`.${name}`)?.children ?? []),
  ]);
  /** @type {(part: Element, name: string) => number} */
  const place = (part, name) => Number(part.getAttribute(name));
  const [[first], last] = [cells, cells[cells.length - 1]];
  const top = place(first, "y") - 1; // places are rounded
  const rowOf = (/** @type {Element} */ part) =>
    Math.floor((place(part, "y") - top) / place(first, "height"));
  const right = place(last, "x") + place(last, "width");
  const total = h.text({ class: "total", x: right + 2 });
  svg.append(total);
  return {
    table,
    cells,
    keys,
    queries,
    total,
    // What fades with its row: its cells, their digits, its token.
    parts: [...cells, ...svg.querySelectorAll("text")].map((part) => ({
      part,
      row: rowOf(part),
    })),
    texts: [...table.rows].map((row) =>
      [...row.cells].map((cell) => cell.textContent),
    ),
  };
};

/** @param {HTMLElement} reading */
const play = (reading) => {
  const figure = /** @type {Element} */ (reading.closest("figure"));
  const tables = figure.querySelectorAll("table");
  const panels = [...figure.querySelectorAll("svg:has(.cells)")].map((svg, k) =>
    panelOf(svg, tables[k]),
  );
  /** @type {string[][]} */
  const [[, ...keys], ...rows] = panels[0].texts;
  const queries = rows.map(([query]) => query);
  const output = /** @type {HTMLElement} */ (reading.querySelector("output"));
  const lines = reading.querySelectorAll("div");
  const words = /** @type {HTMLElement[]} */ ([
    ...(lines[1] ?? lines[0]).children,
  ]);
  const { name, cell: spoken } = /** @type {Record<string, string>} */ (
    reading.dataset
  );

  /** @type {Place} */
  let at = [0, 0, 0];
  const sizes = [panels.length, queries.length, keys.length];
  /** @param {number[]} moved */
  const show = (moved) => {
    const [panel, row, column] = (at = /** @type {Place} */ (
      moved.map((place, k) => Math.max(0, Math.min(sizes[k] - 1, place)))
    ));
    panels.forEach(({ cells, parts, total, texts, ...labels }, k) => {
      mark(cells, "on", k === panel ? row * keys.length + column : -1);
      mark(labels.keys, "on", column);
      mark(labels.queries, "on", row);
      for (const { part, row: own } of parts) {
        const isOther = own !== row && own in queries;
        part.classList.toggle("faint", isOther);
      }
      const [, ...values] = texts[row + 1];
      const isWhole = Math.abs(sum(values.map(Number)) - 1) < ROUNDED;
      total.textContent = isWhole ? "= 1" : "";
      total.setAttribute("y", labels.queries[row].getAttribute("y"));
    });
    const { cells, table, texts } = panels[panel];
    // A word has the colour of its cell in the picture.
    words.forEach(({ style }, k) => {
      const cell = cells[row * keys.length + k];
      const share = cell.getAttribute("fill-opacity") ?? "1";
      style.setProperty("--share", share);
    });
    mark(words, "key", column);
    mark(lines[0].children, "query", row);
    const title = table.caption ? `${table.caption.textContent}: ` : "";
    const read = { row: queries[row], column: keys[column] || column };
    const value = texts[row + 1][column + 1];
    output.textContent = title + filled(spoken, { ...read, value });
  };

  /** @param {Event} event */
  const point = ({ target }) => {
    panels.forEach(({ cells, ...labels }, panel) => {
      const [cell, column, row] = [cells, labels.keys, labels.queries].map(
        (/** @type {Element[]} */ list) =>
          list.findIndex((part) => part.contains(/** @type {Node} */ (target))),
      );
      if (cell >= 0) {
        show([panel, Math.floor(cell / keys.length), cell % keys.length]);
      } else if (column >= 0) show([panel, at[1], column]);
      else if (row >= 0) show([panel, row, at[2]]);
    });
  };
  figure.addEventListener("pointerover", point);
  figure.addEventListener("pointerdown", point);

  // The sentence is what the keyboard enters; the picture stays one. Screen
  // readers leave the arrow keys to an application.
  const told = figure.querySelector("[role=img]")?.getAttribute("aria-label");
  reading.role = "application";
  reading.ariaRoleDescription = name;
  reading.ariaLabel = told ?? "";
  reading.tabIndex = 0;
  reading.addEventListener("focus", () => show(at));
  reading.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (!MOVES[key] || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    show(MOVES[key].map((by, k) => at[k] + by));
  });
};

/** @type {NodeListOf<HTMLElement>} */
const readings = document.querySelectorAll("article figure .reading");
readings.forEach(play);
