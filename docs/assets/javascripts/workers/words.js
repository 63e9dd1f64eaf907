// Search that knows the words of the pages and loads them when somebody types.
//
// What is typed, accents optional, is replaced by the stems of the words that
// it is or begins ("atencao" becomes the stem of "atenção"). Then the theme's
// search looks for them, whose file is named after the # of this one's address.
(() => {
  const MOST = 20; // words that a beginning may stand for
  const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3; // the theme's messages
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");
  const known = new Map(); // plain -> words of the pages
  let setup, stem, last;

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

  const say = (data) => dispatchEvent(new MessageEvent("message", { data }));

  // Offline this is no worker but a frame's script (proof/site/offline.py), which
  // has all entries at once.
  const frame = self.document?.currentScript;
  const here = frame ? frame.src : location.href;
  const [, theme] = here.match(/#(search\.\w+\.min\.js)/);
  const begin = () => importScripts(new URL(theme, here).href);

  const load = async () => {
    const address = new URL(`../../../${setup.config.later}`, location);
    setup.docs = await (await fetch(address)).json();
    delete setup.config.later;
    begin();
    say({ type: SETUP, data: setup });
    setTimeout(() => say(last)); // the theme's search is ready by then
  };

  addEventListener("message", ({ data: message }) => {
    if (message.type === SETUP && message.data.config.later) {
      setup = message.data;
      postMessage({ type: READY });
    } else if (message.type === SETUP) {
      setup = message.data;
    } else if (message.type === QUERY && setup.config.later) {
      if (!message.data.trim()) {
        postMessage({ type: RESULT, data: { items: [] } });
        return;
      }
      if (!last) load();
      last = message;
    } else if (message.type === QUERY) {
      if (!stem) learn(setup);
      message.data = message.data.replace(/\p{L}{2,}/gu, meant);
    }
  });
  if (frame) begin();
})();
