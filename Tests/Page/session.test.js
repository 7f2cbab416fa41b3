import assert from "node:assert/strict";
import test from "node:test";
import { Zoom } from "./Public/values/zoom.js";
import { Session } from "./Public/wire/session.js";

/** The connections that were made, the newest last. */
const sockets = [];
globalThis.window = globalThis;
globalThis.location = { href: "http://localhost/", search: "", protocol: "http:" };
globalThis.requestAnimationFrame = step => setTimeout(step, 0);
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor(url) {
    this.url = String(url);
    sockets.push(this);
  }
  send(text) { this.sent.push(JSON.parse(text)); }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  say(message) { this.onmessage({ data: JSON.stringify(message) }); }
  close() { this.readyState = 3; }
};

const turn = () => new Promise(done => setTimeout(done, 5));
const entry = { links: { session: "/api/collections/a/session" } };
const place = y => ({ contentOffset: { x: y / 10, y }, tiles: [] });
const tile = (index, y, more = {}) =>
  ({ index, item: `i${index}`, level: 1, column: 0, row: 0, x: 0, y, width: 9, height: 9, url: `/t/${index}`, ...more });

/** A session that is open, with what it has painted and said. */
function session(refuse = () => false) {
  const [painted, said, failed] = [[], [], []];
  // The first question opens the connection and is asked again once it is open.
  let number = 0;
  const sheets = { clear() {}, drop() {}, plan() {}, take: () => false };
  const slots = { fail: (...of) => failed.push(of), fill() {} };
  const decoder = { ahead() {}, drop() {} };
  const own = new Session(() => {
    number += 1;
    return { entry, query: `n=${number}`, generation: 1, offset: { x: 0, y: 0 }, zoom: new Zoom() };
  }, (plan, asked) => painted.push({ plan, asked }), text => said.push(text), slots, decoder, sheets, refuse);
  own.request();
  const socket = sockets.at(-1);
  socket.open();
  return { session: own, socket, painted, said, failed };
}
const plan = (report, place, { fresh = false, free = [], show = [], move = [], ...more } = {}) =>
  ({ report, fresh, place, free, show, move, ...more });

test("a page says what it can hold, then where it is, and waits for the answer", async () => {
  const { session: own, socket } = session();
  assert.equal(socket.url, "ws://localhost/api/collections/a/session");
  const [first, second] = socket.sent;
  assert.deepEqual([first.bands, first.sheets, "holds" in first, first.budget > first.room], [true, true, false, true]);
  assert.deepEqual(second, { report: 1, plan: "n=2" });
  own.request();
  own.request();
  await turn();
  assert.equal(socket.sent.length, 2);
  assert.ok(own.busy);
  socket.say(plan(1, place(0), { fresh: true }));
  await turn();
  assert.deepEqual(socket.sent[2], { report: 2, plan: "n=3" });
});

test("tiles stay in the content while plans differ from the one before", async () => {
  const { session: own, socket, painted } = session();
  socket.say(plan(1, place(100), { fresh: true, show: [
    { slot: 0, number: 1, sent: false, tile: tile(0, 10) }, { slot: 1, number: 2, sent: true, tile: tile(1, 20, { level: 3 }) },
  ] }));
  // The coarsest lies beneath. Bytes that are to come are waited for; others are fetched.
  assert.deepEqual(painted[0].plan.tiles.map(({ index, y, source }) => [index, y, source]), [[1, 20, null], [0, 10, undefined]]);
  own.request();
  await turn();
  socket.say(plan(2, place(130), { show: [{ slot: 2, number: 3, sent: false, tile: tile(2, 50) }], move: [
    { slot: 1, index: 5, x: 7, y: 0, width: 8, height: 8 },
  ] }));
  assert.deepEqual(painted[1].plan.tiles.map(({ index, x, y, width }) => [index, x, y, width]), [[5, 7, 0, 8], [0, -3, -20, 9], [2, 0, 50, 9]]);
  // A change of the collection comes without a report.
  await turn();
  socket.say(plan(2, place(130), { free: [0, 2] }));
  assert.deepEqual(painted[2].plan.tiles.map(({ index }) => index), [5]);
  assert.deepEqual(painted[2].asked.offset, { x: 13, y: 130 });
});

