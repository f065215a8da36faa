// What our isolated world knows how to do in a page. Evaluated once per document; the value is kept by its caller.
// The page's own scripts run in another world: whatever they did to prototypes or globals does not reach this one.
(() => {
  const DROPPED = "style, noscript, template, script:not([type^='math/']):not([type='application/ld+json'])";
  // Read again, a paragraph would end where the first of these begins: scripts put them into paragraphs, HTML cannot.
  const BLOCKS = "address, article, aside, blockquote, center, details, dialog, dl, div, fieldset, figcaption, figure, footer, form, "
    + "h1, h2, h3, h4, h5, h6, header, hgroup, hr, main, menu, nav, ol, p, pre, search, section, summary, table, ul";

  const shadowHosts = (root, found = []) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) {
        found.push(element);
        shadowHosts(element.shadowRoot, found);
      }
    }
    return found;
  };

  const measure = hosts => {
    let elements = document.getElementsByTagName("*").length;
    let text = document.documentElement ? document.documentElement.textContent.length : 0;
    for (const host of hosts) {
      elements += host.shadowRoot.querySelectorAll("*").length;
      text += host.shadowRoot.textContent.length;
    }
    return [elements, text];
  };
  // Of a page that nothing has touched since, what was measured last; a long one takes some milliseconds each time. What
  // becomes of custom elements, and in shadow roots, is not told from outside.
  const hasCustom = () => document.evaluate("boolean(//*[contains(local-name(), '-')])", document, null, XPathResult.BOOLEAN_TYPE).booleanValue;
  let last = null, watcher = null;
  const touched = () => { last = null; };
  // Grows and shrinks with the content. A page with the same numbers twice may have changed, but not by content.
  const pulse = () => {
    if (!watcher) {
      watcher = new MutationObserver(touched);
      watcher.observe(document, { childList: true, characterData: true, subtree: true });
    }
    if (watcher.takeRecords().length) touched();
    if (last) return last;
    const hosts = shadowHosts(document), size = measure(hosts);
    if (!hosts.length && !hasCustom()) last = size;
    return size;
  };

  // The body of a frame that this page has written itself, by srcdoc or by script: it has no URL to be a page of its own.
  const written = frame => {
    if (frame.hasAttribute("src") && !frame.hasAttribute("srcdoc") && !/^about:/.test(frame.src)) return null;
    try {
      return frame.contentDocument.body;
    } catch {
      return null; // of another origin
    }
  };

  // An inert document: no script runs in it, no custom element is upgraded, nothing is loaded.
  const flat = (node, inert) => {
    const inside = node.localName === "iframe" && written(node);
    const copy = inside ? inert.createElement("div") : inert.importNode(node, false);
    let children = node.childNodes;
    if (node.shadowRoot) {
      children = node.shadowRoot.childNodes;
    } else if (node.localName === "slot" && node.getRootNode() instanceof ShadowRoot && node.assignedNodes().length) {
      children = node.assignedNodes();
    }
    for (const child of inside ? inside.childNodes : children) copy.append(flat(child, inert));
    return copy;
  };

  // With what was revealed in its place.
  const copy = (element, inert) => {
    const finish = getdocs.keep.mark();
    const made = element.shadowRoot || shadowHosts(element).length || [...element.querySelectorAll("iframe")].some(written) ? flat(element, inert) : inert.importNode(element, true);
    finish?.(made);
    return made;
  };

  // What clicks may change and no copy says: as it was before them.
  const facts = () => ({ title: document.title, baseUrl: document.baseURI, hash: location.hash, url: location.href });
  let before = null;
  const remember = () => { before = facts(); };

  let again = null; // what was copied, with addresses for its links without one
  const snapshot = (limit) => {
    const root = document.documentElement;
    if (!root) return { html: "", missing: 0, branches: [], ...facts(), title: "" };
    getdocs.reveal.end();
    const branches = getdocs.branches.opened(getdocs.toggles.panelOf);
    const missing = getdocs.missing.mark();
    const made = copy(root, document.implementation.createHTMLDocument(""));
    getdocs.missing.unmark();
    const marked = getdocs.missing.marked(made);
    for (const noise of made.querySelectorAll(DROPPED)) noise.remove();
    for (const paragraph of made.querySelectorAll(`p:has(${BLOCKS})`)) {
      const box = made.ownerDocument.createElement("div");
      for (const attribute of paragraph.attributes) box.setAttributeNode(attribute.cloneNode());
      box.append(...paragraph.childNodes);
      paragraph.replaceWith(box);
    }
    const seen = before ?? facts();
    const write = () => {
      const html = (document.doctype ? "<!DOCTYPE html>" : "") + made.outerHTML;
      return html.length > limit ? { tooLarge: html.length } : { html, missing, branches, ...seen };
    };
    if (missing) again = hrefs => { getdocs.missing.fill(marked, hrefs); return write(); };
    return write();
  };

  globalThis.getdocs = { pulse, copy, remember, snapshot, again: hrefs => again(hrefs) };
})();
