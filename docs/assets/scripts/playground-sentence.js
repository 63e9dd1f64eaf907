// What a playground says once all is quiet, for those who listen, too.

const playgroundSentence = (() => {
  "use strict";
  const { filled } = attention;
  const { printed } = playgroundTables;
  const LEAST = 0.005; // a change of a weight that is worth saying
  const together = new Intl.ListFormat(document.documentElement.lang);

  /**
   * Says where the query looks most, at several places if these have the same
   * weight, and which weight changed most since.
   * @param {Game} game
   */
  const speaker = (game) => {
    const { words } = game;
    /** @typedef {{weight: number, h: number, i: number, j: number}} Weight */
    /** @type {Weight[]} */
    let before = []; // of all heads, when they were said last
    /** @type {(head: Results["heads"][0], h: number) => string} */
    const most = ({ weights }, h) => {
      const names = game.names();
      const row = weights[game.state.query];
      const weight = Math.max(...row);
      const equal = names.filter((_, j) => printed(row[j]) === printed(weight));
      return game.headed(h, filled(words[weight ? "looks-most" : "looks-nowhere"], {
        query: names[game.state.query], weight: printed(weight),
        keys: together.format(equal.map((key) => `“${key}”`)),
      }));
    };
    /** @param {Weight[]} now */
    const changed = (now) => {
      if (now.length !== before.length) return "";
      const sizes = now.map(({ weight }, k) => Math.abs(weight - before[k].weight));
      const k = sizes.indexOf(Math.max(...sizes));
      if (sizes[k] < LEAST) return "";
      const { h, i, j, weight } = now[k];
      const names = game.names();
      return game.headed(h, filled(words["changed-most"], {
        query: names[i], key: names[j],
        before: printed(before[k].weight), after: printed(weight),
      }));
    };
    /** @param {Results} results */
    return ({ heads }) => {
      const now = heads.flatMap(({ weights }, h) => weights.flatMap((row, i) =>
        row.map((weight, j) => ({ weight, h, i, j }))
      ));
      const said = [...heads.map(most), changed(now)].filter(Boolean).join("\n");
      before = now;
      return said;
    };
  };

  return { speaker };
})();
