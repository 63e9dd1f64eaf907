// The live translator (sitebuild/widgets/live_forms.py): a reader writes an English sentence,
// the trained model its translation, and each word shows where it looks. A word
// can be made to look elsewhere; then the model writes on from there.

/**
 * How far a sentence follows the grammar, and which words can come next: `at`
 * is the place where they can. `next` says for each state of the grammar which
 * words may come, null for the end, and where they lead.
 * @param {string[]} words
 * @param {Record<string, [(string | null)[], string][]>} next
 */
attention.follow = (words, next) => {
  let state = "subject";
  for (const [at, word] of words.entries()) {
    const lead = next[state].find(([can]) => can.includes(word));
    if (!lead) return { at, can: next[state].flatMap(([can]) => can) };
    state = lead[1];
  }
  return { at: words.length, can: next[state].flatMap(([can]) => can) };
};

/**
 * Translate a sentence: words that were written, and what each looks at.
 *
 * `forced` says, by their places, which words look at one place alone.
 * @param {attention.Transformer} model
 * @param {number[]} source
 * @param {Map<number, number>} forced
 * @param {Options} options
 */
attention.translate = (model, source, forced, options) => {
  const LONGEST = 12;
  const written = [];
  const { change } = model.decoder.layers[0].cross_attention;
  change.replace = (weights) => {
    const place = forced.get(written.length);
    if (place === undefined) return weights;
    return weights.map((row) => row.map((_, s) => (s === place ? 1 : 0)));
  };
  for (const step of attention.generate(model, source, LONGEST, options)) {
    written.push(step);
  }
  change.replace = undefined;
  return written.filter(({ id }) => id !== attention.END);
};

/** @param {HTMLFormElement} form */
attention.forms.translator = (form) => {
  const { Transformer, State, element, filled } = attention;
  const { tensors, facts } = attention.stored.translator;
  const { english, portuguese, next } = facts;
  const model = new Transformer(new State(tensors), { numHeads: 1, normFirst: true });
  const { find, said, say } = attention.parts(form);
  const input = find("[name=english]"), select = find("[name=forced]");
  const offers = find(".next"), table = find("table");
  const looks = document.querySelector(".looks");
  if (!looks) return;

  let words = [""]; // of the sentence that is shown
  let translation = "";
  /** @type {Map<number, number>} */
  const forced = new Map();
  let seed = 1;

  // The word that looks and is picked, or -1.
  const picked = () =>
    [...looks.querySelectorAll(".queries input")].findIndex((radio) => radio.matches(":checked"));

  const tell = () => {
    const at = picked();
    const word = looks.querySelectorAll(".queries label")[at]?.textContent ?? "";
    select.disabled = at < 0;
    find(".force span").textContent = filled(said.force, {
      word: at < 0 ? "…" : `“${word}”`,
    });
    select.value = forced.get(at) ?? "";
    [...table.tBodies[0].rows].forEach((row, t) => row.classList.toggle("on", t === at));
  };

  const write = () => {
    const temperature = Number(find("[name=temperature]:checked").value);
    find("[name=again]").disabled = temperature === 0;
    const options = { temperature, random: attention.generator(seed) };
    const source = words.map((word) => english.indexOf(word));
    const steps = attention.translate(model, source, forced, options);
    const queries = steps.map(({ id }) => portuguese[id]);
    const rows = steps.map(({ maps }) => maps[0].across[0][0]);
    translation = filled(said.writes, { words: queries.join(" ") || "–" });
    say(translation);
    if (!queries.length) return;
    const before = picked();
    const away = rows.findIndex((row, t) => row.indexOf(Math.max(...row)) !== t);
    const at = before < 0 ? Math.max(away, 0) : Math.min(before, queries.length - 1);
    const sentences = { queries: said["looks-at"], keys: said["looked-at"] };
    attention.showLooks(looks, { queries, keys: words, rows, said: sentences }, at);
    attention.showPercents(table, words, queries, rows);
    tell();
  };

  const parse = () => {
    const text = input.value.toLowerCase().replace(/[.,;!?]/g, " ");
    return { text, typed: text.split(/\s+/).filter(Boolean) };
  };

  // Buttons that stay the same stay: a click on one begins by leaving the field.
  /** @param {string[]} can */
  const offer = (can) => {
    const now = [...offers.children].map((button) => button.textContent);
    if (now.join() === can.join()) return;
    offers.replaceChildren(
      ...can.map((word) => element("button", { type: "button", lang: "en" }, word))
    );
  };

  const read = (finished = false) => {
    const { text, typed } = parse();
    const { at, can } = attention.follow(typed, next);
    const wrong = typed[at] ?? "";
    const last = at === typed.length - 1 && !/\s$/.test(text);
    const typing = last && !finished;
    const possible = can.filter((word) => word !== null);
    const begun = possible.filter((word) => word.startsWith(wrong));
    offer(last && begun.length ? begun : possible);
    const isWrong = wrong !== "" && !typing;
    input.setAttribute("aria-invalid", String(isWrong));
    if (isWrong) {
      const key = possible.length ? "not-next" : "too-long";
      return say(filled(said[key], { word: `“${wrong}”` }));
    }
    if (!can.includes(null) || wrong) return say(said["next-word"]);
    if (typed.join(" ") === words.join(" ")) return say(translation);
    words = typed;
    forced.clear();
    const isFirst = !select.options[1];
    select.replaceChildren(
      element("option", { value: "" }, said["as-it-does"]),
      ...words.map((word, s) => element("option", { value: String(s), lang: "en" }, word))
    );
    write();
    if (!isFirst) looks.querySelector(".queries")?.classList.add("fresh");
  };

  offers.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (!(event.target instanceof HTMLButtonElement)) return;
    const { typed } = parse();
    const { at } = attention.follow(typed, next);
    input.value = [...typed.slice(0, at), event.target.textContent, ""].join(" ");
    read();
    const byKeyboard = event.detail === 0;
    if (byKeyboard) (offers.querySelector("button") ?? input).focus();
  });
  input.addEventListener("input", () => read());
  input.addEventListener("change", () => read(true));
  looks.addEventListener("change", tell);
  select.addEventListener("change", () => {
    if (select.value) forced.set(picked(), Number(select.value));
    else forced.delete(picked());
    write();
  });
  for (const radio of form.querySelectorAll("[name=temperature]")) {
    radio.addEventListener("change", write);
  }
  find("[name=again]").addEventListener("click", () => {
    seed += 1;
    write();
  });
  read();
};
