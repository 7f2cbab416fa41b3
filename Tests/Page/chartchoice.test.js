import assert from "node:assert/strict";
import test from "node:test";
import { hiddenIn, hiding, kinds, kindsText, list, names, ranges, rangesText, units, unitsText } from "./Public/values/chartchoice.js";

const odd = ["a", "b,c", "50 %", "d:e", "é&=?"];
const lines = ["up", "down", "a,b", "4", "last"].map(name => ({ name }));

test("names with any letters come back from a list", () => {
  assert.deepEqual(names(list(odd)), odd);
  assert.deepEqual(names(""), []);
  assert.deepEqual(names(undefined), []);
  // A text that nobody has encoded stays as it is.
  assert.deepEqual(names("50 %,a%2Cb"), ["50 %", "a,b"]);
});

test("units and ranges come back from their texts", () => {
  assert.deepEqual(units(unitsText({ "a:b": "°C", "c,d": "%" })), { "a:b": "°C", "c,d": "%" });
  assert.deepEqual(ranges(rangesText({ "a:b": [-1.5, 2e9], c: [0, 1] })), { "a:b": [-1.5, 2e9], c: [0, 1] });
  assert.deepEqual(kinds(kindsText({ "a:b": "time", c: "", "d,e": "text" })), { "a:b": "time", "d,e": "text" });
  for (const none of [unitsText({}), kindsText({ a: "" }), rangesText({})]) assert.equal(none, undefined);
  for (const none of [units(undefined), ranges("")]) assert.deepEqual(none, {});
});

test("lines are hidden by name or by number", () => {
  assert.deepEqual([...hiddenIn({}, lines)], []);
  assert.deepEqual([...hiddenIn({ hide: "up,1" }, lines)], ["up", "down"]);
  // A name goes before a number.
  assert.deepEqual([...hiddenIn({ hide: "4" }, lines)], ["4"]);
  assert.deepEqual([...hiddenIn({ hide: "nobody,9" }, lines)], []);
  assert.deepEqual([...hiddenIn({ show: "down,a%2Cb" }, lines)].sort(), ["4", "last", "up"]);
  assert.equal(hiddenIn({ show: "" }, lines).size, lines.length);
});

test("a choice names the fewer lines, and is read as it was written", () => {
  for (const hidden of [[], ["a,b"], ["up", "down"], ["up", "down", "4"], lines.map(({ name }) => name)]) {
    const choice = hiding(lines, new Set(hidden));
    assert.deepEqual([...hiddenIn(choice, lines)].sort(), [...hidden].sort());
    const named = names(choice.hide ?? choice.show);
    assert.ok(named.length <= lines.length / 2, named.join());
  }
  assert.deepEqual(hiding(lines, new Set()), { hide: undefined, show: undefined });
});
