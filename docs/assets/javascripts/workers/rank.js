// What the theme has found of what was asked (query.js), put in order.
//
// What has all words comes first, before all of it what the glossary says of
// them, then where it leads. Exercises, mistakes and pages on the site come
// later, and what is left in the original last.

const NEAR = 30; // words between two that belong together

export const sum = (list) => list.reduce((one, two) => one + two, 0);

export const rank = ({ items }, asked, entries) => {
  const { words, stems, extra, led } = asked;

  // What each word that was asked is worth where a test of its roots holds.
  const best = (has) =>
    stems.map((worths) =>
      Math.max(0, ...[...worths].map(([root, worth]) => has(root) * worth)),
    );
  const all = [...entries.values()];
  // Common words weigh little, and those of which no page has one nothing.
  const weights = stems.map((worths) => {
    const counts = [...worths.keys()].map((root) =>
      sum(all.map(({ title, text }) => title.has(root) + text.has(root))),
    );
    const often = Math.max(...counts);
    return often && Math.log1p(entries.size / often);
  });
  const share = (worths) =>
    sum(worths.map((worth, k) => worth * weights[k])) / (sum(weights) || 1);

  // Tell which words stand close to the next one: in a text that is long enough
  // all words stand somewhere.
  const close = (entry) => {
    const places = stems.map((worths) =>
      ["text", "title"].map((field) =>
        [...worths.keys()].flatMap((root) => entry[field].get(root) ?? []),
      ),
    );
    const next = places
      .slice(1)
      .map((fields, k) =>
        fields.some((ones, f) =>
          ones.some((one) =>
            places[k][f].some((two) => Math.abs(one - two) <= NEAR),
          ),
        ),
      );
    return next.length ? sum(next) / next.length : 1;
  };

  // Give what an entry is worth. Most counts whether all words are there that
  // any page has, and a rare one more than a common one.
  const points = (location, score) => {
    const entry = entries.get(location);
    const { doc, page, length } = entry;
    const there = best((root) => entry.title.has(root) || entry.text.has(root));
    const title = best((root) => entry.title.has(root));
    const above = best((root) => page.title.has(root));
    const whole = there.every((worth, k) => worth || !weights[k]);
    return (
      (1000 + 400 * close(entry)) * whole +
      400 * share(there.map((worth) => worth && 0.8 + 0.2 * worth)) +
      600 * share(title) +
      200 * share(above) +
      100 * Math.min(1, sum(title) / length) +
      1000 * (doc.boost ?? 1) +
      30 * Math.log1p(score) +
      (extra.get(location) ?? 0) +
      (led.get(location) ?? 0)
    );
  };

  // The theme adds the page of what it has found, without a score.
  const groups = new Map();
  const add = (item, score) => {
    const { location } = item;
    const { doc, page, title, text } = entries.get(location);
    const group = groups.get(page) ?? new Map();
    if (!group.size && doc !== page.doc) {
      group.set(page.doc.location, { ...page.doc, score: 0, terms: {} });
    }
    const there = best((root) => title.has(root) || text.has(root));
    const terms = Object.fromEntries(
      words.map((word, k) => [word, !!there[k]]),
    );
    group.set(location, { ...item, terms, score: points(location, score) });
    groups.set(page, group);
  };
  // It multiplies a score by how much was found, and if it is a page.
  for (const item of items.flat().filter(({ score }) => score)) {
    const found = Object.values(item.terms);
    const isPage = !item.location.includes("#");
    const factor = 1 + (isPage + sum(found) / found.length) ** 2;
    add(item, item.score / factor);
  }
  // Where somebody is led who uses a word that is not there.
  for (const place of led.keys()) {
    const entry = entries.get(place);
    if (entry && !groups.get(entry.page)?.get(place)?.score) add(entry.doc, 0);
  }
  const lists = [...groups.values()].map((group) =>
    [...group.values()].sort((one, two) => two.score - one.score),
  );
  return { items: lists.sort(([one], [two]) => two.score - one.score) };
};
