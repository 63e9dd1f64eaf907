// Exercises that are answered in the page: fields for a few numbers, compared
// with what the solution prints. course/answers.py makes the form.
(() => {
  // Decimals with a point or a comma, and fractions; else NaN.
  const DECIMAL = String.raw`[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)`;
  const NUMBER = RegExp(`^(${DECIMAL})(?:\\s*/\\s*(${DECIMAL}))?$`);
  const ROUNDED = 1e-9; // what is lost where a limit is met exactly

  const read = (text) => {
    const match = NUMBER.exec(text.trim().replace(/[−–]/g, "-"));
    if (!match) return NaN;
    const [value, divisor = 1] = match.slice(1).filter(Boolean)
      .map((number) => Number(number.replace(",", ".")));
    return value / divisor;
  };

  function ask(form) {
    const [wanted, within] = JSON.parse(atob(form.dataset.kept));
    const inputs = [...form.querySelectorAll("input")];
    const output = form.querySelector("output");

    const answer = () => {
      const given = inputs.map((input) => read(input.value));
      const good = given.map((number, i) =>
        Math.abs(number - wanted[i]) <= within + ROUNDED
      );
      const unread = given.some((number) => !Number.isFinite(number));
      const bad = given.map((number, i) =>
        unread ? !Number.isFinite(number) : !good[i]
      );
      inputs.forEach((input, i) => input.setAttribute("aria-invalid", bad[i]));
      const right = good.filter(Boolean).length;
      if (unread) return form.dataset.unread;
      if (right === wanted.length) return `✓ ${form.dataset.right}`;
      if (!right) return `✗ ${form.dataset.wrong}`;
      return `✗ ${form.dataset.some}`
        .replace("{right}", right)
        .replace("{count}", wanted.length);
    };

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      output.textContent = answer();
    });
    // What was said is of other numbers now.
    form.addEventListener("input", ({ target }) => {
      target.removeAttribute("aria-invalid");
      output.textContent = "";
    });
    form.hidden = false;
  }

  document.querySelectorAll("form.answer").forEach(ask);
})();
