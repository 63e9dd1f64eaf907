// The models of the page, beside the values that test_in_page.py writes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  choices,
  isSentence,
} from "../../docs/assets/scripts/model/grammar.js";
import {
  parameters,
  tree,
} from "../../docs/assets/scripts/model/parameters.js";
import { reverser } from "../../docs/assets/scripts/model/reverser.js";
import { record } from "../../docs/assets/scripts/model/tensor.js";
import {
  adam,
  initial,
  lossOf,
} from "../../docs/assets/scripts/model/training.js";
import * as model from "../../docs/assets/scripts/model/transformer.js";
import { percents } from "../../docs/assets/scripts/number.js";
import { attend } from "../../docs/assets/scripts/playground-state.js";

const file = new URL("values.json", import.meta.url);
const { stored, cases } = JSON.parse(readFileSync(file));

const trained = Object.fromEntries(
  Object.entries(stored).map(([name, { tensors }]) => [
    name,
    parameters(tensors),
  ]),
);

/** The weights of each head. */
const inLists = (heads) => heads.map(({ lists }) => lists);

const compute = {
  transformer({ name, numHeads, source, target, forced, cut: [from, to] }) {
    const made = { ...trained[name], numHeads };
    const encoded = model.encode(made, source);
    const { scores, maps } = model.decode(made, target, encoded);
    const write = (guess) =>
      model.generate(made, encoded, new Map(forced), guess).map(({ id }) => id);
    const written = write();
    for (const guess of [written, written.slice(2), target]) {
      assert.deepEqual(write(guess), written);
    }
    const [back, across] = ["back", "across"].map((part) =>
      maps.map((one) => inLists(one[part])),
    );
    const own = encoded.maps.map((one) => inLists(one.back));
    const allowed = (t, s) => t !== from || s !== to;
    const { memory: cut } = model.encode(made, source, allowed);
    const found = { encoded: own, back, across, written };
    return { ...found, scores: scores.lists, cut: cut.lists };
  },
  reverser({ step, ids }) {
    const { scores, weights } = reverser(trained.reverser[step], 2, [ids]);
    return { scores: scores.lists, weights: inLists(weights) };
  },
  training({ state, switches, batches }) {
    const parameters = initial(Math.random);
    const made = tree(parameters);
    for (const name in state) parameters[name].numbers.set(state[name].flat());
    const update = adam(parameters, 0.01);
    const all = Object.keys(state).map((name) => parameters[name]);
    const { scores, weights } = reverser(made, 2, batches[0], switches);
    const found = { losses: [], scores: [...scores.numbers] };
    found.weights = inLists(weights).flat(2);
    for (const batch of batches) {
      const { loss, backward } = record(() => lossOf(made, batch, switches));
      found.losses.push(loss);
      backward();
      found.gradients ??= all.map(({ grad }) => [...grad.numbers]);
      update();
    }
    return { ...found, trained: all.map(({ numbers }) => [...numbers]) };
  },
  query: ({ q, keys, values, seen, divisor }) =>
    attend(q, keys, values, { mask: (_, s) => seen[s], divisor }),
  grammar({ words }) {
    const { next } = stored.translator.facts;
    if (!isSentence(words, next)) return { isSentence: 0 };
    for (const place of words.keys()) {
      const offered = choices(words, place, next);
      const texts = offered.map(([text]) => text);
      assert.ok(texts.includes(words[place]) && texts.length > 1);
      assert.equal(new Set(texts).size, texts.length);
      for (const [, other] of offered) assert.ok(isSentence(other, next));
    }
    return { isSentence: 1 };
  },
  percents: ({ shares }) => ({ whole: percents(shares) }),
};

const close = (found, wanted, place) => {
  if (!Array.isArray(wanted)) {
    return assert.ok(Math.abs(found - wanted) < 1e-9, `${place}: ${found}`);
  }
  assert.equal(found.length, wanted.length, place);
  wanted.forEach((part, k) => close(found[k], part, `${place} ${k}`));
};

for (const [kind, function_] of Object.entries(compute)) {
  test(kind, () => {
    for (const [given, wanted] of cases[kind]) {
      const found = function_(given);
      for (const key in wanted) close(found[key], wanted[key], key);
    }
  });
}
