// Keys act in their order.

import assert from "node:assert/strict";
import test from "node:test";
import { Intents } from "./Public/input/intents.js";

/** A goal that is reached when it is told so. */
function later() {
  let reach = () => {};
  const goal = new Promise(done => { reach = () => done(undefined); });
  return { goal, reach };
}

const turn = () => new Promise(done => setTimeout(done));

test("a key acts at once where none waits", () => {
  const intents = new Intents(), done = [];
  intents.add(() => { done.push("one"); });
  assert.deepEqual(done, ["one"]);
  assert.equal(intents.isBusy, false);
});

test("a key acts after those before it have reached their goals", async () => {
  const intents = new Intents(), done = [], first = later();
  intents.add(() => first.goal.then(() => { done.push("move"); }), true);
  intents.add(() => { done.push("mark"); });
  await turn();
  assert.deepEqual(done, []);
  assert.equal(intents.isBusy, true);
  first.reach();
  await turn();
  assert.deepEqual(done, ["move", "mark"]);
  assert.equal(intents.isBusy, false);
});

test("a hand drops moves that wait, but none before a mark", async () => {
  const intents = new Intents(), done = [], first = later();
  intents.add(() => first.goal, true);
  intents.add(() => { done.push("move"); }, true);
  intents.add(() => { done.push("mark"); });
  intents.add(() => { done.push("last move"); }, true);
  intents.stop();
  first.reach();
  await turn();
  assert.deepEqual(done, ["move", "mark"]);
});

test("a key that fails holds up no other", async t => {
  const intents = new Intents(), done = [], faults = [];
  globalThis.reportError = fault => faults.push(fault);
  t.after(() => { delete globalThis.reportError; });
  intents.add(() => Promise.reject(new Error("no")));
  intents.add(() => { done.push("mark"); });
  await turn();
  assert.deepEqual([done, faults.length], [["mark"], 1]);
});
