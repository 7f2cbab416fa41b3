import assert from "node:assert/strict";
import test from "node:test";
import { changesOf } from "./Public/values/selection.js";

const place = index => ({ index, item: `i${index}` });
const numbers = ({ items, range }) => {
  if (items) return items.map(item => Number(item.slice(1)));
  const [one, other] = [range.from, range.to].map(item => Number(item.slice(1)));
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, step) => Math.min(one, other) + step);
};
/** Applies changes to a set of indices. */
const apply = (chosen, changes) => {
  for (const change of changes) for (const number of numbers(change)) chosen[change.action === "add" ? "add" : "delete"](number);
};

test("a range has what lies between its ends, wherever the moving end has been", () => {
  for (const way of [[12], [12, 15], [15, 12], [12, 10], [12, 7], [7, 9, 13, 10], [10], [3, 17, 3], [11, 9, 11, 9]]) {
    const chosen = new Set([10]);
    let reached = place(10);
    for (const end of way) {
      apply(chosen, changesOf(place(10), reached, place(end)));
      reached = place(end);
      assert.deepEqual([...chosen].sort((one, other) => one - other), numbers({ range: { from: "i10", to: `i${end}` } }), `${way}`);
    }
  }
});

test("a range that grows is one change", () => {
  assert.deepEqual(changesOf(place(3), place(3), place(5)), [{ action: "add", range: { from: "i3", to: "i5" } }]);
  assert.deepEqual(changesOf(place(3), place(5), place(9)), [{ action: "add", range: { from: "i3", to: "i9" } }]);
});

test("what was selected beyond the range stays", () => {
  const chosen = new Set([20, 10]);
  apply(chosen, changesOf(place(10), place(10), place(12)));
  apply(chosen, changesOf(place(10), place(12), place(9)));
  assert.deepEqual([...chosen].sort((one, other) => one - other), [9, 10, 20]);
});

test("a place whose index is not known begins a range", () => {
  assert.equal(changesOf({ index: NaN, item: "a" }, { index: NaN, item: "a" }, place(4)).length, 1);
});
