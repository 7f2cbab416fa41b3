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

/** @param dropped is called when keys are dropped. */
const intentsOf = (dropped = () => {}) => new Intents({ dropped });

const turn = () => new Promise(done => setTimeout(done));

test("a key acts at once where none waits", () => {
  const intents = intentsOf(), done = [];
  intents.add(() => { done.push("one"); });
  assert.deepEqual(done, ["one"]);
  assert.equal(intents.isBusy, false);
});

test("a key acts after those before it have reached their goals", async () => {
  const intents = intentsOf(), done = [], first = later();
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
  const intents = intentsOf(), done = [], first = later();
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
  const intents = intentsOf(), done = [], faults = [];
  globalThis.reportError = fault => faults.push(fault);
  t.after(() => { delete globalThis.reportError; });
  intents.add(() => Promise.reject(new Error("no")));
  intents.add(() => { done.push("mark"); });
  await turn();
  assert.deepEqual([done, faults.length], [["mark"], 1]);
});

test("keys after a move that fails are dropped, and later ones count", async () => {
  const done = [], first = later();
  const intents = intentsOf(() => { done.push("dropped"); });
  intents.add(() => first.goal.then(() => false), true);
  intents.add(() => { done.push("mark"); });
  intents.add(() => { done.push("move"); }, true);
  first.reach();
  await turn();
  assert.deepEqual([done, intents.isBusy], [["dropped"], false]);
  intents.add(() => { done.push("later mark"); });
  intents.add(() => Promise.resolve(false), true);
  await turn();
  assert.deepEqual(done, ["dropped", "later mark"]);
});
