// Heatmaps to play with. Pointing at a cell, a row's or a column's token, or
// moving with the arrow keys, marks the query and the key in the figure and in
// the sentence above it and says the exact value. Keys 1 to 9 choose a panel.
// All values stand in the tables below the figure, which work without this.
(() => {
  const html = document.documentElement;

  // Tokens and values of a panel, from its table.
  const read = (table) => ({
    keys: [...table.tHead.rows[0].cells].slice(1).map((cell) => cell.textContent),
    queries: [...table.tBodies[0].rows].map((row) => row.cells[0].textContent),
    values: [...table.tBodies[0].rows].map((row) =>
      [...row.cells].slice(1).map((cell) => cell.textContent)
    ),
    title: table.caption ? table.caption.textContent : "",
  });

  // Colours a word as its cell in the picture is coloured.
  const shade = (span, cell) => {
    const share = Number(cell.getAttribute("fill-opacity") ?? 1);
    const percent = Math.round(100 * share);
    span.style.backgroundColor =
      `color-mix(in srgb, var(--weight) ${percent}%, var(--paper))`;
    span.dataset.share = share < 0.54 ? "little" : share < 0.69 ? "some" : "much";
  };

  // What invites to play, in the page's language.
  const invitation = document.getElementById("heatmap-hint")?.textContent;

  function play(figure, panels, svgs) {
    const picture = figure.querySelector("[role=img]");
    const { keys, queries } = panels[0];
    const reading = figure.querySelector(".reading");
    const lines = reading.querySelectorAll("div");
    const querySpans = [...lines[0].children];
    const keySpans = [...(lines[1] ?? lines[0]).children];
    const output = reading.querySelector("output");
    output.textContent = invitation;

    let at = { panel: 0, row: 0, column: 0 };
    const show = (next) => {
      at = next;
      const { panel, row, column } = at;
      const { values, title } = panels[panel];
      svgs.forEach(({ cells }, number) =>
        cells.forEach((cell, k) =>
          cell.classList.toggle(
            "on",
            number === panel && k === row * keys.length + column
          )
        )
      );
      for (const { keyTexts, queryTexts } of svgs) {
        keyTexts.forEach((text, k) => text.classList.toggle("on", k === column));
        queryTexts.forEach((text, k) => text.classList.toggle("on", k === row));
      }
      keySpans.forEach((span, k) => {
        shade(span, svgs[panel].cells[row * keys.length + k]);
        span.classList.toggle("key", k === column);
      });
      querySpans.forEach((span, k) => span.classList.toggle("query", k === row));
      output.textContent =
        `${title ? title + ": " : ""}${queries[row]} → ${keys[column]}: ` +
        values[row][column];
    };

    svgs.forEach(({ cells, keyTexts, queryTexts }, panel) => {
      const listen = (elements, place) =>
        elements.forEach((element, k) => {
          for (const kind of ["pointerover", "pointerdown"]) {
            element.addEventListener(kind, () => show({ ...at, panel, ...place(k) }));
          }
        });
      listen(cells, (k) => ({
        row: Math.floor(k / keys.length),
        column: k % keys.length,
      }));
      listen(keyTexts, (column) => ({ column }));
      listen(queryTexts, (row) => ({ row }));
    });

    // The sentence is what the keyboard enters; the picture stays one.
    reading.setAttribute("role", "group");
    reading.setAttribute("aria-label", picture.getAttribute("aria-label"));
    reading.tabIndex = 0;
    output.setAttribute("aria-live", "polite");
    reading.addEventListener("focus", () => show(at));
    reading.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const sign = html.dir === "rtl" ? -1 : 1;
      const { panel, row, column } = at;
      const limit = (value, count) => Math.max(0, Math.min(count - 1, value));
      const next = {
        ArrowUp: { row: row - 1 },
        ArrowDown: { row: row + 1 },
        ArrowLeft: { column: column - sign },
        ArrowRight: { column: column + sign },
        PageUp: { panel: panel - 1 },
        PageDown: { panel: panel + 1 },
        Home: { column: 0 },
        End: { column: keys.length - 1 },
      }[event.key] || (/^[1-9]$/.test(event.key) && { panel: event.key - 1 });
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
    const tables = [...figure.querySelectorAll("table")];
    const svgs = [...figure.querySelectorAll("svg .cells")].map((cells) => {
      // What names a panel's rows and columns follows it, up to the next panel.
      const found = { cells: [...cells.children], keyTexts: [], queryTexts: [] };
      for (let e = cells.nextElementSibling; e; e = e.nextElementSibling) {
        if (e.matches(".cells")) break;
        if (e.matches(".keys")) found.keyTexts.push(...e.children);
        if (e.matches(".queries")) found.queryTexts.push(...e.children);
      }
      return found;
    });
    const panels = tables.length === svgs.length ? tables.map(read) : [];
    if (panels.length) play(figure, panels, svgs);
  }
})();
