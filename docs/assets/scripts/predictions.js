// A choice opens what answers its question; the choice of a second question, if
// one block answers both (`answering` in sitebuild/widgets/practice.py).

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof Element) || !target.matches(".predict [open]"))
      return;
    let chosen = true;
    for (const part of document.querySelectorAll(
      ".predict, details.predicted",
    )) {
      if (!(part instanceof HTMLDetailsElement)) {
        chosen &&= part.querySelector("details[open]") !== null;
        continue;
      }
      if (chosen) part.open = true;
      chosen = true;
    }
  },
  true, // it does not bubble
);
