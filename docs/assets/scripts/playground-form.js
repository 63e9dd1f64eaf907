// What a reader changes a playground with: tokens, their numbers, the divisor,
// masks, matrices. Each field changes the state, then has all shown anew; what
// it refuses changes nothing, and is said.

import { button, element, filled } from "./element.js";
import {
  DIVISORS,
  LETTERS,
  NUMBERS,
  TOKENS,
  matrices as matricesOf,
  name,
  number,
} from "./playground-state.js";
import { written } from "./playground-tables.js";

/** @import { Game } from "./playground.js" */

/** @typedef {Event & {target: HTMLInputElement}} Input */
/**
 * @typedef {object} Slider
 * @property {number} most - in both directions
 * @property {(value: number) => number} to
 * @property {(position: number) => number} from
 */

const NEW = 0.5; // the numbers of a new token
/** @type {Slider} */
const PLAIN = { most: 2, to: (value) => value, from: (position) => position };
/** @type {Slider} */
const POWERS = {
  most: 1.3,
  to: Math.log10,
  from: (position) => Number((10 ** position).toPrecision(2)),
};

/**
 * A field that is read at once; `read` returns null if it refuses.
 * @template Value
 * @param {Game} game
 * @param {string} place - what is read aloud, and named if refused
 * @param {string} value
 * @param {(text: string) => Value | null} read
 * @param {(value: Value) => void} set
 * @param {string} sentence - for what is refused
 * @param {object} [more] - attributes
 */
const typed = (game, place, value, read, set, sentence, more) =>
  element("input", {
    type: "text",
    spellcheck: "false",
    "aria-label": place,
    "aria-invalid": String(game.refused.place === place),
    value,
    /** @param {Input} event */
    oninput: ({ target }) => {
      const found = read(target.value);
      if (found === null) {
        game.update({ place, text: filled(sentence, { place }) });
      } else {
        set(found);
        game.update();
      }
    },
    ...more,
  });

/**
 * A number, typed or moved by the arrow keys; with a slider if it has one.
 * @param {Game} game
 * @param {string} place
 * @param {number} value
 * @param {(value: number) => void} set
 * @param {{slider?: Slider, limits?: typeof NUMBERS}} [options]
 */
const numbers = (
  game,
  place,
  value,
  set,
  { slider, limits = NUMBERS } = {},
) => {
  const { least, most } = limits;
  const text = written(value);
  /** @param {number} next */
  const change = (next) => {
    set(Math.min(Math.max(next, least), most));
    game.update();
  };
  const sentence = filled(game.words["not-a-number"], {
    ...{ least, most },
    place: "{place}",
  });
  const spin = {
    role: "spinbutton",
    "aria-valuemin": least,
    "aria-valuemax": most,
    "aria-valuenow": text,
    /** @param {KeyboardEvent & Input} event */
    onkeydown: (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      change((Math.round(value * 10) + way) / 10); // the next tenth
      event.target.value = event.target.defaultValue;
    },
  };
  /** @param {string} typed */
  const read = (typed) => number(typed, limits);
  const field = typed(game, place, text, read, set, sentence, spin);
  if (!slider) return [field];
  const range = {
    type: "range",
    min: -slider.most,
    max: slider.most,
    step: 0.05,
    value: slider.to(value),
    "aria-label": place,
    "aria-valuetext": text,
    /** @param {Input} event */
    oninput: ({ target }) => change(slider.from(Number(target.value))),
  };
  return [element("input", range), field];
};

/**
 * What a fold holds may be wider than a phone: it scrolls by keys, too.
 * @param {Game} game
 * @param {string} key - of its title
 * @param {(Node | string)[]} inside
 */
export const fold = (game, key, ...inside) => {
  const title = game.words[key];
  const room = { class: "tables", tabindex: 0, role: "group" };
  /** @param {Event & {currentTarget: HTMLDetailsElement}} event */
  const ontoggle = ({ currentTarget: { open } }) => {
    if (open === game.unfolded.has(key)) return;
    if (open) game.unfolded.add(key);
    else game.unfolded.delete(key);
    game.update(game.refused);
  };
  return element(
    "details",
    { ontoggle, open: game.unfolded.has(key) },
    element("summary", {}, title),
    element("div", { ...room, "aria-label": title }, ...inside),
  );
};

