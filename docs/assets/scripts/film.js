// What is seen of a training at one of its moments: where each head looks, what
// the network writes, and the curve of the loss. The moments come from the
// recorded film (film-player.js) or from a training in the page.

import { chip, filled, h, render } from "./element.js";

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
const rightLetters = ({ word, letters }) => {
  const wanted = [...word].reverse();
  return [...letters].map((letter, t) => letter === wanted[t]);
};

/** @type {(moment: Moment, sentence: string, name: string) => string} in words */
export const told = (moment, sentence, name) => {
  const { step, loss, letters } = moment;
  const right = rightLetters(moment).filter(Boolean).length;
  const count = letters.length;
  return filled(sentence, { step, name, loss: loss.toFixed(2), right, count });
};

/** @type {(moment: Moment, cell: number) => boolean} in some head */
export const isLit = ({ maps }, cell) =>
  maps.some((rows) => rows.flat()[cell] >= LIT);

/**
 * Where a head looks, as yet without weights: a column for each letter that is
 * read, a row for each that is to be written.
 * @type {(word: string, caption: string) => Element}
 */
const map = (word, caption) => {
  const letters = [...word];
  const heads = letters.map((letter) => h.th({}, letter));
  const rows = letters.toReversed().map((letter) => {
    const cells = letters.map(() => h.td({ "--share": 0 }));
    return h.tr({}, h.th({}, letter), ...cells);
  });
  return h.table(
    { class: "heatmap" },
    h.caption({}, caption),
    h.thead({}, h.tr({}, h.td(), ...heads)),
    h.tbody({}, ...rows),
  );
};

/**
 * Make a view: maps and letters in `stage`, the curve in `curve`. Screen readers
 * get nothing of it: who shows a moment says it in words, too. Cells, which are
 * many, are made once for a word.
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
  /** @type {NodeListOf<HTMLElement>} */
  let cells;
  let shown = ""; // the word

  /** @param {Moment} moment */
  const drawMaps = ({ word, maps }) => {
    const tables = maps.map((_, k) => map(word, `${head} ${k + 1}`));
    stage.replaceChildren(
      h.div({ class: "maps" }, ...tables),
      h.div({ class: "written" }),
    );
    cells = stage.querySelectorAll("tbody td");
    shown = word;
  };

  /**
   * Show a moment, on the curve of its training and those of others. Cells,
   * counted row by row, are outlined if they are guessed.
   * @param {Moment} moment
   * @param {Points} own
   * @param {Record<string, Points>} [others]
   * @param {Set<number>} [guess]
   */
  return (moment, own, others = {}, guess = new Set()) => {
    const { step, loss, word, letters, maps } = moment;
    if (word !== shown) drawMaps(moment);
    maps.flat(2).forEach((weight, k) => {
      const { style, classList } = cells[k];
      style.setProperty("--share", weight.toFixed(2));
      classList.toggle("guessed", guess.has(k % word.length ** 2));
    });
    const right = rightLetters(moment);
    const answer = [...letters].map((letter, t) =>
      chip(letter, { class: right[t] ? "chip right" : "chip", "--k": t }),
    );
    render(/** @type {Element} */ (stage.lastChild), `${word} →`, ...answer);
    const past = own.filter(([at]) => at <= step);
    const [left, top] = [x(step), y(loss)];
    const anchor = across(step) > 0.9 ? "end" : "start";
    render(
      curve,
      h.svg(
        { viewBox: "0 0 100 100", preserveAspectRatio: "none" },
        ...levels.map(([, height]) => h.path({ d: `M0 ${y(height)}H100` })),
        ...Object.entries(others).map(([name, points]) => path(name, points)),
        path("own", own),
        path("past", past),
        h.path({ class: "now", d: `M${left} ${top}h0` }),
      ),
      ...levels.map(([name, height], k) =>
        label("end", "100", y(height), k ? 17 : -5, name),
      ),
      ...ticks.map((tick) => label("middle", x(tick), "100", 28, tick)),
      label(anchor, left, top, -12, loss.toFixed(2)),
    );
  };
};
