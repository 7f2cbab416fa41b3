import assert from "node:assert/strict";
import test from "node:test";
import { change, drop, Failure, json, known, Latest, picture, post, queryOf, send, tell } from "./Public/wire/api.js";

/** Lets `fetch` answer with this until the test ends; notes what it was asked. */
function answering(t, answer) {
  const asked = [];
  t.mock.method(globalThis, "fetch", async (address, options) => {
    asked.push(address);
    if (options?.signal?.aborted || answer instanceof Error) throw answer instanceof Error ? answer : new Error("aborted");
    return answer;
  });
  return asked;
}
const body = (value, options = {}) =>
  new Response(JSON.stringify(value), { ...options, headers: { "Content-Type": "application/json", ...options.headers } });
const failure = promise => promise.then(() => assert.fail("it succeeds"), failure => {
  assert.ok(failure instanceof Failure);
  return failure;
});

test("parameters are written as a query", async t => {
  const asked = answering(t, body({}));
  await send("a", { q: "b c&d", inset: [1, 2] });
  await send("a", "x=1");
  await send("a", new URLSearchParams({ from: "3", lines: "0,2" }));
  await send("a", null);
  assert.deepEqual(asked, ["a?q=b+c%26d&inset=1%2C2", "a?x=1", "a?from=3&lines=0%2C2", "a"]);
  assert.equal(queryOf({ none: false, zero: 0 }), "none=false&zero=0");
});

test("an answer is handed on", async t => {
  answering(t, body({ a: 1 }));
  assert.deepEqual(await json("a"), { a: 1 });
  t.mock.restoreAll();
  answering(t, body([2]));
  assert.deepEqual(await known("a"), [2]);
  t.mock.restoreAll();
  answering(t, new Response("bytes", { headers: { "Content-Type": "image/png" } }));
  assert.equal((await picture("a")).size, 5);
  assert.equal(await tell("a"), true);
});

test("a refusal says what the server says", async t => {
  answering(t, body({ status: 400, detail: "width: is missing", parameter: "width" }, { status: 400, headers: { "Retry-After": "2" } }));
  const found = await failure(json("a"));
  assert.deepEqual([found.kind, found.status, found.message, found.retryAfter], ["status", 400, "width: is missing", 2]);
  assert.equal(found.problem.parameter, "width");
});

for (const [name, edit] of Object.entries({ change: () => change("a", null, {}), post: () => post("a"), drop: () => drop("a") })) {
  test(`an edit that hangs is given up after a minute: ${name}`, async t => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    t.mock.method(globalThis, "fetch", (address, { signal }) => new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(signal.reason))));
    let isOver = false;
    const found = failure(edit()).finally(() => { isOver = true; });
    t.mock.timers.tick(59_999);
    await new Promise(setImmediate);
    assert.equal(isOver, false);
    t.mock.timers.tick(1);
    assert.deepEqual([(await found).kind, (await found).message], ["network", "The server does not answer. Is it still running?"]);
  });
}

test("a refusal without a reason has a sentence", async t => {
  answering(t, new Response("<html>", { status: 502 }));
  const found = await failure(send("a"));
  assert.equal(found.message, "The server answers 502");
  assert.deepEqual(found.problem, { status: 502, detail: found.message });
  assert.equal(found.retryAfter, undefined);
});

test("a refusal whose reason breaks off is not remembered", async t => {
  const broken = () => new Response(new ReadableStream({ pull(controller) { controller.error(new TypeError("cut")); } }), { status: 422 });
  answering(t, broken());
  assert.equal((await failure(picture("cut"))).kind, "network");
  t.mock.restoreAll();
  const stop = new AbortController();
  answering(t, broken());
  const stopped = failure(picture("cut", { signal: stop.signal }));
  stop.abort();
  assert.equal((await stopped).kind, "aborted");
  t.mock.restoreAll();
  answering(t, body({ detail: "It is damaged" }, { status: 422 }));
  assert.equal((await failure(picture("cut"))).message, "It is damaged");
});

test("what no server of ours would say is told apart from no answer", async t => {
  for (const answer of [new Response("<html>"), body(null), body("text")]) {
    answering(t, answer);
    assert.equal((await failure(json("a"))).kind, "format");
    t.mock.restoreAll();
  }
  answering(t, new Response("<html>", { headers: { "Content-Type": "text/html; charset=utf-8" } }));
  assert.equal((await failure(picture("a"))).kind, "format");
  t.mock.restoreAll();
  answering(t, new TypeError("refused"));
  assert.equal((await failure(json("a"))).kind, "network");
  assert.equal(await known("a"), null);
  assert.equal(await tell("a"), false);
});

test("what nobody waits for is no failure of the network", async t => {
  answering(t, body({}));
  assert.equal((await failure(json("a", null, { signal: AbortSignal.abort() }))).kind, "aborted");
});

/** A question that is answered when the test says so. */
function question() {
  const own = {};
  own.ask = signal => new Promise((answer, fail) => Object.assign(own, { answer, fail, signal }));
  return own;
}

test("an older answer that comes late is ignored", async () => {
  const latest = new Latest();
  const [one, two] = [question(), question()];
  const [first, second] = [latest.of(one.ask), latest.of(two.ask)];
  two.answer("two");
  one.answer("one");
  assert.deepEqual(await Promise.all([first, second]), [undefined, "two"]);
});

test("an older answer that comes in time counts, and a late error does not", async () => {
  const latest = new Latest();
  const [one, two, three] = [question(), question(), question()];
  const promises = [one, two, three].map(({ ask }) => latest.of(ask));
  one.answer("one");
  assert.equal(await promises[0], "one");
  three.answer("three");
  assert.equal(await promises[2], "three");
  two.fail(new Error("late"));
  assert.equal(await promises[1], undefined);
  const last = question();
  const failing = latest.of(last.ask);
  last.fail(new Error("newest"));
  await assert.rejects(failing, /newest/);
});

test("another thing ends the questions before it", async () => {
  const latest = new Latest();
  const [one, two] = [question(), question()];
  const first = latest.of(one.ask);
  const second = latest.only(two.ask);
  assert.ok(one.signal.aborted && !two.signal.aborted);
  one.answer("one");
  two.answer("two");
  assert.deepEqual(await Promise.all([first, second]), [undefined, "two"]);
});
