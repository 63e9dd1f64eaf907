// Search that loads what it needs when somebody types: the entries, the theme's
// search, whose file is named after the # of this one's address, and what reads
// the query and ranks what it finds.
(() => {
  const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3; // the theme's messages
  let setup, last;

  const say = (data) => dispatchEvent(new MessageEvent("message", { data }));

  const [, theme] = location.href.match(/#(search\.\w+\.min\.js)/);
  const begin = () => importScripts(
    ...["query.js", "rank.js", theme].map((file) => new URL(file, location).href));

  const load = async () => {
    const address = new URL(`../../../${setup.config.later}`, location);
    const { config, docs } = await (await fetch(address)).json();
    delete setup.config.later;
    setup = { ...setup, docs, config: { ...setup.config, ...config } };
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
      query.begin(setup);
    } else if (message.type === QUERY && setup.config.later) {
      if (!message.data.trim()) {
        postMessage({ type: RESULT, data: { items: [] } });
        return;
      }
      if (!last) load().catch(() => { last = undefined; }); // ask anew
      last = message;
    } else if (message.type === QUERY) {
      message.data = query.read(message.data);
    }
  });
})();
