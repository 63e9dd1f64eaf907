// Fields of a playground. Each shows a part of the state and changes it; what
// it refuses changes nothing, and is said.

/**
 * @typedef {object} Field
 * @property {HTMLElement[]} parts to be put into the form
 * @property {() => void} refresh shows the state again
 * @property {() => string} refused says what is wrong, in words, or nothing
 */

const playgroundFields = (() => {
  "use strict";
  const { make, written } = playgroundTables;
  const state = playgroundState;
  const TENTH = 0.1; // by an arrow key

  /** A sentence, filled in. */
  const filled = (sentence, words) =>
    sentence.replace(/\{(\w+)\}/g, (_, name) => words[name]);

  /**
   * What is typed is read at once; `read` returns null if it refuses.
   * @param {object} options
   * @param {() => string} options.place what is read aloud, and named if refused
   * @param {(text: string) => any} options.read
   * @param {() => string} options.get
   * @param {(value: any) => void} options.set
   * @param {string} options.sentence for what is refused
   */
  const typed = ({ place, read, get, set, sentence }) => {
    const input = make("input", { type: "text", spellcheck: false });
    let wrong = false;
    const mark = (now) => {
      wrong = now;
      input.setAttribute("aria-invalid", String(now));
    };
    input.addEventListener("input", () => {
      const value = read(input.value);
      mark(value === null);
      set(value);
    });
    const refresh = () => {
      input.ariaLabel = place();
      if (document.activeElement !== input || read(input.value) !== null) mark(false);
      if (document.activeElement === input || wrong) return;
      input.value = get();
    };
    const renew = () => {
      mark(false);
      input.value = get();
    };
    const refused = () => (wrong ? filled(sentence, { place: place() }) : "");
    return { input, refresh, renew, refused, parts: [input] };
  };

  /**
   * A number, typed or moved by the arrow keys; with a slider if it has one.
   * @param {object} options
   * @param {() => string} options.place
   * @param {() => number} options.get
   * @param {(value: number | null) => void} options.set
   * @param {string} options.sentence
   * @param {{least: number, most: number}} [options.limits]
   * @param {{min: number, max: number, step: number, to: (value: number) => number,
   *   from: (position: number) => number}} [options.slider]
   */
  const number = ({ place, get, set, sentence, limits = state.NUMBERS, slider }) => {
    const { least, most } = limits;
    const field = typed({
      place, set, sentence: filled(sentence, { least, most, place: "{place}" }),
      read: (text) => state.number(text, limits),
      get: () => written(get()),
    });
    const { input } = field;
    const spin = { role: "spinbutton", "aria-valuemin": least, "aria-valuemax": most };
    for (const [key, value] of Object.entries(spin)) input.setAttribute(key, String(value));
    const change = (value) => {
      set(Math.min(Math.max(value, least), most));
      field.renew();
    };
    input.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      change(Math.round(get() / TENTH + way) * TENTH);
    });
    const range = slider && make("input", {
      type: "range", min: slider.min, max: slider.max, step: slider.step,
    });
    range?.addEventListener("input", () => change(slider.from(Number(range.value))));
    const refresh = () => {
      field.refresh();
      input.setAttribute("aria-valuenow", written(get()));
      if (!range) return;
      range.ariaLabel = place();
      range.setAttribute("aria-valuetext", written(get()));
      if (document.activeElement !== range) range.value = String(slider.to(get()));
    };
    return { ...field, refresh, parts: range ? [range, input] : [input] };
  };

  const button = (label, act) => {
    const made = make("button", { type: "button" }, label);
    made.addEventListener("click", act);
    return made;
  };
  const line = (label, field) =>
    make("label", {}, make("span", {}, label), ...field.parts);
  /** What a fold holds may be wider than a phone: it scrolls by keys, too. */
  const fold = (title, ...inside) => make(
    "details", {},
    make("summary", {}, title),
    make(
      "div", { className: "tables", tabIndex: 0, role: "group", ariaLabel: title }, ...inside
    )
  );

  /** @type {(game: Game, label: string, act: (checked: boolean) => void) => any} */
  const box = (game, label, act) => {
    const input = make("input", { type: "checkbox" });
    input.addEventListener("change", () => {
      act(input.checked);
      game.update();
    });
    return { input, label: make("label", {}, input, ` ${label}`) };
  };

  return { filled, typed, number, box, button, fold, line };
})();
