// Train it here: a model is trained in the page, in a worker, with a reader's
// seed, and writes the reader's word at each moment. What is seen is the film's
// (film.js). sitebuild/widgets/live_forms.py makes the form.

import { filled, say } from "./element.js";
import { rightLetters, view } from "./film.js";

/** @import { Moment, Points } from "./film.js" */

const STEPS = 600;
const TICKS = [0, 50, 100, 200, 400, STEPS];
const FEWER = 2; // letters, in shorter sequences
const SECOND = 1000; // ms
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {import("./live.js").Start} */
export const start = (form, { fields, said, output }) => {
  const { word: input, seed, positions, division, learned, train } = fields;
  /** @type {(selector: string) => any} */
  const find = (selector) => document.querySelector(selector);
  /** @type {Worker | undefined} */
  let worker;

  const stop = () => {
    worker?.terminate();
    worker = undefined;
    train.textContent = `▶ ${said.train}`;
  };
  const fail = () => {
    stop();
    say(output, said["no-worker"]);
    const film = find("form.film [name=play]");
    film.focus(); // loads it
    film.click();
  };

  const begin = () => {
    const plain = input.value.trim().normalize("NFD").replace(/\p{M}/gu, "");
    const word = plain.toLowerCase();
    input.ariaInvalid = !/^[a-z]{4,12}$/.test(word);
    if (input.ariaInvalid === "true") return say(output, said["which-word"]);
    const length = word.length - (learned.value === "shorter" ? FEWER : 0);
    const guess = (/** @type {number} */ count) =>
      filled(said["even-guess"], { count });
    /** @type {Points} */
    const points = [];
    let told = 0;
    const show = view(
      find(".training .stage"),
      find(".training svg"),
      said.head,
      {
        ticks: TICKS,
        across: (step) => Math.sqrt(step / STEPS), // much happens early
        levels: [
          [guess(26), Math.log(26)],
          [guess(length - 1), Math.log(length - 1)],
        ],
      },
    );

    /** @param {{data: Moment & {share: number}}} message */
    const follow = ({ data: moment }) => {
      const { step, loss, letters, share } = moment;
      points.push([step, loss]);
      const isLast = step === STEPS;
      const isDue = isLast || performance.now() - told > SECOND;
      if (isDue || !calm.matches) show(moment, points);
      if (isLast) stop();
      if (!isDue) return;
      told = performance.now();
      const right = rightLetters(moment).filter(Boolean).length;
      const words = {
        step,
        name: said["turn-loss"],
        loss: loss.toFixed(2),
        right,
      };
      const news = { count: length, share: Math.round(100 * share) };
      say(
        output,
        `${filled(said["film-says"], { ...words, count: letters.length })} ${filled(said["new-letters"], news)}`,
      );
    };
    try {
      const file = new URL("./training-worker.js", import.meta.url);
      worker = new Worker(file, { type: "module" });
    } catch {
      return fail();
    }
    worker.addEventListener("error", fail);
    worker.addEventListener("message", follow);
    worker.postMessage({
      seed: Number(seed.value),
      steps: STEPS,
      word,
      length,
      own: learned.value === "own",
      positions: !positions.checked,
      scaled: !division.checked,
    });
    find(".training .result").hidden = false;
    train.textContent = `■ ${said.stop}`;
  };
  train.addEventListener("click", () => (worker ? stop() : begin()));
};
