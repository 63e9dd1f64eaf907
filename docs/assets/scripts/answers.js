// Exercises that are answered in the page: fields for a few numbers, compared
// with what the solution prints. sitebuild/widgets/practice.py makes the form.

import { filled } from "./element.js";
import { read } from "./number.js";

const ROUNDED = 1e-9; // what is lost where a limit is met exactly

/** @param {HTMLFormElement} form */
const ask = (form) => {
  const { kept, unread, right, wrong, some } = /** @type {any} */ (
    form.dataset
  );
  /** @type {[number[], number]} */
  const [wanted, within] = JSON.parse(atob(kept));
  const inputs = [...form.querySelectorAll("input")];
  const output = /** @type {Element} */ (form.querySelector("output"));

  const answer = () => {
    const given = inputs.map((input) => read(input.value));
    const isUnread = !given.every(Number.isFinite);
    const good = given.map((number, i) =>
      isUnread
        ? Number.isFinite(number)
        : Math.abs(number - wanted[i]) <= within + ROUNDED,
    );
    inputs.forEach((input, i) => (input.ariaInvalid = String(!good[i])));
    if (isUnread) return unread;
    const count = good.filter(Boolean).length;
    if (count === wanted.length) return `✓ ${right}`;
    if (!count) return `✗ ${wrong}`;
    return `✗ ${filled(some, { right: count, count: wanted.length })}`;
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
};

for (const form of document.forms) if (form.matches(".answer")) ask(form);
