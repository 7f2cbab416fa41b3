import assert from "node:assert/strict";
import test from "node:test";
import { factText, measure, stars, starsInWords, withoutPlace } from "./Public/values/fields.js";

const written = value => value.toLocaleString(undefined, { maximumSignificantDigits: 15 });

test("whole numbers are written in full, with separators", () => {
  assert.equal(measure(12_345_678, "pixels"), `${written(12_345_678)} px`);
  assert.equal(measure(25_600), written(25_600));
  assert.equal(measure(0.123456), written(0.1235));
});

test("lengths have the unit that people use", () => {
  const of = { 0.2525e-6: [0.2525, "µm"], 1e-6: [1, "µm"], 0.0015: [1.5, "mm"], 30: [30, "m"], 1500: [1.5, "km"], 5.5e-9: [5.5, "nm"] };
  for (const [metres, [number, unit]] of Object.entries(of)) assert.equal(measure(Number(metres), "metres"), `${written(number)} ${unit}`);
});

test("ratings are stars", () => {
  assert.deepEqual([5, 3, 1, 0, -1].map(stars), ["★★★★★", "★★★☆☆", "★☆☆☆☆", "No stars", "Rejected"]);
  assert.deepEqual([2, 1].map(starsInWords), ["2 stars", "1 star"]);
});

test("facts are for people: stars, dates, numbers with separators, all else as the server says", () => {
  assert.equal(factText({ name: "rating", kind: "number", text: "4", number: 4 }), "★★★★☆");
  assert.equal(factText({ name: "rating", kind: "number", text: "72.5", number: 72.5 }), written(72.5));
  assert.equal(factText({ name: "score", kind: "number", text: "12345.678", number: 12345.678 }), written(12345.678));
  assert.equal(factText({ name: "width", kind: "number", unit: "pixels", text: "4000 px", number: 4000 }), `${written(4000)} px`);
  assert.equal(factText({ name: "iso", kind: "number", text: "3200", number: 3200 }), "3200");
  assert.equal(factText({ name: "format", kind: "category", text: "jpeg" }), "JPEG");
  assert.equal(factText({ name: "camera", kind: "category", text: "X100" }), "X100");
  assert.equal(factText({ name: "keywords", kind: "keywords", text: "Places|Italy|Rome" }), "Places › Italy › Rome");
});

test("pictures without a place are found by what they lack", () => {
  const axis = (field, scale = "linear") => ({ field, scale, ticks: [] });
  const plane = (x, y) => ({ x, y, seen: 0, unplaced: 0, show: "pictures" });
  assert.equal(withoutPlace(plane(axis("gps", "longitude"), axis(undefined, "latitude"))), "-has:gps");
  assert.equal(withoutPlace(plane(axis("gps", "longitude"), axis(undefined, "latitude")), "sea"), "sea -has:gps");
  assert.equal(withoutPlace(plane(axis("u"), axis("v", "logarithmic")), "a or b"), "(a or b) (-has:u | -has:v | v:<=0)");
});
