import assert from "node:assert/strict";
import test from "node:test";
import { HeldTiles, parse } from "./Public/wire/held.js";

/** A message as the server writes it: its number, how many tiles, and for each slot, number, length and type. */
function message(number, tiles) {
  const length = 8 + tiles.reduce((sum, { bytes }) => sum + 16 + bytes.length, 0);
  const view = new DataView(new ArrayBuffer(length));
  view.setUint32(0, number);
  view.setUint32(4, tiles.length);
  let at = 8;
  for (const { slot, number, type, bytes } of tiles) {
    [slot, number, bytes.length].forEach((value, field) => view.setUint32(at + 4 * field, value));
    view.setUint8(at + 12, type);
    new Uint8Array(view.buffer, at + 16).set(bytes);
    at += 16 + bytes.length;
  }
  return view.buffer;
}

const decoder = { ahead() {}, drop() {} };

test("a message is taken apart as it was put together", async () => {
  const { message: number, tiles } = parse(message(7, [
    { slot: 3, number: 11, type: 1, bytes: [1, 2, 3] }, { slot: 4, number: 12, type: 2, bytes: [] },
  ]));
  assert.equal(number, 7);
  assert.deepEqual(tiles.map(({ slot, number }) => [slot, number]), [[3, 11], [4, 12]]);
  assert.deepEqual(tiles.map(({ bytes }) => [bytes.type, bytes.size]), [["image/jpeg", 3], ["image/png", 0]]);
  assert.deepEqual([...new Uint8Array(await tiles[0].bytes.blob.arrayBuffer())], [1, 2, 3]);
});

test("a new connection is told what is kept, what is shown first", () => {
  const held = new HeldTiles(decoder);
  const { tiles } = parse(message(1, [1, 2, 3].map(number => ({ slot: 0, number, type: 1, bytes: new Array(number).fill(0) }))));
  held.add(tiles[0], "one");
  held.add(tiles[1], "two");
  held.add(tiles[2], null);
  assert.deepEqual(Object.entries(held.resume(new Set([2]))), [["two", 2], ["one", 1]]);
  assert.equal(held.source(2), null);
  held.number("two", 40);
  assert.equal(held.source(40).bytes.size, 2);
  held.drop([40]);
  assert.equal(held.source(40), null);
});
