// Train it here: a model is trained in the page, in a worker, with a reader's
// seed, and writes the reader's word at each moment. What is seen is the film's
// (film.js). sitebuild/widgets/live_forms.py makes the form.

import { calm, filled, say } from "./element.js";
import { height, told, view } from "./film.js";

/** @import { Moment, Point } from "./film.js" */

const STEPS = 600; // as the ticks of live_forms.py have them
const FEWER = 2; // letters, in shorter sequences
const SECOND = 1000; // ms

/**
 * What the worker posts: also how long it has worked, and in the end the share of
 * other letters that are right.
 * @typedef {Moment & {share: number, seconds: number}} Trained
 */

/** @type {import("./live.js").Start} */
export const start = ({ fields, find, said, output }) => {
  const { word: input, seed, positions, division, learned, train } = fields;
  /** @type {Worker | undefined} */
  let worker;

  const stop = () => {
    worker?.terminate();
    worker = undefined;
    train.textContent = `▶ ${said.train}`;
  };
  /** The film plays instead. */
  const fail = () => {
    stop();
    say(output, said["no-worker"]);
    /** @type {any} */
    const play = document.querySelector("form.film [name=play]");
    play?.focus(); // which loads it
    play?.click();
  };

  /** @param {Trained} moment */
  const tell = (moment) => {
    const { step, share, seconds } = moment;
    const end = { share: Math.round(100 * share), seconds: seconds.toFixed(1) };
    const news = filled(said["new-letters"], end);
    const sentence = told(moment, said["film-says"], said["turn-loss"]);
    say(output, step === STEPS ? `${sentence} ${news}` : sentence);
  };

  const { show } = view(
    find,
    said.head,
    (step) => Math.sqrt(step / STEPS), // much happens early
  );
  /** @type {(length: number) => (moment: Trained) => void} of the sequences */
  const follow = (length) => {
    const count = length - 1; // of the letters that are left to guess among
    const level = find(".level + .level");
    level.setAttribute("y", `${height(Math.log(count))}%`);
    level.lastChild.textContent = filled(said["even-guess"], { count });
    /** @type {Point[]} */
    const points = [];
    let last = -SECOND;
    return (moment) => {
      const { step, loss } = moment;
      points.push([step, loss]);
      const isDue = step === STEPS || performance.now() - last >= SECOND;
      if (isDue || !calm.matches) show(moment, points);
      if (isDue) {
        last = performance.now();
        tell(moment);
      }
      if (step === STEPS) stop();
    };
  };

  const begin = () => {
    const plain = input.value.trim().normalize("NFD").replace(/\p{M}/gu, "");
    const word = plain.toLowerCase();
    const isWord = /^[a-z]{4,12}$/.test(word);
    input.ariaInvalid = !isWord;
    if (!isWord) return say(output, said["which-word"]);
    const length = word.length - (learned.value === "shorter" ? FEWER : 0);
    try {
      const file = new URL("./training-worker.js", import.meta.url);
      worker = new Worker(file, { type: "module" });
    } catch {
      return fail();
    }
    const next = follow(length);
    worker.addEventListener("message", ({ data }) => next(data));
    worker.addEventListener("error", fail);
    worker.postMessage({
      seed: Number(seed.value),
      steps: STEPS,
      word,
      length,
      own: learned.value === "own",
      positions: !positions.checked,
      scaled: !division.checked,
    });
    find(".result").hidden = false;
    train.textContent = `■ ${said.stop}`;
  };
  train.addEventListener("click", () => (worker ? stop() : begin()));
};
