// What a reader changes a playground with: tokens, their numbers, the divisor,
// masks, matrices. Each field changes the state, then has all shown anew; what
// it refuses changes nothing, and is said.

import { button, filled, h } from "./element.js";
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
/** @typedef {[holder: any, key: string | number]} Place - in the state */

/** @typedef {(value: number) => number} Scale */
/** @typedef {{most: number, to: Scale, from: Scale}} Slider - both ways to `most` */

const NEW = 0.5; // the numbers of a new token
/** @type {Slider} */
const PLAIN = { most: 2, to: Number, from: Number };
/** @type {Slider} */
const POWERS = {
  most: 1.3,
  to: Math.log10,
  from: (position) => Number((10 ** position).toPrecision(2)),
};

/**
 * A field that is read at once; `read` returns null if it refuses.
 * @param {Game} game
 * @param {string} label - is read aloud, and named if something is refused
 * @param {Place} place
 * @param {(text: string) => unknown} read
 * @param {string} sentence - for what is refused
 * @param {object} [more] - attributes
 */
const typed = (game, label, [holder, key], read, sentence, more) =>
  h.input({
    type: "text",
    spellcheck: "false",
    "aria-label": label,
    "aria-invalid": String(game.refused.place === label),
    value: holder[key],
    /** @param {Input} event */
    oninput: ({ target }) => {
      const found = read(target.value);
      if (found === null) {
        const text = filled(sentence, { place: label });
        return game.update({ place: label, text });
      }
      holder[key] = found;
      game.update();
    },
    ...more,
  });

/**
 * A number, typed or moved by the arrow keys; with a slider if it has one.
 * @param {Game} game
 * @param {string} label
 * @param {Place} place
 * @param {Slider} [slider]
 */
const numbers = (game, label, place, slider, limits = NUMBERS) => {
  const [holder, key] = place;
  const value = holder[key];
  const text = written(value);
  const { least, most } = limits;
  /** @param {number} next */
  const change = (next) => {
    holder[key] = Math.min(Math.max(next, least), most);
    game.update();
  };
  /** @param {string} typed */
  const read = (typed) => number(typed, limits);
  const words = { least, most, place: "{place}" };
  const sentence = filled(game.words["not-a-number"], words);
  const field = typed(game, label, place, read, sentence, {
    role: "spinbutton",
    "aria-valuemin": least,
    "aria-valuemax": most,
    "aria-valuenow": text,
    value: text,
    /** @param {KeyboardEvent & Input} event */
    onkeydown: (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      change((Math.round(value * 10) + way) / 10); // the next tenth
      event.target.value = event.target.defaultValue;
    },
  });
  if (!slider) return [field];
  const range = {
    type: "range",
    min: -slider.most,
    max: slider.most,
    step: 0.05,
    value: slider.to(value),
    "aria-label": label,
    "aria-valuetext": text,
    /** @param {Input} event */
    oninput: ({ target }) => change(slider.from(Number(target.value))),
  };
  return [h.input(range), field];
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
  return h.details(
    { ontoggle, open: game.unfolded.has(key) },
    h.summary(title),
    h.div({ ...room, "aria-label": title }, ...inside),
  );
};

/** @type {(label: string, fields: Element[]) => Element} */
const line = (label, fields) => h.label(h.span(label), ...fields);

/** @type {(game: Game, label: string, place: Place) => Element} */
const box = (game, label, [holder, key]) => {
  /** @param {Input} event */
  const onchange = ({ target }) => {
    holder[key] = target.checked;
    game.update();
  };
  const checked = holder[key];
  const input = h.input({ type: "checkbox", checked, onchange });
  return h.label(input, ` ${label}`);
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
      row.map((_, j) => {
        const fields = numbers(game, `${label} ${i + 1} ${j + 1}`, [row, j]);
        return h.td(...fields);
      }),
    );
    return h.table(
      { class: "matrix" },
      h.caption(label),
      ...cells.map((row) => h.tr(...row)),
    );
  });
  // Seen where it is typed; it is said where all is said.
  const { place, text } = game.refused;
  const here = names.some((name) => place.includes(name));
  const note = h.p({ "aria-hidden": "true" }, here ? text : "");
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
    return h.label(
      { class: token.hidden && "hidden" },
      h.input({ ...radio, onchange }),
      h.span(token.name),
    );
  });
  const group = { role: "radiogroup", "aria-label": words.tokens };
  const limits = { most: LETTERS, place: "{place}" };
  const sentence = filled(words["not-a-name"], limits);
  const title = words["token-name"];
  const called = typed(game, title, [chosen, "name"], name, sentence);
  const values = chosen.x.map((_, k) => {
    const label = `${chosen.name} ${k + 1}`;
    return line(String(k + 1), numbers(game, label, [chosen.x, k], PLAIN));
  });
  const place = /** @type {Place} */ ([state, "divisor"]);
  const divisor = numbers(game, words.divisor, place, POWERS, DIVISORS);
  const hide = box(game, words.hide, [chosen, "hidden"]);
  const causal = box(game, words.causal, [state, "causal"]);
  return {
    chips: h.div(
      { class: "tokens" },
      h.div({ class: "chips", ...group }, ...chips),
      add,
    ),
    token: h.fieldset(
      { class: "editing" },
      line(title, [called]),
      ...values,
      h.div(hide, remove),
    ),
    settings: h.div(
      { class: "settings" },
      line(words.divisor, divisor),
      causal,
    ),
  };
};
