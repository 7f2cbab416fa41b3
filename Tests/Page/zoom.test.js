import assert from "node:assert/strict";
import test from "node:test";
import { Lens } from "./Public/values/lens.js";
import { Zoom } from "./Public/values/zoom.js";

const near = (one, other) => assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

test("what lies at the focus stays there", () => {
  const zoom = new Zoom();
  const focus = { x: 300, y: 200 };
  zoom.by(1.5, focus);
  zoom.by(1.25, focus);
  near(zoom.scale, 1.875);
  near(zoom.scale * focus.x + zoom.x, focus.x);
  near(zoom.scale * focus.y + zoom.y, focus.y);
});

test("a plan for all of a zoom leaves nothing of it", () => {
  const zoom = new Zoom();
  zoom.move(12, -7);
  zoom.by(2, { x: 100, y: 50 });
  const asked = zoom.copy();
  zoom.rebase(asked, 1);
  assert.ok(zoom.isPlain);
});

test("what came after the question was asked is left", () => {
  const zoom = new Zoom();
  zoom.by(2, { x: 100, y: 50 });
  const asked = zoom.copy();
  zoom.by(1.5, { x: 10, y: 20 });
  zoom.rebase(asked, 1);
  near(zoom.scale, 1.5);
  near(zoom.scale * 10 + zoom.x, 10);
  near(zoom.scale * 20 + zoom.y, 20);
});

test("a question asks for the offset that the map shows", () => {
  const zoom = new Zoom();
  zoom.move(30, 40);
  assert.deepEqual(zoom.question({ x: 1000, y: 2000 }).offset, { x: 970, y: 1960 });
  zoom.isAcross = true;
  zoom.clear();
  zoom.by(2, { x: 100, y: 50 });
  assert.equal(zoom.y, 0);
  assert.equal(zoom.scaleY, 1);
});

test("a lens keeps to where there is something to see in each pane", () => {
  const pane = (width, height) => ({
    size: { width, height }, viewport: { width: 400, height: 300 }, pixels: 1, largest: 8,
    get fit() { return Math.min(400 / width, 300 / height); },
    scale(magnification) { return Math.min(this.fit * magnification, this.largest); },
  });
  const panes = [pane(4000, 3000), pane(1000, 3000)];
  const lens = new Lens({ magnification: 4, x: 0.99, y: 0.01 }).inside(panes);
  for (const axis of ["x", "y"]) assert.ok(lens[axis] >= 0 && lens[axis] <= 1);
  assert.equal(new Lens({ magnification: 1e9, x: 0.5, y: 0.5 }).inside(panes).magnification, Math.max(...panes.map(({ fit, largest }) => largest / fit)));
  // The way there and back again.
  const goal = new Lens({ magnification: 6, x: 0.4, y: 0.6 });
  assert.ok(lens.toward(goal, 0).isSame(lens));
  near(lens.toward(goal, 1).magnification, 6);
});
