// Search that knows the words of the pages: what is typed, accents optional, is
// replaced by the stems of the words that it is or begins ("atencao" becomes
// the stem of "atenção"). Then the theme's search looks for them, whose file is
// named after the # of this one's address.
(() => {
  const MOST = 20; // words that a beginning may stand for
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");
  const known = new Map(); // plain -> words of the pages
  let stem;

  const learn = ({ config, docs }) => {
    const [language] = config.lang;
    const { stemmer } = language === "en" ? lunr : lunr[language];
    stem = (word) => stemmer(new lunr.Token(word)).toString();
    for (const { title, text } of docs) {
      const words = `${title} ${text}`.replace(/<[^>]*>/g, " ").toLowerCase();
      for (const [word] of words.matchAll(/\p{L}{2,}/gu)) {
        const bare = plain(word);
        known.set(bare, (known.get(bare) || new Set()).add(word));
      }
    }
  };

  const meant = (typed) => {
    const start = plain(typed.toLowerCase());
    const begun = [...known.keys()].filter((bare) => bare.startsWith(start));
    const found = known.has(start) ? [start] : begun.slice(0, MOST);
    const stems = found.flatMap((bare) => [...known.get(bare)].map(stem));
    return [...new Set(stems)].join(" ") || stem(typed.toLowerCase());
  };

  let setup;
  addEventListener("message", ({ data: message }) => {
    if (message.type === 0) setup = message.data; // its stemmer is not there yet
    if (message.type === 2) {
      if (!stem) learn(setup);
      message.data = message.data.replace(/\p{L}{2,}/gu, meant);
    }
  });

  const [theme] = location.hash.match(/search\.\w+\.min\.js$/);
  importScripts(theme);
})();
