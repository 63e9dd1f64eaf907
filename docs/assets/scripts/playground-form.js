// What a reader changes a playground with: tokens, their numbers, the divisor,
// masks, matrices. Each part changes the state, then has all shown anew.

/**
 * A playground at work.
 * @typedef {object} Game
 * @property {Record<string, string>} words of the page's language
 * @property {State} start
 * @property {State} state
 * @property {() => void} update shows all of the state
 * @property {(k: number) => void} choose shows the row of token k
 * @property {(h: number, text?: string) => string} headed tells which head it is of
 * @property {() => string[]} names of the tokens
 * @property {() => Token} chosen
 */

const playgroundForm = (() => {
  "use strict";
  const states = playgroundState;
  const fields = playgroundFields;
  const { element, filled, put } = attention;
  const { box, fold, line } = playgroundFields;
  const { tokens } = playgroundTokens;
  /** @type {Slider} */
  const SLIDER = {
    min: -2, max: 2, step: 0.05, to: (value) => value, from: (position) => position,
  };
  /** @type {Slider} */
  const DIVISOR = {
    min: -1.3, max: 1.3, step: 0.05, to: Math.log10,
    from: (position) => Number((10 ** position).toPrecision(2)),
  };

  /**
   * @template Value
   * @param {Game} game
   * @param {(value: Value) => void} act
   * @returns {(value: Value | null) => void}
   */
  const change = (game, act) => (value) => {
    if (value !== null) act(value);
    game.update();
  };

  /**
   * @param {Game} game
   * @param {() => string} place
   * @param {() => number} get
   * @param {(value: number) => void} act
   * @param {{slider?: Slider, limits?: Limits}} [more]
   */
  const number = (game, place, get, act, more) => fields.number({
    place, get, set: change(game, act), sentence: game.words["not-a-number"], ...more,
  });

  /**
   * Fields for all matrices, each a table.
   * @param {Game} game
   */
  const matrices = (game) => states.matrices(game.start).map((rows, m) => {
    const { heads, names } = game.start;
    const mixing = m === 3 * heads.length;
    const label = mixing ? names[3] : game.headed(Math.floor(m / 3), names[m % 3]);
    const cells = rows.map((row, i) => row.map((_, j) => number(
      game,
      () => `${label} ${i + 1} ${j + 1}`,
      () => states.matrices(game.state)[m][i][j],
      (value) => (states.matrices(game.state)[m][i][j] = value)
    )));
    const table = element(
      "table", { class: "matrix" },
      element("caption", {}, label),
      ...cells.map((row) =>
        element("tr", {}, ...row.map(({ input }) => element("td", {}, input)))
      )
    );
    return { table, fields: cells.flat() };
  });

  /**
   * All controls: their fields and parts, and how they show the state again.
   * @param {Game} game
   */
  const controls = (game) => {
    const { words } = game;
    const name = fields.typed({
      place: () => words["token-name"],
      read: states.name,
      get: () => game.chosen().name,
      set: change(game, (value) => (game.chosen().name = value)),
      sentence: filled(words["not-a-name"], { most: states.LETTERS, place: "{place}" }),
    });
    const values = game.start.tokens[0].x.map((_, k) => number(
      game,
      () => `${game.chosen().name} ${k + 1}`,
      () => game.chosen().x[k],
      (value) => (game.chosen().x[k] = value),
      { slider: SLIDER }
    ));
    const divisor = number(
      game, () => words.divisor, () => game.state.divisor,
      (value) => (game.state.divisor = value),
      { slider: DIVISOR, limits: states.DIVISORS }
    );
    const hide = box(game, words.hide, (checked) => (game.chosen().hidden = checked));
    const causal = box(game, words.causal, (checked) => (game.state.causal = checked));
    const list = tokens(game, name);
    const edited = matrices(game);
    // Seen where it is typed; it is said where all is said.
    const note = element("p", { "aria-hidden": "true" });
    const every = [name, ...values, divisor, ...edited.flatMap((matrix) => matrix.fields)];
    return {
      fields: every,
      refresh: () => {
        list.refresh();
        for (const field of every) field.refresh();
        const refused = edited.flatMap((matrix) => matrix.fields.map((one) => one.refused()));
        put(note, refused.find(Boolean) ?? "");
        hide.input.checked = game.chosen().hidden;
        causal.input.checked = game.state.causal;
      },
      tokens: list.line,
      token: element(
        "fieldset", { class: "editing" },
        line(words["token-name"], name),
        ...values.map((field, k) => line(String(k + 1), field)),
        element("div", {}, hide.label, list.remove)
      ),
      settings: element(
        "div", { class: "settings" }, line(words.divisor, divisor), causal.label
      ),
      matrices: edited.length
        ? [fold(words.matrices, ...edited.map(({ table }) => table), note)]
        : [],
    };
  };

  return { controls };
})();
