import assert from "node:assert/strict";
import test from "node:test";
import { inPlace, rowsInPlace } from "./Public/values/facetrows.js";

const values = (name, present, ...texts) => ({ name, kind: "category", present, missing: 0, otherValues: 0, otherCount: 0, values: texts.map(text => ({ text, count: present })) });
const bar = (lower, count) => ({ lower, upper: lower + 1, count, atLeast: count, atMost: count });
const rating = (...bars) => ({ name: "rating", kind: "number", whole: true, present: 1, missing: 0, least: 0, greatest: 5, bars });

test("fields stay in their places, what has gone has counts of 0, and what is new comes last", () => {
  const found = inPlace([values("camera", 5, "x"), values("label", 5, "cat", "dog")], [values("city", 2, "Rome"), values("label", 3, "dog")], [{ name: "camera", kind: "category", present: 0, missing: 7 }]);
  assert.deepEqual(found.map(({ name, present }) => [name, present]), [["camera", 0], ["label", 3], ["city", 2]]);
  assert.deepEqual(found.map(({ missing }) => missing), [7, 0, 0]);
  assert.deepEqual(found[0].values, [{ text: "x", count: 0 }]);
  assert.deepEqual(found[1].values, [{ text: "dog", count: 3 }]);
});

test("rows of pictures without stars stay, others are always there", () => {
  const [found] = inPlace([rating(bar(-1, 2), bar(0, 3), bar(1, 4))], [rating(bar(4, 1))], []);
  assert.deepEqual(found.bars.map(({ lower, count }) => [lower, count]), [[-1, 0], [0, 0], [4, 1]]);
  assert.deepEqual(inPlace([rating(bar(2, 2))], [], [])[0].bars, [{ lower: 2, upper: 3, count: 0, atLeast: 0, atMost: 0 }]);
});

test("values stay in their places with their counts; those that were not there come last, unless a button leads to them", () => {
  const now = [{ text: "NIKKOR", count: 20 }, { text: "RF", count: 17 }, { text: "iPhone", count: 15 }];
  const said = (...given) => rowsInPlace(...given).map(({ text, count }) => `${text} ${count}`).join();
  assert.equal(said({ texts: ["iPhone", "Leica", "NIKKOR"], hasMore: false }, now, false, 8), "iPhone 15,Leica 0,NIKKOR 20,RF 17");
  assert.equal(said({ texts: ["NIKKOR"], hasMore: false }, now, false, 8), "NIKKOR 20,RF 17,iPhone 15");
  assert.equal(said({ texts: ["NIKKOR"], hasMore: true }, now, false, 8), "NIKKOR 20");
  assert.equal(said({ texts: ["NIKKOR"], hasMore: false }, now, false, 2), "NIKKOR 20,RF 17");
  assert.equal(said({ texts: ["Leica"], hasMore: true }, now, true, 8), "Leica null");
});
