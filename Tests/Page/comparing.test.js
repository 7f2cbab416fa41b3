import assert from "node:assert/strict";
import test from "node:test";
import { asksForDuplicates, compared } from "./Public/find/comparing.js";

/** Lets the server say this of its collection, one after the other, and time pass at once; notes what was asked. */
function answering(t, answers) {
  const asked = [];
  t.mock.method(globalThis, "fetch", async address => {
    asked.push(address);
    return new Response(JSON.stringify(answers.shift() ?? {}), { headers: { "Content-Type": "application/json" } });
  });
  t.mock.method(globalThis, "setTimeout", done => queueMicrotask(done));
  return asked;
}

test("only a query for equal files waits for them", () => {
  for (const query of ["is:duplicate", "a is:duplicate", "(is:duplicate | is:raw) camera:x"]) assert.ok(asksForDuplicates(query), query);
  for (const query of ["", "duplicate", "\"is:duplicate\"", "-is:duplicate", "name:duplicate", "is:duplicated"]) assert.ok(!asksForDuplicates(query), query);
});

test("it waits while files are compared, and says so each time", async t => {
  const asked = answering(t, [{ comparing: true }, { comparing: true }, {}]);
  let waits = 0;
  assert.equal(await compared("c", () => true, () => { waits += 1; }), true);
  assert.deepEqual([waits, asked], [2, ["c", "c", "c"]]);
});

test("where files are compared already, or nobody waits any more, nothing is said", async t => {
  answering(t, [{}, { comparing: true }]);
  const waiting = () => assert.fail("it waits");
  assert.equal(await compared("c", () => true, waiting), false);
  assert.equal(await compared("c", () => false, waiting), false);
});
