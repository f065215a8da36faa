// Sets of tabs: a row of labels, one of which is chosen, and a panel for each. Where the panels are not all there, each tab is
// chosen in turn and its panel kept.
(() => {
  const { CONTENT, nameOf, labelOf, blank, waiting, visible, reachable, all, roots, target, shown } = getdocs.look;
  const { touch, keep } = getdocs;
  const MOST_TABS = 60, MOST_NAME = 80;

  const WORDS = ["tab-list", "tablist", "tab-bar", "tab-buttons", "tab-nav", "tabs-nav", "tab-header", "tabs-header", "tab-labels"];
  const ROWS = `[role=tablist], [class~=tabs], [class~=tab], .nav-tabs, ${WORDS.map(word => `[class*=${word} i]`).join()}`;
  const KNOWN = ".tabbed-set, .sd-tab-set, .tab-set, .vp-code-group"; // always complete, and paired by who reads the copy
  const ACTIVE = /(?:^|[\s_-])(?:active|selected|current)(?:$|[\s_-])/i;

  const isActive = tab => {
    if (tab.hasAttribute("aria-selected")) return tab.getAttribute("aria-selected") === "true";
    if (tab.localName === "label") return tab.control?.checked ?? false;
    return ACTIVE.test(tab.getAttribute("class") ?? "") || ACTIVE.test(tab.parentElement.getAttribute("class") ?? "") ||
      tab.hasAttribute("data-active") || tab.getAttribute("data-state") === "active";
  };
  const areNamed = tabs => tabs.every(tab => nameOf(tab) && nameOf(tab).length <= MOST_NAME);
  const tabsOf = row => {
    if (row.matches("[role=tablist]")) return [...row.querySelectorAll("[role=tab]")];
    if (!row.closest(CONTENT) || row.closest(`[role=tablist], nav, ${KNOWN}`) || row.querySelector("[role=tablist]")) return [];
    const tabs = [...row.children].map(child => (child.matches("li") && child.childElementCount === 1 ? child.firstElementChild : child));
    return tabs.every(tab => tab.matches("button, a, li, label, [data-tab], [data-target], [data-bs-toggle]")) && tabs.some(isActive) ? tabs : [];
  };
  const rows = scope => all(ROWS, scope)
    .filter(row => !touch.pressed.has(row) && !touch.offPlace(row))
    .map(row => ({ row, tabs: tabsOf(row) }))
    .filter(({ row, tabs }) => tabs.length > 1 && tabs.length <= MOST_TABS && areNamed(tabs) && reachable(row) &&
      !tabs.some(tab => touch.leads(tab) || tab.getAttribute("aria-haspopup") === "true"));

  // Radio buttons that share a name, each with a label, and belong to no form that would be sent.
  const radios = scope => {
    const found = all("input[type=radio][name]", scope).filter(radio => !touch.pressed.has(radio));
    if (!found.length) return [];
    // `radio.labels` looks through the whole page each time.
    const labelOfRadio = new Map();
    for (const label of all("label", scope?.getRootNode())) if (label.control && !labelOfRadio.has(label.control)) labelOfRadio.set(label.control, label);
    const groups = new Map();
    for (const radio of found) {
      if (!labelOfRadio.has(radio) || touch.offPlace(radio) || radio.closest(`[role=tablist], [role=radiogroup], ${KNOWN}`)) continue;
      if (!groups.has(radio.name)) groups.set(radio.name, { group: [], labels: [] });
      const { group, labels } = groups.get(radio.name);
      group.push(radio);
      labels.push(labelOfRadio.get(radio));
    }
    return [...groups.values()].filter(({ group, labels }) => group.length > 1 && group.length <= MOST_TABS && areNamed(labels));
  };

  // --- where the panels are
  const declared = tab => target(tab) ??
    (tab.id ? tab.getRootNode().querySelector(`[role=tabpanel][aria-labelledby~="${CSS.escape(tab.id)}"]`) : null);
  // What comes after all that an element holds, within `at`.
  const past = (element, at) => {
    for (let each = element; each && each !== at; each = each.parentElement) if (each.nextElementSibling) return each.nextElementSibling;
    return null;
  };
  // Panels near a row that no other panel holds: those behind it, up to the row of the next set; else all.
  const near = row => {
    for (let at = row.parentElement, depth = 0; at && depth < 3; at = at.parentElement, depth++) {
      const own = [];
      for (let each = row.firstElementChild ?? past(row, at); each && !each.matches("[role=tablist]");) {
        const isPanel = each.matches("[role=tabpanel]");
        if (isPanel) own.push(each);
        each = (isPanel ? null : each.firstElementChild) ?? past(each, at);
      }
      if (own.length) return own;
      const outer = [];
      for (const panel of at.querySelectorAll("[role=tabpanel]")) if (!panel.contains(row) && !outer.at(-1)?.contains(panel)) outer.push(panel);
      if (outer.length) return outer;
    }
    return [];
  };

  let records = [];
  const watcher = new MutationObserver(found => { records.push(...found); });
  const watch = () => {
    records = [];
    for (const root of roots()) watcher.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden", "style", "class"] });
  };
  const watched = () => {
    records.push(...watcher.takeRecords());
    watcher.disconnect();
    return records;
  };
  // Where the page has changed beside a row: the nearest siblings of it, or of what is around it.
  const changedBeside = (row, changes) => {
    for (let at = row, depth = 0; at.parentElement && depth < 4; at = at.parentElement, depth++) {
      const beside = [...at.parentElement.children].filter(child => child !== at && !blank(child) && visible(child) &&
        changes.some(({ target: changed, addedNodes }) => child.contains(changed) || [...addedNodes].includes(child)));
      if (beside.length) return beside;
    }
    return [];
  };

  // `panels[n]`: the elements that tab n shows, all of them in the page.
  const pair = (tabs, panels, drop) => {
    for (const panel of panels.flat()) shown.add(panel);
    keep.edits.push({ labels: new Map(tabs.map((tab, index) => [panels[index][0], labelOf(tab)])), drop: () => drop });
  };

  // --- the tabs of a row
  const isAriaRow = row => row.matches("[role=tablist]");
  // False where the tabs have to be chosen one by one. Nothing is clicked.
  const settle = ({ row, tabs }) => {
    touch.pressed.add(row);
    const isAria = isAriaRow(row);
    const named = tabs.map(declared);
    const isOwn = named.every(Boolean) && new Set(named).size === tabs.length;
    const panels = isOwn ? named : isAria ? near(row) : [];
    if (panels.length !== tabs.length || panels.some(waiting)) return tabs.some(tab => touch.avoids(tab) || tab.matches(":disabled, [aria-disabled=true]"));
    if (isAria && panels.every(panel => panel.matches("[role=tabpanel]"))) panels.forEach(panel => shown.add(panel)); // paired by who reads it
    else pair(tabs, panels.map(panel => [panel]), [row]);
    return true;
  };
  function* choose({ row, tabs }, inside) {
    const isAria = isAriaRow(row), named = tabs.map(declared);
    const active = tabs.find(isActive);
    const shownBy = tab => declared(tab) ?? (isAria ? near(row).find(each => visible(each) && !blank(each)) : null);
    const parts = new Map();
    let region = [];
    const seen = active ? shownBy(active) : null;
    if (seen && !waiting(seen)) parts.set(active, [keep.part(seen)]); // should the work end before it is chosen again
    try {
      // The one that was chosen comes last: that leaves the page as it was.
      for (const tab of [...tabs.filter(each => each !== active), ...(active ? [active] : [])]) {
        if (!touch.within()) return;
        if (!tab.isConnected) { touch.full = false; continue; }
        watch();
        touch.press(tab);
        yield;
        const changes = watched();
        if (tab.hasAttribute("aria-selected") && !isActive(tab)) { touch.full = false; continue; }
        const panel = shownBy(tab);
        const found = panel && !blank(panel) ? [panel] : changedBeside(row, changes);
        if (!found.length) continue;
        region = found;
        for (const each of found) yield* inside(each);
        parts.set(tab, found.map(keep.part));
      }
    } finally {
      watcher.disconnect();
      const texts = new Set([...parts.values()].map(each => each.map(part => part.textContent).join()));
      // What shows the same whatever is chosen, and does not say what is chosen, is no set of tabs.
      if (parts.size > 1 && (texts.size > 1 || active?.hasAttribute("aria-selected"))) {
        const panels = () => [...named.filter(Boolean), ...region, ...(isAria && row.isConnected ? near(row) : [])];
        keep.edits.push({
          before: () => panels().find(panel => panel.isConnected),
          after: () => row,
          drop: () => [row, ...panels()],
          parts: tabs.filter(tab => parts.has(tab)).map(tab => keep.labelled(labelOf(tab), parts.get(tab))),
        });
      }
    }
  }

  // --- radio buttons
  const around = elements => {
    let at = elements[0].parentElement;
    while (at && !elements.every(element => at.contains(element))) at = at.parentElement;
    return at;
  };
  // What is visible under one button only; null where no style sheet switches it.
  const styled = (group, labels) => {
    const box = around([...group, ...labels]);
    if (!box || box.matches("body, html")) return null;
    const chosen = group.find(radio => radio.checked);
    const seen = candidates => group.map(radio => {
      radio.checked = true;
      return candidates.filter(visible);
    });
    for (let holders = [box, box.parentElement], depth = 0; depth < 3 && holders.length; depth++) {
      const candidates = holders.flatMap(holder => [...holder.children])
        .filter(child => !child.matches("input, label, script, style") && !labels.some(label => child.contains(label)));
      const views = seen(candidates);
      if (chosen) chosen.checked = true;
      else for (const radio of group) radio.checked = false;
      const times = new Map(); // that each is seen
      for (const element of views.flat()) times.set(element, (times.get(element) ?? 0) + 1);
      const panels = views.map(view => view.filter(element => times.get(element) === 1 && !blank(element)));
      if (panels.every(list => list.length)) return panels;
      if (panels.some(list => list.length)) return null;
      holders = candidates;
    }
    return null;
  };
  // As `settle`.
  const settleRadios = ({ group, labels }) => {
    for (const radio of group) touch.pressed.add(radio);
    const panels = styled(group, labels);
    if (panels) pair(labels, panels, [...group, ...labels]);
    // Where more than labels is around them, the row could be the whole page.
    return panels !== null || ![...around(labels).children].every(child => child.matches("input, label, br") || labels.some(label => child.contains(label))) ||
      settle({ row: around(labels), tabs: labels });
  };
  const chooseRadios = ({ labels }, inside) => choose({ row: around(labels), tabs: labels }, inside);

  getdocs.tabs = { rows, radios, settle, settleRadios, choose, chooseRadios, watch, watched };
})();
