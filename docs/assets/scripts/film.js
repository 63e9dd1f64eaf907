// What is seen of a training at one of its moments: where each head looks, what
// the network writes, and the curve of the loss. The moments come from the
// recorded film (film-player.js) or from a training in the page.

import { chip, filled, h, render, say } from "./element.js";

/** @import { Matrix } from "./model/tensor.js" */

/**
 * @typedef {object} Moment
 * @property {number} step
 * @property {number} loss
 * @property {Matrix[]} maps - the weights of each head (T, T)
 * @property {string} word - the T letters to write backwards
 * @property {string} letters - the T letters that the network writes
 */
/** @typedef {[step: number, loss: number]} Point - of the curve */

const TOP = 4.2; // the highest loss that has room, as in forms.html
const LIT = 0.5; // the weight from which on a cell lights up

/** @type {(loss: number) => string} percents from the top */
export const height = (loss) => (100 - (100 * loss) / TOP).toFixed(2);

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
 * Make a view of a form: maps, which are made once for a word, letters, and the
 * curves of forms.html, each by its name. Screen readers get nothing of it: who
 * shows a moment says it in words, too.
 * @param {(selector: string) => any} find
 * @param {string} head - the word
 * @param {(step: number) => number} across - where a step stands, from 0 to 1
 */
export const view = (find, head, across) => {
  const [heads, now] = [find(".maps"), find("svg.now")];
  let shown = ""; // the word

  /** @type {(step: number) => string} percents from the left */
  const left = (step) => (100 * across(step)).toFixed(2);
  /** @type {(name: string, points: Point[]) => void} */
  const draw = (name, points) => {
    const places = points.map(
      ([step, loss], k) => `${k ? "L" : "M"}${left(step)} ${height(loss)}`,
    );
    find(`.curve .${name}`).setAttribute("d", places.join(""));
  };

  /**
   * Show a moment, on the curve of its training. Cells, counted row by row, are
   * outlined if they are guessed.
   * @param {Moment} moment
   * @param {Point[]} points
   * @param {Set<number>} [guess]
   */
  const show = (moment, points, guess = new Set()) => {
    const { step, loss, word, letters, maps } = moment;
    if (word !== shown) {
      const tables = maps.map((_, k) => map(word, `${head} ${k + 1}`));
      heads.replaceChildren(...tables);
      shown = word;
    }
    const cells = heads.querySelectorAll("tbody td");
    maps.flat(2).forEach((weight, k) => {
      const { style, classList } = cells[k];
      style.setProperty("--share", weight.toFixed(2));
      classList.toggle("guessed", guess.has(k % word.length ** 2));
    });
    const right = rightLetters(moment);
    const answer = [...letters].map((letter, t) =>
      chip(letter, { class: right[t] ? "chip right" : "chip", "--k": t }),
    );
    render(find(".written"), `${word} →`, ...answer);
    say(find(".axis b"), String(step));
    draw("own", points);
    draw(
      "past",
      points.filter(([at]) => at <= step),
    );
    now.setAttribute("x", `${left(step)}%`);
    now.setAttribute("y", `${height(loss)}%`);
    now.lastChild.textContent = loss.toFixed(2);
    const anchor = across(step) > 0.9 ? "end" : "start";
    now.setAttribute("text-anchor", anchor);
  };
  return { draw, show };
};
