// What a button opens: disclosures, accordions, operations of an API, "show more".
(() => {
  const { CONTENT, BUTTONS, HEADINGS, squash, nameOf, labelOf, waiting, visible, reachable, all, size, target, shown } = getdocs.look;
  const { touch, keep, branches } = getdocs;
  const MOST_REPEATS = 20, MOST_DEPTH = 3;

  const STATED = "[aria-expanded=false]:not([role=tab], [role=combobox], [role=menuitem], input, select, textarea, summary, html, body, .opblock-summary *)";
  const NAMED = "[data-toggle=collapse].collapsed, [data-bs-toggle=collapse].collapsed, .opblock-tag-section:not(.is-open) > .opblock-tag, " +
    ".opblock:not(.is-open) > .opblock-summary, .models:not(.is-open) .models-control, .model-toggle.collapsed, " +
    ".redoc-wrap button:only-child:has(> svg + strong):not([disabled])";
  const TOGGLES = `${STATED}, ${NAMED}`;
  const STYLED = ["accordion", "collaps", "expand", "disclosure", "toggle"].map(word => `[class*=${word} i]`).join();
  const NOT_STYLED = "[aria-expanded], [role=tab], details, summary, input, :is(nav, aside, pre, [role=tablist]) *";
  const MORE = /^\W*(?:(?:show|load|view|see|read|display|expand|reveal|fetch|get)\b.*\b(?:more|all|rest|full|everything|entire|remaining|hidden|older|\d+)\b.*|\d+ more\b.*|show|see|read|load|view|more|expand|expand .*)\W*$/i;
  const LESS = /\b(?:less|fewer)\b/i, AGAIN = /\b(?:more|older)\b/i;

  // Whether its text, squashed, is longer than that. Of a long one, no more is read than it takes to know.
  const isLonger = (element, most) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = ""; texts.nextNode();) {
      text = (text + texts.currentNode.data).replace(/^\s+/, "").replace(/\s+/g, " ");
      if (text.trimEnd().length > most) return true;
    }
    return false;
  };
  // What comes after it, buttons and what is never seen left out. `known`: of others beside it, while the page stays as it is.
  const nextOf = (element, known) => {
    const passed = [];
    let next = element;
    do {
      passed.push(next);
      next = known.has(next) ? known.get(next) : next.nextElementSibling;
    } while (next?.matches(`${BUTTONS}, svg, label, script, style, template, noscript`));
    for (const each of passed) known.set(each, next);
    return next;
  };
  // What a toggle opens: what it names, else what follows it, or follows the wrapper of which it is all.
  const panelOf = (toggle, known = new Map()) => {
    const named = target(toggle) ?? toggle.closest(".opblock-summary")?.nextElementSibling;
    if (named) return named;
    for (let at = toggle, depth = 0; at && depth < 4; at = at.parentElement, depth++) {
      const next = nextOf(at, known);
      if (next) return next.matches(TOGGLES) || next.querySelector(":scope > :is(button, [role=button])[aria-expanded]") ? null : next;
      if (at.parentElement && isLonger(at.parentElement, squash(toggle.textContent).length + 80)) return null;
    }
    return null;
  };

  // A button is no text of a page; where it is all that says what a panel is about, it is the panel's label.
  const isLabel = toggle => toggle.matches(BUTTONS) && toggle.closest(CONTENT) !== null && nameOf(toggle).length <= 200 && !MORE.test(nameOf(toggle)) && !LESS.test(nameOf(toggle)) &&
    !toggle.closest(`${HEADINGS}, dt, summary, nav, aside, table`) && !toggle.querySelector(HEADINGS);
  const labelled = new WeakSet();
  const label = (toggle, panel) => {
    if (labelled.has(panel) || !isLabel(toggle)) return;
    labelled.add(panel);
    keep.edits.push({ labels: new Map([[panel, labelOf(toggle)]]), drop: () => [toggle] });
  };
  // True where a panel is all there, and only hidden: no click is needed.
  const isThere = (toggle, panel) => {
    if (!panel || waiting(panel) || visible(panel) || toggle.closest(".opblock")) return false;
    shown.add(panel);
    label(toggle, panel);
    return true;
  };

  // Of an operation, the one of its buttons that opens it; of an entry of a tree, what opens it: not the link that it also is.
  const handle = element => {
    if (element.matches(".opblock-summary")) return element.querySelector(".opblock-summary-control") ?? element;
    if (!element.matches("[role=treeitem], li")) return element;
    const handles = element.querySelectorAll(":scope > :is(button, [role=button], [class*=expand], [class*=toggle], [class*=caret], [class*=arrow])");
    return [...handles].find(each => !touch.leads(each)) ?? (element.querySelector(":scope > a[href]") ? null : element);
  };
  const stated = function* (scope, known) {
    for (const element of all(TOGGLES, scope)) {
      const toggle = handle(element);
      if (toggle && touch.may(toggle) && reachable(toggle) && !isThere(element, panelOf(element, known)) && !branches.isGiven(toggle)) yield toggle;
    }
  };
  const styled = function* (scope) {
    for (const element of all(STYLED, scope)) {
      if (element.matches(NOT_STYLED) || !element.closest(CONTENT) || element.textContent.length > 200 || !touch.may(element)) continue;
      if (element.querySelector(`a[href], pre, ${BUTTONS}`)) continue;
      if (!element.matches("button, [role=button], [onclick]") && getComputedStyle(element).cursor !== "pointer") continue;
      const panel = element.nextElementSibling;
      if (panel && !isThere(element, panel) && waiting(panel) && reachable(element)) yield element;
    }
  };
  const mores = function* (scope) {
    for (const element of all(BUTTONS, scope)) {
      const name = nameOf(element);
      if (name.length > 60 || !MORE.test(name) || LESS.test(name) || element.matches(`${TOGGLES}, [aria-expanded], [role=tab]`)) continue;
      if (touch.may(element) && reachable(element)) yield element;
    }
  };
  // Adds an element, and all that it stands in.
  const addHolders = (around, element) => {
    for (let at = element; at && !around.has(at); at = at.parentElement) around.add(at);
  };
  // Two of one widget (a title and its arrow) would open it and close it again: one of them at a time. A batch may be long:
  // what is asked of each pair of it is looked up.
  const makeBatch = known => {
    const batch = new Set(), around = new Set(), panels = new Set(), controls = new Set();
    const isIn = element => {
      for (let at = element; at; at = at.parentElement) if (batch.has(at)) return true;
      return false;
    };
    return {
      batch,
      add(element) {
        const panel = panelOf(element, known), controlled = element.getAttribute("aria-controls");
        if (isIn(element) || around.has(element) || batch.has(element.previousElementSibling) || batch.has(element.nextElementSibling) ||
          (panel !== null && panels.has(panel)) || (controlled !== null && controls.has(controlled))) return;
        batch.add(element);
        panels.add(panel);
        controls.add(controlled);
        addHolders(around, element);
      },
    };
  };
  // `depth`: of what is found for the first time. Schemas that hold themselves could be opened for ever; sidebars end.
  const depths = new WeakMap();
  const find = (scope, depth = 0) => {
    const known = new Map(), { batch, add } = makeBatch(known);
    for (const source of [stated, styled, mores])
      for (const element of source(scope, known)) {
        if (!depths.has(element)) depths.set(element, depth);
        if (depths.get(element) > MOST_DEPTH && element.closest(CONTENT)) touch.full = false;
        else add(element);
      }
    return [...batch];
  };
  const depthBelow = batch => 1 + Math.max(...batch.map(element => depths.get(element)));

  // `details` whose content is there are open from now on; a click is for those that have none yet.
  // All are looked at before the first is opened: each that opens has the styles of its neighbours worked out anew for the
  // next look. What one holds may only be there for a look once it is open.
  const lazyDetails = scope => {
    for (;;) {
      const lazy = [], full = [];
      for (const details of all("details:not([open])", scope)) {
        if (touch.pressed.has(details) || touch.offPlace(details) || !reachable(details)) continue;
        const summary = details.querySelector(":scope > summary");
        (summary && [...details.children].every(child => child === summary || waiting(child)) ? lazy : full).push(details);
      }
      for (const details of full) {
        touch.pressed.add(details);
        details.open = true;
      }
      if (!full.length) return lazy;
    }
  };
  function* openDetails(lazy) {
    for (const details of lazy) {
      touch.pressed.add(details);
      const summary = details.querySelector(":scope > summary");
      if (touch.may(summary) && touch.within()) touch.press(summary);
      details.open = true;
    }
    yield;
  }

  // A list that grows with each click, until it does not.
  function* again(button) {
    const name = nameOf(button);
    for (let times = 1, before = size(); button.isConnected && nameOf(button) === name && !button.disabled && reachable(button); times++) {
      if (!touch.within()) return;
      if (times >= MOST_REPEATS) { touch.full = false; return; }
      touch.press(button);
      yield;
      const now = size();
      if (now < before) { touch.press(button); yield; } // it closes what it has opened
      if (now <= before) return;
      before = now;
    }
  }

  // Whether one of those that stand in `around` is near.
  const isNear = (element, around) => {
    for (let at = element.parentElement, depth = 0; at && depth < 4; at = at.parentElement, depth++) if (around.has(at)) return true;
    return false;
  };
  const isOpen = panel => panel && !waiting(panel) && visible(panel);

  // Opens a batch. `inside` reveals what a panel holds. Of those that were closed again, because one may be open at a
  // time, each is opened alone, and what it shows is kept.
  function* open(batch, inside) {
    const state = toggle => toggle.getAttribute("aria-expanded");
    // What one click opens need not be closed by the next ("Expand all").
    const clicked = [];
    for (const toggle of batch) {
      if (state(toggle) === "true" || !touch.may(toggle) || !touch.within()) continue;
      branches.watch(toggle, panelOf(toggle));
      touch.press(toggle);
      clicked.push(toggle);
    }
    yield;
    const still = clicked.filter(toggle => toggle.isConnected);
    for (const toggle of still) {
      const panel = panelOf(toggle);
      if (state(toggle) !== "false" && isOpen(panel)) label(toggle, panel);
      if (state(toggle) === null && AGAIN.test(nameOf(toggle))) yield* again(toggle);
    }
    const rivals = still.filter(toggle => state(toggle) === "true");
    const around = new Set(), known = new Map();
    for (const rival of rivals) addHolders(around, rival);
    const closed = still.filter(toggle => state(toggle) === "false" && isNear(toggle, around) && !isThere(toggle, panelOf(toggle, known)));
    for (const toggle of closed) {
      if (!toggle.isConnected || !touch.within()) continue;
      touch.press(toggle);
      yield;
      const panel = panelOf(toggle);
      if (!isOpen(panel)) continue;
      yield* inside(panel);
      const part = keep.part(panel), named = isLabel(toggle);
      keep.edits.push({
        after: () => toggle.closest(`${HEADINGS}, dt`) ?? toggle,
        drop: () => [named ? toggle : null, panelOf(toggle)].filter(each => each && (each === toggle || waiting(each))),
        parts: named ? [keep.labelled(labelOf(toggle), [part])] : [part],
      });
    }
    // Those that were open stay so.
    for (const toggle of rivals) {
      if (!toggle.isConnected || state(toggle) !== "false" || !touch.within()) continue;
      touch.press(toggle);
      yield;
    }
  }

  getdocs.toggles = { find, depthBelow, lazyDetails, openDetails, open, panelOf };
})();
