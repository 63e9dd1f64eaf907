// Attention to play with: whatever a reader changes, scores, weights and
// context vectors follow. course/playground.py makes the form, with the numbers
// that it starts with and empty tables for the results.
(() => {
  const LIMIT = 1000; // of the numbers that may be entered
  const STEP = 0.1; // by the arrow keys

  // Matrices are lists of rows: (n, m), (m, p) -> (n, p).
  const product = (a, b) =>
    a.map((row) =>
      b[0].map((_, k) => row.reduce((sum, value, m) => sum + value * b[m][k], 0))
    );
  const transpose = (a) => a[0].map((_, k) => a.map((row) => row[k]));

  // Stable, as the row's maximum is subtracted; a row of -Infinity gives 0.
  const softmax = (scores) => {
    const most = Math.max(...scores);
    if (most === -Infinity) return scores.map(() => 0);
    const powers = scores.map((score) => Math.exp(score - most));
    const total = powers.reduce((sum, power) => sum + power);
    return powers.map((power) => power / total);
  };

  // x (T, D); matrices of queries, keys and values, or none; allowed(i, j)
  // says whether query i may look at key j.
  const attention = (x, matrices, divisor, allowed) => {
    const [q, k, v] = matrices.length
      ? matrices.map((matrix) => product(x, matrix))
      : [x, x, x];
    const scores = product(q, transpose(k)).map((row, i) =>
      row.map((score, j) => (allowed(i, j) ? score / divisor : -Infinity))
    );
    const weights = scores.map(softmax);
    return { scores, weights, context: product(weights, v) };
  };

  // Three numbers fit side by side on a phone.
  const written = (value) => {
    const size = Math.abs(value);
    if (value === -Infinity) return "-∞";
    if (size < 99.9) return value.toFixed(4);
    return size < 99999 ? value.toPrecision(5) : value.toExponential(1);
  };

  const valid = ({ valueAsNumber }) => Math.abs(valueAsNumber) <= LIMIT;

  // What is read aloud at a field: its row and column, in a matrix also which.
  const label = (input) => {
    const cell = input.closest("td");
    const table = cell.closest("table");
    const heads = [cell.parentElement.cells[0], table.tHead.rows[0].cells[cell.cellIndex]];
    if (table.matches(".matrix")) heads.unshift(table.caption);
    return heads.map((head) => head.textContent).join(" ");
  };

  function play(form) {
    const find = (selector, inside = form) => [...inside.querySelectorAll(selector)];
    const rows = (table) => [...table.tBodies[0].rows];
    const [embeddings] = find(".x");
    const [output] = find("output");
    const inputs = find("input[type=number]");
    const tokens = rows(embeddings).map((row) => row.cells[0].textContent);
    const read = (table) =>
      rows(table).map((row) =>
        find("[type=number]", row).map((input) => input.valueAsNumber)
      );

    const show = (name, values) =>
      rows(form.querySelector(`.${name}`)).forEach((row, i) =>
        values[i].forEach((value, j) => {
          const cell = row.cells[j + 1];
          cell.textContent = written(value);
          cell.dataset.value = value;
          if (name !== "weights") return;
          const percent = Math.round(100 * value);
          cell.style.backgroundColor =
            `color-mix(in srgb, var(--weight) ${percent}%, var(--paper))`;
          cell.dataset.share = value < 0.54 ? "little" : value < 0.69 ? "some" : "much";
        })
      );

    // A sentence of the form's, filled in; said aloud only if it is new.
    const say = (sentence, words) => {
      const text = output.dataset[sentence]
        .replace(/\{(\w+)\}/g, (_, name) => words[name]);
      if (output.textContent !== text) output.textContent = text;
    };

    let query = 0; // the token that was changed last
    const update = () => {
      for (const input of inputs) input.setAttribute("aria-invalid", !valid(input));
      const wrong = inputs.find((input) => !valid(input));
      if (wrong) {
        return say("invalid", { place: wrong.ariaLabel, least: -LIMIT, most: LIMIT });
      }
      const hidden = find("[type=checkbox]", embeddings).map((box) => box.checked);
      const { causal, divisor } = form.elements;
      const results = attention(
        read(embeddings),
        find(".matrix").map(read),
        Number(divisor.value),
        (i, j) => !hidden[j] && !(causal.checked && j > i)
      );
      for (const [name, values] of Object.entries(results)) show(name, values);
      const weights = results.weights[query];
      const most = Math.max(...weights);
      const key = tokens[weights.indexOf(most)];
      say(most ? "most" : "none", { query: tokens[query], key, weight: written(most) });
    };

    form.addEventListener("input", ({ target }) => {
      const row = target.closest(".x tbody tr");
      if (row) query = rows(embeddings).indexOf(row);
      update();
    });
    // The numbers are set back after this event.
    form.addEventListener("reset", () => setTimeout(update));
    for (const input of inputs) {
      Object.assign(input, { min: -LIMIT, max: LIMIT, step: STEP });
    }
    for (const input of find("td input")) input.ariaLabel = label(input);
    find("fieldset")[0].disabled = false;
    update();
  }

  document.querySelectorAll("form.playground").forEach(play);
})();
