// Attention to play with: one state, from which all is shown anew whenever a
// reader changes it. sitebuild/widgets/live_forms.py leaves a form with the
// numbers that a block of the page printed (data-start) and the words to use.

import { button, filled, h, render, say } from "./element.js";
import { controls, fold, matrices } from "./playground-form.js";
import { link, opened } from "./playground-link.js";
import { plane } from "./playground-plane.js";
import { speaker } from "./playground-sentence.js";
import { NUMBERS, computed, embeddings } from "./playground-state.js";
import { heatmap, matrix, row } from "./playground-tables.js";

/** @import { Results, State } from "./playground-state.js" */
/** @import { Picture, Point } from "./playground-plane.js" */

/**
 * A playground at work.
 * @typedef {object} Game
 * @property {Record<string, string>} words - of the page's language
 * @property {State} start
 * @property {State} state
 * @property {{place: string, text: string}} refused - what is typed where
 * @property {Set<string>} unfolded
 * @property {(refused?: Game["refused"]) => void} update - shows all
 * @property {(k: number) => void} choose - shows the row of token k
 * @property {(h: number, text?: string) => string} headed - tells of which head
 */

const QUIET = 300; // milliseconds without a change, then it is said
const NOTHING = { place: "", text: "" };

/** @param {number} n */
const counted = (n) => Array.from({ length: n }, (_, k) => String(k + 1));

