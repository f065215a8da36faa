// What was revealed, and how it gets into a copy of the page: hidden elements are shown, panels get their label, and what
// the page has thrown away again stands where it was seen.
(() => {
  const { squash, shown } = getdocs.look;
  const MARK = "data-getdocs-mark", LABEL = "data-getdocs-tab";

  // Each says, of live elements: `labels` (panel -> label); `drop`; `parts`, which go `before` or `after` one, or `within` it.
  const edits = [];
  const headings = new Set(); // that stand in a part
  let text = 0;               // characters of all parts

  const blankDocument = () => document.implementation.createHTMLDocument("");
  const unhide = element => {
    element.removeAttribute("hidden");
    element.removeAttribute("aria-hidden");
    if (element.style?.display === "none") element.style.removeProperty("display");
  };
  // A copy of an element as it is now, with what was revealed in it.
  const part = element => {
    const copy = getdocs.copy(element, blankDocument());
    unhide(copy);
    text += copy.textContent.length;
    for (const each of [copy, ...copy.querySelectorAll("h1, h2, h3")]) if (each.matches("h1, h2, h3")) headings.add(squash(each.textContent));
    return copy;
  };
  const labelled = (label, parts) => {
    const box = blankDocument().createElement("div");
    box.setAttribute(LABEL, label);
    box.append(...parts);
    return box;
  };

  // Live elements are marked for the moment in which they are copied: a copy does not say what it is a copy of.
  const mark = () => {
    const marked = new Set();
    const put = (live, what) => {
      if (!live?.isConnected) return;
      live.setAttribute(MARK, `${live.getAttribute(MARK) ?? ""} ${what} `);
      marked.add(live);
    };
    for (const each of shown) put(each, "shown");
    const labels = [];
    edits.forEach((edit, index) => {
      for (const [panel, label] of edit.labels ?? []) put(panel, `label${labels.push(label) - 1}`);
      for (const each of edit.drop?.() ?? []) put(each, "drop");
      put(edit.before?.(), `before${index}`);
      put(edit.after?.(), `after${index}`);
      put(edit.within, `within${index}`);
    });
    const finish = copy => {
      for (const live of marked) live.removeAttribute(MARK);
      const places = new Map();
      for (const each of [copy, ...copy.querySelectorAll(`[${MARK}]`)]) {
        for (const what of (each.getAttribute(MARK) ?? "").split(/\s+/).filter(Boolean)) {
          if (!places.has(what)) places.set(what, []);
          places.get(what).push(each);
        }
        each.removeAttribute(MARK);
      }
      const at = what => places.get(what)?.[0];
      for (const each of places.get("shown") ?? []) unhide(each);
      labels.forEach((label, index) => at(`label${index}`)?.setAttribute(LABEL, label));
      edits.forEach(({ parts }, index) => {
        const within = at(`within${index}`), before = at(`before${index}`), after = at(`after${index}`);
        // A part goes into every copy that holds its place: that of the page, and that of a panel around it.
        const copies = () => parts.map(each => each.cloneNode(true));
        if (within) within.replaceChildren(...copies());
        else if (before) before.before(...copies());
        else if (after) after.after(...copies());
      });
      for (const each of places.get("drop") ?? []) if (each !== copy) each.remove();
    };
    return finish;
  };

  getdocs.keep = {
    edits, headings, part, labelled,
    text: () => text,
    // What is to be called with the copy that is made next; null where nothing was revealed.
    mark: () => (edits.length || shown.size ? mark() : null),
  };
})();
