import assert from "node:assert/strict";
import test from "node:test";
import { dateText } from "./Public/values/dates.js";
import { between, chosenOf, rangeText } from "./Public/values/ranges.js";

const day = 86_400;
const at = text => Date.parse(`${text}T00:00:00Z`) / 1000;
const taken = { name: "taken", kind: "time", step: "day" };
const rating = { name: "rating", kind: "number", whole: true };
const focal = { name: "focal", kind: "number", unit: "millimetres" };

test("the last day that is in a range is named", () => {
  assert.equal(between(taken, at("2019-05-01"), at("2019-06-01")), "taken:2019-05-01..2019-05-31");
  assert.equal(between(taken, at("2019-05-01"), at("2019-05-02")), "taken:2019-05-01..2019-05-01");
  assert.equal(between(taken, null, at("2019-06-01")), "taken:<=2019-05-31");
  assert.equal(between(taken, at("2019-05-01"), null), "taken:>=2019-05-01");
  assert.equal(rangeText(taken, at("2019-05-01"), at("2019-05-02")), dateText("2019-05-01"));
  const months = new Intl.DateTimeFormat(undefined, { year: "numeric", month: "long", timeZone: "UTC" });
  assert.equal(rangeText({ ...taken, step: "month" }, at("2019-05-01"), at("2019-08-01")),
    months.formatRange(new Date("2019-05-01"), new Date("2019-07-31")));
});

test("a rating is read as stars", () => { assert.equal(rangeText(rating, 4, 5), "★★★★☆"); });

test("whole numbers are counted, others are up to a number", () => {
  assert.equal(between(rating, 3, 6), "rating:3..5");
  assert.equal(between(rating, 3, 4), "rating:3");
  assert.equal(between(rating, null, 4), "rating:<=3");
  assert.equal(between(focal, 24, 70), "focal:>=24 focal:<70");
});

test("the bars of a histogram that a condition chooses are those that made it", () => {
  const bars = [0, 1, 2, 3, 4].map(index => ({ lower: at("2019-05-01") + index * day, upper: at("2019-05-01") + (index + 1) * day }));
  for (let first = 0; first < bars.length; first += 1) {
    for (let end = first + 1; end <= bars.length; end += 1) {
      const condition = between(taken, bars[first].lower, bars[end - 1].upper);
      assert.deepEqual(chosenOf({ ...taken, bars }, [condition]), [first, end], condition);
    }
  }
  const stars = [0, 1, 2, 3, 4, 5].map(value => ({ lower: value, upper: value + 1 }));
  assert.deepEqual(chosenOf({ ...rating, bars: stars }, ["rating:>=4"]), [4, 6]);
  assert.deepEqual(chosenOf({ ...rating, bars: stars }, ["rating:2..3"]), [2, 4]);
  assert.deepEqual(chosenOf({ ...rating, bars: stars }, ["rating:<3"]), [0, 3]);
});
