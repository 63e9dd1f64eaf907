// Trains a model apart from the page, which stays quick, and posts what is to be
// seen of it at some of its steps (trainer.js).

import { tree } from "./model/parameters.js";
import { reverser } from "./model/reverser.js";
import { record } from "./model/tensor.js";
import {
  adam,
  draw,
  generator,
  initial,
  lossOf,
  H,
  targets,
} from "./model/training.js";
import { argmax, sum } from "./model/vectors.js";

/** @typedef {{seed: number, steps: number, word: string, length: number, own: boolean, positions: boolean, scaled: boolean}} Wish */

const BATCH = 32;
const RATE = 0.01;
const EARLY = 200; // steps, in which most of it is learned
const [SHORT, LONG] = [2, 10]; // steps from one moment to the next
const PAUSE = 100; // ms, at least, from one moment to the next
const A = "a".charCodeAt(0);

addEventListener("message", async (/** @type {MessageEvent<Wish>} */ event) => {
  const { seed, steps, word, length, own, ...switches } = event.data;
  const random = generator(seed);
  const letters = [...word].map((letter) => letter.charCodeAt(0) - A);
  const parameters = initial(random);
  const model = tree(parameters);
  const update = adam(parameters, RATE);
  const batch = () => Array.from({ length: BATCH }, () => draw(length, random));
  const tests = batch(); // letters never seen

  /** @param {number[][]} sequences */
  const test = (sequences) => {
    const { scores, weights } = reverser(model, H, sequences, switches);
    return { weights, ids: scores.lists.map(argmax) };
  };
  /** The share of the letters never seen that are right. */
  const exam = () => {
    const right = targets(tests);
    const { ids } = test(tests);
    return ids.filter((id, n) => id === right[n]).length / right.length;
  };
  /** @type {(step: number, loss: number, seconds: number) => void} */
  const post = (step, loss, seconds) => {
    const { weights, ids } = test([letters]);
    const maps = weights.map(({ lists }) => lists);
    const written = String.fromCharCode(...ids.map((id) => A + id));
    const share = step === steps ? exam() : 0;
    postMessage({ step, loss, maps, word, letters: written, share, seconds });
  };
  let losses = [];
  let [worked, since, due] = [0, performance.now(), 0]; // ms
  for (let step = 0; step <= steps; step++) {
    const sequences = own ? Array(BATCH).fill(letters) : batch();
    const { loss, backward } = record(() => lossOf(model, sequences, switches));
    losses.push(loss);
    if (step % (step < EARLY ? SHORT : LONG) === 0) {
      worked += performance.now() - since;
      post(step, sum(losses) / losses.length, worked / 1000);
      losses = [];
      await new Promise((go) => setTimeout(go, due - performance.now()));
      since = performance.now();
      due = since + PAUSE;
    }
    backward();
    update();
  }
});
