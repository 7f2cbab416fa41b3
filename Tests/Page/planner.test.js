import assert from "node:assert/strict";
import test from "node:test";
import { Planner } from "./Public/wire/planner.js";

const entry = { links: { plan: "a/plan" } };
const turn = () => new Promise(done => setTimeout(done, 0));

/** A planner whose requests are answered when the test says so. */
function planner(t, { refuse = () => false, questions = [1, 2, 3, 4, 5] } = {}) {
  const [asked, painted, said] = [[], [], []];
  t.mock.method(globalThis, "fetch", address => new Promise((answer, fail) => asked.push({
    address, fail,
    answer: (value, status = 200) => answer(new Response(JSON.stringify(value), { status })),
  })));
  const left = [...questions];
  const own = new Planner(
    () => (left.length ? { entry, query: `n=${left.shift()}` } : null), (plan, question) => painted.push([plan.n, question.query]),
    (text, status) => said.push([text, status]), 60_000, refuse);
  t.after(() => own.end());
  return { planner: own, asked, painted, said };
}

test("one question is asked at a time, then the newest", async t => {
  const { planner: own, asked, painted } = planner(t);
  for (let times = 0; times < 4; times += 1) own.request();
  assert.deepEqual(asked.map(({ address }) => address), ["a/plan?n=1"]);
  assert.ok(own.busy && own.isWanted);
  asked[0].answer({ n: 1 });
  await turn();
  assert.deepEqual(painted, [[1, "n=1"]]);
  assert.deepEqual(asked.map(({ address }) => address), ["a/plan?n=1", "a/plan?n=2"]);
  asked[1].answer({ n: 2 });
  await turn();
  assert.equal(asked.length, 2);
  assert.ok(!own.busy && !own.isWanted);
  assert.equal(own.count, 2);
});

test("a failure is said, and asked again after a pause", async t => {
  const { planner: own, asked, painted, said } = planner(t);
  own.request();
  asked[0].answer({ status: 503, detail: "the disk is away" }, 503);
  await turn();
  assert.deepEqual(said, [["The disk is away. Trying again…", 503]]);
  assert.equal(asked.length, 1);
  await new Promise(done => setTimeout(done, 700));
  assert.equal(asked.length, 2);
  asked[1].answer({ n: 2 });
  await turn();
  assert.deepEqual(painted, [[2, "n=2"]]);
  assert.deepEqual(said.at(-1), [null, undefined]);
});

test("a refusal that leads to another question is not tried again", async t => {
  const problems = [];
  const { planner: own, asked, said } = planner(t, { refuse: problem => problems.push(problem.parameter) > 0 });
  own.request();
  asked[0].answer({ detail: "q: is no query", parameter: "q" }, 400);
  await turn();
  assert.deepEqual(problems, ["q"]);
  assert.deepEqual(said, []);
  assert.equal(asked[1].address, "a/plan?n=2");
});

test("nothing is asked where there is nothing to ask, and nothing painted after the end", async t => {
  const { planner: own, asked, painted } = planner(t, { questions: [1] });
  own.request();
  own.end();
  asked[0].answer({ n: 1 });
  await turn();
  assert.deepEqual(painted, []);
  own.request();
  assert.equal(asked.length, 1);
  const none = planner(t, { questions: [] });
  none.planner.request();
  assert.ok(!none.planner.busy);
});
