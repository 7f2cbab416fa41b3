import assert from "node:assert/strict";
import test from "node:test";
import { Lens } from "./Public/values/lens.js";

const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);
const pane = (width, height) => ({
  size: { width, height }, viewport: { width: 400, height: 300 }, pixels: 1, largest: 8,
  get fit() { return Math.min(400 / width, 300 / height); },
  scale(magnification) { return Math.min(this.fit * magnification, this.largest); },
});
/** Where a point of a pane's picture, given as fractions, is seen, in px from the pane's middle. */
const seen = (lens, pane, x, y) => ({
  x: (x - lens.x) * pane.size.width * pane.scale(lens.magnification), y: (y - lens.y) * pane.size.height * pane.scale(lens.magnification),
});

test("the point that a zoom is about stays where it is, in its pane", () => {
  const panes = [pane(4000, 3000), pane(2000, 1500)];
  const lens = new Lens({ magnification: 4, x: 0.5, y: 0.5 });
  const at = { x: 60, y: -40 };
  const scale = panes[0].scale(4);
  const point = [0.5 + at.x / (4000 * scale), 0.5 + at.y / (3000 * scale)];
  const next = lens.zoomed(6, panes[0], at, panes);
  near(next.magnification, 6);
  const there = seen(next, panes[0], ...point);
  near(there.x, at.x);
  near(there.y, at.y);
  // The other picture has the same proportions: it shows the same part.
  near(seen(next, panes[1], ...point).x, at.x);
});

test("all pictures are moved by the same part", () => {
  const panes = [pane(4000, 3000), pane(1000, 3000)];
  const lens = new Lens({ magnification: 8, x: 0.5, y: 0.5 });
  const before = seen(lens, panes[0], 0.5, 0.5);
  const next = lens.moved({ x: 12, y: -9 }, panes[0], panes);
  const after = seen(next, panes[0], 0.5, 0.5);
  near(after.x - before.x, 12);
  near(after.y - before.y, -9);
  assert.ok(lens.isSame({ magnification: 8, x: 0.5, y: 0.5 }), "the lens itself stays");
});

test("a picture smaller than its pane may shrink to its own pixels, and the part in view ends at its edges", () => {
  const small = pane(200, 150);
  near(new Lens({ magnification: 0.1, x: 0.5, y: 0.5 }).inside([small]).magnification, 0.5);
  // At four times the fitting scale a pane shows a quarter: the middle is an eighth from the edge at least.
  const lens = new Lens({ magnification: 4, x: 0, y: 1 }).inside([pane(4000, 3000)]);
  near(lens.x, 0.125);
  near(lens.y, 0.875);
});

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

test("a picture that fits lies in the middle", () => {
  const lens = new Lens({ magnification: 1, x: 0.2, y: 0.9 }).inside([pane(4000, 3000)]);
  near(lens.x, 0.5);
  near(lens.y, 0.5);
  assert.equal(lens.inside([]), lens);
});
