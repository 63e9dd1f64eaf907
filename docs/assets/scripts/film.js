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
/**
 * @typedef {object} Axis
 * @property {number[]} ticks - steps that are named below the curve
 * @property {(step: number) => number} across - where a step stands, from 0 to 1
 * @property {[name: string, loss: number][]} levels - losses to compare with
 */

const TOP = 4.2; // the highest loss that has room, as in film.html
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
 * Where a head looks: a column for each letter that is read, a row for each that
 * is to be written. Cells, counted row by row, are outlined if they are guessed.
 * @type {(word: string, rows: Matrix, caption: string, guess: Set<number>) => Element}
 */
const map = (word, rows, caption, guess) => {
  const letters = [...word];
  const heads = letters.map((letter) => h.th({}, letter));
  const body = rows.map((row, t) => {
    const cells = row.map((weight, s) => {
      const isGuessed = guess.has(t * row.length + s);
      const share = weight.toFixed(3);
      return h.td({ class: isGuessed && "guessed", "--share": share });
    });
    return h.tr({}, h.th({}, letters[letters.length - 1 - t]), ...cells);
  });
  return h.table(
    { class: "heatmap" },
    h.caption({}, caption),
    h.thead({}, h.tr({}, h.td(), ...heads)),
    h.tbody({}, ...body),
  );
};

/**
 * Make a view: maps and letters in `stage`, the curve in `curve`. Screen readers
 * get nothing of it: who shows a moment says it in words, too.
 * @param {Element} stage
 * @param {Element} curve
 * @param {string} head - the word
 * @param {Axis} axis
 */
export const view = (stage, curve, head, { ticks, across, levels }) => {
  const x = (/** @type {number} */ step) => (100 * across(step)).toFixed(2);
  const y = (/** @type {number} */ loss) =>
    (100 - (100 * loss) / TOP).toFixed(2);
  /** @type {(kind: string, points: Points) => Element} */
  const path = (kind, points) => {
    const places = points.map(([step, loss]) => `${x(step)} ${y(loss)}`);
    return h.path({ class: kind, d: `M${places.join("L")}` });
  };
  /** @type {(anchor: string, left: string, top: string, dy: number, text: unknown) => Element} */
  const label = (anchor, left, top, dy, text) => {
    const place = { x: `${left}%`, y: `${top}%`, dy };
    return h.text({ "text-anchor": anchor, ...place }, String(text));
  };

  /**
   * Show a moment, on the curve of its training and those of others.
   * @param {Moment} moment
   * @param {Points} own
   * @param {Record<string, Points>} [others]
   * @param {Set<number>} [guess]
   */
  return (moment, own, others = {}, guess = new Set()) => {
    const { step, loss, word, letters } = moment;
    const right = rightLetters(moment);
    const answer = [...letters].map((letter, t) =>
      chip(letter, { class: right[t] ? "chip right" : "chip", "--k": t }),
    );
    const maps = moment.maps.map((rows, k) =>
      map(word, rows, `${head} ${k + 1}`, guess),
    );
    render(
      stage,
      h.div({ class: "maps" }, ...maps),
      h.div({ class: "written" }, `${word} →`, ...answer),
    );
    const past = own.filter(([at]) => at <= step);
    const [left, top] = [x(step), y(loss)];
    render(
      curve,
      h.svg(
        { viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        ...levels.map(([, height]) => h.path({ d: `M0 ${y(height)}H100` })),
        ...Object.entries(others).map(([name, points]) => path(name, points)),
        path("own", own),
        path("past", [...past, [step, loss]]),
        h.path({ class: "now", d: `M${left} ${top}h0` }),
      ),
      ...levels.map(([name, height], k) =>
        label("end", "100", y(height), k ? 17 : -5, name),
      ),
      ...ticks.map((tick) => label("middle", x(tick), "100", 28, tick)),
      label(
        across(step) > 0.9 ? "end" : "start",
        left,
        top,
        -12,
        loss.toFixed(2),
      ),
    );
  };
};
