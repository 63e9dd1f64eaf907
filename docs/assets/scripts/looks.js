// Words that look at each other, drawn anew when a model has computed. The
// markup is that of sitebuild/widgets/attention_arcs.py, which draws what was recorded.

/**
 * @typedef {object} Looks
 * @property {string[]} queries - words that look, in rows
 * @property {string[]} keys - words that are looked at, in columns
 * @property {Matrix} rows - how much
 * @property {Record<string, string>} said - sentences with {word} and {others}
 */

/**
 * Arcs between places of two lines, as thick as weights: [query, key, weight].
 * @param {number[][]} arcs
 * @param {number} queries
 * @param {number} keys
 */
attention.arcs = (arcs, queries, keys) => {
  const { element } = attention;
  const SIZE = 100, WIDTH = 8;
  const paths = arcs
    .filter(([, , weight]) => weight * WIDTH >= 0.05)
    .map(([i, k, weight]) => {
      const x = (SIZE * (i + 0.5)) / queries, y = (SIZE * (k + 0.5)) / keys;
      const d = `M${x} ${SIZE}C${x} ${SIZE / 2} ${y} ${SIZE / 2} ${y} 0`;
      return element("path", { d, "stroke-width": (weight * WIDTH).toFixed(1) });
    });
  const room = { viewBox: `0 0 ${SIZE} ${SIZE}`, preserveAspectRatio: "none" };
  return element("svg", { ...room, "aria-hidden": "true" }, element("g", {}, ...paths));
};

/**
 * Whom a word looks at, or who looks at it, the most first.
 * @param {string} sentence
 * @param {string} word
 * @param {string[]} others
 * @param {Vector} shares
 */
attention.told = (sentence, word, others, shares) => {
  const ranked = others.map((other, k) => ({ other, share: shares[k] }));
  ranked.sort((a, b) => b.share - a.share);
  const named = ranked.filter(({ share }, k) => k < 3 && (share >= 0.001 || k === 0));
  const list = named.map(({ other, share }) => `“${other}” (${share.toFixed(4)})`);
  return attention.filled(sentence, { word: `“${word}”`, others: list.join(", ") });
};

/**
 * Put words and arcs into a fieldset; `chosen` is the word that looks first.
 * @param {Element} fieldset
 * @param {Looks} looks
 * @param {number} chosen
 */
attention.showLooks = (fieldset, { queries, keys, rows, said }, chosen) => {
  const { element, arcs, percents, told, transpose } = attention;
  const whole = rows.map(percents);
  const every = rows.map((row, i) => row.map((weight, k) => [i, k, weight]));
  const room = fieldset.querySelector("div");
  if (!room) return;
  /** @type {(kind: string, tokens: string[], others: string[], shares: Matrix, ends: Matrix, drawn: number[][][]) => Element} */
  const line = (kind, tokens, others, shares, ends, drawn) => {
    const lang = room.querySelector(`.${kind} label`)?.getAttribute("lang") ?? "";
    const items = tokens.flatMap((word, i) => {
      const key = `look-${kind}-${i}`;
      const checked = kind === "queries" && i === chosen;
      const radio = { type: "radio", name: "look", "aria-describedby": key, checked };
      const marks = ends[i].map((n) => element("b", {}, n ? `${n}%` : ""));
      const sentence = told(said[kind], word, others, shares[i]);
      return [
        element("label", { lang }, element("input", radio), word),
        element(
          "div",
          {},
          arcs(drawn[i], queries.length, keys.length),
          element("div", { "aria-hidden": "true" }, ...marks),
          element("p", { id: key, dir: "auto" }, sentence)
        ),
      ];
    });
    return element("div", { class: kind }, ...items);
  };
  const columns = keys.map((_, k) => every.map((row) => row[k]));
  room.replaceChildren(
    arcs(every.flat(), queries.length, keys.length),
    line("keys", keys, queries, transpose(rows), transpose(whole), columns),
    line("queries", queries, keys, rows, whole, every)
  );
};
