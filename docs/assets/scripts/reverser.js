// The live model that writes letters backwards (sitebuild/widgets/live_forms.py): a reader
// writes the letters, goes back in its training and takes parts away. It shows
// where each head looks, and what the model writes.

/** @param {HTMLFormElement} form */
attention.forms.reverser = (form) => {
  const { Reverser, State, mass, showPercents, filled, put } = attention;
  const { tensors, facts } = attention.stored.reverser;
  /** @type {{letters: string, length: number, heads: number, steps: number[]}} */
  const { letters, length, heads, steps } = facts;
  const models = steps.map((step) =>
    new Reverser(new State(tensors).part(`step_${step}`), length, heads)
  );
  const { find, said, say } = attention.parts(form);
  const input = find("[name=letters]"), slider = find("[name=step]");
  const tables = form.querySelectorAll("table");
  let word = [""]; // the letters that are shown

  /** @param {string} name */
  const checked = (name) =>
    [...form.querySelectorAll(`[name=${name}]`)].map((box) => box.matches(":checked"));

  /** What the model writes, said in words; its weights are drawn. */
  const write = () => {
    const [positions, scaled] = checked("part"), heard = checked("head");
    const weights = find("[name=weights]:checked").value;
    const ids = word.map((letter) => letters.indexOf(letter));
    const switches = { positions, scaled, heads: heard, weights };
    const [scores, maps] = models[slider.value].forward(ids, switches);
    const written = scores.map((row) => letters[row.indexOf(Math.max(...row))]);
    const right = written.filter((letter, t) => letter === word[length - 1 - t]).length;
    const rows = word.map((letter, t) => `${letter} → ${written[t]}`);
    tables.forEach((table, h) => {
      const key = heard[h] ? "head-mass" : "head-off";
      const share = Math.round(100 * mass(maps[h]));
      showPercents(table, word, rows, maps[h]);
      put(table.createCaption(), filled(said[key], { head: h + 1, mass: share }));
    });
    return filled(said["writes-letters"], { letters: written.join(""), right, count: length });
  };

  const show = (finished = false) => {
    const typed = [...input.value.trim().normalize().toLowerCase()];
    const strange = typed.find((letter) => !letters.includes(letter));
    const tooFew = typed.length < length;
    const isWrong = strange !== undefined || typed.length > length;
    input.setAttribute("aria-invalid", String(isWrong || (finished && tooFew)));
    if (!isWrong && !tooFew) word = typed;
    const step = String(steps[slider.value]);
    slider.setAttribute("aria-valuetext", step);
    put(find("b"), step);
    const answer = word.length === length ? write() : "";
    if (strange) say(filled(said["not-a-letter"], { letter: `“${strange}”` }));
    else say(isWrong || tooFew ? filled(said["count-letters"], { count: length }) : answer);
  };

  form.addEventListener("input", () => show());
  input.addEventListener("change", () => show(true));
  show();
};
