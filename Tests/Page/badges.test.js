import assert from "node:assert/strict";
import test from "node:test";
import { badgeWords, captionOf, cornerText, moves, restingValue, stars, valueText } from "./Public/values/badges.js";

test("an ordinary picture says nothing", () => {
  assert.equal(cornerText({}), "");
  assert.deepEqual(badgeWords({}), []);
  assert.equal(stars(undefined), "");
});

test("kinds, pages and lengths are few letters in the corner, and words for screen readers", () => {
  assert.equal(cornerText({ badge: { kind: "raw", rating: 3 } }), "RAW");
  assert.deepEqual(badgeWords({ badge: { kind: "raw", rating: 3 } }), ["raw", "3 stars"]);
  assert.equal(cornerText({ badge: { pages: 12 } }), "12 pages");
  assert.equal(cornerText({ badge: { pages: 1 } }), "");
  assert.equal(cornerText({ badge: { kind: "video" }, duration: 83 }), "1:23");
  assert.deepEqual(badgeWords({ badge: { kind: "video", rating: 1 }, duration: 83 }), ["1 minute 23 seconds", "1 star"]);
});

test("stars stay within one and five, and a rejected picture has none", () => {
  assert.equal(stars(5), "★★★★★");
  assert.equal(stars(99), "★★★★★");
  assert.equal(stars(-1), "");
  assert.deepEqual(badgeWords({ badge: { rating: -1 } }), ["rejected"]);
});

test("films, live photos and animations move, other pictures do not", () => {
  assert.equal(moves({ duration: 0 }), true);
  assert.equal(moves({ badge: { kind: "live" } }), true);
  assert.equal(moves({ badge: { kind: "animated", pages: 3 } }), true);
  for (const tile of [{}, { badge: { kind: "raw" } }, { badge: { pages: 12, flag: "pick" } }]) assert.equal(moves(tile), false);
});

test("a cell says the value that it is sorted by; dates and lengths are said elsewhere while it is at rest", () => {
  const bytes = { sortValue: { name: "bytes", kind: "number", unit: "bytes", text: "1500000 bytes", number: 1.5e6 } };
  assert.match(valueText(bytes), /^1[.,]5\sMB$/);
  assert.equal(restingValue(bytes), valueText(bytes));
  assert.deepEqual(badgeWords(bytes), [valueText(bytes)]);
  const iso = { sortValue: { name: "iso", kind: "number", text: "12800", number: 12800 } };
  assert.equal(restingValue(iso), "12800");
  const taken = { sortValue: { name: "taken", kind: "time", text: "2024-07-12 15:30:00" } };
  assert.equal(restingValue(taken), "");
  assert.match(valueText(taken), /2024/);
  assert.deepEqual(badgeWords(taken), [valueText(taken)]);
  const duration = { duration: 83, sortValue: { name: "duration", kind: "number", unit: "duration", text: "1:23", number: 83 } };
  assert.equal(valueText(duration), "");
  assert.deepEqual(badgeWords(duration), ["1 minute 23 seconds"]);
  const prompt = { sortValue: { name: "prompt", kind: "text", text: "a cat\n  on a mat" } };
  assert.equal(valueText(prompt), "a cat on a mat");
  for (const tile of [{}, { badge: { rating: 3 } }]) assert.equal(valueText(tile), "");
});

test("the lines below a picture are its stars, its name and that value; stars are not said twice", () => {
  assert.equal(captionOf({}, "a.jpg"), "a.jpg");
  assert.equal(captionOf({ badge: { rating: 2 } }, "a.jpg"), "★★\na.jpg");
  const camera = { name: "camera", kind: "category", text: "X100" };
  assert.equal(captionOf({ badge: { rating: 2 }, sortValue: camera }, "a.jpg"), "★★\na.jpg\nX100");
  const rating = { name: "rating", kind: "number", text: "2", number: 2 };
  assert.equal(captionOf({ badge: { rating: 2 }, sortValue: rating }, "a.jpg"), "a.jpg\n★★☆☆☆");
  assert.deepEqual(badgeWords({ badge: { rating: 2 }, sortValue: rating }), ["2 stars"]);
});
