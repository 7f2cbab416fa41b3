import assert from "node:assert/strict";
import test from "node:test";
import { auto, full, read, said, step, write } from "./Public/values/samplewindow.js";

const channel = (minimum, low, high, maximum) => ({
  counted: 10, minimum, maximum, counts: [], full: 1,
  percentiles: [[0.1, minimum], [1, low], [50, (low + high) / 2], [99, high], [99.9, maximum]].map(([percent, value]) => ({ percent, value })),
});

test("what is written is read again", () => {
  for (const window of [{ minimum: 0, maximum: 65535, gamma: 1 }, { minimum: -1.5, maximum: 1e21, gamma: 2.2 }, { minimum: 1e-7, maximum: 2e-7, gamma: 0.1 }]) {
    assert.deepEqual(read(write(window)), window);
    assert.ok(!write(window).includes("+"));
  }
  assert.equal(write({ minimum: 100, maximum: 4000, gamma: 1 }), "100,4000");
  assert.equal(write({ minimum: 100, maximum: 4000, gamma: 1.5 }), "100,4000,1.5");
});

test("what is no window is none", () => {
  for (const text of [null, undefined, "", "1", "2,1", "1,1", "1,2,0", "1,2,11", "1,2,1,1", "a,b", "1,NaN", "1,Infinity", " 1,2", "0x1,2"]) assert.equal(read(text), null, String(text));
});

test("a window follows from the values of all channels", () => {
  const samples = { kind: "unsigned", channels: [channel(5, 10, 900, 1000), { counted: 0 }, channel(3, 12, 950, 990)] };
  assert.deepEqual(full(samples), { minimum: 3, maximum: 1000, gamma: 1 });
  assert.deepEqual(auto(samples), { minimum: 10, maximum: 950, gamma: 1 });
  assert.equal(full({ channels: [{ counted: 0 }] }), null);
  // A picture of one value has a window, too.
  assert.deepEqual(full({ channels: [channel(7, 7, 7, 7)] }), { minimum: 7, maximum: 8, gamma: 1 });
});

test("steps of whole numbers are whole", () => {
  assert.equal(step({ kind: "unsigned" }, 0, 65535), 66);
  assert.equal(step({ kind: "signed" }, -3, 4), 1);
  assert.equal(step({ kind: "float" }, 0, 2), 0.002);
  assert.equal(said({ kind: "float" }, 0.123456), (0.1235).toLocaleString());
});
