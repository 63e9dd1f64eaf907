// The film of a training (sitebuild/widgets/live_forms.py): a reader guesses where
// the heads will look, plays recorded snapshots, goes to one of them on the curve
// of the loss, and writes a word.

import { calm, filled, say } from "./element.js";
import { isLit, told, view } from "./film.js";
import { parameters } from "./model/parameters.js";
import { reverser } from "./model/reverser.js";
import { argmax } from "./model/vectors.js";

/** @import { Moment, Point } from "./film.js" */

const DURATION = 6000; // ms, of the whole film
const STRIDE = 4; // snapshots, where nothing may move

/** @type {import("./live.js").Start} */
export const start = ({ form, fields, find, said, output }, film) => {
  /** @type {{letters: string, length: number, heads: number, steps: number[]}} */
  const { letters, length, heads, steps } = film.facts;
  const { word: input, step: slider, play, other } = fields;
  const { curves, ...models } = parameters(film.tensors);
  const last = steps.length - 1;
  /** @type {(name: string) => Point[]} */
  const points = (name) =>
    steps.map((step, k) => [step, curves[name].numbers[k]]);
  const trained = points("trained");
  const across = (/** @type {number} */ step) => steps.indexOf(step) / last;
  const { draw, show } = view(find, said.head, across);

  let word = input.defaultValue;
  let timer = 0; // 0: the film does not play
  /** @type {() => Moment} */
  const now = () => {
    const k = Number(slider.value);
    const ids = [...word].map((letter) => letters.indexOf(letter));
    const found = reverser(models[`step_${steps[k]}`], heads, [ids]);
    const written = found.scores.lists.map((row) => letters[argmax(row)]);
    const maps = found.weights.map(({ lists }) => lists);
    const [step, loss] = trained[k];
    return { step, loss, maps, word, letters: written.join("") };
  };

  /** @type {(moment: Moment, guess: number[]) => void} say both in words */
  const tell = (moment, guess) => {
    const name = said["how-wrong"] ?? said["turn-loss"];
    const lit = guess.filter((cell) => isLit(moment, cell)).length;
    const score = filled(said["film-score"], { lit, count: guess.length });
    const scored = guess.length ? ` ${score}` : "";
    const reached = lit === length ? " ✓" : "";
    say(output, told(moment, said["film-says"], name) + scored + reached);
  };

  const compare = () => {
    for (const { value, checked } of other) {
      draw(value, checked ? points(value) : []);
    }
  };

  const update = () => {
    const moment = now();
    const marked = [...form.querySelectorAll(".guess :checked")];
    const guess = marked.map((/** @type {any} */ cell) => Number(cell.value));
    show(moment, trained, new Set(guess));
    slider.ariaValueText = moment.step;
    if (!timer) tell(moment, guess);
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
    form.classList.remove("playing");
    play.textContent = `▶ ${said[calm.matches ? "film-step" : "film-play"]}`;
  };
  const forward = () => {
    slider.value = Number(slider.value) + (calm.matches ? STRIDE : 1);
    if (Number(slider.value) === last) pause();
    update();
  };
  play.addEventListener("click", () => {
    form.classList.remove("guessing");
    if (timer) {
      pause();
      return update();
    }
    if (Number(slider.value) === last) slider.value = 0;
    if (!calm.matches) {
      timer = setInterval(forward, DURATION / last);
      form.classList.add("playing");
      play.textContent = `❚❚ ${said["film-pause"]}`;
    }
    forward();
  });
  form.addEventListener("reset", () => {
    pause();
    word = input.defaultValue;
    form.classList.add("guessing");
    setTimeout(() => {
      compare(); // the fields have been reset
      update();
    });
  });

  /** @type {(isFinished?: boolean) => boolean} whether it can be written */
  const read = (isFinished = false) => {
    const typed = [...input.value.trim().normalize().toLowerCase()];
    const strange = typed.find((letter) => !letters.includes(letter));
    const isShort = typed.length < length;
    const isWrong = strange !== undefined || typed.length > length;
    input.ariaInvalid = isWrong || (isFinished && isShort);
    const odd = filled(said["not-a-letter"], { letter: `“${strange}”` });
    const count = filled(said["count-letters"], { count: length });
    if (isWrong || isShort) say(output, strange ? odd : count);
    else word = typed.join("");
    return !isWrong && !isShort;
  };
  input.addEventListener("change", () => read(true));
  form.addEventListener("input", (/** @type {any} */ { target }) => {
    if (target.type === "radio" || (target === input && !read())) return;
    if (target === slider) pause();
    if (target.type === "checkbox") compare();
    else form.classList.remove("guessing");
    update();
  });
  find(".guess").addEventListener("pointerover", (/** @type {any} */ event) => {
    if (event.buttons === 1) event.target.checked = true; // a mouse draws
  });
  pause(); // names the button
  // What was changed while the model was loaded.
  for (const field of [slider, input, ...other]) {
    if (field.checked || field.value !== field.defaultValue) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
};
