// Whether rejected pictures stay hidden in the collection chosen next.

import assert from "node:assert/strict";
import test from "node:test";
import { Hiding } from "./Public/state/hiding.js";

const collections = [
  { id: "one", links: { annotations: "/1", facets: "/1" } },
  { id: "other", links: { annotations: "/2", facets: "/2" } },
  { id: "made here", links: { annotations: "/3" } },
  { id: "chart", links: {} },
];
const leaving = (id, q) => ({ entry: collections.find(entry => entry.id === id), view: q ? { q } : {}, collections });

test("rejected pictures stay hidden in the next collection, until they are shown again", () => {
  const hiding = new Hiding();
  assert.deepEqual(hiding.into(leaving("one"), "other"), {});
  assert.deepEqual(hiding.into(leaving("one", "-flag:reject beach"), "other"), { q: "-flag:reject" });
  assert.deepEqual(hiding.into(leaving("other"), "one"), {});
});

test("collections that no query searches are passed over", () => {
  for (const between of ["made here", "chart"]) {
    const hiding = new Hiding();
    assert.deepEqual(hiding.into(leaving("one", "-flag:reject"), between), {});
    assert.deepEqual(hiding.into(leaving(between), "other"), { q: "-flag:reject" });
  }
});
