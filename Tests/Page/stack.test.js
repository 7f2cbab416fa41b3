import assert from "node:assert/strict";
import test from "node:test";
import { pageAt, placeOf, placeText } from "./Public/values/stack.js";

// Channels change first, then depth, then time.
const [c, z, t] = [{ name: "c", count: 2, step: 1 }, { name: "z", count: 5, step: 2 }, { name: "t", count: 3, step: 10 }];

test("each page has one place along each axis", () => {
  const places = new Set();
  for (let index = 0; index < 30; index += 1) {
    const own = [c, z, t].map(axis => placeOf(axis, index));
    assert.equal(own[0] + 2 * own[1] + 10 * own[2], index);
    places.add(own.join());
  }
  assert.equal(places.size, 30);
});

test("a move along one axis keeps the places along the others", () => {
  for (let index = 0; index < 30; index += 1) {
    for (const axis of [c, z, t]) {
      for (let place = -1; place <= axis.count; place += 1) {
        const page = pageAt(axis, index, place);
        assert.equal(placeOf(axis, page), Math.min(Math.max(place, 0), axis.count - 1));
        for (const other of [c, z, t]) if (other !== axis) assert.equal(placeOf(other, page), placeOf(other, index));
      }
    }
  }
});

test("channels have names", () => {
  assert.equal(placeText({ name: "c", count: 2, step: 1, labels: ["DAPI", "GFP"] }, 1), "GFP, 2 of 2");
  assert.equal(placeText(z, 0), "1 of 5");
});
