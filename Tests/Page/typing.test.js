// Words that are typed into nothing change nothing.

import assert from "node:assert/strict";
import test from "node:test";
import { Typing } from "./Public/input/typing.js";

const wait = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/** Presses keys with so many milliseconds between them; returns what was done. Letters of `changes` change pictures. */
function typed(keys, { selected = 337, shown = 337, gap = 100, isAll = false, changes = "pru5" } = {}) {
  const done = [];
  const typing = new Typing({ count: () => selected, shown: () => shown, type: word => { done.push(`search ${word}`); } });
  let now = 1000;
  if (isAll) typing.selectAll(now);
  for (const key of keys) {
    now += gap;
    const event = { key: key === "⎋" ? "Escape" : key === "→" ? "ArrowRight" : key, timeStamp: now, repeat: false };
    if (!typing.takes(/** @type {any} */ (event), changes.includes(key), () => { done.push(key); })) done.push(`(${key})`);
  }
  return { done, typing };
}

test("of few pictures each key acts at once", () => assert.deepEqual(typed("rp", { selected: 20 }).done, ["(r)", "(p)"]));

test("of many a key alone acts once nothing follows, or another key does", async () => {
  const { done } = typed("r");
  assert.deepEqual(done, []);
  await wait(500);
  assert.deepEqual(done, ["r"]);
  assert.deepEqual(typed("r→").done, ["r", "(→)"]);
});

test("a word is searched for, wherever a key in it would change pictures", async () => {
  for (const [word, found] of [["red", ["search re", "(d)"]], ["car", ["(c)", "(a)", "search car"]], ["55", ["search 55"]], ["r ", ["search r "]]]) {
    const { done } = typed(word);
    await wait(500);
    assert.deepEqual(done, found);
  }
});

test("characters far apart are no word, and Escape gives a key up", async () => {
  const slow = typed("ap", { gap: 900 });
  assert.deepEqual(slow.done, ["(a)"]);
  const none = typed("r⎋");
  await wait(500);
  assert.deepEqual([slow.done, none.done], [["(a)", "p"], []]);
});

test("right after all were selected it is not known yet how many they are", () => {
  assert.deepEqual(typed("re", { selected: 0, isAll: true }).done, ["search re"]);
  assert.deepEqual(typed("re", { selected: 0, isAll: true, shown: 6 }).done, ["(r)", "(e)"]);
});
