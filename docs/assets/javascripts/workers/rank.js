// What was asked (query.js), looked for in the theme's index and put in order.
//
// What has all words comes first, before all of it what the glossary says of
// them, then where it leads. Exercises, mistakes and pages on the site come later,
// and what is left in the original last.
self.rank = (index, asked, entries) => {
  const NEAR = 30; // words between two that belong together
  const sum = (list) => list.reduce((one, two) => one + two, 0);

  // Common words weigh little, and those of which no page has one nothing.
  const weights = asked.stems.map((stems) => {
    const often = Math.max(...[...stems.keys()].map((root) =>
      Object.values(index.invertedIndex[root] || {}).flatMap(Object.keys)
        .length));
    return often && Math.log1p(entries.size / often);
  });

  // Tell which words stand close to the next one: in a text that is long enough
  // all words stand somewhere.
  const close = (metadata) => {
    const at = (root, field) => metadata[root]?.[field]?.position || [];
    const each = (root) =>
      [...at(root, "text"), ...at(root, "title").map((place) => -place)];
    const places = asked.stems.map((stems) => [...stems.keys()].flatMap(each));
    const next = places.slice(1).map((ones, k) => ones.some((one) =>
      places[k].some((two) => Math.abs(one - two) <= NEAR)));
    return next.length ? sum(next) / next.length : 1;
  };

  // Give what an entry is worth. Most counts whether all words are there that
  // any page has, and a rare one more than a common one.
  const points = (location, metadata, score) => {
    const share = (worths) =>
      sum(worths.map((worth, k) => worth * weights[k])) / (sum(weights) || 1);
    const best = (has) => asked.stems.map((stems) =>
      Math.max(0, ...[...stems].map(([root, worth]) => has(root) ? worth : 0)));
    const all = best((root) => metadata[root]);
    const title = best((root) => metadata[root]?.title);
    const { page, length, boost } = entries.get(location);
    const above = best((root) => page.includes(root));
    const whole = all.every((worth, k) => worth || !weights[k]);
    return (1000 + 400 * close(metadata)) * whole
      + 400 * share(all.map((worth) => worth && 0.8 + 0.2 * worth))
      + 600 * share(title) + 200 * share(above)
      + 100 * Math.min(1, sum(title) / length) + 1000 * boost
      + 30 * Math.log1p(score) + (asked.extra.get(location) || 0)
      + (asked.led.get(location) || 0);
  };

  // Where the words were found, each place once, as the theme marks it.
  const places = (metadata) => {
    const found = {}, taken = new Set();
    asked.words.forEach((word, k) => {
      for (const root of asked.stems[k].keys()) {
        if (!metadata[root]) continue;
        found[word] ||= {};
        const fields = taken.has(root) ? [] : Object.entries(metadata[root]);
        taken.add(root);
        for (const [field, { position }] of fields) {
          found[word][field] ||= { position: [] };
          found[word][field].position.push(...position);
        }
      }
    });
    return found;
  };

  // The theme multiplies a score by how much was found, and if it is a page.
  const found = ({ ref, score, matchData }) => {
    const metadata = places(matchData.metadata);
    const share = Object.keys(metadata).length / asked.words.length;
    const factor = 1 + (!ref.includes("#") + share) ** 2;
    const mine = points(ref, matchData.metadata, score) / factor;
    return { ref, score: mine, matchData: { metadata } };
  };

  const results = index.query((query) => {
    asked.stems.forEach((stems) => stems.forEach((boost, root) =>
      query.term(root, { boost, usePipeline: false })));
  });
  // Where somebody is led who uses a word that is not there.
  for (const ref of asked.led.keys()) {
    if (results.every((result) => result.ref !== ref) && entries.has(ref)) {
      results.push({ ref, score: 0, matchData: { metadata: {} } });
    }
  }
  return results.map(found);
};
