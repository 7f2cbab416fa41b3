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

test("a picture that fits lies in the middle", () => {
  const lens = new Lens({ magnification: 1, x: 0.2, y: 0.9 }).inside([pane(4000, 3000)]);
  near(lens.x, 0.5);
  near(lens.y, 0.5);
  assert.equal(lens.inside([]), lens);
});
