// Opens what a reader reaches with a click on the same page, step by step: between two steps the page lives on, which is up to
// who calls. The parts are in reveal_*.js, evaluated before this, in the same isolated world.
(() => {
  const { squash, all, refresh } = getdocs.look;
  const { touch, keep, branches, toggles, tabs, scroll } = getdocs;
  const MOST_HEADINGS = 100;
  // Virtual milliseconds for what a step said that the page needs.
  const LIVES_MS = { change: 1000, brief: 100, frame: 0 };

  // Reveals what is in `scope`, in the whole page where that is null. Yields where the page has to live: "brief" where it only
  // has to draw, "check" where nothing was done but all that was seen is there, or kept.
  function* everything(scope) {
    let depth = 0;
    while (touch.within()) {
      if (!scope) refresh();
      const lazy = toggles.lazyDetails(scope);
      const batch = lazy.length ? [] : toggles.find(scope, depth);
      // Those of which nothing has to be clicked are done with in one go: there may be thousands.
      const rows = lazy.length || batch.length ? [] : tabs.rows(scope);
      const row = rows.find(each => !tabs.settle(each));
      const groups = lazy.length || batch.length || rows.length ? [] : tabs.radios(scope);
      const radios = groups.find(each => !tabs.settleRadios(each));
      if (lazy.length) yield* toggles.openDetails(lazy);
      else if (batch.length) {
        depth = toggles.depthBelow(batch);
        yield* toggles.open(batch, everything);
      }
      else if (row) yield* tabs.choose(row, everything);
      else if (radios) yield* tabs.chooseRadios(radios, everything);
      else if (!rows.length && !groups.length) return;
      if (!scope) yield "check";
    }
  }
  function* course(restless) {
    if (scroll.isWorth()) yield* scroll.run(restless);
    yield* everything(null);
  }

  // --- is it still the same page?
  const headings = () => all(":is(h1, h2, h3):not(nav *, aside *, header *, footer *)").map(each => squash(each.textContent));
  let first = { headings: [], text: 0 };
  const isLost = () => {
    const now = new Set([...headings(), ...keep.headings]);
    const gone = first.headings.filter(text => !now.has(text));
    return gone.length > first.headings.length * 0.2 || (gone.length > 0 && gone[0] === first.headings[0]) ||
      getdocs.pulse()[1] + keep.text() < first.text * 0.5;
  };

  // What a click, or a form, does by itself leads away; what scripts do is stopped in their own world (guard.js).
  const stay = event => {
    if (event.type === "submit" || event.composedPath().some(node => node instanceof Element && node.matches("a[href], area[href]"))) event.preventDefault();
  };

  let work = null;
  const step = () => {
    for (;;) {
      const { done, value } = work.next();
      const state = { more: !done, full: touch.full, lives_ms: LIVES_MS[value] ?? LIVES_MS.change, lost: null };
      if (!done && value !== "check") return state;
      if (touch.recent.length && isLost()) return { ...state, more: false, lost: touch.recent };
      touch.recent = [];
      if (done) return state;
    }
  };
  getdocs.reveal = {
    // True where there is something to open that needs a click, or time.
    isWorth() {
      refresh();
      return scroll.isWorth() || toggles.lazyDetails(null).length > 0 || toggles.find(null).length > 0 || tabs.rows(null).length > 0 || tabs.radios(null).length > 0;
    },
    // `avoid`: signatures of what is not clicked. `given`: branches as `branches.opened` tells them, which need no click.
    // `restless`: the page grows without being touched.
    begin(avoid, given, restless) {
      touch.avoid = new Set(avoid);
      branches.fill(given);
      first = { headings: [...new Set(headings())].slice(0, MOST_HEADINGS), text: getdocs.pulse()[1] };
      getdocs.remember();
      for (const name of ["click", "submit"]) addEventListener(name, stay, true);
      work = course(restless);
      return step();
    },
    step,
    // Whatever was being done is over. May be called again.
    end() {
      work?.return();
      for (const name of ["click", "submit"]) removeEventListener(name, stay, true);
    },
  };
})();
