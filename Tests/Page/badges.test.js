import assert from "node:assert/strict";
import test from "node:test";
import { badgeWords, cornerText, moves, stars } from "./Public/values/badges.js";

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
