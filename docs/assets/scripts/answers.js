// Exercises that are answered in the page: fields for a few numbers, compared
// with what the solution prints. sitebuild/widgets/practice.py makes the form.
(() => {
  // Decimals with a point or a comma, and fractions; else NaN.
  const DECIMAL = String.raw`[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)`;
  const NUMBER = RegExp(`^(${DECIMAL})(?:\\s*/\\s*(${DECIMAL}))?$`);
  const ROUNDED = 1e-9; // what is lost where a limit is met exactly

  /** @param {string} text */
  const read = (text) => {
    const match = NUMBER.exec(text.trim().replace(/[−–]/g, "-"));
    if (!match) return NaN;
    const [value, divisor = 1] = match.slice(1).filter(Boolean)
      .map((number) => Number(number.replace(",", ".")));
    return value / divisor;
  };

  /** @param {HTMLFormElement} form */
  function ask(form) {
    /** @type {[number[], number]} */
    const [wanted, within] = JSON.parse(atob(form.dataset.kept ?? ""));
    const inputs = [...form.querySelectorAll("input")];
    const output = form.querySelector("output");
    if (!output) return;

    const answer = () => {
      const given = inputs.map((input) => read(input.value));
      const good = given.map((number, i) =>
        Math.abs(number - wanted[i]) <= within + ROUNDED
      );
      const unread = given.some((number) => !Number.isFinite(number));
      const bad = given.map((number, i) =>
        unread ? !Number.isFinite(number) : !good[i]
      );
      inputs.forEach((input, i) => input.setAttribute("aria-invalid", String(bad[i])));
      const right = good.filter(Boolean).length;
      if (unread) return form.dataset.unread ?? "";
      if (right === wanted.length) return `✓ ${form.dataset.right}`;
      if (!right) return `✗ ${form.dataset.wrong}`;
      return `✗ ${form.dataset.some}`
        .replace("{right}", String(right))
        .replace("{count}", String(wanted.length));
    };

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      output.textContent = answer();
    });
    // What was said is of other numbers now.
    form.addEventListener("input", ({ target }) => {
      if (target instanceof Element) target.removeAttribute("aria-invalid");
      output.textContent = "";
    });
    form.hidden = false;
  }

  [...document.forms].filter((form) => form.matches(".answer")).forEach(ask);
})();
