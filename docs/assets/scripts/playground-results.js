// What a playground shows of the state: planes, heatmaps, rows, all numbers.

const playgroundResults = (() => {
  "use strict";
  const states = playgroundState;
  const tables = playgroundTables;
  const { element } = attention;
  const { fold } = playgroundFields;

  /** @param {number} n */
  const counted = (n) => Array.from({ length: n }, (_, k) => String(k + 1));

  /**
   * A plane with a choice of the two coordinates that it shows.
   * @param {Game} game
   * @param {string} title
   * @param {string[]} coordinates
   * @param {(k: number, at: number[]) => void} move
   */
  const view = (game, title, coordinates, move) => {
    const drawn = playgroundPlane.plane(move, tables.written, title);
    const pairs = coordinates.flatMap((_, a) =>
      coordinates.slice(a + 1).map((_, b) => [a, a + b + 1])
    );
    /** @param {number[]} pair */
    const named = (pair) => pair.map((a) => coordinates[a]);
    const select = element("select", {}, ...pairs.map((pair, k) =>
      element("option", { value: k }, named(pair).join(", "))
    ));
    select.addEventListener("change", () => game.update());
    const choice = element("label", {}, `${game.words.numbers}: `, select);
    const room = element("div", { class: "plane" }, drawn.svg, element("p", {}, title));
    if (pairs.length > 1) room.append(choice);
    /** @param {Picture} picture */
    const show = (picture) => {
      const pair = pairs[Number(select.value)];
      drawn.show(picture, pair, named(pair));
    };
    return { room, show };
  };

  /**
   * What the numbers of all heads' values are called, side by side.
   * @type {(game: Game, wide: number) => string[]}
   */
  const columns = (game, wide) => {
    const several = game.start.heads.length > 1;
    return Array.from({ length: game.start.heads.length || 1 }, (_, h) =>
      counted(wide).map((k) => game.headed(h, several && wide === 1 ? "" : k))
    ).flat();
  };

  /**
   * The planes of embeddings and of values, which are one without matrices.
   * @param {Game} game
   */
  const planes = (game) => {
    const { words, start } = game;
    const size = start.tokens[0].x.length;
    const { least, most } = states.NUMBERS;
    /** @type {(k: number, at: number[]) => void} */
    const move = (k, at) => {
      if (k !== game.state.query) game.choose(k);
      game.chosen().x = at.map((value) => Math.min(Math.max(value, least), most));
      game.update();
    };
    const [head] = start.heads;
    const title = words[head ? "plane-embeddings" : "plane-both"];
    const embedded = view(game, title, counted(size), move);
    const mixed = head && view(
      game, words["plane-values"], columns(game, head[2][0].length), () => {}
    );
    /** @param {Results} results */
    const refresh = (results) => {
      const { tokens, query } = game.state;
      /** @param {number} k */
      const on = (k) => k === query;
      /** @type {Point[]} */
      const moved = tokens.map(({ name: label, x: at, hidden }, k) => (
        { label, at, kind: "token", on: on(k), hidden }
      ));
      /** @type {Point[]} */
      const values = tokens.map(({ name: label, hidden }, k) => (
        { label, at: results.values[k], kind: "value", hidden }
      ));
      /** @type {Point[]} */
      const contexts = results.context.map((at, k) => (
        { label: on(k) ? "z" : "", at, kind: "context", on: on(k) }
      ));
      const from = results.context[query];
      const weights = results.heads[0].weights[query];
      const links = results.heads.length > 1 ? [] : results.values.map((to, j) => (
        { from, to, weight: weights[j] }
      ));
      const hull = results.values.filter((_, j) => !tokens[j].hidden);
      if (!mixed) return embedded.show({ points: [...contexts, ...moved], links, hull });
      embedded.show({ points: moved, links: [], hull: [] });
      mixed.show({ points: [...values, ...contexts], links, hull });
    };
    const rooms = mixed ? [embedded.room, mixed.room] : [embedded.room];
    const all = element("div", { class: `planes of-${rooms.length}` }, ...rooms);
    return { all, refresh };
  };

  /**
   * Heatmaps, rows and all numbers of the heads.
   * @param {Game} game
   */
  const lists = (game) => {
    const { words, start } = game;
    /** @param {string} name */
    const table = (name) => element("table", { class: name });
    const heads = Array.from({ length: start.heads.length || 1 }, () => (
      { map: table("map"), row: table("row"), scores: table("scores"), weights: table("weights") }
    ));
    const [x, context, output] = ["x", "context", "output"].map(table);
    const maps = element("div", { class: "maps" }, ...heads.map(({ map }) => map));
    const rows = element("div", { class: "rows" }, ...heads.map(({ row }) => row));
    maps.addEventListener("click", ({ target }) => {
      const line = target instanceof Element ? target.closest("tr") : null;
      if (line?.matches("tbody tr")) game.choose(line.sectionRowIndex);
    });
    /** @param {Results} results */
    const refresh = (results) => {
      const tokens = game.names();
      const { query } = game.state;
      maps.classList.toggle("few", tokens.length < 4);
      results.heads.forEach((head, h) => {
        const { map, row } = heads[h];
        tables.heatmap(map, game.headed(h, words.weights), tokens, head.weights, query);
        tables.row(row, game.headed(h, words["row-of"]), words, tokens, head, query);
      });
      if (all.open || paper.matches) list(results);
    };
    /** @param {Results} results */
    const list = (results) => {
      const tokens = game.names();
      const embeddings = states.embeddings(game.state);
      tables.matrix(x, words.embeddings, counted(embeddings[0].length), tokens, embeddings);
      results.heads.forEach((head, h) => {
        const { scores, weights } = heads[h];
        tables.matrix(scores, game.headed(h, words.scores), tokens, tokens, head.scores);
        tables.matrix(weights, game.headed(h, words.weights), tokens, tokens, head.weights);
      });
      const wide = results.heads[0].v[0].length;
      tables.matrix(context, words.context, columns(game, wide), tokens, results.context);
      if (!results.output) return;
      tables.matrix(
        output, words.output, counted(results.output[0].length), tokens, results.output
      );
    };
    const numbers = [
      x, ...heads.flatMap(({ scores, weights }) => [scores, weights]), context,
      ...(start.W_out ? [output] : []),
    ];
    // All numbers are written where they are seen: unfolded, or on paper.
    const all = fold(words["all-numbers"], ...numbers);
    const paper = matchMedia("print");
    all.addEventListener("toggle", () => game.update());
    paper.addEventListener("change", () => game.update());
    return { maps, rows, all, refresh };
  };

  return { planes, lists };
})();
