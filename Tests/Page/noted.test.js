import assert from "node:assert/strict";
import test from "node:test";
import { badgeWords } from "./Public/values/badges.js";
import { changeWords, doneWords, flagSign, keywordsOf, lastKeyword, notedWords, revertedWords } from "./Public/values/noted.js";

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

test("what was done to many pictures is said with their number", () => {
  assert.equal(doneWords("rating", 3, 1204), "Rated 1,204 pictures ★★★☆☆.");
  assert.equal(doneWords("rating", 0, 2), "No stars for 2 pictures.");
  assert.equal(doneWords("flag", "reject", 1), "Rejected.");
  assert.equal(doneWords("flag", "none", 2), "No flag for 2 pictures.");
  assert.equal(doneWords("flag", "best", 2), "The best of alike pictures picked, the others rejected: 2 pictures.");
  assert.equal(doneWords("label", "red", 2), "Red label for 2 pictures.");
  assert.equal(revertedWords("Undone", { count: 3 }), "Undone: 3 pictures.");
  assert.equal(revertedWords("Undone", { count: 3, kept: 1 }), "Undone: 3 pictures. Not 1 picture: it was changed again since, and stays.");
  assert.equal(revertedWords("Undone", { count: 0, kept: 2 }), "Nothing is changed. 2 pictures: they were changed again since, and stay.");
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
