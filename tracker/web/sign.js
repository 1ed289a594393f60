"use strict";
// HMAC-SHA256 of its own: a browser keeps its cryptography to pages over HTTPS, and this one comes over plain HTTP.
const sign = (() => {
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const part = (root) => ((root - Math.floor(root)) * 4294967296) | 0;
  const constants = primes.map((prime) => part(Math.cbrt(prime)));
  const start = primes.slice(0, 8).map((prime) => part(Math.sqrt(prime)));
  const digest = (bytes) => {
    const blocks = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
    blocks.set(bytes);
    blocks[bytes.length] = 0x80;
    new DataView(blocks.buffer).setUint32(blocks.length - 4, bytes.length * 8);
    const state = start.slice();
    const words = new Array(64);
    const view = new DataView(blocks.buffer);
    for (let at = 0; at < blocks.length; at += 64) {
      for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const one = words[i - 15], two = words[i - 2];
        const low = turn(one, 7) ^ turn(one, 18) ^ (one >>> 3);
        const high = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
        words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const high = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const first = (h + high + ((e & f) ^ (~e & g)) + constants[i] + words[i]) | 0;
        const low = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
    }
    const out = new Uint8Array(32);
    state.forEach((word, i) => new DataView(out.buffer).setInt32(4 * i, word));
    return out;
  };
  const both = (one, other) => {
    const joined = new Uint8Array(one.length + other.length);
    joined.set(one);
    joined.set(other, one.length);
    return joined;
  };
  return (secret, text) => {
    const encoder = new TextEncoder();
    let key = encoder.encode(secret);
    if (key.length > 64) key = digest(key);
    const padded = new Uint8Array(64);
    padded.set(key);
    const inner = digest(both(padded.map((byte) => byte ^ 0x36), encoder.encode(text)));
    const outer = digest(both(padded.map((byte) => byte ^ 0x5c), inner));
    return [...outer].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
})();
