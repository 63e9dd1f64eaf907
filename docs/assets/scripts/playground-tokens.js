// The tokens of a playground, as chips of which one is chosen.

const playgroundTokens = (() => {
  "use strict";
  const { element, put, attribute } = attention;
  const { button } = playgroundFields;
  const { TOKENS } = playgroundState;
  const NEW = 0.5; // the numbers of a new token

  /**
   * Chips, and buttons for a token more or less.
   * @param {Game} game
   * @param {Field} name of the token that is chosen
   */
  const tokens = (game, name) => {
    const { words } = game;
    const chips = element("div", {
      class: "chips", role: "radiogroup", "aria-label": words.tokens,
    });
    /** @type {HTMLInputElement[]} */
    let inputs = [];
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
      inputs[game.state.query].focus();
    });
    /** @param {number} k */
    const chip = (k) => {
      const input = element("input", { type: "radio", name: "query" });
      input.addEventListener("change", () => game.choose(k));
      return input;
    };
    const refresh = () => {
      const { tokens: list, query } = game.state;
      if (inputs.length !== list.length) {
        inputs = list.map((_, k) => chip(k));
        chips.replaceChildren(
          ...inputs.map((input) => element("label", {}, input, element("span")))
        );
      }
      list.forEach((token, k) => {
        const label = chips.children[k];
        inputs[k].checked = k === query;
        put(label.children[1], token.name);
        attribute(label, "class", token.hidden ? "hidden" : "");
      });
      add.disabled = list.length >= TOKENS;
      remove.disabled = list.length < 2;
    };
    return { line: element("div", { class: "tokens" }, chips, add), remove, refresh };
  };

  return { tokens };
})();
