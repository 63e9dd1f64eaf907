// Trains a model apart from the page, which stays quick, and posts what is to be
// seen of it at some of its steps (trainer.js).

import { adam, generator, LETTERS, network } from "./model/training.js";

/** @typedef {{seed: number, steps: number, word: string, length: number, own: boolean, positions: boolean, scaled: boolean}} Wish */

const BATCH = 32;
const RATE = 0.01;
const STRIDE = 6; // steps from one moment to the next
const PAUSE = 100; // ms, at least, from one moment to the next
const FIRST = "a".charCodeAt(0);

/** @param {MessageEvent<Wish>} event */
const train = async ({ data }) => {
  const { seed, steps, word, length, own, ...switches } = data;
  const random = generator(seed);
  /** Letters in a random order, none twice. */
  const sequence = () => {
    const left = [...Array(LETTERS).keys()];
    const draw = () => left.splice(Math.floor(random() * left.length), 1)[0];
    return Array.from({ length }, draw);
  };
  const letters = [...word].map((letter) => letter.charCodeAt(0) - FIRST);
  const parameters = {};
  /** @type {(B: number, sequence: () => number[]) => any} */
  const model = (B, sequence) => {
    const T = sequence().length;
    const made = network(parameters, random, B, T, switches);
    const fill = () => {
      const batch = Array.from({ length: B }, sequence);
      made.ids.set(batch.flat());
      made.targets.set(batch.flatMap((row) => row.toReversed()));
    };
    fill();
    return { ...made, fill };
  };
  const learner = model(BATCH, own ? () => letters : sequence);
  const update = adam(parameters, RATE);
