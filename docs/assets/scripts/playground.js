// Attention to play with: one state, from which all is shown anew whenever a
// reader changes it. playground.html has the fields, each named by its place in
// the state, and all that has room for results. `data-start` holds the numbers
// that a block of the page printed (sitebuild/widgets/live_forms.py).

import { chip, filled, h, render, say } from "./element.js";
import { heatmap } from "./heatmap.js";
import { read as number } from "./number.js";
import { link, opened } from "./playground-link.js";
import { plane } from "./playground-plane.js";
import { speaker } from "./playground-sentence.js";
import {
  LETTERS,
  MOST,
  TOKENS,
  computed,
  name,
  printed,
  short,
} from "./playground-state.js";

/** @import { Matrix } from "./model/tensor.js" */
/** @import { Point } from "./playground-plane.js" */
/** @import { Results, State } from "./playground-state.js" */

const QUIET = 300; // milliseconds without a change, then it is said
const NEW = 0.5; // the numbers of a new token

/** @param {unknown[]} list */
const counted = (list) => list.map((_, k) => String(k + 1));

/** @type {(values: number[], kind?: string | false, digits?: number) => Element[]} */
const cells = (values, kind = false, digits = 4) =>
  values.map((value) => h.td({ class: kind }, printed(value, digits)));

/** @type {(token: string) => Element} */
const rowHead = (token) => h.th({ scope: "row" }, chip(token));

/** @type {(table: any, rows: string[], columns: string[], values: Matrix) => void} */
const fill = (table, rows, columns, values) => {
  const heads = columns.map((column) => h.th({ scope: "col" }, column));
  render(table.tHead, h.tr({}, h.td(), ...heads));
  render(
    table.tBodies[0],
    ...values.map((row, i) => h.tr({}, rowHead(rows[i]), ...cells(row))),
  );
};

/**
 * What stands in a field; null if that is refused.
 * @param {HTMLInputElement} field
 */
const read = (field) => {
  if (field.type === "checkbox") return field.checked;
  if (field.name === "token.name") return name(field.value);
  const { ariaValueMin: least, ariaValueMax: most } = field;
  const value = number(field.value);
  if (field.matches(".power")) return Number((10 ** value).toPrecision(2));
  const isRefused = least && !(value >= Number(least) && value <= Number(most));
  return isRefused ? null : value;
};

/** @type {(field: HTMLInputElement, value: any) => void} */
const write = (field, value) => {
  if (field.type === "checkbox") field.checked = value;
  else if (typeof value === "string") field.value = value;
  else {
    field.value = short(field.matches(".power") ? Math.log10(value) : value);
    field.ariaValueNow = short(value);
  }
  field.ariaInvalid = "false";
};

