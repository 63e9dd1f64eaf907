// What is typed, made a query: words.js loads this with the theme's search.
//
// A word is found in all its forms, without its accents, by its beginning, with
// a typo, within a longer one, written in one or in two, or as a sign (√). Words
// that only ask are dropped. What it finds is put in order by rank.js.
(() => {
  const MOST = 20; // words that a beginning may stand for
  const TYPO = 5; // letters that a word has at least to have one
  const JOINED = 4; // words that may be one: scaled_dot_product_attention
  const LED = 5000; // points: no text is worth as much
  const EXACT = 1, ALIKE = 0.7, BEGUN = 0.5; // what a find is worth
  const ACCENTS = /[\u0300-\u036f_]/g;
  const plain = (text) =>
    text.normalize("NFKD").replace(ACCENTS, "").toLowerCase();
  const sum = (list) => list.reduce((one, two) => one + two, 0);

  const known = new Map(); // plain -> words of the pages
  const hyphened = new Map(); // plain -> the two words
  const entries = new Map(); // location -> what counts for it
  let setup, own, separator, signs; // for words
  let stem, idle, terms, leads; // of the language
  let asked; // last

  // Cut a text at signs into parts, which together are the text again.
  const cut = (text) => text.split(signs).filter(Boolean);
  const words = (text) => text.toLowerCase().split(separator).flatMap(cut)
    .filter((part) => /[\p{L}\p{N}\p{S}]/u.test(part));
  const roots = (text) => words(text).filter((word) => !idle(word)).map(stem);
  const know = (bare, word) =>
    known.set(bare, (known.get(bare) || new Set()).add(word));

  // Before the theme makes its index, for which it cuts the pages into words.
  const begin = (data) => {
    setup = data;
    [own] = setup.config.lang;
    separator = new RegExp(setup.config.separator);
    signs = new RegExp(`([${Object.keys(setup.config.signs).join("")}])`, "u");
    lunr.Index.prototype.search = function () {
      return rank(this, asked, entries);
    };
    // The theme asks a segmenter where to cut what has no blanks: pages are
    // cut as what is typed is.
    class Segmenter {
      ctype_(text) { return signs.test(text) ? "H" : ""; }
      segment(text) { return cut(text); }
    }
    Object.defineProperty(lunr, "TinySegmenter",
      { get: () => Segmenter, set() {} });
  };

  // When the theme has loaded what it knows of the language.
  const learn = () => {
    const language = own === "en" ? lunr : lunr[own];
    const asking = new Set(setup.config.idle);
    stem = (word) => language.stemmer(new lunr.Token(word)).toString();
    idle = (word) => [word, ...(known.get(plain(word)) || [])].some((form) =>
      asking.has(form) || !language.stopWordFilter(form));
    const read = setup.docs.map(({ title, text }) =>
      `${title} ${text}`.replace(/<[^>]*>/g, " ")).join(" ");
    for (const word of words(read)) know(plain(word), word);
    for (const [, one, two] of read.matchAll(/(\p{L}+)-(\p{L}+)/gu)) {
      hyphened.set(plain(one + two), words(`${one} ${two}`));
    }
    for (const [sign, names] of Object.entries(setup.config.signs)) {
      for (const name of names) know(plain(name), sign);
      for (const name of names) know(sign, name);
    }
    leads = Object.entries(setup.config.leads).map(([text, places]) => {
      for (const word of words(text)) know(plain(word), word);
      return { names: [roots(text)], places };
    });
    let page = [];
    for (const { location, title, boost = 1 } of setup.docs) {
      const mine = roots(title.replace(/<[^>]*>/g, " "));
      if (!location.includes("#")) page = mine;
      const length = mine.length || 1;
      entries.set(location, { page, length, boost });
    }
    const all = (names) => names.map(roots);
    terms = setup.docs.filter(({ names }) => names).map((term) =>
      ({ ...term, names: all(term.names), also: all(term.also) }));
  };

  // Tell whether one letter more, less or other, or two in turn, differ.
  const typo = (one, two) => {
    let at = 0;
    while (at < one.length && one[at] === two[at]) at++;
    const [a, b] = [one.slice(at), two.slice(at)];
    return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1)
      || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  };

  // Give the stems that each word may stand for, with what each is worth.
  const meant = (typed) => {
    const found = typed.map(() => new Map()), every = [...known.keys()];
    const add = (at, bares, worth) => {
      for (const word of bares.flatMap((bare) => [...known.get(bare)])) {
        const root = stem(word);
        found[at].set(root, Math.max(worth, found[at].get(root) || 0));
      }
    };
    typed.map(plain).forEach((bare, at, all) => {
      if (known.has(bare)) add(at, [bare], EXACT);
      for (let end = at + 2; end <= at + JOINED && end <= all.length; end++) {
        const joined = all.slice(at, end).join("");
        for (let k = at; k < end && known.has(joined); k++) {
          add(k, [joined], EXACT);
        }
      }
      if (bare.length > 2 || !found[at].size) {
        const longer = (word) => word !== bare && word.startsWith(bare);
        add(at, every.filter(longer).slice(0, MOST), BEGUN);
      }
      if (bare.length >= TYPO && !found[at].size) {
        add(at, every.filter((word) => typo(bare, word)), ALIKE);
      }
      if (bare.length >= TYPO && !found[at].size) {
        const longer = (word) => word.includes(bare);
        add(at, every.filter(longer).slice(0, MOST), BEGUN);
      }
      if (!found[at].size) found[at].set(stem(typed[at]), EXACT);
    });
    return found;
  };

  // Tell how near a name comes to what was typed, if it has all words of that.
  const nearness = (names) => Math.max(0, ...names.map((name) => {
    const worths = asked.stems.map((stems) =>
      Math.max(...name.map((root) => stems.get(root) || 0)));
    const most = Math.max(name.length, worths.length);
    return worths.every((worth) => worth > 0) ? sum(worths) / most : 0;
  }));

  const ask = (typed) => {
    const parts = typed.flatMap((word) => hyphened.get(plain(word)) || [word]);
    const telling = parts.filter((word) => !idle(word));
    const unique = [...new Set(telling.length ? telling : parts)];
    asked = { words: unique, stems: meant(unique), extra: new Map(), led: new Map() };
    for (const { location, see, names, also } of terms) {
      const near = nearness([...names, ...also]) ** 2;
      asked.extra.set(location, 1500 * near);
      asked.extra.set(see, Math.max(1200 * near, asked.extra.get(see) || 0));
    }
    for (const { names, places } of leads) {
      if (nearness(names) < ALIKE) continue;
      for (const place of places) asked.led.set(place, LED);
    }
  };

  // What is looked for: the words that tell, in the form of a query. A name in
  // another language, or one that is not used here, becomes the term's own.
  const read = (typed) => {
    if (!stem) learn();
    ask(words(typed));
    if (!terms.some(({ names }) => nearness(names) === 1)) {
      const term = terms.find(({ also }) => nearness(also) === 1);
      if (term) ask(words(term.title));
    }
    return asked.words.join(" ");
  };

  self.query = { begin, read };
})();
