import assert from "node:assert/strict";
import test from "node:test";
import { Pace } from "./Public/values/pace.js";

/** A pace on a clock of the test's own, in milliseconds. */
function paceAt(t) {
  const clock = { now: 1000 };
  t.mock.method(performance, "now", () => clock.now);
  return { pace: new Pace(), clock };
}

test("the velocity is that of the last tenth of a second", t => {
  const { pace, clock } = paceAt(t);
  // A slow beginning, which does not count any more at the end.
  for (const [time, y] of [[1000, 0], [1050, 1], [1100, 2], [1150, 52], [1180, 82]]) {
    clock.now = time;
    pace.note({ x: 0, y });
  }
  // From 2 px at 1100 ms to 82 px at 1180 ms.
  assert.deepEqual(pace.velocity, { x: 0, y: 1000 });
  assert.equal(pace.last.y, 82);
});

test("one event says nothing of a velocity", t => {
  const { pace } = paceAt(t);
  assert.deepEqual(pace.velocity, { x: 0, y: 0 });
  pace.note({ x: 9, y: 9 });
  assert.deepEqual(pace.velocity, { x: 0, y: 0 });
});

test("a view without events is at rest", t => {
  const { pace, clock } = paceAt(t);
  pace.note({ x: 30, y: 0 });
  clock.now += 50;
  pace.note({ x: -70, y: 0 });
  assert.equal(pace.velocity.x, -2000);
  clock.now += 149;
  assert.equal(pace.velocity.x, -2000);
  clock.now += 1;
  assert.equal(pace.velocity.x, 0);
});

test("a jump is no velocity", t => {
  const { pace, clock } = paceAt(t);
  pace.note({ x: 0, y: 0 });
  pace.clear();
  clock.now += 20;
  pace.note({ x: 0, y: 1e6 });
  assert.equal(pace.velocity.y, 0);
});
