// What scripts ask the elements of a document for: evaluated in their world before they run, and in ours. Told as lines, by a
// sign: "+" a selector that has found something, "-" one that has not, "=" one that an element was held to, "?" the name of an
// element of which a class was read that was not asked for by name ("?*": of which one is not known).
(() => {
  "use strict";
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const { Element, Attr, CustomEvent } = window;
  const listen = addEventListener.bind(window), dispatch = dispatchEvent.bind(window);
  const { stopImmediatePropagation } = Event.prototype;
  const MOST = 100_000;      // characters of lines; where there are more, anything may have been asked for
  const MOST_INSIDE = 1000;  // elements in HTML that is read as text
  const CODE = ":is(pre, code, svg, math, textarea) *";  // nobody compares pages by the classes in these (read/traits.py)

  const seen = Object.create(null);
  let told = "";
  const note = line => {
    if (seen[line]) return;
    seen[line] = true;
    told = told.length + line.length < MOST ? told + line.replace(/[\n\r\f]/g, " ") + "\n" : "?*\n";
  };
  const text = (sign, given) => { note(typeof given === "string" ? sign + given : "?*"); };

  // Natives, with a look at what they are given and what they give. A Proxy of one still says that it is native code.
  const looking = (native, look) => new Proxy(native, {
    apply(target, self, given) {
      const result = apply(target, self, given);
      look(self, given, result);
      return result;
    },
  });
  const wrap = (holder, kind, names, look) => {
    for (const name of names) {
      const found = getOwnPropertyDescriptor(holder.prototype, name);
      if (found?.[kind]) defineProperty(holder.prototype, name, { ...found, [kind]: looking(found[kind], look) });
    }
  };
  const method = (holder, names, look) => { wrap(holder, "value", names, look); };
  const getter = (holder, names, look) => { wrap(holder, "get", names, look); };
  const reading = (holder, name) => {
    const { get } = getOwnPropertyDescriptor(holder.prototype, name);
    return object => apply(get, object, []);
  };
  const nameOf = reading(Element, "localName"), lengthOf = reading(HTMLCollection, "length"), lengthOfList = reading(NodeList, "length");
  const { getElementsByTagName, matches } = Element.prototype;

  const read = element => {
    if (!(element instanceof Element)) { note("?*"); return; }
    const name = nameOf(element);
    if (name !== "html" && name !== "body" && !apply(matches, element, [CODE])) note("?" + name);
  };

  // --- lookups. That there is nothing in what is no part of the document says nothing about it.
  const isIn = reading(Node, "isConnected");
  const lookup = (root, selector, found) => { if (found || isIn(root)) text(found ? "+" : "-", selector); };
  for (const root of [Document, Element, DocumentFragment]) {
    method(root, ["querySelector"], (self, [selector], found) => { lookup(self, selector, found); });
    method(root, ["querySelectorAll"], (self, [selector], found) => { lookup(self, selector, lengthOfList(found)); });
    method(root, ["getElementById"], (_, [id]) => { text("#", id); });
    method(root, ["getElementsByTagName"], (self, [name], found) => { lookup(self, name, lengthOf(found)); });
    method(root, ["getElementsByTagNameNS"], (self, [, name], found) => { lookup(self, name, lengthOf(found)); });
    method(root, ["getElementsByClassName"], (_, [names]) => {
      if (typeof names !== "string") note("?*");
      else for (const name of names.split(/\s+/)) if (name) note("." + name);
    });
  }
  method(Element, ["matches", "webkitMatchesSelector", "closest"], (_, [selector]) => { text("=", selector); });
  for (const holder of [Document, XPathEvaluator]) method(holder, ["evaluate", "createExpression"], (_, [path]) => {
    if (typeof path !== "string" || /class|@\*/.test(path)) note("?*");
  });

  // --- classes
  method(DOMTokenList, ["contains", "toggle", "replace"], (_, [name]) => { text(".", name); });
  const owners = new WeakMap(), { get: ownerOf, set: own } = WeakMap.prototype;
  getter(Element, ["classList"], (element, _, list) => { apply(own, owners, [list, element]); });
  const readList = list => {
    const owner = apply(ownerOf, owners, [list]);
    if (owner) read(owner);
  };
  method(DOMTokenList, ["item", "forEach", "entries", "keys", "values", "toString", Symbol.iterator], readList);
  getter(DOMTokenList, ["length", "value"], readList);
  getter(Element, ["className"], read);
  method(Element, ["getAttribute", "getAttributeNS"], (element, given) => {
    const name = given[given.length - 1];
    if (typeof name !== "string" || name.toLowerCase() === "class") read(element);
  });
  const attributeOf = reading(Attr, "name"), ownerElement = reading(Attr, "ownerElement");
  const readValue = node => { if (node instanceof Attr && attributeOf(node) === "class") read(ownerElement(node)); };
  getter(Attr, ["value"], readValue);
  getter(Node, ["nodeValue", "textContent"], readValue);

  // --- HTML as text: what is written back whole is only moved; in anything else a script may look for a class.
  const held = [];
  const hold = (element, _, html) => {
    if (typeof html !== "string" || !html.includes("class")) return;
    if (held.length < 100 && html.length < MOST) held.push({ element, html });
    else readInside(element);
  };
  const readInside = element => {
    const inside = element instanceof Element ? apply(getElementsByTagName, element, ["*"]) : null;
    if (!inside || lengthOf(inside) > MOST_INSIDE) { note("?*"); return; }
    read(element);
    for (let at = 0; at < lengthOf(inside); at++) read(inside[at]);
  };
  const written = html => {
    for (let at = held.length - 1; at >= 0; at--) if (`${html}`.includes(held[at].html)) held.splice(at, 1);
  };
  getter(Element, ["innerHTML", "outerHTML"], hold);
  method(Element, ["getHTML"], hold);
  wrap(Element, "set", ["innerHTML", "outerHTML"], (_, [html]) => { written(html); });
  method(Element, ["insertAdjacentHTML"], (_, [, html]) => { written(html); });
  method(XMLSerializer, ["serializeToString"], () => { note("?*"); });

  listen("getdocs-look", event => {
    apply(stopImmediatePropagation, event, []);
    for (const { element } of held.splice(0)) readInside(element);
    dispatch(new CustomEvent("getdocs-looked", { detail: told }));
  }, true);
  // Of what getdocs asks for itself, that it asks. What it does with what it finds is known: no class is read there.
  return () => told.replace(/^[?].*\n/gm, "").replace(/^[+-]/gm, "=");
})()
