// Search that loads what it needs when somebody types: the entries, what reads
// the query and ranks what it finds, and the theme's search, whose file is named
// after the # of this one's address. The two talk as the theme's page and worker
// do; what the theme finds is put in order on its way to the page.
{
  const [SETUP, READY, QUERY, RESULT] = [0, 1, 2, 3]; // the theme's messages
  const [, theme] = location.href.match(/#(search\.\w+\.min\.js)/);
  const post = self.postMessage.bind(self);
  const say = (data) => dispatchEvent(new MessageEvent("message", { data }));
  let setup, search, last;

  const load = async () => {
    const address = new URL(`../../../${setup.config.later}`, location);
    const { read, ranked } = await import("./query.js");
    const { config, docs } = await (await fetch(address)).json();
    const data = { ...setup, docs, config: { ...setup.config, ...config } };
    delete data.config.later;
    importScripts(new URL(theme, location).href);
    search = { read, ranked, data };
    self.postMessage = (message) => {
      const { type, data: found } = message;
      if (type === RESULT) post({ type, data: search.ranked(found) });
    };
    say({ type: SETUP, data });
    setTimeout(() => say(last)); // the theme's search is ready by then
  };

  addEventListener("message", ({ data: message }) => {
    if (search) {
      if (message.type === QUERY)
        message.data = search.read(message.data, search.data);
    } else if (message.type === SETUP) {
      setup = message.data;
      post({ type: READY });
    } else if (!message.data.trim()) {
      post({ type: RESULT, data: { items: [] } });
    } else {
      if (!last) load().catch(() => (last = undefined)); // ask anew
      last = message;
    }
  });
}
