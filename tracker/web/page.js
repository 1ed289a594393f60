"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const TAGS = new Set(("p div span strong section h3 ul ol li table thead tbody tr th td " +
    "svg line rect circle text").split(" "));
  const ATTRIBUTES = new Set(("class title scope tabindex role aria-label aria-hidden width height " +
    "x y dx x1 x2 y1 y2 cx cy r text-anchor").split(" "));
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
  const show = (parts) => {
    for (const [name, tree] of Object.entries(parts)) {
      const text = JSON.stringify(tree);
      const place = document.getElementById(name);
      if (!place || known.get(name) === text) continue;
      known.set(name, text);
      if (name === "title") {
        place.textContent = document.title = tree;
        continue;
      }
      const edge = place.querySelector(".wide");
      const left = edge ? edge.scrollLeft : 0;
      place.replaceChildren(build(tree, false));
      const now = place.querySelector(".wide");
      if (now) now.scrollLeft = left;
    }
  };
  const link = document.getElementById("link");
  let seen = document.querySelector("main").dataset.digest;
  const connect = () => {
    const source = new EventSource("events?seen=" + encodeURIComponent(seen));
    source.onopen = () => { link.textContent = ""; };
    source.onmessage = (message) => {
      seen = message.lastEventId || seen;
      show(JSON.parse(message.data));
    };
    source.onerror = () => {
      link.textContent = "Not connected; trying again.";
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
    };
  };
  connect();
})();