/** @param {HTMLFormElement} form */
export const play = (form) => {
  /** @type {Record<string, string>} */
  const words = JSON.parse(form.dataset.words ?? "");
  /** @type {State} */
  const start = JSON.parse(form.dataset.start ?? "");
  const several = start.heads.length > 1;
  const paper = matchMedia("print");
  const output = h.output();
  const views = [0, 1].map(() => ({ held: -1, shown: { low: 0, high: 1 } }));
  const pairs = [0, 0]; // of coordinates, which the planes show
  let timer = 0;
  let own = ""; // the link that was made last
  let made = ""; // what is said of it beside its button
  let notice = ""; // of a link
  /** @type {ReturnType<typeof speaker>} */
  let sentence;

  /** @type {Game["headed"]} */
  const headed = (h, text = "") =>
    several
      ? [`${words.head} ${h + 1}`, text].filter(Boolean).join(": ")
      : text;

  /**
   * What the numbers of all heads' values are called, side by side.
   * @param {Results} results
   */
  const columns = ({ heads }) =>
    heads.flatMap(({ v: [{ length }] }, h) =>
      counted(length).map((k) => headed(h, several && length === 1 ? "" : k)),
    );

  /**
   * A plane with a choice of the two coordinates that it shows.
   * @type {(n: number, title: string, names: string[], picture: Picture, move: (k: number, at: number[]) => void) => Element}
   */
  const view = (n, title, names, picture, move) => {
    const every = names.flatMap((_, a) =>
      names.slice(a + 1).map((_, b) => [a, a + b + 1]),
    );
    const named = every.map((pair) => pair.map((a) => names[a]));
    /** @param {Event & {target: HTMLSelectElement}} event */
    const onchange = ({ target }) => {
      pairs[n] = Number(target.value);
      game.update();
    };
    const options = named.map((pair, k) =>
      h.option({ value: k }, pair.join(", ")),
    );
    const select = h.select({ onchange }, ...options);
    return h.div(
      { class: "plane" },
      plane(views[n], title, picture, every[pairs[n]], named[pairs[n]], move),
      h.p(title),
      every.length > 1 && h.label(`${words.numbers}: `, select),
    );
  };

  /**
   * The planes of embeddings and of values, which are one without matrices.
   * @param {Results} results
   */
  const planes = (results) => {
    const { tokens, query } = game.state;
    /** @type {(k: number, at: number[]) => void} */
    const move = (k, at) => {
      if (k !== game.state.query) game.choose(k);
      const { least, most } = NUMBERS;
      const inside = at.map((value) => Math.min(Math.max(value, least), most));
      game.state.tokens[k].x = inside;
      game.update();
    };
    /** @type {Point[]} */
    const moved = tokens.map(({ name: label, x: at, hidden }, k) => ({
      ...{ label, at, hidden },
      kind: "token",
      on: k === query,
    }));
    /** @type {Point[]} */
    const values = tokens.map(({ name: label, hidden }, k) => ({
      ...{ label, hidden },
      kind: "value",
      at: results.values[k],
    }));
    /** @type {Point[]} */
    const contexts = results.context.map((at, k) => ({
      label: k === query ? "z" : "",
      at,
      kind: "context",
      on: k === query,
    }));
    const from = results.context[query];
    const weights = results.heads[0].weights[query];
    const links = several
      ? []
      : results.values.map((to, j) => ({ from, to, weight: weights[j] }));
    const hull = results.values.filter((_, j) => !tokens[j].hidden);
    const names = counted(tokens[0].x.length);
    if (!start.heads.length) {
      const points = [...contexts, ...moved];
      const both = { points, links, hull };
      return [view(0, words["plane-both"], names, both, move)];
    }
    const embedded = { points: moved, links: [], hull: [] };
    const mixed = { points: [...values, ...contexts], links, hull };
    const all = columns(results);
    return [
      view(0, words["plane-embeddings"], names, embedded, move),
      view(1, words["plane-values"], all, mixed, () => {}),
    ];
  };

  /**
   * All numbers, which are written where they are seen: unfolded, or on paper.
   * @param {Results} results
   */
  const numbers = (results) => {
    const tokens = game.state.tokens.map(({ name }) => name);
    /** @type {(name: string, caption: string, columns: string[], values: number[][]) => Element} */
    const table = (name, caption, columns, values) =>
      matrix(name, caption, columns, tokens, values);
    const x = embeddings(game.state);
    const tables = [
      table("x", words.embeddings, counted(x[0].length), x),
      ...results.heads.flatMap(({ scores, weights }, h) => [
        table("scores", headed(h, words.scores), tokens, scores),
        table("weights", headed(h, words.weights), tokens, weights),
      ]),
      table("context", words.context, columns(results), results.context),
    ];
    if (results.output) {
      const names = counted(results.output[0].length);
      tables.push(table("output", words.output, names, results.output));
    }
    return tables;
  };

  const all = () => {
    const { tokens, query } = game.state;
    const names = tokens.map(({ name }) => name);
    const results = computed(game.state);
    const { chips, token, settings } = controls(game);
    const rooms = planes(results);
    const maps = results.heads.map(({ weights }, h) =>
      heatmap(headed(h, words.weights), names, weights, query, game.choose),
    );
    const rows = results.heads.map((head, h) =>
      row(headed(h, words["row-of"]), words, names, head, query),
    );
    const written = paper.matches || game.unfolded.has("all-numbers");
    render(
      form,
      chips,
      token,
      output,
      h.div({ class: `maps${names.length < 4 ? " few" : ""}` }, ...maps),
      settings,
      h.div({ class: `planes of-${rooms.length}` }, ...rooms),
      h.div({ class: "rows" }, ...rows),
      ...matrices(game),
      fold(game, "all-numbers", ...(written ? numbers(results) : [])),
      h.div(
        { class: "buttons" },
        button(words.reset, () => renew(structuredClone(start))),
        button(words.link, share),
        h.span({ "aria-hidden": "true" }, made),
      ),
    );
    return results;
  };

  /** @param {Results} results */
  const tell = (results) => {
    const { tokens, query } = game.state;
    const names = tokens.map(({ name }) => name);
    const said = game.refused.text || sentence(results, names, query);
    say(output, [notice, said].filter(Boolean).join("\n"));
    notice = "";
  };

  /** @type {Game} */
  const game = {
    ...{ words, start, headed },
    state: start,
    refused: NOTHING,
    unfolded: new Set(),
    choose: (k) => {
      game.state.query = k;
      game.update();
      const field = document.activeElement; // what is typed there is of another
      if (field instanceof HTMLInputElement && form.contains(field)) {
        field.value = field.defaultValue;
      }
    },
    update: (refused = NOTHING) => {
      game.refused = refused;
      const isFirst = !output.isConnected; // nobody has asked yet
      const results = all();
      made = "";
      clearTimeout(timer);
      if (isFirst) tell(results);
      else timer = setTimeout(() => tell(results), QUIET);
    },
  };

  /** @param {State} state */
  const renew = (state) => {
    game.state = state;
    sentence = speaker(words, headed);
    game.choose(state.query);
  };

  // The address gets the state only when it is asked for, and no entry in the
  // browser's history.
  const share = () => {
    own = link(game.state);
    location.replace(own);
    made = notice = words["link-made"];
    game.update();
  };
  const open = () => {
    const found = location.hash === own ? null : opened(location.hash, start);
    if (!found) return;
    const { odd, state } = found;
    notice = odd ? filled(words["link-odd"], { place: odd }) : "";
    renew(state ?? structuredClone(start));
    form.scrollIntoView();
  };

  renew(structuredClone(start));
  addEventListener("hashchange", open);
  paper.addEventListener("change", () => game.update());
  form.addEventListener("submit", (event) => event.preventDefault());
  open();
};
