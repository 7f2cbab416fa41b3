import assert from "node:assert/strict";
import test from "node:test";
import { pictureOf, seenIn, Shown } from "./Public/state/shown.js";

const entry = { id: "photos", layouts: ["grid", "justified", "stack", "strip", "pages"] };
const plan = {
  layout: "grid", columns: 5, lead: 0, zoomScale: 1, contentOffset: { x: 0, y: 100 }, edges: { top: false, left: true },
  anchor: { index: 3, item: "d", x: 0, y: -20, fractionX: 0, fractionY: 0.25 }, visible: { first: 2, last: 9 },
};

/** A page that shows a plan. */
function showing(change = {}) {
  const shown = new Shown();
  shown.begin(entry, { layout: "grid" }, null);
  shown.accept({ ...plan, ...change }, false);
  return shown;
}

test("a view begins without a plan, in a layout that there is", () => {
  const shown = showing();
  const { generation } = shown;
  assert.ok(shown.current);
  shown.begin(entry, { layout: "slides", q: "a" }, { item: "x" });
  assert.deepEqual([shown.layout, shown.view.q, shown.current, shown.hold], ["grid", "a", null, { item: "x" }]);
  assert.equal(shown.generation, generation + 1);
  // One picture is offered by none.
  shown.begin(entry, { layout: "item", item: "x" }, null);
  assert.ok(shown.isPicture && shown.isLooking);
});

test("what layouts are like", () => {
  const shown = new Shown();
  assert.deepEqual([shown.isReadOnly, shown.entry, shown.collection], [false, null, null]);
  shown.list([entry], true);
  assert.ok(shown.isReadOnly);
  const traits = ["isDense", "isAcross", "isStrip", "isPaged", "isLooking", "isChart"];
  const expected = {
    grid: ["isDense"], justified: ["isDense"], stack: [], strip: ["isAcross", "isStrip"], pages: ["isAcross", "isPaged", "isLooking"],
    plane: [], item: ["isLooking"], slides: ["isAcross", "isStrip", "isChart"],
  };
  for (const [layout, own] of Object.entries(expected)) {
    shown.begin({ ...entry, layouts: [layout] }, { layout }, null);
    assert.deepEqual(traits.filter(name => shown[name]), own, layout);
  }
});

test("a parameter without a value goes", () => {
  const shown = showing();
  shown.change({ q: "a", group: "month" });
  shown.change({ q: undefined });
  assert.equal(shown.view.group, "month");
  assert.ok(!("q" in shown.view));
});

test("a hold ends with the plan that it was asked with", () => {
  const shown = showing();
  const [first, second] = [{ item: "a", align: "start" }, { item: "b", align: "start" }];
  shown.bring(first);
  shown.bring(second);
  shown.settle(plan, { hold: first });
  assert.equal(shown.hold, second);
  shown.settle(plan, { hold: second });
  assert.equal(shown.hold, null);
});

test("what was asked before a jump brings no item into view, and what keeps its place does", () => {
  const shown = showing();
  const asked = hold => ({ hold, leaps: shown.leaps });
  const [first, second] = [asked({ item: "a", align: "nearest" }), asked({ item: "b", align: "nearest" })];
  shown.bring(first.hold);
  shown.bring(second.hold);
  shown.leap();
  const third = asked({ item: "c", align: "nearest" });
  assert.equal(shown.hold, null);
  assert.deepEqual([first, second, third, asked(null)].map(question => shown.isDropped(question)), [true, true, false, false]);
  // A view that has another size keeps its picture at the top.
  shown.resize({ x: 0, y: 100 }, false);
  const resized = asked(shown.hold);
  shown.leap();
  assert.deepEqual([shown.hold, shown.isDropped(resized)], [resized.hold, false]);
});

test("through any number of sizes the same picture stays on top, until the reader scrolls", () => {
  const shown = showing();
  const resize = plan => {
    shown.resize(plan.contentOffset, false);
    const { hold } = shown;
    shown.settle(plan, { hold });
    shown.accept(plan, false);
    return hold.anchor;
  };
  assert.equal(resize(plan), "d");
  // In the new size another picture of its row lies at the top.
  const turned = { ...plan, contentOffset: { x: 0, y: 300 }, anchor: { ...plan.anchor, item: "c" } };
  shown.resize(plan.contentOffset, false);
  shown.settle(turned, { hold: shown.hold });
  shown.accept(turned, false);
  assert.equal(resize(turned), "d");
  const scrolled = { ...turned, contentOffset: { x: 0, y: 400 } };
  shown.accept(scrolled, false);
  assert.equal(resize(scrolled), "c");
});

test("what comes beside the pictures leaves their row where it is", () => {
  const shown = showing();
  shown.resize({ x: 0, y: 90 }, true);
  assert.deepEqual(shown.hold, { anchor: "d", fractionX: 0, fractionY: 0.25, anchorY: -10 });
});

test("a plan is laid out anew where its arrangement differs", () => {
  const shown = showing();
  assert.equal(shown.compare({ ...plan, zoomScale: 2 }).isOther, false);
  for (const change of [{ columns: 6 }, { layout: "stack" }, { rowHeight: 9 }, { item: "x" }]) {
    assert.ok(shown.compare({ ...plan, ...change }).isOther, JSON.stringify(change));
  }
  shown.begin(entry, { layout: "grid" }, null);
  assert.deepEqual(shown.compare(plan), { old: null, isOther: true });
});

test("the start of a collection stays the start", () => {
  assert.deepEqual(showing().top, { anchor: "d", fractionX: 0, fractionY: 0 });
  assert.equal(showing({ edges: { top: true, left: true } }).top, null);
  const strip = new Shown();
  strip.begin(entry, { layout: "strip" }, null);
  strip.accept({ ...plan, layout: "strip", edges: { top: true, left: false } }, false);
  assert.ok(strip.top && strip.isAcross && strip.isStrip);
  assert.equal(new Shown().top, null);
});

test("there is a way back from a picture until it is forgotten", () => {
  const shown = showing();
  shown.enterWith({ item: "x" });
  assert.equal(shown.from, null);
  shown.enter();
  shown.enterWith({ item: "x", hasFocus: true });
  assert.deepEqual(shown.from, { view: { layout: "grid", lead: undefined }, item: "x", hasFocus: true });
  const { generation } = shown;
  shown.close();
  assert.ok(shown.isClosing && shown.generation === generation + 1);
  shown.forgetFrom();
  assert.equal(shown.from, null);
});

test("which picture fills the view, and which are seen", () => {
  assert.equal(pictureOf({ layout: "item", item: "x" }), "x");
  assert.equal(pictureOf({ ...plan, layout: "pages" }), "d");
  assert.ok(!pictureOf(plan) && !pictureOf(null));
  // The anchor is the first that the bar does not cover.
  assert.deepEqual(seenIn(plan), { first: 3, last: 9 });
  assert.equal(seenIn({ anchor: null, visible: null }), null);
});
