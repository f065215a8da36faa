// What runs in every document before its own scripts do.

// Every page is to find the tab as if it were new: nothing in sessionStorage, and nothing to go back to.
if (window === window.top) try { sessionStorage.clear(); } catch {}
History.prototype.back = History.prototype.forward = function () {};
History.prototype.go = function (delta) { if (!delta) location.reload(); };
Object.defineProperty(History.prototype, "length", { get: () => 1 });

// Sockets do not pause: those that a page, or a frame of its origin, opens are noted here. What is kept is one string,
// which no page can change.
{
  const MOST = 100_000; // characters
  const { construct } = Reflect;
  let tell, told = "";
  try { tell = top.getdocsSockets; } catch {}
  if (typeof tell !== "function") {
    tell = url => typeof url === "string" && told.length + url.length < MOST ? told += url + "\n" : told;
    Object.defineProperty(window, "getdocsSockets", { value: tell });
  }
  for (const name of ["WebSocket", "WebSocketStream"]) if (window[name]) {
    const noting = { construct(target, given, as) { const made = construct(target, given, as); tell(made.url); return made; } };
    window[name] = window[name].prototype.constructor = new Proxy(window[name], noting);
  }
}
