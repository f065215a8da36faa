// How an element looks to a reader of the page: its name, whether there is anything in it, whether it can be reached.
(() => {
  const CONTENT = "main, article, [role=main], .content, #content, .markdown-section, .swagger-ui, redoc, .redoc-wrap";
  const BUTTONS = "button, [role=button], a:not([href]), a[href='#'], a[href=''], a[href^='javascript:'], input[type=button]";
  const HEADINGS = "h1, h2, h3, h4, h5, h6";

  const squash = text => text.replace(/\s+/g, " ").trim();
  const nameOf = element => squash(element.getAttribute("aria-label") || element.textContent || element.title || "");
  // The name as it is shown: what stands in boxes of its own is apart.
  const labelOf = element => {
    const isPlain = visible(element) && getComputedStyle(element).textTransform === "none";
    return squash((isPlain ? element.innerText : element.textContent).replaceAll("\u200b", "")) || nameOf(element);
  };
  const blank = element => !element.textContent.trim() && !element.shadowRoot && !element.querySelector("img, svg, video, iframe, canvas");
  // Nothing is there yet, or what says so.
  const waiting = element => blank(element) || element.getAttribute("aria-busy") === "true" ||
    (element.textContent.length < 60 && /^\W*(?:loading|please wait)\b/i.test(element.textContent));
  const visible = element => element.checkVisibility({ checkVisibilityCSS: true });

  // The document and the open shadow roots in it, as they were when `refresh` was called last.
  let roots = [document];
  const refresh = () => {
    roots = [document];
    for (let at = 0; at < roots.length; at++)
      for (const element of roots[at].querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
  };
  const all = (selector, scope) =>
    scope ? [...scope.querySelectorAll(selector)] : roots.flatMap(root => [...root.querySelectorAll(selector)]);

  const size = () => { const [elements, text] = getdocs.pulse(); return elements + text; };

  const byId = (element, id) => (id ? element.getRootNode().getElementById?.(id) ?? null : null);
  // What an element says that it controls.
  const target = element => {
    const [controlled] = (element.getAttribute("aria-controls") || "").split(/\s+/);
    const pointed = element.getAttribute("data-bs-target") || element.getAttribute("data-target") || element.getAttribute("href") || "";
    const found = byId(element, controlled) ?? (/^#[\w:.-]+$/.test(pointed) ? byId(element, pointed.slice(1)) : null);
    return found?.contains(element) ? null : found;
  };

  // Hidden elements that a reader gets to see all the same: what opens them has been found.
  const shown = new Set();
  const reachable = element => {
    if (visible(element)) return true;
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
      if (shown.has(at) || at.matches("[role=tabpanel], details, [hidden=until-found]")) return !at.parentElement || reachable(at.parentElement);
      if (getComputedStyle(at).display === "none") return false;
    }
    return false;
  };

  getdocs.look = { CONTENT, BUTTONS, HEADINGS, squash, nameOf, labelOf, blank, waiting, visible, refresh, all, roots: () => roots, size, byId, target, shown, reachable };
})();
