// Links without an address: what looks like one and is followed by a script only. Where it leads shows when it is clicked,
// which is done when the page has been copied: whatever it does to the page is no matter any more.
(() => {
  const { squash, all, refresh } = getdocs.look;
  const { touch } = getdocs;
  const MOST = 100; // of one page
  const MARK = "data-getdocs-missing-href";

  const LINKS = "a:not([href]), [role=link]:not([href])";
  const ENTRIES = ":is(nav, aside, [role=navigation]) :is(li, div, span)";
  // Where a page has not one link, anything that can be clicked may be one.
  const HANDLES = "button:not([type=submit]), [role=button], [role=menuitem], [onclick], [tabindex], li, div, span";
  const OTHERWISE = "a[href], area, button, input, select, textarea, label, summary, dialog, form, [role=button], [role=tab], [role=option], [aria-expanded], [aria-controls], [contenteditable=true]";
  const points = element => element !== null && getComputedStyle(element).cursor === "pointer";
  const isOne = element => {
    const text = squash(element.textContent);
    if (!/[\p{L}\p{N}]/u.test(text) || text.length > 200 || element.closest(OTHERWISE) || element.querySelector(`${OTHERWISE}, a, [role=link], ul, ol`)) return false;
    if (touch.pressed.has(element)) return false;
    return element.matches("[role=link]") || (points(element) && (element.matches("a") || !points(element.parentElement)));
  };

  const isHandle = element => {
    const text = squash(element.textContent);
    if (!text || text.length > 200 || element.closest("form, dialog") || element.querySelector(HANDLES)) return false;
    return element.matches("button, [role=button], [role=menuitem], [onclick]") || points(element);
  };

  let found = [];
  let at = "", went = null;
  addEventListener("getdocs-went", event => { went ??= event.detail; }, true);

  getdocs.missing = {
    // Marks them, for a copy to be taken; how many there are.
    mark() {
      found = [];
      if (!document.scripts.length) return 0;
      refresh();
      const hasLinks = all("a[href], area[href]").length > 0;
      const ones = [...new Set([...all(LINKS), ...all(ENTRIES)])].filter(isOne);
      found = [...new Set([...ones, ...(hasLinks ? [] : all(HANDLES).filter(isHandle))])].slice(0, MOST);
      for (const [number, element] of found.entries()) element.setAttribute(MARK, number);
      return found.length;
    },
    unmark() {
      for (const element of found) element.removeAttribute(MARK);
    },
    // Clicks one of them.
    press(number) {
      at = location.href;
      went = null;
      if (found[number].isConnected) touch.press(found[number]);
    },
    // Where the last click wanted to go; null where nowhere.
    went: () => went ?? (location.href === at ? null : location.href),
    // The marked ones of a copy, unmarked.
    marked(copy) {
      const marked = [];
      for (const element of copy.querySelectorAll(`[${MARK}]`)) {
        marked[element.getAttribute(MARK)] = element;
        element.removeAttribute(MARK);
      }
      return marked;
    },
    // Gives them their addresses: `hrefs` by number.
    fill(marked, hrefs) {
      for (const [number, href] of Object.entries(hrefs)) {
        const element = marked[number];
        if (!element) continue;
        let link = element;
        if (element.localName !== "a") {
          link = element.ownerDocument.createElement("a");
          link.append(...element.childNodes);
          element.append(link);
        }
        link.setAttribute("href", href);
      }
    },
  };
})();
