// What the theme has found of what was asked (query.js), put in order.
//
// What has all words comes first, before all of it what the glossary says of
// them, then where it leads. Exercises, mistakes and pages on the site come
// later, and what is left in the original last.

export const sum = (list) => list.reduce((one, two) => one + two, 0);

export const rank = ({ items }, asked, entries) => {
  const { words, stems, extra } = asked;

  // What each word that was asked is worth among the roots of a text.
  const best = (roots) => {
    const worthOf = ([root, worth]) => roots.has(root) * worth;
    return stems.map((worths) => Math.max(0, ...[...worths].map(worthOf)));
  };
  const all = [...entries.values()];
  // Common words weigh little, and those of which no page has one nothing.
  const weights = stems.map((worths) => {
    const counts = [...worths.keys()].map(
      (root) => all.filter(({ roots }) => roots.has(root)).length,
    );
    const often = Math.max(...counts);
    return often && Math.log1p(entries.size / often);
  });
  const share = (worths) =>
    sum(worths.map((worth, k) => worth * weights[k])) / (sum(weights) || 1);

  // Give what an entry is worth. Most counts whether all words are there that
  // any page has, and a rare one more than a common one.
  const points = (location) => {
    const { doc, page, length, title, roots } = entries.get(location);
    const there = best(roots);
    const heading = best(title);
    return (
      1400 * there.every((worth, k) => worth || !weights[k]) +
      400 * share(there.map((worth) => worth && 0.8 + 0.2 * worth)) +
      600 * share(heading) +
      200 * share(best(page.title)) +
      100 * Math.min(1, sum(heading) / length) +
      1000 * (doc.boost ?? 1) +
      (extra.get(location) ?? 0)
    );
  };

  // The theme adds the page of what it has found, without a score.
  const groups = new Map();
  const add = (item) => {
    const { location } = item;
    const { doc, page, roots } = entries.get(location);
    const group = groups.get(page) ?? new Map();
    if (!group.size && doc !== page.doc) {
      group.set(page.doc.location, { ...page.doc, score: 0, terms: {} });
    }
    const there = best(roots);
    const terms = Object.fromEntries(
      words.map((word, k) => [word, !!there[k]]),
    );
    group.set(location, { ...item, terms, score: points(location) });
    groups.set(page, group);
  };
  items
    .flat()
    .filter(({ score }) => score)
    .forEach(add);
  // Where somebody is led who uses a word that is not there.
  for (const [place, points] of extra) {
    const entry = points && entries.get(place);
    if (entry && !groups.get(entry.page)?.get(place)?.score) add(entry.doc);
  }
  const lists = [...groups.values()].map((group) =>
    [...group.values()].sort((one, two) => two.score - one.score),
  );
  return { items: lists.sort(([one], [two]) => two.score - one.score) };
};
