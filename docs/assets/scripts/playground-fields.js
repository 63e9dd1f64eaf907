// Fields of a playground. Each shows a part of the state and changes it; what
// it refuses changes nothing, and is said.

/**
 * @typedef {object} Field
 * @property {HTMLInputElement} input
 * @property {HTMLElement[]} parts to be put into the form
 * @property {() => void} refresh shows the state again
 * @property {() => void} renew shows it whatever is typed
 * @property {() => string} refused says what is wrong, in words, or nothing
 */
/** @typedef {{least: number, most: number}} Limits */
/**
 * @typedef {object} Slider
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {(value: number) => number} to
 * @property {(position: number) => number} from
 */

const playgroundFields = (() => {
  "use strict";
  const { element, filled, attribute } = attention;
  const { written } = playgroundTables;
  const state = playgroundState;
  const TENTH = 0.1; // by an arrow key

  /**
   * What is typed is read at once; `read` returns null if it refuses.
   * @template Value
   * @param {object} options
   * @param {() => string} options.place what is read aloud, and named if refused
   * @param {(text: string) => Value | null} options.read
   * @param {() => string} options.get
   * @param {(value: Value | null) => void} options.set
   * @param {string} options.sentence for what is refused
   * @returns {Field}
   */
  const typed = ({ place, read, get, set, sentence }) => {
    const input = element("input", { type: "text", spellcheck: "false" });
    let wrong = false;
    /** @param {boolean} now */
    const mark = (now) => {
      wrong = now;
      attribute(input, "aria-invalid", String(now));
    };
    input.addEventListener("input", () => {
      const value = read(input.value);
      mark(value === null);
      set(value);
    });
    const refresh = () => {
      attribute(input, "aria-label", place());
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
   * @param {Limits} [options.limits]
   * @param {Slider} [options.slider]
   * @returns {Field}
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
    /** @param {number} value */
    const change = (value) => {
      set(Math.min(Math.max(value, least), most));
      field.renew();
    };
    input.addEventListener("keydown", (event) => {
      if (!["ArrowUp", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      const way = event.key === "ArrowUp" ? 1 : -1;
      change(Math.round(get() / TENTH + way) * TENTH);
    });
    const refresh = () => {
      field.refresh();
      attribute(input, "aria-valuenow", written(get()));
    };
    if (!slider) return { ...field, refresh };
    const { min, max, step, to, from } = slider;
    const range = element("input", { type: "range", min, max, step });
    range.addEventListener("input", () => change(from(Number(range.value))));
    const both = () => {
      refresh();
      attribute(range, "aria-label", place());
      attribute(range, "aria-valuetext", written(get()));
      if (document.activeElement !== range) range.value = String(to(get()));
    };
    return { ...field, refresh: both, parts: [range, input] };
  };

  /** @type {(label: string, act: () => void) => HTMLButtonElement} */
  const button = (label, act) => {
    const made = element("button", { type: "button" }, label);
    made.addEventListener("click", act);
    return made;
  };
  /** @type {(label: string, field: Field) => HTMLLabelElement} */
  const line = (label, field) =>
    element("label", {}, element("span", {}, label), ...field.parts);
  /**
   * What a fold holds may be wider than a phone: it scrolls by keys, too.
   * @param {string} title
   * @param {(Node | string)[]} inside
   */
  const fold = (title, ...inside) => element(
    "details", {},
    element("summary", {}, title),
    element(
      "div", { class: "tables", tabindex: 0, role: "group", "aria-label": title }, ...inside
    )
  );

  /**
   * @param {Game} game
   * @param {string} label
   * @param {(checked: boolean) => void} act
   */
  const box = (game, label, act) => {
    const input = element("input", { type: "checkbox" });
    input.addEventListener("change", () => {
      act(input.checked);
      game.update();
    });
    return { input, label: element("label", {}, input, ` ${label}`) };
  };

  return { typed, number, box, button, fold, line };
})();
