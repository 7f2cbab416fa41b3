import assert from "node:assert/strict";
import test from "node:test";
import { toPixels, toPoints } from "./Public/values/placement.js";

test("a place in the picture lies where the plan says, and is found there again", () => {
  const placement = { x: -300, y: 20, scale: 0.25 };
  assert.deepEqual(toPoints(placement, { x: 0, y: 0 }), { x: -300, y: 20 });
  assert.deepEqual(toPoints(placement, { x: 1200, y: 40 }), { x: 0, y: 30 });
  assert.deepEqual(toPixels(placement, { x: 0, y: 30 }), { x: 1200, y: 40 });
});
