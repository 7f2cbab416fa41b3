import assert from "node:assert/strict";
import test from "node:test";
import { Failure, picture } from "./Public/wire/api.js";
import { Refusals, refusals } from "./Public/wire/refusals.js";

const refused = (status, more = {}) => new Failure("status", "it is damaged", { status, ...more });
const state = { collection: "a", revision: 1 };

test("what is refused for good is known, what may pass is not", () => {
  const known = new Refusals();
  for (const status of [404, 410, 415, 422]) {
    known.note(`a${status}`, refused(status));
    assert.equal(known.of(`a${status}`).message, "it is damaged");
  }
  for (const status of [400, 401, 403, 408, 429, 500, 503]) {
    known.note(`b${status}`, refused(status));
    assert.equal(known.of(`b${status}`), null);
  }
  known.note("c", refused(404, { retryAfter: 2 }));
  known.note("d", new Failure("network", "lost"));
  known.note("e", new Failure("aborted", ""));
  for (const address of ["c", "d", "e", "f"]) assert.equal(known.of(address), null);
});

test("it is forgotten once the collection has changed, and after a while", () => {
  let now = 0;
  const known = new Refusals(() => now);
  known.follow(state);
  known.note("a", refused(422));
  known.follow({ ...state });
  now = 100_000;
  assert.ok(known.of("a"));
  now = 200_000;
  assert.equal(known.of("a"), null);
  for (const next of [{ ...state, revision: 2 }, { collection: "b", revision: 2 }]) {
    known.note("a", refused(422));
    assert.ok(known.of("a"));
    known.follow(next);
    assert.equal(known.of("a"), null);
  }
});

test("not more is kept than a few thousand addresses", () => {
  const known = new Refusals();
  for (let count = 0; count < 5000; count += 1) known.note(`a${count}`, refused(422));
  assert.equal(known.of("a0"), null);
  assert.ok(known.of("a4999") && known.of("a1001"));
});

test("a picture that is refused is asked for once", async t => {
  let asked = 0;
  t.mock.method(globalThis, "fetch", async () => {
    asked += 1;
    return new Response(JSON.stringify({ status: 422, detail: "the file is damaged" }), { status: 422 });
  });
  const failure = () => picture("x?v=1").then(() => assert.fail("it succeeds"), failure => failure);
  assert.equal((await failure()).message, "the file is damaged");
  assert.equal((await failure()).message, "the file is damaged");
  assert.equal(asked, 1);
  refusals.follow({ collection: "another", revision: 7 });
  await failure();
  assert.equal(asked, 2);
});
