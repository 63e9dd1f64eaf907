// What is typed, made a query (words.js loads this with the theme's search).
//
// A word is found in all its forms, without its accents, by its beginning, with
// a typo, written in one or in two, or as a sign (√). Words that only ask are
// dropped. What it finds is put in order by rank.js.

import { rank, sum } from "./rank.js";

const MOST = 20; // words that a beginning may stand for
const TYPO = 5; // letters that a word has at least to have one
const LED = 5000; // points: no text is worth as much
const [EXACT, ALIKE, BEGUN] = [10, 7, 5]; // what a find is worth
const ACCENTS = /[\u0300-\u036f_]/g;

const known = new Map(); // plain -> words of the pages
const hyphened = new Map(); // plain -> the two words
const entries = new Map(); // location -> what counts for it
let separator, signs; // for words
let stem, idle, terms, leads; // of the language
let asked; // last

const plain = (text) =>
  text.normalize("NFKD").replace(ACCENTS, "").toLowerCase();
const bare = (html) => html.replace(/<[^>]*>/g, " ");

// Keep the higher one of two values of a key.
const raise = (map, key, value) =>
  map.set(key, Math.max(value, map.get(key) ?? 0));

// Cut a text at signs into parts, which together are the text again.
const cut = (text) => text.split(signs).filter(Boolean);
const words = (text) =>
  text
    .toLowerCase()
    .split(separator)
    .flatMap(cut)
    .filter((part) => /[\p{L}\p{N}\p{S}]/u.test(part));
const roots = (text) =>
  words(text)
    .filter((word) => !idle(word))
    .map(stem);
const know = (key, word) =>
  known.set(key, (known.get(key) ?? new Set()).add(word));

// When the theme has loaded what it knows of the language.
const learn = ({ config, docs }) => {
  separator = new RegExp(config.separator);
  signs = new RegExp(`([${Object.keys(config.signs).join("")}])`, "u");
  const [own] = config.lang;
  const language = own === "en" ? lunr : lunr[own];
  const asking = new Set(config.idle);
  const stems = new Map();
  stem = (word) => {
    if (!stems.has(word)) {
      stems.set(word, language.stemmer(new lunr.Token(word)).toString());
    }
    return stems.get(word);
  };
  idle = (word) =>
    [word, ...(known.get(plain(word)) ?? [])].some(
      (form) => asking.has(form) || !language.stopWordFilter(form),
    );
  const read = docs
    .map(({ title, text }) => bare(`${title} ${text}`))
    .join(" ");
  for (const word of words(read)) know(plain(word), word);
  for (const [, one, two] of read.matchAll(/(\p{L}+)-(\p{L}+)/gu)) {
    hyphened.set(plain(one + two), words(`${one} ${two}`));
  }
  for (const [sign, names] of Object.entries(config.signs)) {
    for (const name of names) know(plain(name), sign);
    for (const name of names) know(sign, name);
  }
  leads = Object.entries(config.leads).map(([text, places]) => {
    for (const word of words(text)) know(plain(word), word);
    return { names: [roots(text)], places };
  });
  let page;
  for (const doc of docs) {
    const title = new Set(words(bare(doc.title)).map(stem));
    if (!doc.location.includes("#")) page = { title, doc };
    const length = roots(bare(doc.title)).length || 1;
    const text = words(bare(`${doc.title} ${doc.text}`)).map(stem);
    const entry = { doc, page, length, title, roots: new Set(text) };
    entries.set(doc.location, entry);
  }
  const all = (names) => names.map(roots);
  terms = docs
    .filter(({ names }) => names)
    .map((doc) => ({ ...doc, names: all(doc.names), also: all(doc.also) }));
};

// Tell whether one letter more, less or other, or two in turn, differ.
const typo = (one, two) => {
  let at = 0;
  while (at < one.length && one[at] === two[at]) at++;
  const [a, b] = [one.slice(at), two.slice(at)];
  const [less, other] = [a.slice(1), b.slice(1)];
  const swapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return swapped || less === b || a === other || less === other;
};

// Give the words that each word may stand for, with what each is worth.
const meant = (typed) => {
  const found = typed.map(() => new Map());
  const every = [...known.keys()];
  const add = (at, keys, worth) => {
    for (const key of keys) {
      for (const word of known.get(key)) raise(found[at], word, worth);
    }
  };
  typed.map(plain).forEach((key, at, all) => {
    const longer = (word) => word !== key && word.startsWith(key);
    const alike = (word) => typo(key, word);
    if (known.has(key)) add(at, [key], EXACT);
    const joined = key + all[at + 1]; // soft max
    for (const k of known.has(joined) ? [at, at + 1] : []) {
      add(k, [joined], EXACT);
    }
    if (key.length > 2 || !found[at].size) {
      add(at, every.filter(longer).slice(0, MOST), BEGUN);
    }
    if (key.length >= TYPO && !found[at].size) {
      add(at, every.filter(alike), ALIKE);
    }
    if (!found[at].size) found[at].set(typed[at], EXACT);
  });
  return found;
};

// Tell how near a name comes to what was typed, if it has all words of that.
const nearness = (names) =>
  Math.max(
    0,
    ...names.map((name) => {
      const worths = asked.stems.map((stems) =>
        Math.max(...name.map((root) => stems.get(root) ?? 0)),
      );
      const most = Math.max(name.length, worths.length);
      return worths.every((worth) => worth > 0) ? sum(worths) / most : 0;
    }),
  );

const ask = (typed) => {
  const parts = typed.flatMap((word) => hyphened.get(plain(word)) ?? [word]);
  const some = parts.filter((word) => !idle(word));
  const unique = [...new Set(some.length ? some : parts)];
  const forms = meant(unique);
  const stems = forms.map((worths) => {
    const found = new Map();
    for (const [word, worth] of worths) raise(found, stem(word), worth / EXACT);
    return found;
  });
  const extra = new Map();
  asked = { words: unique, forms, stems, extra };
  for (const { location, see, names, also } of terms) {
    const near = nearness([...names, ...also]) ** 2;
    raise(extra, location, 1500 * near);
    raise(extra, see, 1200 * near);
  }
  for (const { names, places } of leads) {
    if (nearness(names) < ALIKE / EXACT) continue;
    for (const place of places) raise(extra, place, LED);
  }
};

// What is looked for, in the form of a query. A name in another language, or one
// that is not used here, becomes the term's own.
export const read = (typed, data) => {
  if (!stem) learn(data);
  ask(words(typed));
  if (!terms.some(({ names }) => nearness(names) === 1)) {
    const term = terms.find(({ also }) => nearness(also) === 1);
    if (term) ask(words(term.title));
  }
  const query = new Map(asked.forms.flatMap((worths) => [...worths]));
  asked.alike = [...query.keys()].filter((word) => query.get(word) === ALIKE);
  return [...query].map(([word, worth]) => `${word}^${worth}`).join(" ");
};

// What the theme has found, in order. The first title hides the words that were
// found in place of what was typed, which keys.js says.
export const ranked = (found) => {
  const { items } = rank(found, asked, entries);
  if (items[0]) items[0][0].title += `<i hidden>${asked.alike.join(", ")}</i>`;
  return { items };
};
