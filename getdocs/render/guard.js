// What a click finds in the page's own world while the page is revealed: nothing that leads away, or waits for a person.
// A router that is refused leaves its view as it was, or shows another one, which is noticed (reveal.js).
(() => {
  const nothing = () => null;
  for (const name of ["open", "alert", "confirm", "prompt", "print"]) window[name] = nothing;
  document.open = document.write = document.writeln = nothing;
  HTMLFormElement.prototype.submit = HTMLFormElement.prototype.requestSubmit = nothing;
  const place = url => url.origin + url.pathname + (/^#[!/]/.test(url.hash) ? url.hash : "");
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name];
    history[name] = function (state, title, url) {
      if (url != null && place(new URL(url, document.baseURI)) !== place(location)) throw new DOMException("refused", "SecurityError");
      return change.apply(this, arguments);
    };
  }
})();
