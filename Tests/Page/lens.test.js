import assert from "node:assert/strict";
import test from "node:test";
import { Lens } from "./Public/values/lens.js";

const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

test("a point that both ends of a way keep in place does not move", () => {
  const [from, to] = [new Lens({ magnification: 2, x: 0.5, y: 0.25 }), new Lens({ magnification: 8, x: 0.3, y: 0.4 })];
  // The point p with (p − from.x) · 2 = (p − to.x) · 8.
  const fixed = axis => (8 * to[axis] - 2 * from[axis]) / 6;
  for (const part of [0.25, 0.5, 0.9]) {
    const lens = from.toward(to, part);
    near(lens.magnification, 2 * 4 ** part);
    for (const axis of ["x", "y"]) near((fixed(axis) - lens[axis]) * lens.magnification, (fixed(axis) - from[axis]) * 2);
  }
  // Without a zoom the way is straight.
  near(from.toward(new Lens({ magnification: 2, x: 0.7, y: 0.25 }), 0.5).x, 0.6);
});

test("without a picture there is nothing to keep to", () => {
  const lens = new Lens({ magnification: 3, x: 0.2, y: 0.9 });
  assert.equal(lens.inside([]), lens);
});
