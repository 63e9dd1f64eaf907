// A button in each block of code to copy it as it is read, without the numbers
// of its notes. One listener serves them all; a live region says what was done,
// and of code that does not run by itself, where it does.
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
  /** @param {string} text - it returns whether the browser did */
  const select = (text) => {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  };

  let silence = 0;
  addEventListener("click", async ({ target }) => {
    if (!(target instanceof HTMLElement && target.matches("button.copy"))) return;
    const code = target.previousElementSibling;
    const text = `${(code?.textContent ?? "").replace(NOTE, "").trimEnd()}\n`;
    const runs = target.closest(".language-sh") || code?.matches(".alone");
    let outcome = runs ? "copied" : "copied.notebook";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      if (!select(text)) outcome = "copy.refused";
      target.focus();
    }
    said.textContent = translations[outcome];
    clearTimeout(silence);
    silence = setTimeout(() => said.replaceChildren(), 2000);
  });
})();
