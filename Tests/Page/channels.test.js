import assert from "node:assert/strict";
import test from "node:test";
import { auto, nameOf, read, write } from "./Public/values/channels.js";

test("what is written is read again", () => {
  const channels = [
    { index: 0, colour: "ff0000", minimum: 100, maximum: 4000, gamma: 1 }, { index: 3, colour: "00ff7f", minimum: -0.5, maximum: 1e21, gamma: 2 },
  ];
  assert.equal(write(channels), "0:ff0000:100:4000,3:00ff7f:-0.5:1e21:2");
  assert.deepEqual(read(write(channels)), channels);
  assert.deepEqual(read("3:00FF7F:0:1,0:ff0000:0:1").map(({ index }) => index), [0, 3]);
});

test("what are no channels are none", () => {
  for (const text of [null, "", "0", "0:ff0000", "0:ff0000:1", "0:ff0000:2:1", "8:ff0000:0:1", "0:ff00:0:1", "0:ff0000:0:1,0:00ff00:0:1", "0:ff0000:0:1,", "0:ff0000:0:1:0"]) {
    assert.equal(read(text), null, String(text));
  }
});

test("channels without values are left out", () => {
  const percentiles = [[1, 5], [99, 90]].map(([percent, value]) => ({ percent, value }));
  const channels = auto({ channels: [{ counted: 0, colour: "#ff0000" }, { counted: 9, colour: "#00ff00", percentiles }] });
  assert.deepEqual(channels, [{ index: 1, colour: "00ff00", minimum: 5, maximum: 90, gamma: 1 }]);
  assert.equal(nameOf({}, 1), "Channel 2");
  assert.equal(nameOf({ name: "DAPI" }, 1), "DAPI");
});
