// What a click finds in the page's own world while the page is revealed: nothing that leads away, or waits for a person.
// A router that is refused leaves its view as it was, or shows another one, which is noticed (reveal.js).
(() => {
  const nothing = () => null;
  const told = url => dispatchEvent(new CustomEvent("getdocs-went", { detail: url.href }));
  for (const name of ["alert", "confirm", "prompt", "print"]) window[name] = nothing;
  window.open = url => {
    if (url) told(new URL(url, document.baseURI));
    return null;
  };
  document.open = document.write = document.writeln = nothing;
  HTMLFormElement.prototype.submit = HTMLFormElement.prototype.requestSubmit = nothing;
  const place = url => url.origin + url.pathname + (/^#[!/]/.test(url.hash) ? url.hash : "");
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name];
    history[name] = function (state, title, url) {
      if (url != null && place(new URL(url, document.baseURI)) !== place(location)) {
        told(new URL(url, document.baseURI));
        throw new DOMException("refused", "SecurityError");
      }
      return change.apply(this, arguments);
    };
  }
})();
