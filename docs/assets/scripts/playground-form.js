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
  const { make } = playgroundTables;
  const { box, button, fold, line } = playgroundFields;
  const NEW = 0.5; // the numbers of a new token
  const SLIDER = {
    min: -2, max: 2, step: 0.05, to: (value) => value, from: (value) => value,
  };
  const DIVISOR = {
    min: -1.3, max: 1.3, step: 0.05, to: Math.log10,
    from: (position) => Number((10 ** position).toPrecision(2)),
  };

  /** @type {(game: Game, act: (value: any) => void) => (value: any) => void} */
  const change = (game, act) => (value) => {
    if (value !== null) act(value);
    game.update();
  };

  /**
   * @param {Game} game
   * @param {() => string} place
   * @param {() => number} get
   * @param {(value: number) => void} act
   */
  const number = (game, place, get, act, more = {}) => fields.number({
    place, get, set: change(game, act), sentence: game.words["not-a-number"], ...more,
  });

  /**
   * The tokens, as chips of which one is chosen; a token more or less.
   * @param {Game} game
   * @param {{input: HTMLInputElement}} name field of the token that is chosen
   */
  const tokens = (game, name) => {
    const { words } = game;
    const chips = make("div", { className: "chips", role: "radiogroup" });
    chips.ariaLabel = words.tokens;
    const add = button(`+ ${words.token}`, () => {
      const { tokens: list } = game.state;
      const x = list[0].x.map(() => NEW);
      list.push({ name: words["new-token"], x, hidden: false });
      game.choose(list.length - 1);
      name.input.focus();
      name.input.select();
    });
    const remove = button(words.remove, () => {
      const { query, tokens: list } = game.state;
      list.splice(query, 1);
      game.choose(Math.min(query, list.length - 1));
      chips.children[game.state.query].firstElementChild.focus();
    });
    const chip = (_, k) => {
      const input = make("input", { type: "radio", name: "query" });
      input.addEventListener("change", () => game.choose(k));
      return make("label", {}, input, make("span"));
    };
    const refresh = () => {
      const { tokens: list, query } = game.state;
      if (chips.children.length !== list.length) chips.replaceChildren(...list.map(chip));
      list.forEach((token, k) => {
        const [input, span] = chips.children[k].children;
        input.checked = k === query;
        span.textContent = token.name;
        chips.children[k].className = token.hidden ? "hidden" : "";
      });
      add.disabled = list.length >= states.TOKENS;
      remove.disabled = list.length < 2;
    };
    return { element: make("div", { className: "tokens" }, chips, add), remove, refresh };
  };

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
    const table = make("table", { className: "matrix" }, make("caption", {}, label), ...cells.map((row) =>
      make("tr", {}, ...row.map(({ input }) => make("td", {}, input)))
    ));
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
      sentence: fields.filled(words["not-a-name"], { most: states.LETTERS, place: "{place}" }),
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
    const note = make("p", { ariaHidden: "true" });
    const every = [name, ...values, divisor, ...edited.flatMap((matrix) => matrix.fields)];
    return {
      fields: every,
      refresh: () => {
        list.refresh();
        for (const field of every) field.refresh();
        const refused = edited.flatMap((matrix) => matrix.fields.map((one) => one.refused()));
        note.textContent = refused.find(Boolean) ?? "";
        hide.input.checked = game.chosen().hidden;
        causal.input.checked = game.state.causal;
      },
      tokens: list.element,
      token: make(
        "fieldset", { className: "editing" },
        line(words["token-name"], name),
        ...values.map((field, k) => line(String(k + 1), field)),
        make("div", {}, hide.label, list.remove)
      ),
      settings: make(
        "div", { className: "settings" }, line(words.divisor, divisor), causal.label
      ),
      matrices: edited.length
        ? [fold(words.matrices, ...edited.map(({ table }) => table), note)]
        : [],
    };
  };

  return { controls };
})();
