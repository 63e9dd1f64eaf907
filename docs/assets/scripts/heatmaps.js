// Heatmaps to play with. Pointing at a cell, a row's or a column's token, or
// moving with the arrow keys, marks the query and the key in the figure and in
// the sentence above it and says the exact value.
// All values stand in the tables below the figure, which work without this.

/** @typedef {{panel: number, row: number, column: number}} Place */
/** @typedef {{cells: Element[], keys: Element[], queries: Element[]}} Drawing - of a panel */

// What invites to play, in the page's language.
const hint = document.getElementById("heatmap-hint");
const invitation = hint?.querySelector("span") ?? hint; // marked, if English

/** @type {(elements: Iterable<Element>, name: string, chosen: number) => void} */
const mark = (elements, name, chosen) =>
  [...elements].forEach(({ classList }, k) =>
    classList.toggle(name, k === chosen),
  );

/** @type {(figure: Element, reading: HTMLElement, drawings: Drawing[]) => void} */
const play = (figure, reading, drawings) => {
  const output = /** @type {HTMLElement} */ (reading.querySelector("output"));
  const tables = [...figure.querySelectorAll("table")];
  const panels = tables.map(({ rows }) =>
    [...rows].map(({ cells }) => [...cells].map((cell) => cell.textContent)),
  );
  const [, ...keys] = panels[0][0];
  const [, ...queries] = panels[0].map(([query]) => query);
  const lines = reading.querySelectorAll("div");
  const words = /** @type {HTMLElement[]} */ ([
    ...(lines[1] ?? lines[0]).children,
  ]);
  output.textContent = invitation?.textContent ?? "";
  output.lang = invitation?.lang ?? "";
  output.dir = "auto";

  /** @type {Place} */
  let at = { panel: 0, row: 0, column: 0 };
  /** @param {Partial<Place>} moved */
  const show = (moved) => {
    at = { ...at, ...moved };
    const { panel, row, column } = at;
    const title = tables[panel].caption?.textContent;
    const first = row * keys.length;
    drawings.forEach((drawing, k) => {
      mark(drawing.cells, "on", k === panel ? first + column : -1);
      mark(drawing.keys, "on", column);
      mark(drawing.queries, "on", row);
    });
    // A word has the colour of its cell in the picture.
    words.forEach(({ style }, k) => {
      const cell = drawings[panel].cells[first + k];
      const share = cell.getAttribute("fill-opacity") ?? "1";
      style.setProperty("--share", share);
    });
    mark(words, "key", column);
    mark(lines[0].children, "query", row);
    const value = panels[panel][row + 1][column + 1];
    output.textContent = `${title ? `${title}: ` : ""}${queries[row]} → ${keys[column]}: ${value}`;
  };

  drawings.forEach((drawing, panel) => {
    /** @type {(elements: Element[], place: (k: number) => Partial<Place>) => void} */
    const listen = (elements, place) =>
      elements.forEach((element, k) => {
        for (const kind of ["pointerover", "pointerdown"]) {
          element.addEventListener(kind, () => show({ panel, ...place(k) }));
        }
      });
    listen(drawing.cells, (k) => ({
      row: Math.floor(k / keys.length),
      column: k % keys.length,
    }));
    listen(drawing.keys, (column) => ({ column }));
    listen(drawing.queries, (row) => ({ row }));
  });

  // The sentence is what the keyboard enters; the picture stays one.
  const name = figure.querySelector("[role=img]")?.getAttribute("aria-label");
  reading.role = "group";
  reading.ariaLabel = name ?? "";
  reading.tabIndex = 0;
  output.ariaLive = "polite";
  reading.addEventListener("focus", () => show({}));
  reading.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const { panel, row, column } = at;
    /** @type {Record<string, Partial<Place>>} */
    const moves = {
      ArrowUp: { row: row - 1 },
      ArrowDown: { row: row + 1 },
      ArrowLeft: { column: column - 1 },
      ArrowRight: { column: column + 1 },
      PageUp: { panel: panel - 1 },
      PageDown: { panel: panel + 1 },
      Home: { column: 0 },
      End: { column: keys.length - 1 },
    };
    if (!moves[key] || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    /** @type {(value: number, list: unknown[]) => number} */
    const within = (value, list) =>
      Math.max(0, Math.min(list.length - 1, value));
    const next = { ...at, ...moves[key] };
    show({
      panel: within(next.panel, panels),
      row: within(next.row, queries),
      column: within(next.column, keys),
    });
  });
};

/** @type {NodeListOf<HTMLElement>} */
const readings = document.querySelectorAll("article figure .reading");
for (const reading of readings) {
  const figure = /** @type {Element} */ (reading.closest("figure"));
  // What names a panel's rows and columns follows it, up to the next panel.
  /** @type {Drawing[]} */
  const drawings = [];
  for (const group of figure.querySelectorAll(
    "svg :is(.cells, .keys, .queries)",
  )) {
    const parts = [...group.children];
    if (group.matches(".cells")) {
      drawings.push({ cells: parts, keys: [], queries: [] });
    } else if (group.matches(".keys")) {
      drawings[drawings.length - 1].keys.push(...parts);
    } else drawings[drawings.length - 1].queries.push(...parts);
  }
  play(figure, reading, drawings);
}
