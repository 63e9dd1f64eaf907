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
/** @typedef {{ticks: number[], across: (step: number) => number}} Axis - steps
 *   that are named below the curve; where a step stands, from 0 to 1 */
/** @typedef {{name: string, loss: number}} Mark - a loss to compare with */

const TOP = 3.7; // the highest loss that has room
const LIT = 0.5; // the weight from which on a cell lights up

/** @type {(moment: Moment) => boolean[]} which letters are right */
export const rightLetters = ({ word, letters }) => {
  const wanted = [...word].reverse();
  return [...letters].map((letter, t) => letter === wanted[t]);
};

/** @type {(moment: Moment, cell: number) => boolean} in some head */
export const isLit = ({ maps }, cell) =>
  maps.some((rows) => rows.flat()[cell] >= LIT);

/**
 * A table with a column for each letter that is read and a row for each that is
 * to be written: the same letters, backwards. Cells are counted row by row.
 * @type {(word: string, caption: string, cell: (k: number) => Element) => Element}
 */
export const grid = (word, caption, cell) => {
  const letters = [...word];
  const heads = letters.map((letter) => h.th({ scope: "col" }, chip(letter)));
  const rows = letters.toReversed().map((letter, t) => {
    const cells = letters.map((_, s) => cell(t * letters.length + s));
    return h.tr({}, h.th({ scope: "row" }, chip(letter)), ...cells);
  });
  return h.table(
    { class: "heatmap" },
    h.caption({}, caption),
    h.thead({}, h.tr({}, h.td(), ...heads)),
    h.tbody({}, ...rows),
  );
};

/**
 * Where each head looks; cells that a reader has guessed are outlined.
 * @type {(word: string, maps: Matrix[], head: string, guess?: Set<number>) => Element[]}
 */
export const grids = (word, maps, head, guess) =>
  maps.map((rows, k) => {
    const weights = rows.flat();
    const cell = (/** @type {number} */ place) =>
      h.td({
        class: guess?.has(place) && "guess",
        "--share": weights[place].toFixed(3),
      });
    return grid(word, `${head} ${k + 1}`, cell);
  });

/**
 * Make a view in a place. Screen readers get nothing of it: who shows a moment
 * says it in words, too. The curve is not put there, as it may hold a slider.
 * @param {Element} place
 * @param {string} head - the word
 * @param {Axis} axis
 * @param {Mark[]} marks
 */
export const view = (place, head, { ticks, across }, marks) => {
  const maps = h.div({ class: "maps", "aria-hidden": "true" });
  const written = h.div({ class: "written", "aria-hidden": "true" });
  const drawn = h.div({ class: "drawn", "aria-hidden": "true" });
  const curve = h.div({ class: "curve" }, drawn);
  place.append(maps, written);

  const x = (/** @type {number} */ step) => (100 * across(step)).toFixed(2);
  const y = (/** @type {number} */ loss) =>
    (100 - (100 * loss) / TOP).toFixed(2);
  /** @type {(kind: string, points: Points) => Element} */
  const path = (kind, points) => {
    const places = points.map(([step, loss]) => `${x(step)} ${y(loss)}`);
    return h.path({ class: kind, d: `M${places.join("L")}` });
  };
  /** @type {(kind: string, text: string, left: string, top: string) => Element} */
  const label = (kind, text, left, top) =>
    h.span({ class: kind, "--x": `${left}%`, "--y": `${top}%` }, text);

  /**
   * Show a moment, on the curve of its training and those of others.
   * @param {Moment} moment
   * @param {Points} own
   * @param {Record<string, Points>} [others]
   * @param {Set<number>} [guess]
   */
  const show = (moment, own, others = {}, guess) => {
    const { step, loss, word, letters } = moment;
    render(maps, ...grids(word, moment.maps, head, guess));
    const right = rightLetters(moment);
    const answer = [...letters].map((letter, t) =>
      chip(letter, { class: right[t] ? "chip right" : "chip", "--k": t }),
    );
    render(written, h.span({}, `${word} →`), ...answer);
    const past = own.filter(([at]) => at < step);
    render(
      drawn,
      h.svg(
        { viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        ...marks.map((mark) => h.path({ d: `M0 ${y(mark.loss)}H100` })),
        ...Object.entries(others).map(([name, points]) => path(name, points)),
        path("own", own),
        path("past", [...past, [step, loss]]),
        path("now", [
          [step, loss],
          [step, loss],
        ]),
      ),
      ...marks.map(({ name, loss }) => label("mark", name, "100", y(loss))),
      ...ticks.map((tick) => label("tick", String(tick), x(tick), "100")),
      label("value", loss.toFixed(2), x(step), y(loss)),
    );
  };
  return { curve, show };
};
