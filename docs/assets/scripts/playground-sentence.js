// What a playground says once all is quiet, for those who listen, too.

import { filled } from "./element.js";
import { printed } from "./playground-state.js";

/** @import { Results } from "./playground-state.js" */

const LEAST = 0.005; // a change of a weight that is worth saying
const together = new Intl.ListFormat(document.documentElement.lang);

/**
 * Says where the query looks most, at several places if these have the same
 * weight, and which weight changed most since.
 * @param {Record<string, string>} words
 * @param {(h: number, text: string) => string} headed
 */
export const speaker = (words, headed) => {
  /** @type {{weight: number, h: number, i: number, j: number}[]} */
  let before = []; // of all heads, when they were said last
  /** @type {(results: Results, names: string[], query: number) => string} */
  return ({ heads }, names, query) => {
    const most = heads.map(({ weights }, h) => {
      const row = weights[query];
      const weight = printed(Math.max(...row));
      const equal = names.filter((_, j) => printed(row[j]) === weight);
      const sentence = words[Number(weight) ? "looks-most" : "looks-nowhere"];
      const keys = together.format(equal.map((key) => `“${key}”`));
      return headed(h, filled(sentence, { query: names[query], weight, keys }));
    });
    const now = heads.flatMap(({ weights }, h) =>
      weights.flatMap((row, i) =>
        row.map((weight, j) => ({ weight, h, i, j })),
      ),
    );
    // Of other tokens, nothing has changed.
    const old = now.length === before.length ? before : now;
    const changes = now.map(({ weight }, k) =>
      Math.abs(weight - old[k].weight),
    );
    const k = changes.indexOf(Math.max(...changes));
    if (changes[k] >= LEAST) {
      const { h, i, j, weight } = now[k];
      const sentence = filled(words["changed-most"], {
        query: names[i],
        key: names[j],
        before: printed(old[k].weight),
        after: printed(weight),
      });
      most.push(headed(h, sentence));
    }
    before = now;
    return most.join("\n");
  };
};
