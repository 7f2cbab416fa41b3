import assert from "node:assert/strict";
import test from "node:test";
import { badgeWords } from "./Public/values/badges.js";
import { changeWords, flagSign, keywordsOf, lastKeyword, notedWords } from "./Public/values/noted.js";

test("flags have signs, and another program's −1 is a rejection", () => {
  assert.equal(flagSign({}), "");
  assert.equal(flagSign({ flag: "pick" }), "⚑");
  assert.equal(flagSign({ rating: -1 }), "✕");
  assert.equal(flagSign({ rating: -1, flag: "pick" }), "⚑");
  assert.deepEqual(notedWords({ flag: "reject", label: "blue", rating: 3 }), ["rejected", "blue label"]);
  assert.deepEqual(badgeWords({ badge: { flag: "pick", label: "red", rating: 2 } }), ["2 stars", "picked", "red label"]);
});

test("changes have names", () => {
  assert.deepEqual([0, 3, 5].map(rating => changeWords("rating", rating)), ["No stars", "★★★☆☆", "★★★★★"]);
  assert.deepEqual(["pick", "reject", "none", null].map(flag => changeWords("flag", flag)), ["Picked", "Rejected", "No flag", "No flag"]);
  assert.deepEqual(["red", "none", null].map(label => changeWords("label", label)), ["Red label", "No label", "No label"]);
});

test("a typed line adds words and takes words away", () => {
  assert.deepEqual(keywordsOf("sea, big boat ,sea,, -dog"), { add: ["sea", "big boat"], remove: ["dog"] });
  assert.deepEqual(keywordsOf("-sea, sea"), { add: [], remove: ["sea"] });
  assert.deepEqual(keywordsOf(" - , "), { add: [], remove: [] });
});

test("the last word of a line is completed", () => {
  assert.deepEqual(lastKeyword(""), { before: "", word: "" });
  assert.deepEqual(lastKeyword("bo"), { before: "", word: "bo" });
  assert.deepEqual(lastKeyword("sea, bo"), { before: "sea, ", word: "bo" });
  assert.deepEqual(lastKeyword("sea, -bo"), { before: "sea, -", word: "bo" });
  assert.deepEqual(lastKeyword("sea,"), { before: "sea,", word: "" });
});
