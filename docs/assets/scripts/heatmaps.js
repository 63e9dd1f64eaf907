// Heatmaps to play with. Pointing at a cell, a row's or a column's token, or
// moving with the arrow keys, marks the query and the key in the figure and in
// the sentence above it and says the exact value. Keys 1 to 9 choose a panel.
// All values stand in the tables below the figure, which work without this.
(() => {
  /** @typedef {{keys: string[], queries: string[], values: string[][], title: string}} Panel */
  /** @typedef {{cells: Element[], keys: Element[], queries: Element[]}} Drawing - of a panel */
  /** @typedef {{panel: number, row: number, column: number}} Place */

  /**
   * Tokens and values of a panel, from its table.
   * @param {HTMLTableElement} table
   * @returns {Panel}
   */
  const read = (table) => {
    const [heads, ...rows] = [...table.rows].map((row) =>
      [...row.cells].map((cell) => cell.textContent)
    );
    return {
      keys: heads.slice(1),
      queries: rows.map(([query]) => query),
      values: rows.map(([, ...values]) => values),
      title: table.caption?.textContent ?? "",
    };
  };

  // What invites to play, in the page's language.
  const hint = document.getElementById("heatmap-hint");
  const invitation = hint?.querySelector("span") ?? hint; // marked, if English

  /** @type {(figure: Element, panels: Panel[], drawings: Drawing[]) => void} */
  function play(figure, panels, drawings) {
    const { keys, queries } = panels[0];
    /** @type {HTMLElement | null} */
    const reading = figure.querySelector(".reading");
    const output = reading?.querySelector("output");
    if (!reading || !output) return;
    const lines = reading.querySelectorAll("div");
    const querySpans = [...lines[0].children];
    const keySpans = /** @type {HTMLElement[]} */ ([...(lines[1] ?? lines[0]).children]);
    output.textContent = invitation?.textContent ?? "";
    if (invitation?.lang) output.lang = invitation.lang;
    output.dir = "auto";

    /** @type {(elements: Element[], name: string, chosen: number) => void} */
    const mark = (elements, name, chosen) =>
      elements.forEach(({ classList }, k) => classList.toggle(name, k === chosen));

    /** @type {Place} */
    let at = { panel: 0, row: 0, column: 0 };
    /** @param {Place} next */
    const show = (next) => {
      at = next;
      const { panel, row, column } = at;
      const { values, title } = panels[panel];
      const first = row * keys.length;
      drawings.forEach((drawing, k) => {
        mark(drawing.cells, "on", k === panel ? first + column : -1);
        mark(drawing.keys, "on", column);
        mark(drawing.queries, "on", row);
      });
      // A word has the colour of its cell in the picture.
      keySpans.forEach(({ style }, k) => {
        const share = drawings[panel].cells[first + k].getAttribute("fill-opacity");
        style.setProperty("--share", share ?? "1");
      });
      mark(keySpans, "key", column);
      mark(querySpans, "query", row);
      output.textContent =
        `${title ? title + ": " : ""}${queries[row]} → ${keys[column]}: ` +
        values[row][column];
    };

    drawings.forEach((drawing, panel) => {
      /** @type {(elements: Element[], place: (k: number) => Partial<Place>) => void} */
      const listen = (elements, place) =>
        elements.forEach((element, k) => {
          for (const kind of ["pointerover", "pointerdown"]) {
            element.addEventListener(kind, () => show({ ...at, panel, ...place(k) }));
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
    reading.setAttribute("role", "group");
    reading.setAttribute("aria-label", name ?? "");
    reading.tabIndex = 0;
    output.setAttribute("aria-live", "polite");
    reading.addEventListener("focus", () => show(at));
    reading.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      const { panel, row, column } = at;
      /** @type {(value: number, count: number) => number} */
      const limit = (value, count) => Math.max(0, Math.min(count - 1, value));
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
      const next = /^[1-9]$/.test(key) ? { panel: Number(key) - 1 } : moves[key];
      if (!next) return;
      event.preventDefault();
      const moved = { ...at, ...next };
      show({
        panel: limit(moved.panel, panels.length),
        row: limit(moved.row, queries.length),
        column: limit(moved.column, keys.length),
      });
    });
  }

  for (const figure of document.querySelectorAll("article figure")) {
    const drawings = [...figure.querySelectorAll("svg .cells")].map((cells) => {
      // What names a panel's rows and columns follows it, up to the next panel.
      /** @type {Drawing} */
      const found = { cells: [...cells.children], keys: [], queries: [] };
      for (let e = cells.nextElementSibling; e; e = e.nextElementSibling) {
        if (e.matches(".cells")) break;
        if (e.matches(".keys")) found.keys.push(...e.children);
        if (e.matches(".queries")) found.queries.push(...e.children);
      }
      return found;
    });
    const tables = figure.querySelectorAll("table");
    if (!drawings.length || tables.length !== drawings.length) continue;
    play(figure, [...tables].map(read), drawings);
  }
})();
