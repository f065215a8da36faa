// What runs in every document before its own scripts do: a function of the moment, in milliseconds since 1970, at which
// every document finds itself (docs/adr/0007-same-bytes-same-page.md).
moment => {
  "use strict";
  const { apply, construct } = Reflect;
  const { imul } = Math;
  const give = (object, methods) => {
    for (const name of Object.keys(methods)) object[name] = methods[name];
  };

  // Every page is to find the tab as if it were new: nothing in sessionStorage, and nothing to go back to.
  if (window === window.top) try { sessionStorage.clear(); } catch {}
  History.prototype.back = History.prototype.forward = function () {};
  History.prototype.go = function (delta) { if (!delta) location.reload(); };
  Object.defineProperty(History.prototype, "length", { get: () => 1 });

  // No page hears that it is left: in a handler it could stay busy, in a process that the next page of this tab is to have.
  for (const name of ["visibilitychange", "freeze", "pageswap", "pagehide", "unload"]) {
    addEventListener(name, event => { event.stopImmediatePropagation(); }, true);
  }

  // Nobody reads the console, and a flood of messages would hold up every other page on its way through the driver.
  for (const name of Object.keys(console)) if (typeof console[name] === "function") console[name] = () => {};
  for (const name of ["error", "unhandledrejection"]) addEventListener(name, event => { event.preventDefault(); });

  // The clock. Virtual time belongs to the process: it never starts anew, and stands still while a script runs. A document's
  // own begins with it, shows tenths of a second, because the last digits are chance, and passes for a script that waits for
  // it in a loop: the sooner, the longer it has waited.
  const TICK = 100, LOOKS = 1000; // milliseconds; looks at a clock that stands still
  const { now } = Performance.prototype;
  const born = performance.now();
  let seen = born, looks = 0, waited = 0;
  const shown = at => {
    const passed = at - born + waited + 1; // a timer may come a hair too soon
    return TICK + passed - passed % TICK;
  };
  const age = () => {
    const at = apply(now, performance, []);
    if (at - seen >= 1) { seen = at; looks = 0; } else if (++looks % LOOKS === 0) waited += looks / LOOKS;
    return shown(at);
  };
  const { toString } = Date.prototype;
  give(Performance.prototype, { now() { return age(); } });
  Object.defineProperty(Performance.prototype, "timeOrigin", { get: () => moment });
  give(Date, { now() { return moment + age(); } });
  window.Date = Date.prototype.constructor = new Proxy(Date, {
    construct: (target, given, as) => construct(target, given.length ? given : [moment + age()], as),
    apply: target => apply(toString, new target(moment + age()), []),
  });
  // Frameworks compare it with the clock. What a real mouse does has a real time, which is long past here.
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", {
    get() { const at = apply(get, this, []); return at < born ? age() : shown(at); },
  });

  // Frames and idle times come in real time, as many as the machine has left. Timers are the page's own, and come in the
  // same order every time: one tick later each.
  const { setTimeout, clearTimeout, requestAnimationFrame, requestIdleCallback } = window;
  const later = (native, call) => ({
    request(callback) {
      if (typeof callback !== "function") return native(callback);
      return setTimeout(() => { call(callback); }, TICK);
    },
    cancel(handle) { clearTimeout(handle); },
  });
  const idle = callback => {
    let left = LOOKS; // 50 milliseconds, the most that a browser grants: they pass by being asked for
    callback({ didTimeout: false, timeRemaining: () => left > 0 ? left-- * 50 / LOOKS : 0 });
  };
  const frames = later(requestAnimationFrame, callback => { callback(age()); });
  const idles = later(requestIdleCallback, idle);
  give(window, {
    requestAnimationFrame: frames.request, webkitRequestAnimationFrame: frames.request,
    cancelAnimationFrame: frames.cancel, webkitCancelAnimationFrame: frames.cancel,
    requestIdleCallback: idles.request, cancelIdleCallback: idles.cancel,
  });

  // Chance. One sequence for each URL, and for each frame of it: FNV-1a for the seed, then Mulberry32.
  let place = 0;
  while (place < parent.length && parent[place] !== window) place++;
  let state = imul(0x811c9dc5 ^ place, 0x01000193);
  for (const letter of location.href) state = imul(state ^ letter.codePointAt(0), 0x01000193);
  const draw = () => {
    state = state + 0x6d2b79f5 | 0;
    let drawn = imul(state ^ state >>> 15, state | 1);
    drawn ^= drawn + imul(drawn ^ drawn >>> 7, drawn | 61);
    return (drawn ^ drawn >>> 14) >>> 0;
  };
  give(Math, { random() { return ((draw() >>> 5) * 0x4000000 + (draw() >>> 6)) / 0x20000000000000; } });
  const HEX = "0123456789abcdef";
  const { getRandomValues } = Crypto.prototype;
  const fill = array => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = draw();
    return array;
  };
  give(Crypto.prototype, { getRandomValues(array) { return fill(apply(getRandomValues, this, [array])); } });
  if (Crypto.prototype.randomUUID) give(Crypto.prototype, {
    randomUUID() {
      const bytes = fill(new Uint8Array(16));
      bytes[6] = bytes[6] & 0x0f | 0x40; // RFC 9562: version 4
      bytes[8] = bytes[8] & 0x3f | 0x80;
      let text = "";
      for (let at = 0; at < 16; at++) {
        text += (at === 4 || at === 6 || at === 8 || at === 10 ? "-" : "") + HEX[bytes[at] >> 4] + HEX[bytes[at] & 15];
      }
      return text;
    },
  });

  // Sockets do not pause: those that a page, or a frame of its origin, opens are noted here. What is kept is one string,
  // which no page can change.
  const MOST = 100_000; // characters
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
