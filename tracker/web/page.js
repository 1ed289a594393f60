(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const TAGS = new Set(("p div span strong section details summary h3 ul ol li table thead tbody tr th td " +
    "svg line rect circle text").split(" "));
  const ATTRIBUTES = new Set(("class title scope tabindex role aria-label aria-hidden width height " +
    "x y dx x1 x2 y1 y2 cx cy r text-anchor").split(" "));
  const STALE = 25000;
  const AGAIN = 10000;
  const FULL = "All places are taken; trying again.";
  const DEAD = "This link no longer works. Ask your game master for a new one.";
  const find = (id) => document.getElementById(id);
  const build = (tree, within) => {
    if (typeof tree === "string") return document.createTextNode(tree);
    const [tag, attributes, ...children] = tree;
    if (!TAGS.has(tag)) return document.createTextNode("");
    const drawn = within || tag === "svg";
    const element = drawn ? document.createElementNS(SVG, tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (ATTRIBUTES.has(name)) element.setAttribute(name, value);
    for (const child of children) element.append(build(child, drawn));
    return element;
  };
  const known = new Map();
  let title = document.title;
  const lines = () => [...document.querySelectorAll("#happened li")].map((line) => line.textContent);
  // Only what is new is said: the lines before the first one that was there already.
  const tell = (before) => {
    const after = lines();
    let fresh = 0;
    while (fresh < after.length && after.slice(fresh).some((line, at) => at < before.length && line !== before[at]))
      fresh++;
    const said = after.slice(0, fresh).reverse().map((line) => {
      const paragraph = document.createElement("p");
      paragraph.textContent = line;
      return paragraph;
    });
    if (said.length) find("said").replaceChildren(...said);
  };
  const turn = () => {
    const asked = seats.asked();
    const yours = asked !== null || document.querySelector("#now .yours") !== null;
    document.body.classList.toggle("your-turn", yours);
    document.title = (yours ? "► " + (asked && asked.ask === "dice" ? "Your dice" : "Your turn") + " – " : "") + title;
    attention.call(yours, asked ? asked.text + " ↓" : "Your turn");
  };
  // Names stay in sight while the axis is scrolled beneath them.
  const named = (roll) => roll.querySelectorAll(".axis .name, .axis .state").forEach((name) => {
    name.setAttribute("x", 4 + roll.scrollLeft);
  });
  const toNow = () => {
    const roll = document.querySelector(".roll");
    const now = roll && roll.querySelector("line.now");
    if (!roll) return;
    roll.onscroll = () => named(roll);
    if (now) roll.scrollLeft = roll.scrollWidth * parseFloat(now.getAttribute("x1")) / 100 - roll.clientWidth / 3;
    named(roll);
  };
  // A television shows everything without scrolling: text and axis are as large as they fit.
  const fit = () => {
    const root = document.documentElement;
    const axis = document.querySelector(".axis");
    const high = axis ? Number(axis.dataset.high || axis.getAttribute("height")) : 0;
    const shape = (text, scale) => {
      root.style.fontSize = text ? text + "px" : "";
      if (!axis) return;
      axis.dataset.high = high;
      if (scale) {
        axis.setAttribute("viewBox", "0 0 " + axis.parentElement.clientWidth / scale + " " + high);
        axis.setAttribute("height", high * scale);
      } else {
        axis.removeAttribute("viewBox");
        axis.setAttribute("height", high);
      }
    };
    const wall = matchMedia("(min-width: 1600px) and (min-height: 800px)").matches &&
      document.querySelector("main.all") !== null;
    document.body.classList.toggle("wall", wall);
    const cards = document.querySelector("#fighters .fighters");
    if (cards) cards.style.gridTemplateColumns = "";
    if (!wall) return shape(0, 0);
    const fits = () => document.querySelector("main").scrollHeight <= root.clientHeight;
    let size = 30;
    while (size > 11 && (shape(size, size / 16), !fits())) size--;
    let scale = 3;
    while (scale > .5 && (shape(size, scale), !fits())) scale -= .1;
    if (!cards) return;
    // No card stands alone below a full row.
    const rows = Math.ceil(cards.children.length / getComputedStyle(cards).gridTemplateColumns.split(" ").length);
    cards.style.gridTemplateColumns = `repeat(${Math.ceil(cards.children.length / rows)}, minmax(0, 1fr))`;
  };
  const show = (parts) => {
    const before = lines();
    for (const [name, tree] of Object.entries(parts)) {
      const text = JSON.stringify(tree);
      const place = find(name === "sent" ? "elsewhere" : name);
      if (!place || known.get(name) === text) continue;
      known.set(name, text);
      if (name === "title") {
        place.textContent = title = tree;
        continue;
      }
      if (name === "seat") {
        seats.show(place, tree);
        continue;
      }
      if (name === "plan") {
        seats.plan(place, tree);
        continue;
      }
      if (name === "sent") {
        seats.sent(place, tree);
        continue;
      }
      const edges = [...place.querySelectorAll(".wide")].map((edge) => edge.scrollLeft);
      const folded = [...place.querySelectorAll("details")].map((one) => one.open);
      place.replaceChildren(build(tree, false));
      place.querySelectorAll(".wide").forEach((edge, at) => { edge.scrollLeft = edges[at] || 0; });
      place.querySelectorAll("details").forEach((one, at) => { one.open = folded[at] || false; });
      if (name === "axis") toNow();
      if (name === "happened") tell(before);
    }
    turn();
    fit();
  };
  const link = find("link");
  const state = (text) => { if (link.textContent !== text) link.textContent = text; };
  let seen = document.querySelector("main").dataset.digest;
  let heard = Date.now();
  let source = null;
  let again = 0;
  let tried = 0;
  let asking = null;
  const hear = () => {
    heard = Date.now();
    state("");
  };
  const retry = (milliseconds) => {
    clearTimeout(again);
    again = setTimeout(connect, milliseconds);
  };
  // A stream that was refused says no reason; the same address asked once more does.
  const refused = () => {
    const stop = asking = new AbortController();
    fetch("events", { signal: stop.signal, cache: "no-store" }).then((answer) => {
      state(answer.status === 404 ? DEAD : answer.status === 503 ? FULL : "Not connected; trying again.");
      stop.abort();
    }).catch(() => state("Not connected; trying again.")).finally(() => {
      if (asking === stop) retry(5000);
    });
  };
  function connect() {
    tried = Date.now();
    clearTimeout(again);
    if (asking) asking.abort();
    asking = null;
    if (source) source.close();
    source = new EventSource("events?seen=" + encodeURIComponent(seen));
    source.onmessage = (message) => {
      hear();
      seen = message.lastEventId || seen;
      show(JSON.parse(message.data));
    };
    source.addEventListener("beat", hear);
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) refused();
      else state("Not connected; trying again.");
    };
  }
  // A try may hang in any state, without an error; and a browser may call this far less often than once a second.
  const watch = () => {
    const now = Date.now();
    heard = Math.min(heard, now);
    tried = Math.min(tried, now);
    const silent = now - heard;
    if (silent < STALE) return;
    const seconds = Math.floor(silent / 1000);
    if (![DEAD, FULL].includes(link.textContent))
      state("Last heard " + (seconds < 60 ? seconds - seconds % 5 + " s" : Math.floor(seconds / 60) + " min") + " ago");
    if (now - tried >= AGAIN) connect();
  };
  setInterval(watch, 1000);
  const wake = () => {
    const lost = Date.now() - heard > STALE || source.readyState !== EventSource.OPEN;
    if (!document.hidden && lost && Date.now() - tried > 1000) connect();
  };
  document.addEventListener("visibilitychange", wake);
  for (const event of ["pageshow", "online", "focus"]) addEventListener(event, wake);
  addEventListener("resize", () => { fit(); toNow(); });
  const seat = find("seat");
  if (seat) {
    const asked = JSON.parse(seat.dataset.asked || "null");
    known.set("seat", JSON.stringify(asked));
    seats.show(seat, asked);
    const elsewhere = find("elsewhere"), sent = JSON.parse(elsewhere.dataset.sent || "null");
    known.set("sent", JSON.stringify(sent));
    seats.sent(elsewhere, sent);
    const corner = find("plan"), plan = JSON.parse(corner.dataset.plan || "null");
    known.set("plan", JSON.stringify(plan));
    seats.plan(corner, plan);
  }
  turn();
  toNow();
  fit();
  connect();
})();
