// What comes with scrolling: lists that grow, what is drawn once it is seen, long lists of which the page holds a window only.
(() => {
  const { squash, blank, all, size } = getdocs.look;
  const { touch, keep } = getdocs;
  const MOST_ROUNDS = 20, MOST_ROUNDS_RESTLESS = 2, MOST_STEPS = 60, MOST_ROWS = 5000, MOST_WAITS = 100;

  // These write whole pages: there, scrolling, the most expensive thing to do to a page, needs a reason.
  const WHOLE = ["docusaurus", "vitepress", "vuepress", "mkdocs", "zensical", "sphinx", "docutils", "hugo", "jekyll", "hexo", "starlight", "astro", "rustdoc",
    "asciidoc", "doxygen", "docbook", "javadoc", "gitbook", "honkit"].map(name => `meta[name=generator i][content*=${name} i]`).join() +
    ", #documentation_options, .sphinxsidebar, script[src*='_static/'], .sidebar-scrollbox, #mdbook-sidebar, article#main.markdown-section, redoc, .redoc-wrap";
  // The classes of the whole page say what it is about, those in code what that means; the id of what can be linked to is its name.
  const REASON = ["sentinel", "infinite", "load-more", "loadmore", "lazy", "skeleton", "virtual", "virtuoso"].map(word =>
    `[class*=${word} i]:not(html, body, pre *), [id*=${word} i]:not(html, body, h1, h2, h3, h4, h5, h6, section, article, dt, dd, li, tr, p, a, span)`).join() +
    ", [role=feed], [aria-busy=true], [aria-setsize], [aria-rowcount], " +
    ":is(ul, ol, dl, table, [role=list]) + :is(div, span):empty:not([id], [class*=clear]), :is(ul, ol) > li:last-child:empty";
  const isWorth = () => document.querySelector(REASON) !== null || (document.querySelector("script") !== null && document.querySelector(WHOLE) === null);

  const page = () => document.scrollingElement ?? document.documentElement;
  const heightOf = scroller => (scroller === page() ? innerHeight : scroller.clientHeight);
  const scrollers = () => [page(), ...all("body *").filter(element => element.clientHeight >= 40 && element.scrollHeight >= element.clientHeight + 40 &&
    !element.matches("pre, pre *, code, textarea") && ["auto", "scroll"].includes(getComputedStyle(element).overflowY))];

  // Lives on when what was scrolled has been drawn: scripts are told of it then, in real time, and on a busy machine that is
  // late. The page's own clock stands still meanwhile, so that how busy the machine is does not make the page older.
  function* drawn(how) {
    let frames = 0;
    const count = () => { if (++frames < 2) requestAnimationFrame(count); }; // the second one comes when the first is told
    requestAnimationFrame(count);
    for (let waits = 0; frames < 2 && waits < MOST_WAITS; waits++) yield "frame";
    yield how;
  }

  const PLACE = ["data-index", "data-item-index", "aria-rowindex", "aria-posinset"];
  // The list of which rows go when it is scrolled; null where none do.
  function* windowIn(scroller) {
    if (scroller.scrollHeight < 2.5 * heightOf(scroller)) return null;
    getdocs.tabs.watch();
    scroller.scrollTop = heightOf(scroller) * 1.5;
    yield* drawn();
    const gone = new Map();
    for (const { target, removedNodes } of getdocs.tabs.watched())
      if (scroller.contains(target)) for (const node of removedNodes) if (node instanceof Element && !blank(node)) gone.set(target, (gone.get(target) ?? 0) + 1);
    scroller.scrollTop = 0;
    const [[list, rows] = [null, 0]] = [...gone].sort((one, other) => other[1] - one[1]);
    if (rows < 2) return null;
    yield;
    return list;
  }
  // Keeps the rows of such a list while they go by. A row whose element is used again for another text is kept only where it
  // says which row it is.
  function* collect(scroller, list) {
    const rows = [], seen = new Map();
    const gather = () => {
      for (const row of list.children) {
        if (blank(row)) continue;
        const top = row.getBoundingClientRect().top + scroller.scrollTop;
        const place = PLACE.map(name => row.getAttribute(name)).find(Boolean);
        const key = place ?? squash(row.textContent), before = seen.get(key);
        if (before !== undefined && (place || Math.abs(before - top) < heightOf(scroller))) continue;
        seen.set(key, top);
        rows.push({ top, part: keep.part(row) });
      }
    };
    gather();
    for (let step = 0; scroller.scrollTop + heightOf(scroller) < scroller.scrollHeight - 2; step++) {
      if (step >= MOST_STEPS || rows.length >= MOST_ROWS || !list.isConnected) { touch.full = false; break; }
      const before = scroller.scrollTop;
      scroller.scrollTop += heightOf(scroller) * 0.8;
      if (scroller.scrollTop === before) break;
      yield* drawn("brief");
      gather();
    }
    scroller.scrollTop = 0;
    yield "brief";
    rows.sort((one, other) => one.top - other.top);
    keep.edits.push({ within: list, parts: rows.map(row => row.part) });
  }

  // Scrolled to the end, and made so small that all of it is in view: what waits to be seen is seen, wherever it stands.
  // A `restless` page grows without being scrolled: that it has grown says nothing there.
  function* through(known, restless) {
    const sheet = new CSSStyleSheet(), before = document.adoptedStyleSheets;
    const back = () => {
      sheet.replaceSync("");
      for (const scroller of known) scroller.scrollTop = 0;
    };
    try {
      document.adoptedStyleSheets = [...before, sheet];
      for (let round = 0, last = size(); touch.within(); round++) {
        if (round >= (restless ? MOST_ROUNDS_RESTLESS : MOST_ROUNDS)) { touch.full = false; return; }
        for (const scroller of known) scroller.scrollTop = scroller.scrollHeight;
        const scale = Math.min(1, 0.95 * innerHeight / Math.max(1, document.documentElement.scrollHeight));
        sheet.replaceSync(`body { transform: translateY(${scrollY}px) scale(${scale}) !important; transform-origin: 0 0 !important; }`);
        yield* drawn();
        if (size() <= last) yield "brief"; // what was told with the last frame
        if (size() <= last) return;
        last = size();
        back(); // out of view once more: what is told is what comes into view
        yield* drawn("brief");
      }
    } finally {
      back();
      document.adoptedStyleSheets = before;
    }
  }

  function* run(restless) {
    const plain = [];
    for (const scroller of scrollers()) {
      const list = yield* windowIn(scroller);
      if (list) yield* collect(scroller, list);
      else plain.push(scroller);
    }
    yield* through(plain, restless);
  }

  getdocs.scroll = { isWorth, run };
})();
