// Trains a model apart from the page, which stays quick, and posts what is to be
// seen of it at some of its steps (trainer.js).

import { adam, draw, generator, network } from "./model/training.js";

/** @typedef {{seed: number, steps: number, word: string, length: number, own: boolean, positions: boolean, scaled: boolean}} Wish */

const BATCH = 32;
const RATE = 0.01;
const EARLY = 200; // steps, in which most of it is learned
const [SHORT, LONG] = [2, 10]; // steps from one moment to the next
const PAUSE = 100; // ms, at least, from one moment to the next
const A = "a".charCodeAt(0);

addEventListener("message", async (/** @type {MessageEvent<Wish>} */ event) => {
  const { seed, steps, word, length, own, ...switches } = event.data;
  const [random, T] = [generator(seed), word.length];
  const letters = [...word].map((letter) => letter.charCodeAt(0) - A);
  /** @type {import("./model/training.js").Parameters} */
  const parameters = {};
  const learning = network(parameters, random, BATCH, length, switches);
  const tested = network(parameters, random, BATCH, length, switches);
  const shown = network(parameters, random, 1, T, switches);
  const update = adam(parameters, RATE);
  const batch = () => Array.from({ length: BATCH }, () => draw(length, random));
  tested.read(batch());
  shown.read([letters]);

  /** @type {(step: number, loss: number, seconds: number) => void} */
  const post = (step, loss, seconds) => {
    for (const model of [tested, shown]) model.forward();
    const rows = [...Array(shown.weights.length / T).keys()].map((row) => [
      ...shown.weights.slice(row * T, row * T + T),
    ]);
    const maps = [rows.slice(0, T), rows.slice(T)];
    const written = shown.answers().map((id) => A + id);
    const right = tested.answers().filter((id, n) => id === tested.targets[n]);
    const share = right.length / tested.targets.length; // of letters never seen
    const seen = { maps, word, letters: String.fromCharCode(...written) };
    postMessage({ step, loss, ...seen, share, seconds });
  };
  let losses = [];
  let [worked, since, due] = [0, performance.now(), 0]; // ms
  for (let step = 0; step <= steps; step++) {
    learning.read(own ? Array(BATCH).fill(letters) : batch());
    losses.push(learning.forward());
    if (step % (step < EARLY ? SHORT : LONG) === 0) {
      worked += performance.now() - since;
      const loss = losses.reduce((a, b) => a + b) / losses.length;
      post(step, loss, worked / 1000);
      losses = [];
      await new Promise((go) => setTimeout(go, due - performance.now()));
      since = performance.now();
      due = since + PAUSE;
    }
    learning.backward();
    update();
  }
});
