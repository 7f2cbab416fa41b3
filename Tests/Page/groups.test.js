import assert from "node:assert/strict";
import test from "node:test";
import { canGroup, fieldOf } from "./Public/values/groups.js";

const camera = { name: "camera", kind: "category" };
const taken = { name: "taken", kind: "time" };
const entry = { groups: ["folder", "month"], fields: [camera, taken] };

test("a field is found whichever way round, and by a part of its time", () => {
  assert.equal(fieldOf(entry, "camera"), camera);
  assert.equal(fieldOf(entry, "-camera"), camera);
  assert.equal(fieldOf(entry, "taken:year"), taken);
  assert.equal(fieldOf(entry, "-taken:year"), taken);
  for (const name of ["name", "cam", undefined]) assert.equal(fieldOf(entry, name), undefined);
  assert.equal(fieldOf({ groups: [] }, "camera"), undefined);
});

test("only rows have room for headings", () => {
  for (const layout of ["grid", "justified"]) assert.ok(canGroup(entry, "camera", { layout }), layout);
  for (const layout of ["stack", "strip", "pages", "item", "slides"]) assert.ok(!canGroup(entry, "camera", { layout }), layout);
  assert.ok(canGroup(entry, "", { layout: "stack" }));
});

test("folders and months need an order in which they are together", () => {
  assert.ok(canGroup(entry, "folder", { layout: "grid" }));
  assert.ok(canGroup(entry, "folder", { layout: "grid", order: "-name" }));
  assert.ok(!canGroup(entry, "folder", { layout: "grid", order: "date" }));
  assert.ok(canGroup(entry, "month", { layout: "grid", order: "-date" }));
  assert.ok(!canGroup(entry, "month", { layout: "grid" }));
  assert.ok(!canGroup({ groups: ["month"] }, "folder", { layout: "grid" }));
  assert.ok(canGroup(entry, "camera", { layout: "grid", order: "size" }));
  assert.ok(!canGroup(entry, "nothing", { layout: "grid" }));
});
