import assert from "node:assert/strict";
import test from "node:test";
import { around, carriedFrom, divedFrom, isElsewhere, isOfSize, isSame, mapped } from "./Public/values/frames.js";

const frame = { x: 10, y: 20, width: 40, height: 30 };
const near = (one, other) => assert.ok(isSame(one, other), `${JSON.stringify(one)} is not ${JSON.stringify(other)}`);

test("rounding errors count as none", () => {
  assert.ok(isSame(frame, { ...frame, x: 10.005 }));
  for (const side of ["x", "y", "width", "height"]) assert.ok(!isSame(frame, { ...frame, [side]: frame[side] + 0.02 }), side);
  assert.ok(isOfSize(frame, { ...frame, x: 0, y: 0 }));
  assert.ok(!isOfSize(frame, { ...frame, height: 31 }));
});

test("a rectangle grows on each side", () => {
  assert.deepEqual(around(frame, 0.5), { x: -10, y: 5, width: 80, height: 60 });
  assert.deepEqual(around(frame, 0), frame);
});

test("scrolling alone is no map", () => {
  assert.ok(!isElsewhere(null));
  assert.ok(!isElsewhere({ scale: 1 }));
  assert.ok(!isElsewhere({ scale: 1, scaleY: 1, x: 0, y: 0 }));
  for (const carry of [{ scale: 2 }, { scale: 1, scaleY: 2 }, { scale: 1, x: 1 }, { scale: 1, y: -1 }]) assert.ok(isElsewhere(carry));
});

test("the way back of a map leads to where content was", () => {
  // The content's corner lies at −origin: content c is seen at scale · c + shift from there.
  const [origin, scale, scaleY, shift] = [{ x: 100, y: 200 }, 2, 3, { x: 5, y: -7 }];
  const was = { x: 30, y: 40, width: 10, height: 20 };
  const now = {
    x: scale * (was.x + origin.x) + shift.x - origin.x, y: scaleY * (was.y + origin.y) + shift.y - origin.y,
    width: scale * was.width, height: scaleY * was.height,
  };
  near(carriedFrom(now, { scale, scaleY, ...shift, origin }), was);
  // Without a scale for y, and without a shift, both axes are alike.
  near(carriedFrom({ x: 0, y: 0, width: 20, height: 20 }, { scale: 2, origin }), { x: -50, y: -100, width: 10, height: 10 });
  near(divedFrom({ x: 25, y: 15, width: 20, height: 10 }, { scale: 2, x: 5, y: -5 }), { x: 10, y: 10, width: 10, height: 5 });
});

test("a part of one rectangle lies at the same part of another", () => {
  const to = { x: 100, y: 100, width: 80, height: 90 };
  near(mapped(frame, frame, to), to);
  near(mapped({ x: 30, y: 30, width: 20, height: 10 }, frame, to), { x: 140, y: 130, width: 40, height: 30 });
});
