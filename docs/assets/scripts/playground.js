// Attention to play with: one state, from which all is shown anew whenever a
// reader changes it. playground.html has the fields, each named by its place in
// the state, and all that has room for results. `data-start` holds the numbers
// that a block of the page printed (sitebuild/widgets/live_forms.py).

import { chip, filled, h, render, say } from "./element.js";
import { heatmap } from "./heatmap.js";
import { printed, read as number } from "./number.js";
import { computed } from "./playground-state.js";

/** @import { Matrix } from "./model/tensor.js" */
/** @import { Results, State, Token } from "./playground-state.js" */

const QUIET = 300; // milliseconds without a change, then it is said
const MOST = 8; // tokens
const NEW = 0.5; // the numbers of a new token
const together = new Intl.ListFormat(document.documentElement.lang);

/** @param {unknown[]} list */
const counted = (list) => list.map((_, k) => String(k + 1));

/** @type {(table: any, rows: string[], columns: string[], values: Matrix) => void} */
const fill = (table, rows, columns, values) => {
  const heads = columns.map((column) => h.th({ scope: "col" }, column));
  render(table.tHead, h.tr({}, h.td(), ...heads));
  render(
    table.tBodies[0],
    ...values.map((row, i) => {
      const cells = row.map((value) => h.td({}, printed(value)));
      return h.tr({}, h.th({ scope: "row" }, chip(rows[i])), ...cells);
    }),
  );
};

/**
 * What stands in a field; null if it is no number, or out of its limits.
 * @param {HTMLInputElement} field
 */
const read = (field) => {
  if (field.type === "checkbox") return field.checked;
  if (field.name === "token.name") return field.value.trim() || "?";
  const { ariaValueMin: least, ariaValueMax: most } = field;
  const value = number(field.value);
  const isRefused = least && !(value >= Number(least) && value <= Number(most));
  return isRefused ? null : value;
};

/** @type {(field: HTMLInputElement, value: any) => void} */
const write = (field, value) => {
  if (typeof value === "boolean") field.checked = value;
  else if (typeof value === "string") field.value = value;
  else field.value = field.ariaValueNow = String(Number(value.toPrecision(5)));
  field.ariaInvalid = "false";
};

/** @type {import("./live.js").Start} */
export const start = ({ form, fields, find, said, output }, given) => {
  /** @type {(selector: string) => any[]} */
  const all = (selector) => [...form.querySelectorAll(selector)];
  const several = given.heads.length > 1;
  const entries = all("input[name]");
  const { add, remove } = fields;

  /** @type {() => State & {token: Token}} with the token that is chosen */
  const opening = () => ({
    ...structuredClone(given),
    get token() {
      return this.tokens[this.query];
    },
  });
  let state = opening();
  let refused = ""; // why what was typed last is refused
  let timer = 0;

  /** @type {(h: number, text: string) => string} */
  const headed = (h, text) =>
    several ? `${said.head} ${h + 1}: ${text}` : text;

  /**
   * What holds in the state what a field of a name shows, and by which key.
   * @type {(name: string) => [any, string]}
   */
  const place = (name) => {
    const path = name.split(".");
    const [key] = path.splice(-1);
    return [path.reduce((part, k) => part[k], /** @type {any} */ (state)), key];
  };

  /**
   * @param {Results} results
   * @param {string[]} names
   */
  const showNumbers = ({ x, heads, values, context, output }, names) => {
    const own = heads.flatMap(({ v: [value] }, h) =>
      counted(value).map((k) => headed(h, k)),
    );
    fill(find("table.x"), names, counted(x[0]), x);
    heads.forEach(({ scores, weights }, k) => {
      fill(all("table.scores")[k], names, names, scores);
      fill(all("table.weights")[k], names, names, weights);
    });
    fill(find("table.values"), names, own, values);
    fill(find("table.context"), names, own, context);
    if (output) fill(find("table.output"), names, counted(output[0]), output);
  };

  /**
   * Says where the query looks most: at all tokens that have this weight.
   * @param {Results} results
   */
  const tell = ({ heads }) => {
    const { tokens, query } = state;
    const most = heads.map(({ weights: { [query]: row } }, h) => {
      const weight = printed(Math.max(...row));
      const found = tokens.filter((_, j) => printed(row[j]) === weight);
      const keys = together.format(found.map(({ name }) => `“${name}”`));
      const sentence = said[Number(weight) ? "looks-most" : "looks-nowhere"];
      const words = { query: tokens[query].name, keys, weight };
      return headed(h, filled(sentence, words));
    });
    say(output, refused || most.join("\n"));
  };

  /**
   * Show the state anew, but for the field in which a reader types.
   * @param {HTMLInputElement} [typed]
   */
  const show = (typed) => {
    const { tokens, query } = state;
    const names = tokens.map(({ name }) => name);
    const results = computed(state);
    if (!typed) refused = "";
    for (const field of entries) {
      const [holder, key] = place(field.name);
      const isOfToken = field.name.startsWith("token.x");
      if (isOfToken) field.ariaLabel = `${names[query]} ${Number(key) + 1}`;
      if (field !== typed) write(field, holder[key]);
    }
    if (typed) typed.ariaInvalid = String(refused !== "");
    const note = find(".refused"); // beside the matrices
    if (note) say(note, typed?.closest("details") ? refused : "");
    add.disabled = tokens.length >= MOST;
    remove.disabled = tokens.length < 2;
    const chips = tokens.map(({ name, hidden }, k) =>
      chip(
        name,
        { class: `chip${hidden ? " hidden" : ""}` },
        { name: "query", value: k, checked: k === query },
      ),
    );
    render(find(".chips"), ...chips);
    all(".heatmap").forEach((table, k) =>
      heatmap(table, names, results.heads[k].weights, query, `query-${k}`),
    );
    showNumbers(results, names);
    clearTimeout(timer);
    timer = setTimeout(() => tell(results), timer && QUIET);
  };

  /** @param {number} k */
  const choose = (k) => {
    state.query = k;
    show();
  };

  /** @param {any} field */
  const take = (field) => {
    const { ariaLabel, ariaValueMin: least, ariaValueMax: most } = field;
    const limits = { place: ariaLabel, least, most };
    const value = read(field);
    refused = value === null ? filled(said["not-a-number"], limits) : "";
    const [holder, key] = place(field.name);
    if (!refused) holder[key] = value;
    show(field);
  };
  form.addEventListener("input", ({ target }) => {
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.type === "radio") choose(Number(field.value));
    else take(field);
  });
  form.addEventListener("keydown", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way || !field.matches("[role=spinbutton]")) return;
    event.preventDefault();
    const [holder, key] = place(field.name);
    field.value = String((Math.round(holder[key] * 10) + way) / 10);
    take(field);
  });
  /** @type {Record<string, () => void>} */
  const actions = {
    add: () => {
      const x = given.tokens[0].x.map(() => NEW);
      state.tokens.push({ name: said["new-token"], x, hidden: false });
      choose(state.tokens.length - 1);
      find("[name='token.name']").select();
    },
    remove: () => {
      state.tokens.splice(state.query, 1);
      choose(Math.min(state.query, state.tokens.length - 1));
      find(".chips :checked").focus();
    },
    reset: () => {
      state = opening();
      show();
    },
  };
  form.addEventListener("click", ({ target }) => {
    actions[/** @type {HTMLButtonElement} */ (target).name]?.();
  });

  show();
};
