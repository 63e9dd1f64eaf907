// The encoder of the translator, under glass (sitebuild/widgets/live_forms.py): a
// reader cuts arcs of a word, and a probe reads from each article's vector which
// gender it has then (snippets/chapters/under_glass/steps.py).

import { chip, filled, render, say } from "./element.js";
import { picked, showLooks } from "./looks.js";
import { parameters } from "./model/parameters.js";
import { product, tensor } from "./model/tensor.js";
import { encode, END, generate } from "./model/transformer.js";
import { argmax } from "./model/vectors.js";
import { typeset } from "./number.js";

const GENDERS = ["masculine", "feminine"];

/** @type {import("./live.js").Start} */
export const start = ({ find, said, output }, { tensors, facts }, probe) => {
  const model = { ...parameters(tensors), numHeads: 1 };
  const { W } = parameters(probe.tensors);
  const [keys, queries] = [find(".keys"), find(".queries")];
  const words = [...keys.children].map((word) => word.textContent ?? "");
  const source = words.map((word) => facts.english.indexOf(word));
  /** @type {Set<number>[]} */
  const cuts = words.map(() => new Set()); // for each word what it cannot see

  const show = () => {
    const encoded = encode(model, source, (t, s) => !cuts[t].has(s));
    const { back, attended } = encoded.maps[0];
    const answers = product(
      tensor(attended.lists.map((x) => [...x, 1])),
      W,
    ).lists; // x W + b
    const names = words.map((word, t) =>
      probe.facts.articles.includes(word)
        ? `${word}: ${said[GENDERS[argmax(answers[t])]]}`
        : word,
    );
    const chosen = picked(queries);
    showLooks(queries, names, words, back[0].lists, said);
    const chips = words.map((word, s) => {
      const checked = cuts[chosen].has(s);
      return chip(word, {}, { type: "checkbox", value: s, checked });
    });
    render(keys, ...chips);
    const written = generate(model, encoded, new Map())
      .filter(({ id }) => id !== END)
      .map(({ id }) => facts.portuguese[id]);
    const [masculine, feminine] = answers[chosen].map((x) => typeset(x, 2));
    const isArticle = names[chosen] !== words[chosen];
    const numbers = { word: `“${words[chosen]}”`, masculine, feminine };
    const sentence = filled(said["it-writes"], { words: written.join(" ") });
    const read = isArticle ? filled(said["probe-says"], numbers) : "";
    say(output, `${sentence}\n${read}`);
    if (cuts.flatMap((cut) => [...cut]).length === 1 && written.includes("o")) {
      find("[data-goal]").classList.add("done");
    }
  };

  show();
  find(".looks").addEventListener("change", (/** @type {any} */ { target }) => {
    const { type, checked, value } = target;
    if (type === "checkbox") {
      cuts[picked(queries)][checked ? "add" : "delete"](Number(value));
    }
    show();
  });
};