/** @type {(label: string, fields: Element[]) => Element} */
const line = (label, fields) =>
  element("label", {}, element("span", {}, label), ...fields);

/** @type {(game: Game, label: string, checked: boolean, act: (checked: boolean) => void) => Element} */
const box = (game, label, checked, act) => {
  /** @param {Input} event */
  const onchange = ({ target }) => {
    act(target.checked);
    game.update();
  };
  const input = element("input", { type: "checkbox", checked, onchange });
  return element("label", {}, input, ` ${label}`);
};

/** Fields for all matrices, each a table, folded. @param {Game} game */
export const matrices = (game) => {
  const { heads, names } = game.start;
  const tables = matricesOf(game.state).map((rows, m) => {
    const mixing = m === 3 * heads.length;
    const label = mixing
      ? names[3]
      : game.headed(Math.floor(m / 3), names[m % 3]);
    const cells = rows.map((row, i) =>
      row.map((value, j) => {
        const place = `${label} ${i + 1} ${j + 1}`;
        return numbers(game, place, value, (found) => (row[j] = found));
      }),
    );
    return element(
      "table",
      { class: "matrix" },
      element("caption", {}, label),
      ...cells.map((row) =>
        element("tr", {}, ...row.map((cell) => element("td", {}, ...cell))),
      ),
    );
  });
  // Seen where it is typed; it is said where all is said.
  const { place, text } = game.refused;
  const here = names.some((name) => place.includes(name));
  const note = element("p", { "aria-hidden": "true" }, here ? text : "");
  return tables.length ? [fold(game, "matrices", ...tables, note)] : [];
};

/**
 * The tokens as chips of which one is chosen, the fields of that one, and what
 * holds for all.
 * @param {Game} game
 */
export const controls = (game) => {
  const { words, state } = game;
  const { tokens, query } = state;
  const chosen = tokens[query];
  /** @type {(selector: string) => HTMLInputElement | null} */
  const find = (selector) => document.querySelector(`.playground ${selector}`);
  const add = button(`+ ${words.token}`, () => {
    const x = chosen.x.map(() => NEW);
    tokens.push({ name: words["new-token"], x, hidden: false });
    game.choose(tokens.length - 1);
    find(".editing input")?.select();
  });
  const remove = button(words.remove, () => {
    tokens.splice(query, 1);
    game.choose(Math.min(query, tokens.length - 1));
    find(".chips :checked")?.focus();
  });
  add.disabled = tokens.length >= TOKENS;
  remove.disabled = tokens.length < 2;
  const chips = tokens.map((token, k) => {
    const onchange = () => game.choose(k);
    const radio = { type: "radio", name: "query", checked: k === query };
    return element(
      "label",
      { class: token.hidden && "hidden" },
      element("input", { ...radio, onchange }),
      element("span", {}, token.name),
    );
  });
  const group = { role: "radiogroup", "aria-label": words.tokens };
  const called = typed(
    game,
    words["token-name"],
    chosen.name,
    name,
    (value) => (chosen.name = value),
    filled(words["not-a-name"], { most: LETTERS, place: "{place}" }),
  );
  const values = chosen.x.map((value, k) => {
    const place = `${chosen.name} ${k + 1}`;
    /** @param {number} found */
    const set = (found) => (chosen.x[k] = found);
    const fields = numbers(game, place, value, set, { slider: PLAIN });
    return line(String(k + 1), fields);
  });
  const divisor = numbers(
    game,
    words.divisor,
    state.divisor,
    (value) => (state.divisor = value),
    { slider: POWERS, limits: DIVISORS },
  );
  const hide = box(
    game,
    words.hide,
    chosen.hidden,
    (checked) => (chosen.hidden = checked),
  );
  const causal = box(
    game,
    words.causal,
    state.causal,
    (checked) => (state.causal = checked),
  );
  return {
    chips: element(
      "div",
      { class: "tokens" },
      element("div", { class: "chips", ...group }, ...chips),
      add,
    ),
    token: element(
      "fieldset",
      { class: "editing" },
      line(words["token-name"], [called]),
      ...values,
      element("div", {}, hide, remove),
    ),
    settings: element(
      "div",
      { class: "settings" },
      line(words.divisor, divisor),
      causal,
    ),
  };
};
