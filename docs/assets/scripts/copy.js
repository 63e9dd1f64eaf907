// A button in each block of code to copy it as it is read, without the numbers
// of its notes. One listener serves them all; a live region says what was done.
(() => {
  const config = document.getElementById("__config")?.textContent ?? "{}";
  const { translations } = JSON.parse(config);
  const blocks = "article :is(.language-python, .language-sh) > pre";
  const NOTE = / *# \(\d+\)!$/gm;

  const said = document.createElement("p");
  said.className = "copied";
  said.setAttribute("role", "status");
  document.body.append(said);

  for (const block of document.querySelectorAll(blocks)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.title = translations["clipboard.copy"];
    block.append(button);
  }

  // Where the page is not served safely, a browser copies only what is selected.
  /** @param {string} text */
  const select = (text) => {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  };

  let silence = 0;
  addEventListener("click", async ({ target }) => {
    if (!(target instanceof HTMLElement && target.matches("button.copy"))) return;
    const code = target.previousElementSibling?.textContent ?? "";
    const text = `${code.replace(NOTE, "").trimEnd()}\n`;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      select(text);
      target.focus();
    }
    said.textContent = translations["clipboard.copied"];
    clearTimeout(silence);
    silence = setTimeout(() => said.replaceChildren(), 2000);
  });
})();