/** @param {HTMLFormElement} form */
export const play = (form) => {
  /** @type {Record<string, string>} */
  const words = JSON.parse(form.dataset.words ?? "");
  /** @type {State} */
  const start = JSON.parse(form.dataset.start ?? "");
  /** @type {(selector: string) => any} */
  const find = (selector) => form.querySelector(selector);
  /** @type {(selector: string) => any[]} */
  const all = (selector) => [...form.querySelectorAll(selector)];
  const several = start.heads.length > 1;
  const fields = all("input[name]");
  const { add, remove, pair } = /** @type {any} */ (form.elements);

  /** @type {State} */
  let state;
  /** @type {ReturnType<typeof speaker>} */
  let sentence;
  let refused = ""; // why what was typed last is refused
  let notice = ""; // of a link
  let timer = 0;

  /** @type {(h: number, text?: string) => string} */
  const headed = (h, text = "") =>
    several
      ? [`${words.head} ${h + 1}`, text].filter(Boolean).join(": ")
      : text;

  /**
   * Where the state has what a field of a name shows.
   * @type {(name: string) => [any, string]}
   */
  const place = (name) => {
    const path = name.split(".");
    const [key] = path.splice(-1);
    /** @type {any} */
    const whole = { ...state, token: state.tokens[state.query] };
    return [
      path.length ? path.reduce((part, k) => part[k], whole) : state,
      key,
    ];
  };

  /**
   * What the numbers of all heads' values are called, side by side.
   * @param {Results} results
   */
  const columns = ({ heads }) =>
    heads.flatMap(({ v: [value] }, h) =>
      counted(value).map((k) => headed(h, several && !value[1] ? "" : k)),
    );

  /**
   * What the planes show: embeddings and values, which are one without matrices.
   * @param {Results} results
   */
  const pictures = (results) => {
    const { tokens, query } = state;
    const { x, heads, values, context } = results;
    const names = tokens.map((token) => token.name);
    /** @type {(kind: Point["kind"], vectors: Matrix, labels?: string[]) => Point[]} */
    const points = (kind, vectors, labels = names) =>
      vectors.map((at, k) => ({
        ...{ kind, at, label: labels[k], on: k === query },
        hidden: kind !== "context" && tokens[k].hidden,
      }));
    const z = names.map((_, k) => (k === query ? "z" : ""));
    const contexts = points("context", context, z);
    const weights = several ? [] : heads[0].weights[query];
    const mixed = {
      links: weights.map((weight, j) => ({ to: values[j], weight })),
      from: context[query],
      hull: values.filter((_, j) => !tokens[j].hidden),
    };
    const embedded = {
      pair: pair?.value.split(" ").map(Number),
      names: counted(x[0]),
    };
    const moved = points("token", x);
    if (!start.heads.length) {
      return [{ ...embedded, ...mixed, points: [...moved, ...contexts] }];
    }
    const mixture = [...points("value", values), ...contexts];
    return [
      { ...embedded, points: moved },
      { ...mixed, points: mixture, names: columns(results) },
    ];
  };

  /** @type {(k: number, x: number[]) => void} */
  const move = (k, x) => {
    state.query = k;
    state.tokens[k].x = x.map((value) =>
      Math.min(Math.max(value, -MOST), MOST),
    );
    show();
  };
  const planes = all(".plane svg").map((svg) => plane(svg, move));

  /**
   * How the context vector of the query is made, in each head.
   * @param {Results} results
   */
  const showRows = ({ heads }) => {
    const { tokens, query } = state;
    const caption = filled(words["row-of"], { query: tokens[query].name });
    all("table.row").forEach((table, k) => {
      const { scores, weights, context, v } = heads[k];
      const rows = tokens.map(({ name }, j) =>
        h.tr(
          {},
          rowHead(name),
          ...cells([scores[query][j]], "score"),
          ...cells([weights[query][j]], "rw"),
          ...cells(v[j], "rv", v[j].length > 2 ? 2 : 4),
        ),
      );
      say(table.caption, headed(k, caption));
      render(table.tBodies[0], ...rows);
      const [total] = table.tFoot.rows;
      total.replaceChildren(total.cells[0], ...cells(context[query]));
    });
  };

  /** @param {Results} results */
  const showNumbers = (results) => {
    const { x, heads, context, output } = results;
    const names = state.tokens.map(({ name }) => name);
    fill(find("table.x"), names, counted(x[0]), x);
    heads.forEach(({ scores, weights }, k) => {
      fill(all("table.scores")[k], names, names, scores);
      fill(all("table.weights")[k], names, names, weights);
    });
    fill(find("table.context"), names, columns(results), context);
    if (output) fill(find("table.output"), names, counted(output[0]), output);
  };

  /** @param {Results} results */
  const tell = (results) => {
    const names = state.tokens.map(({ name }) => name);
    const said = refused || sentence(results, names, state.query);
    say(find("output"), [notice, said].filter(Boolean).join("\n"));
    notice = "";
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
    for (const field of fields) {
      const [holder, key] = place(field.name);
      const isOfToken = field.name.startsWith("token.x");
      if (isOfToken) field.ariaLabel = `${names[query]} ${Number(key) + 1}`;
      if (field !== typed) write(field, holder[key]);
    }
    if (typed) typed.ariaInvalid = String(refused !== "");
    const note = find(".refused"); // beside the matrices
    if (note) say(note, typed?.closest("details") ? refused : "");
    say(find(".made"), notice);
    add.disabled = tokens.length >= TOKENS;
    remove.disabled = tokens.length < 2;
    const chips = tokens.map(({ name, hidden }, k) =>
      chip(
        name,
        { class: `chip${hidden ? " hidden" : ""}` },
        { name: "query", value: k, checked: k === query },
      ),
    );
    render(find(".chips"), ...chips);
    /** @param {number[]} row */
    const text = (row) =>
      row.map((weight) => (weight ? weight.toFixed(2) : "·"));
    all(".heatmap").forEach((table, k) => {
      const { weights } = results.heads[k];
      heatmap(table, names, names, weights, text, 1, query);
    });
    pictures(results).forEach((picture, k) => planes[k](picture));
    showRows(results);
    showNumbers(results);
    const isFirst = !timer; // nobody has asked yet
    clearTimeout(timer);
    if (isFirst) tell(results);
    timer = setTimeout(() => tell(results), QUIET);
  };

  /** @param {number} k */
  const choose = (k) => {
    state.query = k;
    show();
  };
  /** @param {State} next */
  const renew = (next) => {
    state = structuredClone(next);
    sentence = speaker(words, headed);
    show();
  };

  /** @param {HTMLInputElement} field */
  const take = (field) => {
    const value = read(field);
    if (value === null) {
      const { ariaLabel, ariaValueMin: least, ariaValueMax } = field;
      const kind = least ? "not-a-number" : "not-a-name";
      const limits = { least: least ?? "", most: ariaValueMax ?? LETTERS };
      refused = filled(words[kind], { place: ariaLabel ?? "", ...limits });
    } else {
      refused = "";
      const [holder, key] = place(field.name);
      holder[key] = value;
    }
    show(field);
  };
  form.addEventListener("input", ({ target }) => {
    const field = /** @type {HTMLInputElement} */ (target);
    if (field.name === "pair") show();
    else if (field.name === "query") choose(Number(field.value));
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
  // Whoever comes to a row of a heatmap chooses its token.
  form.addEventListener("focusin", ({ target }) => {
    const row = /** @type {HTMLTableRowElement} */ (target);
    if (row.matches(".heatmap tr")) choose(row.rowIndex - 1);
  });
  /** @type {Record<string, () => void>} */
  const actions = {
    add: () => {
      const x = start.tokens[0].x.map(() => NEW);
      state.tokens.push({ name: words["new-token"], x, hidden: false });
      choose(state.tokens.length - 1);
      find("[name='token.name']").select();
    },
    remove: () => {
      state.tokens.splice(state.query, 1);
      choose(Math.min(state.query, state.tokens.length - 1));
      find(".chips :checked").focus();
    },
    reset: () => renew(start),
    // The address gets the state only when it is asked for, and no entry in the
    // browser's history.
    link: () => {
      history.replaceState(null, "", link(state));
      notice = words["link-made"];
      show();
    },
  };
  form.addEventListener("click", ({ target }) => {
    actions[/** @type {HTMLButtonElement} */ (target).name]?.();
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  const open = () => {
    const found = opened(location.hash, start);
    if (!found) return;
    notice = found.odd && filled(words["link-odd"], { place: found.odd });
    renew(found.state ?? start);
    form.scrollIntoView();
  };
  addEventListener("hashchange", open);
  find("fieldset").disabled = false;
  renew(start);
  open();
};