test("what a tile was clipped by ends when it moves without", () => {
  const { socket, painted } = session();
  const clip = { top: 1, left: 0, bottom: 0, right: 0 };
  socket.say(plan(1, place(0), { fresh: true, show: [{ slot: 0, number: 1, sent: false, tile: tile(0, 0, { clip }) }] }));
  assert.deepEqual(painted[0].plan.tiles[0].clip, clip);
  socket.say(plan(1, place(0), { move: [{ slot: 0, index: 0, x: 0, y: 5, width: 9, height: 9 }] }));
  assert.equal(painted[1].plan.tiles[0].clip, undefined);
});

test("a picture that is deselected moves without being selected", () => {
  const { socket, painted } = session();
  const move = { slot: 0, index: 0, x: 0, y: 0, width: 9, height: 9 };
  socket.say(plan(1, place(0), { fresh: true, show: [{ slot: 0, number: 1, sent: false, tile: tile(0, 0) }] }));
  for (const selected of [true, undefined, true]) {
    socket.say(plan(1, place(0), { move: [selected ? { ...move, selected } : move] }));
    assert.equal(painted.at(-1).plan.tiles[0].selected, selected);
  }
});

test("a tile that cannot be made says why, also in later plans", () => {
  const { socket, painted, failed } = session();
  socket.say(plan(1, place(0), { fresh: true, show: [{ slot: 0, number: 4, sent: true, tile: tile(0, 0) }] }));
  socket.say({ failed: 4, detail: "its file has gone", retryAfter: 2 });
  assert.deepEqual(failed, [["/t/0", "its file has gone", 2]]);
  socket.say(plan(1, place(0)));
  assert.equal(painted[1].plan.tiles[0].failure, "its file has gone");
});

test("bands come and go by their numbers", () => {
  const { socket, painted } = session();
  const band = (number, y) => ({ band: number, x: 0, y, width: 9, height: 9, columns: 3, rows: 3, patches: [0, 0, 3, 3, -1] });
  socket.say(plan(1, place(50), { fresh: true, bands: { free: [], show: [band(1, 0), band(2, 9)] } }));
  socket.say(plan(1, place(60), { bands: { free: [1], show: [] } }));
  assert.deepEqual(painted.map(({ plan }) => plan.bands.map(({ number, x, y }) => [number, x, y])), [[[1, 0, 0], [2, 0, 9]], [[2, -1, -1]]]);
});

test("a problem is said and asked about again, unless another question is", async () => {
  const { socket, said } = session();
  socket.say({ report: 1, problem: { status: 503, detail: "the disk is away" } });
  assert.equal(said.at(-1), "The disk is away. Trying again…");
  await new Promise(done => setTimeout(done, 1100));
  assert.deepEqual(socket.sent.at(-1), { report: 2, plan: "n=3" });
  const other = session(problem => problem.parameter === "q");
  other.socket.say({ report: 1, problem: { status: 400, detail: "q: is no query", parameter: "q" } });
  await turn();
  assert.deepEqual(other.socket.sent.at(-1), { report: 2, plan: "n=3" });
  assert.ok(!other.said.some(Boolean));
});

test("a new connection is told what is held, and gives it new numbers", async () => {
  const { socket, painted } = session();
  socket.say(plan(1, place(0), { fresh: true, show: [{ slot: 0, number: 1, sent: true, tile: tile(0, 0) }] }));
  const bytes = new DataView(new ArrayBuffer(8 + 16 + 3));
  for (const [at, value] of [[0, 1], [4, 1], [8, 0], [12, 1], [16, 3]]) bytes.setUint32(at, value);
  socket.onmessage({ data: bytes.buffer });
  assert.deepEqual(socket.sent.at(-1), { acknowledged: 1 });
  socket.close();
  socket.onclose();
  await turn();
  const next = sockets.at(-1);
  assert.notEqual(next, socket);
  next.open();
  assert.deepEqual(next.sent[0].holds, { "/t/0": 3 });
  next.say({ numbers: [{ url: "/t/0", number: 9 }] });
  next.say(plan(2, place(0), { fresh: true, show: [{ slot: 5, number: 9, sent: true, tile: tile(0, 0) }] }));
  assert.equal(painted.at(-1).plan.tiles[0].source.bytes.size, 3);
  next.say({ drop: [9] });
  next.say(plan(2, place(0)));
  assert.equal(painted.at(-1).plan.tiles[0].source, null);
});
