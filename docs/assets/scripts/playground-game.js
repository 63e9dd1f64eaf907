// Attention to play with: whatever a reader changes, planes, heatmaps and
// numbers follow. sitebuild/widgets/live_forms.py leaves a form with the numbers that a
// block of the page printed (data-start) and the words to use (data-words).
(() => {
  "use strict";
  const states = playgroundState;
  const links = playgroundLink;
  const { button } = playgroundFields;
  const parts = playgroundForm;
  const views = playgroundResults;
  const { element, filled, put } = attention;
  const QUIET = 300; // milliseconds without a change, then it is said

  /** @param {HTMLFormElement} form */
  function play(form) {
    /** @type {Record<string, string>} */
    const words = JSON.parse(form.dataset.words ?? "");
    /** @type {State} */
    const start = JSON.parse(form.dataset.start ?? "");
    const output = element("output");
    const made = element("span", { "aria-hidden": "true" }); // a link: seen at its button
    let timer = 0;
    let own = ""; // the link that was made last
    let notice = ""; // of a link

    /** @type {Game} */
    const game = {
      words,
      start,
      state: structuredClone(start),
      chosen: () => game.state.tokens[game.state.query],
      names: () => game.state.tokens.map(({ name }) => name),
      headed: (h, text = "") => start.heads.length > 1
        ? [`${words.head} ${h + 1}`, text].filter(Boolean).join(": ")
        : text,
      choose: (k) => {
        game.state.query = k;
        for (const field of controls.fields) field.renew();
        game.update();
      },
      update: () => {
        const results = states.computed(game.state);
        put(made, "");
        controls.refresh();
        planes.refresh(results);
        lists.refresh(results);
        clearTimeout(timer);
        if (!output.isConnected) return say(results); // nobody has asked yet
        timer = setTimeout(() => say(results), QUIET);
      },
    };
    const controls = parts.controls(game);
    const planes = views.planes(game);
    const lists = views.lists(game);
    let sentence = playgroundSentence.speaker(game);

    /** @param {Results} results */
    const say = (results) => {
      const refused = controls.fields.map((field) => field.refused()).find(Boolean);
      const text = [notice, refused || sentence(results)].filter(Boolean).join("\n");
      notice = "";
      if (output.textContent !== text) output.textContent = text;
    };
    /** @param {State} state */
    const renew = (state) => {
      game.state = state;
      sentence = playgroundSentence.speaker(game);
      game.choose(state.query);
    };

    // The address gets the state only when it is asked for, and no entry in
    // the browser's history.
    const share = () => {
      own = links.link(game.state);
      location.replace(own);
      notice = words["link-made"];
      game.update();
      made.textContent = words["link-made"];
    };
    const open = () => {
      const opened = location.hash === own ? null : links.opened(location.hash, start);
      if (!opened) return;
      const { odd, state } = opened;
      notice = odd ? filled(words["link-odd"], { place: odd }) : "";
      renew(state ?? structuredClone(start));
      form.scrollIntoView();
    };

    renew(game.state);
    form.append(
      controls.tokens, controls.token, output, lists.maps, controls.settings,
      planes.all, lists.rows, ...controls.matrices,
      lists.all,
      element(
        "div", { class: "buttons" },
        button(words.reset, () => renew(structuredClone(start))),
        button(words.link, share), made
      )
    );
    addEventListener("hashchange", open);
    form.addEventListener("submit", (event) => event.preventDefault());
    open();
  }

  [...document.forms].filter((form) => form.matches(".playground")).forEach(play);
})();
