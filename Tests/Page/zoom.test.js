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

/** What the server says of a picture in a pane of 400 × 300 px, at a magnification. */
function placed(width, height, magnification = 1) {
  const fit = Math.min(400 / width, 300 / height);
  const maximum = 8 / fit;
  const own = Math.min(magnification, maximum);
  const size = { width: width * fit * own, height: height * fit * own };
  const [minX, minY] = [Math.min(0.5, 200 / size.width), Math.min(0.5, 150 / size.height)];
  return {
    magnification: own, minimum: Math.min(1, 1 / fit), maximum, pixels: 1 / fit, detail: Math.max(1 / fit, 2.5), ...size,
    range: { minX, minY, maxX: 1 - minX, maxY: 1 - minY },
  };
}

test("a lens keeps to where there is something to see in each pane", () => {
  const all = [placed(4000, 3000, 4), placed(1000, 3000, 4)];
  const lens = new Lens({ magnification: 4, x: 0.99, y: 0.01 }).inside(all);
  // The second picture, three times as high as wide, just fills a pane's width at 4 times; its height is that of the first.
  near(lens.x, 1 - all[0].range.minX);
  near(lens.y, all[0].range.minY);
  assert.equal(new Lens({ magnification: 1e9, x: 0.5, y: 0.5 }).inside(all).magnification, Math.max(...all.map(one => one.maximum)));
  assert.equal(new Lens({ magnification: 1e-9, x: 0.5, y: 0.5 }).inside(all).magnification, 1);
  assert.equal(new Lens({ magnification: 1e-9, x: 0.5, y: 0.5 }).inside([...all, placed(40, 30)]).magnification, 0.1);
  // The way there and back again.
  const goal = new Lens({ magnification: 6, x: 0.4, y: 0.6 });
  assert.ok(lens.toward(goal, 0).isSame(lens));
  near(lens.toward(goal, 1).magnification, 6);
});

test("a picture at its largest does not follow a lens any further", () => {
  const icon = placed(100, 75);
  near(icon.maximum, 2);
  near(new Lens({ magnification: 1.5 }).growth(icon), 1.5);
  near(new Lens({ magnification: 6 }).growth(icon), 2);
});

test("a zoom keeps the point of the picture under the pointer, and a drag moves it by as much as the pointer", () => {
  const all = [placed(4000, 3000, 2), placed(3000, 4000, 2)];
  const [first] = all;
  const at = { x: 120, y: -40 };
  /** The point of the first picture that lies somewhere, in px from its pane's middle, as a fraction. */
  const under = (lens, { x, y }) => ({ x: lens.x + x / (first.width * lens.growth(first)), y: lens.y + y / (first.height * lens.growth(first)) });
  const lens = new Lens({ magnification: 2, x: 0.5, y: 0.5 });
  for (const magnification of [3, 1.6]) {
    const zoomed = lens.zoomed(magnification, first, at, all);
    near(zoomed.magnification, magnification);
    for (const axis of ["x", "y"]) near(under(zoomed, at)[axis], under(lens, at)[axis]);
  }
  const moved = lens.moved({ x: 30, y: -20 }, first, all);
  for (const axis of ["x", "y"]) near(under(moved, { x: 30, y: -20 })[axis], under(lens, { x: 0, y: 0 })[axis]);
});

test("a larger magnification than its plan's does not yet bound the part that is shown", () => {
  const all = [placed(4000, 3000)];
  assert.deepEqual({ ...new Lens({ magnification: 1, x: 0.9, y: 0.2 }).inside(all) }, { magnification: 1, x: 0.5, y: 0.5 });
  assert.deepEqual({ ...new Lens({ magnification: 2, x: 0.9, y: 0.2 }).inside(all) }, { magnification: 2, x: 0.9, y: 0.2 });
});
