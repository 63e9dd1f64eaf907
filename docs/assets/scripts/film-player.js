// The film of a training: a reader guesses where the heads will look, plays the
// recorded snapshots, goes to one of them on the curve of the loss, and writes a
// word. sitebuild/widgets/live_forms.py makes the form. The snapshots' parameters
// are loaded when the form is first used.

import { filled, h, render, say } from "./element.js";
import { grid, grids, isLit, rightLetters, view } from "./film.js";
import { parameters } from "./model/parameters.js";
import { reverser } from "./model/reverser.js";
import { argmax } from "./model/tensor.js";

/** @import { Matrix } from "./model/tensor.js" */
/** @import { Moment, Points } from "./film.js" */

/**
 * What a page knows of the film: `maps` of the steps that are `stills`.
 * @typedef {{letters: string, length: number, heads: number, steps: number[],
 *   stills: number[], maps: Matrix[][], curves: Record<string, Points>}} Film
 */

const DURATION = 6000; // ms, of the whole film
const STRIDE = 4; // snapshots, where nothing may move by itself
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {HTMLFormElement} form */
const start = (form) => {
  const { film = "", words = "", block, failed = "" } = form.dataset;
  const said = JSON.parse(words);
  /** @type {Film} */
  const { letters, length, heads, steps, stills, maps, curves } =
    JSON.parse(film);
  const { trained, "no-positions": blind } = curves;
  const last = steps.length - 1;
  /** @type {(selector: string) => any} */
  const find = (selector) => form.querySelector(selector);
  const [output, board] = [find("output"), find(".guess")];
  /** @type {any} */
  const fields = form.elements;
  const { word: input, step: slider, play, again, other } = fields;

  const axis = {
    ticks: steps.filter((_, k) => k % STRIDE === 0 || k === last),
    across: (/** @type {number} */ step) => steps.indexOf(step) / last,
  };
  const even = filled(said["even-guess"], { count: letters.length });
  const stage = view(find(".stage"), said.head, axis, [
    { name: even, loss: Math.log(letters.length) },
    { name: said["no-positions"], loss: blind[last][1] },
  ]);
  stage.curve.append(slider);
  find(".axis").after(stage.curve);

  let word = input.value;
  /** @type {Moment} */
  let moment = { step: 0, loss: trained[0][1], maps: maps[0], word, letters };
  /** @type {any} */
  let models; // a promise of them
  let timer = 0; // 0: the film does not play

  const load = async () => {
    const file = new URL(`../../outputs/${block}.json`, import.meta.url);
    return parameters((await (await fetch(file)).json()).tensors);
  };
  const guess = () =>
    new Set([...board.querySelectorAll(":checked")].map(({ value }) => +value));

  const draw = () => {
    const shown = [...other].filter((box) => box.checked);
    const others = shown.map(({ value }) => [value, curves[value]]);
    stage.show(moment, trained, Object.fromEntries(others), guess());
    say(find(".axis b"), String(moment.step));
    slider.ariaValueText = moment.step;
  };
  /** Say the moment, and how well it was guessed. */
  const tell = () => {
    const right = rightLetters(moment).filter(Boolean).length;
    const { step, loss } = moment;
    const name = said["how-wrong"] ?? said["turn-loss"];
    const facts = { step, name, loss: loss.toFixed(2), right, count: length };
    const cells = [...guess()];
    const lit = cells.filter((cell) => isLit(moment, cell)).length;
    const score = filled(said["film-score"], { lit, count: cells.length });
    const scored = cells.length ? ` ${score}` : "";
    const reached = lit === length ? " ✓" : "";
    say(output, filled(said["film-says"], facts) + scored + reached);
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = said[calm.matches ? "film-step" : "film-play"];
  };

  const now = () => Number(slider.value);
  /** @param {number} k - of a snapshot */
  const show = async (k) => {
    try {
      const model = (await (models ??= load()))[`step_${steps[k]}`];
      const ids = [...word].map((letter) => letters.indexOf(letter));
      const { scores, weights } = reverser(model, heads, ids);
      const answer = scores.map((row) => letters[argmax(row)]).join("");
      const [step, loss] = trained[k];
      moment = { step, loss, maps: weights, word, letters: answer };
    } catch {
      models = undefined; // the next use tries again
      pause();
      return say(output, failed);
    }
    slider.value = k;
    if (k === last) pause();
    form.classList.remove("guessing");
    draw();
    if (!timer) tell();
  };
  const forward = () =>
    show(Math.min(now() + (calm.matches ? STRIDE : 1), last));
  play.addEventListener("click", () => {
    if (timer) {
      pause();
      return tell();
    }
    if (now() === last) slider.value = 0;
    if (!calm.matches) {
      timer = setInterval(forward, DURATION / last);
      play.textContent = said["film-pause"];
    }
    forward();
  });
  slider.addEventListener("input", () => {
    pause();
    show(now());
  });
  for (const box of other) box.addEventListener("input", draw);

  /** Ask for a guess: a cell in each row. */
  const ask = () => {
    const columns = [...word];
    const rows = columns.toReversed();
    const cell = (/** @type {number} */ k) => {
      const row = Math.floor(k / length);
      const label = `${rows[row]} → ${columns[k % length]}`;
      const radio = { type: "radio", name: `row-${row}`, value: k };
      return h.td({}, h.input({ ...radio, "aria-label": label }));
    };
    render(board, grid(word, said["own-guess"], cell));
    form.classList.add("guessing");
    slider.value = 0;
    pause();
  };
  again.addEventListener("click", ask);
  board.addEventListener("pointerover", (/** @type {any} */ event) => {
    if (event.buttons === 1) event.target.checked = true; // a mouse draws
  });

  /** @param {boolean} isFinished */
  const read = (isFinished) => {
    const typed = [...input.value.trim().normalize().toLowerCase()];
    const strange = typed.find((letter) => !letters.includes(letter));
    const isShort = typed.length < length;
    const isWrong = strange !== undefined || typed.length > length;
    input.ariaInvalid = isWrong || (isFinished && isShort);
    const odd = filled(said["not-a-letter"], { letter: `“${strange}”` });
    const count = filled(said["count-letters"], { count: length });
    if (isWrong || isShort) return say(output, strange ? odd : count);
    word = typed.join("");
    show(now());
  };
  input.addEventListener("input", () => read(false));
  input.addEventListener("change", () => read(true));

  // On paper.
  addEventListener("beforeprint", () => {
    const frames = stills.map((step, k) => {
      const tables = grids(input.defaultValue, maps[k], said.head);
      return h.div({}, `${said["training-steps"]} ${step}`, ...tables);
    });
    form.prepend(h.div({ class: "strip" }, ...frames));
  });
  addEventListener("afterprint", () => find(".strip")?.remove());

  form.addEventListener("submit", (event) => event.preventDefault());
  for (const part of form.querySelectorAll("fieldset")) part.disabled = false;
  ask();
  draw();
};

for (const form of document.forms) if (form.matches(".film")) start(form);
