import assert from "node:assert/strict";
import test from "node:test";
import { ask, topItem } from "./Public/state/question.js";
import { Shown } from "./Public/state/shown.js";
import { Zoom } from "./Public/values/zoom.js";

globalThis.devicePixelRatio = 2;
const entry = { id: "photos", layouts: ["grid", "stack"], links: { plan: "a/plan" } };
const plan = {
  layout: "grid", columns: 5, lead: 0, zoomScale: 1, revision: 7, rows: ["a", "e"], contentOffset: { x: 5, y: 100 },
  edges: { top: false, left: true, right: false },
  anchor: { index: 3, item: "d", x: 4, y: -20, fractionX: 0, fractionY: 0.25, rounding: 0.5 },
};
const scroller = (offset, velocity = { x: 0, y: 0 }) =>
  ({ viewport: { width: 800, height: 600 }, offset, exactOffset: { x: offset.x + 0.25, y: offset.y }, velocity, range: { maxX: 900 } });
const magnifier = (parameters = {}, isUnderWay = false) => ({
  isUnderWay, question: offset => ({ offset, parameters, asked: { zoom: new Zoom(), goal: null } }),
});

function showing(view = { layout: "grid" }, hold = null) {
  const shown = new Shown();
  shown.begin(entry, view, hold);
  return shown;
}

/** The parameters of a question. */
function parameters(shown, offset = { x: 0, y: 130 }, { velocity = undefined, zoom = magnifier(), chart = null, lag = 0 } = {}) {
  const question = ask(shown, scroller(offset, velocity), zoom, chart, [44, 0, 10, 0], lag);
  return Object.fromEntries(new URLSearchParams(question.query));
}

test("without a collection or a view there is nothing to ask", () => {
  assert.equal(ask(new Shown(), scroller({ x: 0, y: 0 }), magnifier(), null, [0, 0, 0, 0], 0), null);
  const hidden = { ...scroller({ x: 0, y: 0 }), viewport: { width: 0, height: 600 } };
  assert.equal(ask(showing(), hidden, magnifier(), null, [0, 0, 0, 0], 0), null);
});

test("the first question asks for the start, below the bar", () => {
  const found = parameters(showing({ layout: "grid", q: "a&b", order: "" }), { x: 5, y: 999 }, { lag: 0.12345 });
  assert.deepEqual(found, {
    width: "800", height: "600", x: "0", y: "-44", scale: "2", inset: "44,0,10,0", layout: "grid", q: "a&b", velocityX: "0", velocityY: "0",
    names: "true", backdrop: "true", badges: "true", lag: "0.123",
  });
});

test("later ones say what was on top, and which items begin rows", () => {
  const shown = showing();
  shown.accept(plan, false);
  const found = parameters(shown, { x: 0, y: 130 }, { velocity: { x: 0.4, y: -812.6 } });
  assert.equal(found.y, "130");
  assert.equal(found.velocityY, "-813");
  assert.deepEqual(
    ["anchor", "anchorX", "anchorY", "anchorRounding", "revision", "rows"].map(name => found[name]), ["d", "9", "-50", "0.5", "7", "a,e"]);
});

test("what is held goes before what was on top", () => {
  const shown = showing();
  shown.accept(plan, false);
  const hold = { item: "x", align: "center" };
  shown.bring(hold);
  const found = parameters(shown);
  assert.deepEqual([found.item, found.align, found.anchor, found.rows], ["x", "center", undefined, undefined]);
  assert.equal(ask(shown, scroller({ x: 0, y: 0 }), magnifier(), null, [0, 0, 0, 0], 0).hold, hold);
});

test("a zoom asks from the exact offset, with its own parameters", () => {
  const shown = showing();
  shown.accept(plan, false);
  const found = parameters(shown, { x: 3, y: 130 }, { zoom: magnifier({ toZoom: 2, focusX: 9, focusY: 8 }, true) });
  assert.deepEqual([found.x, found.toZoom, found.focusX], ["3.25", "2", "9"]);
});

test("an item that is far away after a jump is not held", () => {
  const shown = showing();
  shown.accept(plan, false);
  assert.deepEqual(topItem(shown, { x: 5, y: 100 }), { anchor: "d", anchorX: 4, anchorY: -20, anchorRounding: 0.5, revision: 7 });
  assert.equal(topItem(shown, { x: 0, y: 2e6 }), null);
  assert.equal(topItem(showing(), { x: 0, y: 0 }), null);
});

test("a chart at its end stays there, and one that opens is fitted", () => {
  const chart = { question: () => ({ lineGap: 3, scheme: "dark" }) };
  const shown = new Shown();
  shown.begin({ ...entry, layouts: ["slides"] }, { layout: "slides", keyColumn: "", show: "" }, null);
  const first = parameters(shown, { x: 0, y: 0 }, { chart });
  assert.deepEqual([first.start, first.lineGap, first.keyColumn, first.show], ["auto", undefined, "", ""]);
  shown.accept({ ...plan, layout: "slides", edges: { right: true }, chart: {} }, false);
  const atEnd = parameters(shown, { x: 899.5, y: 0 }, { chart });
  assert.deepEqual([atEnd.start, atEnd.lineGap], ["end", "3"]);
  assert.equal(parameters(shown, { x: 500, y: 0 }, { chart }).start, undefined);
  assert.equal(parameters(shown, { x: 900, y: 0 }, { chart, zoom: magnifier({}, true) }).start, undefined);
});
