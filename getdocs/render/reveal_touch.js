// What may be clicked, and the click.
(() => {
  const { nameOf } = getdocs.look;
  const MOST_CLICKS = 500, MOST_ELEMENTS = 100_000;

  const PLACES = "form, dialog, [role=dialog], [role=alertdialog], [role=menu], [role=menubar], [role=listbox], [role=search], [role=toolbar], " +
    "[contenteditable=true], video, audio, body > header, body > footer, [role=banner], [role=contentinfo], .navbar, .monaco-editor, .cm-editor, " +
    ["cookie", "consent", "feedback", "helpful", "playground", "sandpack", "live-editor", "share", "search", "player"]
      .map(word => `[class*=${word} i], [id*=${word} i]`).join();
  const WORDS = new RegExp(
    "^(?:toggle|open|close|show|hide|select|change|choose|switch|go to|use|view)?\\W*(?:the |this |to |your )*(?:" + [
      "(?:dark|light|system|colou?r|site|main|mobile|side) ?(?:mode|theme|scheme|menu|nav\\w*|bar)?", "theme", "languages?", "locales?",
      "versions?", "v?\\d+(?:\\.[\\dx]+)+", "search", "menu", "nav(?:igation)?", "sidebar", "log ?in", "sign ?(?:in|up|out)", "register",
      "subscribe", "account", "profile", "settings", "preferences", "copy(?: \\w+){0,2}", "share", "print", "download(?: \\w+){0,2}",
      "export", "feedback", "yes", "no", "edit(?: \\w+){0,3}", "run(?: \\w+)?", "play", "pause", "execute", "try it(?: out)?", "send",
      "submit", "save", "delete", "remove", "add", "apply", "reset", "cancel", "accept(?: all)?", "agree", "reject", "decline", "dismiss",
      "ok", "got it", "less", "fewer", "previous", "next", "back", "full ?screen", "zoom", "tweet", "ask (?:ai|\\w+)",
      "report(?: \\w+){0,3}", "contact(?: us)?", "authorize", "hidden lines", "collapse\\b.*",
    ].join("|") + ")\\W*$", "i");

  // A link is clicked only where it leads nowhere: no href, or a fragment that is no route.
  const leads = element => {
    const link = element.closest("a[href], area[href]");
    return link !== null && !/^\s*(?:$|#(?![/!])|javascript:\s*(?:void\b|;|$))/i.test(link.getAttribute("href"));
  };
  // A whole page may be one form, or stand in an element that is named after a search: then the place says nothing.
  const isPlace = place => place !== null && !place.querySelector("main, article, h1");
  const offPlace = element => isPlace(element.closest(PLACES));
  const offLimits = element => {
    if (element.matches(":disabled, [aria-disabled=true], [download]") || leads(element) || offPlace(element)) return true;
    if (!["", "false"].includes(element.getAttribute("aria-haspopup") ?? "")) return true;
    const name = nameOf(element);
    return name.length <= 40 && WORDS.test(name);
  };

  // What a click was made on, in a form that holds for another showing of the same page.
  const signature = element => `${element.localName}.${element.getAttribute("class") || ""}#${element.id} ${nameOf(element).slice(0, 80)}`;

  const pressed = new WeakSet();
  const touch = {
    clicks: 0,
    full: true,        // no bound was reached
    recent: [],        // signatures of what was clicked since the page was looked at last
    avoid: new Set(),  // signatures of what is not clicked
    leads, offPlace, pressed,
    may: element => !pressed.has(element) && !offLimits(element) && !touch.avoid.has(signature(element)),
    avoids: element => touch.avoid.has(signature(element)),
    // False, and noted, where a bound is reached.
    within() {
      if (touch.clicks < MOST_CLICKS && document.getElementsByTagName("*").length <= MOST_ELEMENTS) return true;
      touch.full = false;
      return false;
    },
    press(element) {
      touch.clicks++;
      touch.recent.push(signature(element));
      pressed.add(element);
      const options = { bubbles: true, cancelable: true, composed: true, button: 0, view: window };
      element.dispatchEvent(new PointerEvent("pointerdown", options));
      element.dispatchEvent(new MouseEvent("mousedown", options)); // what some libraries choose a tab by
      element.dispatchEvent(new PointerEvent("pointerup", options));
      element.dispatchEvent(new MouseEvent("mouseup", options));
      element.dispatchEvent(new MouseEvent("click", options));
    },
  };
  getdocs.touch = touch;
})();
