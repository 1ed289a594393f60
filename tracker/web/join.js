(() => {
  const find = (id) => document.getElementById(id);
  const said = find("said"), form = find("form"), names = find("names");
  const PRIME = BigInt("0x" +
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD" +
    "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED" +
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F" +
    "83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B" +
    "E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510" +
    "15728E5A8AACAA68FFFFFFFFFFFFFFFF");
  const AGAIN = 1500;
  const hex = (number) => number.toString(16).padStart(512, "0");
  const power = (base, exponent) => {
    let result = 1n;
    for (base %= PRIME; exponent > 0n; exponent >>= 1n, base = base * base % PRIME)
      if (exponent & 1n) result = result * base % PRIME;
    return result;
  };
  // Half of a key: what comes back is sealed with both halves, and only one of them travels.
  const own = [...crypto.getRandomValues(new Uint32Array(8))].reduce((all, part) => all << 32n | BigInt(part), 1n);
  const post = (message) => fetch("join", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message), cache: "no-store",
  });
  const opened = (sealed) => {
    const shared = hex(power(BigInt("0x" + sealed.key), own));
    const cover = sign(shared, "seat 0") + sign(shared, "seat 1");
    let secret = "";
    for (let at = 0; at < sealed.secret.length; at += 2)
      secret += String.fromCharCode(parseInt(sealed.secret.slice(at, at + 2), 16) ^ parseInt(cover.slice(at, at + 2), 16));
    return sealed.path + "#" + secret;
  };
  const lost = () => { said.textContent = "Not connected; trying again."; };
  const wait = (ticket) => {
    post({ ticket }).then((answer) => {
      if (answer.status === 202) return setTimeout(() => wait(ticket), AGAIN);
      return answer.json().then((reply) => {
        if (answer.status === 200) return location.replace(opened(reply));
        said.textContent = reply.text;
        form.hidden = false;
      });
    }).catch(() => {
      lost();
      setTimeout(() => wait(ticket), AGAIN);
    });
  };
  const choose = (code, name) => {
    names.replaceChildren();
    post({ code, name, key: hex(power(2n, own)) }).then((answer) => answer.json().then((reply) => {
      if (answer.status !== 202) {
        said.textContent = reply.text;
        form.hidden = false;
        return;
      }
      said.textContent = "Your game master lets you in. Your phone shows " + reply.sign + ".";
      wait(reply.ticket);
    })).catch(lost);
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = find("code").value;
    said.textContent = "";
    post({ code }).then((answer) => answer.json().then((reply) => {
      if (answer.status !== 200) {
        said.textContent = reply.text;
        return;
      }
      form.hidden = true;
      said.textContent = reply.names.length ? "Who are you?" : "No fighter has a player yet. Ask your game master.";
      names.replaceChildren(...reply.names.map((name) => {
        const one = document.createElement("button");
        one.type = "button";
        one.textContent = name;
        one.addEventListener("click", () => choose(code, name));
        return one;
      }));
      if (names.firstChild) names.firstChild.focus();
    })).catch(lost);
  });
})();
