// A turn that cannot be missed: a bar that stays, and by the choice of whoever holds the phone a buzz, a sound, a lit screen.
const attention = (() => {
  const CHOICES = { buzz: "Buzz when you are asked", sound: "Sound when you are asked", awake: "Keep the screen on" };
  const SET_BY_HAND = "This browser keeps the screen on over HTTPS only. " +
    "Set a longer time until the screen goes dark in the settings of your phone.";
  const chosen = (() => {
    try {
      return { buzz: true, ...JSON.parse(localStorage.getItem("attention") || "{}") };
    } catch {
      return { buzz: true };
    }
  })();
  const bar = document.getElementById("call");
  let sounds = null, light = null, yours = false;
  const beep = () => {
    try {
      sounds = sounds || new AudioContext();
      for (const [at, tone] of [[0, 660], [0.18, 880]]) {
        const source = sounds.createOscillator(), volume = sounds.createGain();
        source.frequency.value = tone;
        volume.gain.value = 0.15;
        source.connect(volume).connect(sounds.destination);
        source.start(sounds.currentTime + at);
        source.stop(sounds.currentTime + at + 0.15);
      }
    } catch { /* a browser without sound stays silent */ }
  };
  const buzz = () => {
    if (navigator.vibrate && (navigator.userActivation || {}).hasBeenActive) navigator.vibrate([200, 100, 200]);
  };
  const keepAwake = () => {
    if (!chosen.awake || document.hidden || !navigator.wakeLock || light) return;
    navigator.wakeLock.request("screen").then((lock) => {
      light = lock;
      lock.addEventListener("release", () => { light = null; });
    }).catch(() => {});
  };
  const letGo = () => { if (light) light.release(); };
  const seat = document.getElementById("seat");
  // The bar goes where the question itself is in sight.
  let inSight = false;
  const place = () => { if (bar) bar.hidden = !yours || inSight; };
  if (bar && seat) {
    new IntersectionObserver((seen) => {
      inSight = seen[seen.length - 1].isIntersecting;
      place();
    }).observe(seat);
    bar.addEventListener("click", () => {
      seat.scrollIntoView({ block: "start" });
      const first = seat.querySelector("button, input");
      if (first) first.focus({ preventScroll: true });
    });
  }
  const note = (text) => { document.querySelector(".settings .note").textContent = text; };
  const choose = (name, on) => {
    chosen[name] = on;
    try {
      localStorage.setItem("attention", JSON.stringify(chosen));
    } catch { /* it holds until the page is left */ }
    note("");
    if (name === "sound" && on) beep();
    if (name === "buzz" && on) buzz();
    if (name !== "awake") return;
    if (!on) letGo();
    else if (navigator.wakeLock) keepAwake();
    else note(SET_BY_HAND);
  };
  const settings = document.querySelector(".settings");
  if (settings) {
    for (const [name, text] of Object.entries(CHOICES)) {
      const label = document.createElement("label"), box = document.createElement("input");
      box.type = "checkbox";
      box.checked = Boolean(chosen[name]);
      box.addEventListener("change", () => choose(name, box.checked));
      label.append(box, text);
      settings.append(label);
    }
    const said = document.createElement("p");
    said.className = "note quiet";
    said.setAttribute("role", "status");
    settings.append(said);
    settings.hidden = false;
    document.addEventListener("visibilitychange", keepAwake);
    keepAwake();
  }
  return {
    call(asked, words) {
      const was = yours;
      yours = asked;
      if (bar && words) bar.textContent = words;
      place();
      if (!yours || was) return;
      if (chosen.buzz) buzz();
      if (chosen.sound) beep();
    },
  };
})();
