import assert from "node:assert/strict";
import test from "node:test";
import { matching, scoreOf } from "./Public/values/match.js";

const entries = [
  { name: "Full screen, and back", words: "window" }, { name: "Slideshow" }, { name: "Smaller", words: "zoom out" }, { name: "Filters" },
  { name: "Draw a range to zoom to" }, { name: "Single pixels, and back", words: "100 %" }, { name: "Höhe" },
];
const found = typed => matching(entries, typed).map(({ name }) => name);

test("words may be cut short, in any order, and of several of them only the beginnings typed", () => {
  assert.deepEqual(found("scr ful"), ["Full screen, and back"]);
  assert.equal(found("fs")[0], "Full screen, and back");
  assert.equal(found("fulscr")[0], "Full screen, and back");
  assert.deepEqual(found("slidshw"), ["Slideshow"]);
  assert.deepEqual(found("100"), ["Single pixels, and back"]);
  assert.deepEqual(found("hohe"), ["Höhe"]);
  assert.deepEqual(found("nothing"), []);
  assert.deepEqual(found("full nothing"), []);
});

test("the better match is first, and without a text all are in their order", () => {
  assert.deepEqual(found("zoom"), ["Draw a range to zoom to", "Smaller"]);
  assert.equal(found("s")[0], "Slideshow");
  assert.deepEqual(found(" "), entries.map(({ name }) => name));
  assert.ok(scoreOf("fil", "Filters") > scoreOf("fil", "Next filter"));
});

test("any text is borne", () => {
  for (const typed of ["\u0000", "((((", "a".repeat(5000), "f ".repeat(2000), "😀"]) assert.ok(Array.isArray(found(typed)));
});
