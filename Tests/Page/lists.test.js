import assert from "node:assert/strict";
import test from "node:test";
import { Trail } from "./Public/state/trail.js";
import {
  addedWords, deletionWords, dropGoal, farthest, frameAround, goalOf, isInLatterHalf, isInOwnOrder, listsOf, madeWords, targetWords,
} from "./Public/values/lists.js";

test("lists are the collections that have an undo", () => {
  const collections = [{ id: "photos", links: {} }, { id: "picks", links: { undo: "undo" } }];
  assert.deepEqual(listsOf(/** @type {any} */ (collections)).map(({ id }) => id), ["picks"]);
});

test("places count in the order that is shown", () => {
  assert.deepEqual(goalOf(1, {}), { by: 1 });
  assert.deepEqual(goalOf(1, { order: "-name" }), { by: -1 });
  assert.deepEqual(goalOf(-farthest, { order: "-name" }), { by: farthest });
  assert.ok(Number.isSafeInteger(farthest));
});

test("a drop before a picture is behind it in the list that is shown from its end", () => {
  assert.deepEqual(dropGoal("a", false, {}), { before: "a" });
  assert.deepEqual(dropGoal("a", true, {}), { after: "a" });
  assert.deepEqual(dropGoal("a", false, { order: "-name" }), { after: "a" });
  assert.deepEqual(dropGoal("a", true, { order: "-name" }), { before: "a" });
});

test("pictures are moved where a list is shown in its own order", () => {
  for (const view of [{}, { order: "name" }, { order: "-name" }, { q: "" }]) assert.ok(isInOwnOrder(view));
  for (const view of [{ order: "date" }, { group: "month" }, { q: "a" }]) assert.ok(!isInOwnOrder(view));
});

test("the half of a picture says on which side of it others go", () => {
  const frame = { left: 100, top: 50, width: 40, height: 20 };
  assert.ok(!isInLatterHalf({ x: 110, y: 69 }, frame, false) && isInLatterHalf({ x: 130, y: 51 }, frame, false));
  assert.ok(isInLatterHalf({ x: 110, y: 69 }, frame, true) && !isInLatterHalf({ x: 130, y: 51 }, frame, true));
});

test("the frame of a picture in several tiles is around all of them", () => {
  const tiles = [{ left: 10, top: 20, right: 30, bottom: 40 }, { left: 30, top: 20, right: 35, bottom: 90 }];
  assert.deepEqual(frameAround(tiles), { left: 10, top: 20, width: 25, height: 70 });
});

test("sentences say how many pictures are meant, and of which list", () => {
  assert.equal(targetWords({ items: ["a"] }, 7), "This picture.");
  assert.equal(targetWords({ items: ["a", "b"] }, 7), "2 pictures.");
  assert.equal(targetWords({ selected: true }, 1), "The selected picture.");
  assert.equal(targetWords({ selected: true }, 1200), "The 1,200 selected pictures.");
  assert.equal(addedWords(3, 3, "Sea"), "Added 3 pictures to “Sea”.");
  assert.equal(addedWords(1, 2, "Sea"), "Added 1 picture to “Sea”; it had 1 other already.");
  assert.equal(addedWords(0, 1, "Sea"), "“Sea” has this picture already.");
  assert.equal(addedWords(0, 5, "Sea"), "“Sea” has all of these pictures already.");
  assert.equal(madeWords(1, "Sea"), "Made the list “Sea” of 1 picture.");
  assert.match(deletionWords(1, "Sea"), /Its picture stays where it is\.$/);
  assert.match(deletionWords(20, "Sea"), /Its 20 pictures stay where they are\.$/);
  assert.match(deletionWords(0, "Sea"), /It has no pictures\.$/);
});

test("what was changed last is undone first, whatever it was", () => {
  const trail = new Trail();
  assert.equal(trail.last, null);
  assert.equal(trail.take("list"), null);
  trail.push({ kind: "list", of: "picks", name: "Picks", revision: 4 });
  trail.push({ kind: "list", of: "picks", name: "Picks", revision: 6 });
  trail.push({ kind: "note" });
  assert.equal(trail.take("list"), null);
  assert.deepEqual(trail.take("note"), { kind: "note" });
  assert.equal(/** @type {any} */ (trail.take("list")).revision, 6);
  trail.renew("picks", 7);
  assert.equal(/** @type {any} */ (trail.last).revision, 7);
  trail.push({ kind: "list", of: "sea", name: "Sea", revision: 1 });
  trail.drop("picks");
  assert.equal(/** @type {any} */ (trail.take("list")).of, "sea");
  assert.equal(trail.last, null);
});

test("a hundred changes are remembered", () => {
  const trail = new Trail();
  for (let revision = 1; revision <= 150; revision += 1) trail.push({ kind: "list", of: "picks", name: "Picks", revision });
  let count = 0;
  let first = 0;
  for (let step = trail.take("list"); step; step = trail.take("list")) [count, first] = [count + 1, /** @type {any} */ (step).revision];
  assert.deepEqual([count, first], [100, 51]);
});
