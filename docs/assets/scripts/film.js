// What is seen of a training at one of its moments: where each head looks, what
// the network writes, and the curve of the loss. The moments come from the
// recorded film (film-player.js) or from a training in the page.

import { chip, h, render } from "./element.js";

/** @import { Matrix } from "./model/tensor.js" */

/**
 * @typedef {object} Moment
 * @property {number} step
 * @property {number} loss
 * @property {Matrix[]} maps - the weights of each head (T, T)
 * @property {string} word - the T letters to write backwards
 * @property {string} letters - the T letters that the network writes
 */
/** @typedef {[step: number, loss: number][]} Points */
/** @typedef {{name: string, points: Points}} Line - the first is the training's */
/**
 * Where steps stand below the curve, from 0 to 1, and which of them are named.
 * @typedef {{ticks: number[], across: (step: number) => number}} Axis
 */

const TOP = 3.6; // the highest loss that has room
const LIT = 0.5; // a weight from which on a cell lights up

/** @type {(moment: Moment) => string} the right answer */
export const wanted = ({ word }) => [...word].reverse().join("");

/** @type {(moment: Moment) => number} how many letters are right */
export const rightLetters = (moment) =>
  [...moment.letters].filter((one, t) => one === wanted(moment)[t]).length;

/** @type {(moment: Moment, cell: number) => boolean} in some head */
export const isLit = ({ maps }, cell) =>
  maps.some((rows) => rows.flat()[cell] >= LIT);

/**
 * A grid of a word's letters: those to write beside rows, those read above.
 * @type {(word: string, caption: string, cell: (k: number) => Element) => HTMLTableElement}
 */
export const grid = (word, caption, cell) => {
  const letters = [...word];
  const heads = letters.map((one) => h.th({ scope: "col" }, chip(one)));
  const rows = letters.toReversed().map((one, t) => {
    const cells = letters.map((_, s) => cell(t * letters.length + s));
    return h.tr({}, h.th({ scope: "row" }, chip(one)), ...cells);
  });
  return h.table(
    { class: "heatmap" },
    h.caption({}, caption),
    h.thead({}, h.tr({}, h.td(), ...heads)),
    h.tbody({}, ...rows),
  );
};

/**
 * Make a view in a place. What it shows is hidden from screen readers: who uses
 * it says each moment in words.
 * @param {Element} place
 * @param {Record<string, string>} said
 * @param {Axis} axis
 * @param {{name: string, loss: number}[]} marks - losses to compare with
 */
export const view = (place, said, { ticks, across }, marks) => {
  const maps = h.div({ class: "maps", "aria-hidden": "true" });
  const written = h.div({ class: "written", "aria-hidden": "true" });
  const drawn = h.div({ class: "drawn", "aria-hidden": "true" });
  const curve = h.div({ class: "curve" }, drawn); // has room for a slider
  place.append(maps, written, curve);

  const x = (/** @type {number} */ step) => (100 * across(step)).toFixed(2);
  const y = (/** @type {number} */ loss) =>
    (100 * (1 - loss / TOP)).toFixed(2);
  /** @type {(points: Points, kind: string) => Element} */
  const path = (points, kind) => {
    const places = points.map(([step, loss]) => `${x(step)} ${y(loss)}`);
    return h.path({ class: kind, d: `M${places.join("L")}` });
  };
  /** @type {(text: string, left: string, top: string, kind: string) => Element} */
  const label = (text, left, top, kind) =>
    h.span({ class: kind, "--x": `${left}%`, "--y": `${top}%` }, text);

  return {
    curve,
    /** @type {(moment: Moment, lines: Line[], guess?: Set<number>) => void} */
    show: (moment, lines, guess = new Set()) => {
      const { step, loss, letters } = moment;
      const tables = moment.maps.map((rows, k) => {
        const weights = rows.flat();
        const caption = `${said.head} ${k + 1}`;
        return grid(moment.word, caption, (cell) =>
          h.td({
            class: guess.has(cell) && "guess",
            "--share": weights[cell].toFixed(3),
          }),
        );
      });
      render(maps, ...tables);
      const answers = [...letters].map((one, t) => {
        const isRight = one === wanted(moment)[t];
        return chip(one, { class: isRight ? "chip right" : "chip", "--k": t });
      });
      render(written, h.span({}, `${moment.word} → `), ...answers);
      const [{ points }, ...others] = lines;
      const past = points.filter(([at]) => at <= step);
      render(
        drawn,
        h.svg(
          { viewBox: "0 0 100 100", preserveAspectRatio: "none" },
          ...marks.map((mark) => h.path({ d: `M0 ${y(mark.loss)}H100` })),
          ...others.map((line, k) => path(line.points, `other-${k}`)),
          path(points, "all"),
          path([...past, [step, loss]], "past"),
          h.path({ class: "now", d: `M${x(step)} ${y(loss)}h0` }),
        ),
        ...marks.map((mark) => label(mark.name, "100", y(mark.loss), "mark")),
        ...ticks.map((tick) => label(String(tick), x(tick), "100", "tick")),
      );
    },
  };
};
