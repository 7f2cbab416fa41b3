import assert from "node:assert/strict";
import test from "node:test";
import { orderOf, ordersOf } from "./Public/values/orders.js";

const fields = [
  { name: "name", kind: "text" }, { name: "taken", kind: "time" }, { name: "camera", kind: "category" }, { name: "rating", kind: "number" },
  { name: "gps", kind: "position" }, { name: "bytes", kind: "number" }, { name: "modified", kind: "time" },
];
const folder = { kind: "folder", orders: ["name", "-name", "date", "-date", "size", "-size", "colour", "-colour"], fields };
const names = ({ usual, others }) => [usual, others].map(list => list.map(({ name }) => name));

test("five orders are usual; what a collection sorts by itself is not offered as a field again", () => {
  const present = new Set(["name", "taken", "camera", "rating", "gps", "bytes", "modified"]);
  assert.deepEqual(names(ordersOf(folder, present, "name")), [["Date taken", "Date taken or modified", "Name", "Size", "Rating"], ["Camera", "Colour", "Date modified"]]);
});

test("fields without values are not offered, unless they are chosen; the date taken is always there", () => {
  assert.deepEqual(names(ordersOf(folder, null, "name")), [["Date taken or modified", "Name", "Size"], ["Colour", "Date taken"]]);
  assert.deepEqual(names(ordersOf(folder, new Set(["camera"]), "-modified"))[1], ["Camera", "Colour", "Date modified", "Date taken"]);
  assert.deepEqual(names(ordersOf(folder, null, "taken")), [["Date taken", "Date taken or modified", "Name", "Size"], ["Colour"]]);
});

test("a list sorts by fields where a folder has orders of its own", () => {
  const list = { kind: "list", orders: ["name", "-name"], fields };
  assert.deepEqual(names(ordersOf(list, new Set(["taken", "bytes", "camera"]), "name")), [["Date taken", "As listed", "Size"], ["Camera"]]);
});

test("a collection with names alone is sorted by them", () => {
  assert.deepEqual(names(ordersOf({ kind: "demo", orders: ["name", "-name"] }, null, "name")), [["As listed"], []]);
});

test("groups of alike pictures are no order; nearness to one and the best are orders while they are chosen", () => {
  const knowing = { ...folder, fields: [...fields, { name: "alike", kind: "number" }] };
  assert.deepEqual(names(ordersOf(knowing, new Set(["alike"]), "name"))[1], ["Colour", "Date taken"]);
  const orders = ordersOf(knowing, null, "-alike:abc");
  assert.equal(orderOf(orders, "-alike:abc").name, "Similarity");
  assert.equal(orderOf(orders, "-alike:abc").directions[0], "Most similar first");
  assert.equal(orderOf(ordersOf(knowing, null, "best"), "best").name, "Best");
});

test("each direction has a name, and each order the one that it begins with", () => {
  const orders = ordersOf(folder, new Set(["rating"]), "name");
  const { hint, ...date } = orderOf(orders, "-date");
  assert.deepEqual(date, { key: "date", name: "Date taken or modified", directions: ["Oldest first", "Newest first"], isDown: true });
  assert.match(hint, /changed/);
  assert.equal(orderOf(orders, "name").isDown, false);
  assert.equal(orderOf(orders, "-rating").directions[1], "Most stars first");
  assert.equal(orderOf(orders, "nothing"), undefined);
});
