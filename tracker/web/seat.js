const seats = { show() {}, sent() {}, plan() {}, asked: () => null };
(() => {
  const PATIENCE = 5000;
  let secret = location.hash.slice(1);
  const make = (tag, text, kind) => {
    const element = document.createElement(tag);
    if (text) element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };
  // Numbers grow on each phone by its own clock, so each has a name; a page that is loaded again keeps it.
  const phone = (() => {
    const name = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("-");
    try {
      const kept = sessionStorage.getItem("phone") || name;
      sessionStorage.setItem("phone", kept);
      return kept;
    } catch {
      return name;
    }
  })();
  let place = null, asked = null, number = 0;
  const said = () => place.querySelector(".answer");
  const lock = (locked) => place.querySelectorAll("button:not(.about), input").forEach((one) => { one.disabled = locked; });
  const post = (id, line, done, tries = 3) => {
    number = Math.max(Date.now(), number + 1);
    const body = JSON.stringify({ id, line, n: number, phone });
    const attempt = (left) => {
      const stop = new AbortController();
      const late = setTimeout(() => stop.abort(), PATIENCE);
      fetch("answer", {
        method: "POST", headers: { "Content-Type": "application/json", "X-Signature": sign(secret, body) }, body,
        signal: stop.signal,
      }).then((answer) => answer.text().then((text) => done(text.trim(), answer.status === 202))).catch(() => {
        if (left > 0) return setTimeout(() => attempt(left - 1), 1500);
        done("Your answer did not get through. Try again, or tell your game master.", false);
      }).finally(() => clearTimeout(late));
    };
    attempt(tries);
  };
  const send = (line) => {
    const id = asked.id;
    lock(true);
    place.classList.add("sent");
    said().textContent = "Sending…";
    post(id, line, (text, taken) => {
      if (!asked || asked.id !== id) return;
      said().textContent = text;
      if (taken) return;
      place.classList.remove("sent");
      lock(false);
    });
  };
  const button = (text, act, kind) => {
    const one = make("button", text, kind);
    one.type = "button";
    one.addEventListener("click", act);
    return one;
  };
  // Where options are chosen: the question, whose answer is sent, or the plan, which is only kept.
  const answering = { verb: "Send: ", place: () => place, id: () => asked.id, take: send };
  const confirm = (on, word, label, price) => {
    const row = on.place().querySelector(".confirm");
    row.replaceChildren(button(on.verb + label, () => on.take(word), "send"));
    if (price) row.append(make("p", price, "quiet"));
    row.scrollIntoView({ block: "nearest" });
  };
  // A price in time: a dot for each count as far as they can be told at a glance, and the count that it leads to.
  const DOTS = 8;
  const price = (option) => {
    const shown = make("span", option.works ? option.works + " " : "", "price");
    if (option.at) shown.append(option.at + " ");
    if (option.counts > 0) {
      const dots = make("span", option.counts > DOTS ? "•×" + option.counts : "•".repeat(option.counts));
      dots.setAttribute("role", "img");
      dots.setAttribute("aria-label", option.counts + (option.counts === 1 ? " count" : " counts"));
      shown.append(dots);
    }
    return shown;
  };
  // What an option does: told by a long press, or by the button beside it, and folded away by the same.
  const LONG = 500;
  const explain = (on, row, about, at) => {
    const told = row.querySelector(".told");
    if (told) {
      told.remove();
      return about.setAttribute("aria-expanded", "false");
    }
    const shown = make("div", "", "told");
    shown.setAttribute("role", "status");
    row.append(shown);
    about.setAttribute("aria-expanded", "true");
    fetch("explain?id=" + encodeURIComponent(on.id()) + "&at=" + at, { cache: "no-store" })
      .then((answer) => answer.text())
      .catch(() => "Not connected; try again.")
      .then((text) => shown.replaceChildren(...text.trim().split("\n").map((line) => make("p", line))));
  };
  const withAbout = (on, one, label, at) => {
    const row = make("div", "", "option");
    const about = button("?", () => explain(on, row, about, at), "about");
    about.setAttribute("aria-label", "About " + label);
    about.setAttribute("aria-expanded", "false");
    let pressed = 0, long = false;
    const release = () => clearTimeout(pressed);
    one.addEventListener("pointerdown", () => {
      long = false;
      pressed = setTimeout(() => {
        long = true;
        explain(on, row, about, at);
      }, LONG);
    });
    for (const name of ["pointerup", "pointerleave", "pointercancel"]) one.addEventListener(name, release);
    one.addEventListener("contextmenu", (event) => event.preventDefault());
    one.addEventListener("click", (event) => {
      if (long) event.stopImmediatePropagation();
      long = false;
    }, true);
    row.append(one, about);
    return row;
  };
  const choices = (on, box, options, back, trail, at = "") => {
    const list = make("div", "", "choices");
    const later = make("div", "", "choices");
    on.place().querySelector(".confirm").replaceChildren();
    options.forEach((option, number) => {
      const one = button(option.label, () => {
        if (option.choices.length) {
          const further = trail ? trail + ", " + option.label : option.label;
          return choices(on, box, option.choices, () => choices(on, box, options, back, trail, at), further, at + number + ".");
        }
        list.querySelectorAll(".pick").forEach((other) => other.setAttribute("aria-pressed", other === one));
        confirm(on, option.word, trail ? trail + ", " + option.label : option.label, option.price);
      }, "pick");
      if (option.choices.length) one.append(make("span", option.works + " ›"));
      else {
        one.setAttribute("aria-pressed", "false");
        one.append(price(option));
      }
      if (option.price && !(option.counts && option.price.endsWith("→" + option.at))) one.append(make("small", option.price));
      if (option.refused) {
        one.disabled = true;
        one.append(make("small", option.refused));
      }
      (option.refused ? later : list).append(withAbout(on, one, option.label, at + number));
    });
    if (later.children.length) {
      const folded = make("details");
      const names = options.filter((option) => option.refused).map((option) => option.label.split(/[,(]/)[0].trim());
      folded.append(make("summary", "Not now: " + names.join(", ")), later);
      list.append(folded);
    }
    if (back) list.append(button("‹ Back", back, "back"));
    box.replaceChildren(list);
  };
  const dice = (box) => {
    box.replaceChildren();
    const count = asked.faces.length, [least, most] = asked.faces[0] || [1, 100];
    const fallen = [];
    // What the program would say of a face that no die has: it is not sent first.
    const wrong = (word) => {
      const nought = least === 1 && (most === 10 ? /^00?$/ : most === 100 ? /^00$/ : /^$/).test(word);
      const face = nought ? most : Number(word);
      return face < least || face > most ? `${word} is not on a ${least ? "d" + most : "d00"}: ${least} to ${most}.` : "";
    };
    let typed = "";
    const shown = make("p", "", "faces");
    const pad = make("div", "", "pad");
    const draw = () => {
      const all = typed ? [...fallen, typed] : fallen;
      shown.textContent = all.length ? all.join("  ") : asked.dice.replace(/!(p\d*|\d+)?/g, "");
      const row = place.querySelector(".confirm");
      said().textContent = all.map(wrong).find(Boolean) || "";
      if (all.length === count && !said().textContent) row.replaceChildren(button("Send: " + all.join(" "), () => send(all.join(" ")), "send"));
      else row.replaceChildren();
    };
    const drop = () => {
      if (typed) typed = typed.slice(0, -1);
      else fallen.pop();
      draw();
    };
    if (most <= 20)
      for (let face = least; face <= most; face++)
        pad.append(button(String(face), () => { if (fallen.length < count) fallen.push(String(face)); draw(); }));
    else
      for (const digit of "1234567890")
        pad.append(button(digit, () => { if (typed.length < String(most + least).length) typed += digit; draw(); }));
    const erase = button("⌫", drop);
    erase.setAttribute("aria-label", "Take the last one back");
    pad.append(erase);
    if (asked.odds) box.append(make("p", "Your chance: " + asked.odds));
    box.append(shown, pad, button("Roll for me", () => send("roll"), "back"));
    draw();
  };
  const amount = (box) => {
    const label = make("label", asked.low + " to " + asked.high + " ");
    const field = make("input");
    field.type = "number";
    field.min = asked.low;
    field.max = asked.high;
    field.step = asked.step || 1;
    field.value = asked.low;
    label.append(field);
    const step = (by) => () => {
      field.value = Math.max(asked.low, Math.min(asked.high, Number(field.value) + by * (asked.step || 1)));
    };
    box.replaceChildren(label, button("−", step(-1)), button("+", step(1)));
    place.querySelector(".confirm").replaceChildren(button("Send", () => send(String(field.value)), "send"));
  };
  seats.asked = () => asked;
  seats.show = (where, question) => {
    place = where;
    asked = question || null;
    place.classList.remove("sent");
    if (!question) return place.replaceChildren();
    const box = make("div", "", "box");
    const answer = make("p", "", "answer");
    answer.setAttribute("role", "status");
    place.replaceChildren(make("h2", question.text), box, make("div", "", "confirm"), answer);
    if (!secret) {
      answer.textContent = "This address only reads. Open your own whole link, or scan its code, to answer here.";
      return;
    }
    if (question.ask === "dice") dice(box);
    else if (question.ask === "amount") amount(box);
    else if (question.choices.length) choices(answering, box, question.choices, null, "");
    else answer.textContent = "Tell your game master.";
  };
  // What another phone of the same player has sent: this one need not answer any more.
  seats.sent = (where, sent) => {
    const elsewhere = sent !== null && sent.phone !== phone;
    where.textContent = elsewhere ? (sent.waits ? "Sent" : "Answered") + " from your other phone: " + sent.label : "";
  };
  // The next action planned ahead: kept at the seat, marked at its question, and withdrawn with one tap.
  let planned = null, corner = null;
  const change = (word) => {
    corner.querySelectorAll("button").forEach((one) => { one.disabled = true; });
    post(planned.id, word, (text, taken) => {
      if (taken) return;
      seats.plan(corner, planned);
      corner.append(make("p", text, "quiet"));
    });
  };
  const planning = () => {
    const on = { verb: "Plan: ", place: () => corner, id: () => planned.id, take: change };
    const box = make("div", "", "box"), stop = button("Plan nothing", () => seats.plan(corner, planned), "back");
    corner.replaceChildren(make("h2", "Your next action"), box, make("div", "", "confirm"), stop);
    fetch("plan", { cache: "no-store" }).then((answer) => answer.json()).then((menu) => {
      planned = { ...planned, id: menu.id };
      if (menu.choices.length) choices(on, box, menu.choices, null, "");
      else box.replaceChildren(make("p", "Nothing can be planned now."));
    }).catch(() => box.replaceChildren(make("p", "Not connected; try again.")));
  };
  seats.plan = (where, plan) => {
    corner = where;
    planned = plan;
    if (!plan || !secret) return corner.replaceChildren();
    if (!plan.label) return corner.replaceChildren(button("Plan your next action", planning, "back"));
    const words = plan.state === "gone" ? "Your plan cannot be done now: " : "Planned: ";
    corner.replaceChildren(make("p", words + plan.label, "planned"));
    if (plan.why) corner.append(make("p", plan.why));
    corner.append(button("Withdraw the plan", () => change(""), "back"));
    if (plan.state === "ready" && asked && !place.classList.contains("sent")) confirm(answering, plan.word, plan.label, "As you planned.");
  };
  // The whole link opened in a window that shows the same path loads nothing anew: only the part behind # changes.
  addEventListener("hashchange", () => {
    secret = location.hash.slice(1);
    if (place) seats.show(place, asked);
    if (corner) seats.plan(corner, planned);
  });
})();
