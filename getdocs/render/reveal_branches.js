// Branches of a sidebar, which are the same on page after page: what other pages have shown of one is put in its place, and
// no click opens it again. Which ones are given, and when they are trusted, is up to who calls (branches.py).
(() => {
  const { CONTENT, BUTTONS, squash } = getdocs.look;
  const { touch, keep } = getdocs;
  const SIDE = "nav, aside, [role=navigation], [class*=sidebar i], [class*=toc-tree i]";
  const ENTRY = "li, [role=treeitem]";
  const MOST_SIZE = 100_000; // characters of one branch
  const MOST_TOLD = 100;     // branches of one page
  const MOST_UP = 4;         // levels between a toggle and the one beside which its branch stands
  const MOST_LABEL = 80;

  const headOf = entry => entry.querySelector("a, button, summary") ?? entry;
  // A mere fragment is a place on this page, whichever that is.
  const absolute = href => {
    if (!href || href.startsWith("#")) return href ?? "";
    try {
      return new URL(href, document.baseURI).href;
    } catch {
      return href;
    }
  };
  const label = entry => squash(headOf(entry).textContent).slice(0, MOST_LABEL);
  // Two hashes of 32 bits (FNV-1a, from two beginnings): enough to tell the branches of one site apart.
  const digest = text => [0x811c9dc5, 0x01234567].map(state => {
    for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
    return (state >>> 0).toString(16);
  }).join("-");

  // What a branch is, wherever it is closed: where its entry leads, its label, those of the entries beside it, and the same of
  // each entry that it stands in. Empty where it is no branch of a sidebar.
  const keyOf = toggle => {
    if (!toggle.closest(SIDE) || toggle.closest(CONTENT)) return "";
    const path = [];
    for (let entry = toggle.closest(ENTRY); entry; entry = entry.parentElement?.closest(ENTRY)) {
      path.push([label(entry), absolute(headOf(entry).getAttribute("href")), [...entry.parentElement.children].map(label)]);
    }
    return path.length ? digest(JSON.stringify(path)) : "";
  };

  const above = (toggle, levels) => {
    let at = toggle;
    for (let level = 0; at && level < levels; level++) at = at.parentElement;
    while (at?.nextElementSibling?.matches(`${BUTTONS}, svg`)) at = at.nextElementSibling;
    return at;
  };
  const levelsTo = (toggle, panel) => {
    for (let levels = 0; levels < MOST_UP; levels++) if (above(toggle, levels) === panel.previousElementSibling) return levels;
    return null;
  };

  const given = new Map(); // key -> [levels, HTML]
  const fill = entries => { for (const [key, levels, html] of entries) given.set(key, [levels, html]); };
  // True where it is given: its branch gets into the copy.
  const isGiven = toggle => {
    if (!given.size) return false;
    const [levels, html] = given.get(keyOf(toggle)) ?? [0, null];
    const at = html === null ? null : above(toggle, levels);
    if (!at) return false;
    const box = document.implementation.createHTMLDocument("").createElement("div");
    box.innerHTML = html;
    keep.edits.push({ after: () => at, parts: [...box.children] });
    touch.pressed.add(toggle);
    return true;
  };

  const clicked = []; // [toggle, key, what stood where its branch comes]
  const watch = (toggle, before) => {
    const key = keyOf(toggle);
    if (key && clicked.length < MOST_TOLD) clicked.push([toggle, key, before]);
  };
  // The branches that clicks have put into the page, as they stand now: [key, levels, HTML with absolute addresses].
  const opened = panelOf => clicked.flatMap(([toggle, key, before]) => {
    const panel = toggle.isConnected ? panelOf(toggle) : null;
    const levels = panel && panel !== before && panel.querySelector("a[href]") ? levelsTo(toggle, panel) : null;
    if (levels === null) return [];
    const copy = getdocs.copy(panel, document.implementation.createHTMLDocument(""));
    for (const link of copy.querySelectorAll("a[href]")) link.setAttribute("href", absolute(link.getAttribute("href")));
    const html = copy.outerHTML;
    return html.length <= MOST_SIZE ? [[key, levels, html]] : [];
  });

  getdocs.branches = { fill, isGiven, watch, opened };
})();
