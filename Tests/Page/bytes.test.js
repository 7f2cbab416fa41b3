import assert from "node:assert/strict";
import test from "node:test";
import { Bytes } from "./Public/values/bytes.js";

/** Counts the blobs that are made until the test ends. */
function counted(t) {
  const made = [];
  const { Blob } = globalThis;
  globalThis.Blob = class extends Blob {
    constructor(...of) {
      super(...of);
      made.push(this);
    }
  };
  t.after(() => { globalThis.Blob = Blob; });
  return made;
}

test("a blob is made once, when it is needed", async t => {
  const made = counted(t);
  const bytes = new Bytes(new Uint8Array([1, 2, 3]), "image/png");
  assert.equal(bytes.size, 3);
  assert.equal(made.length, 0);
  const { blob } = bytes;
  assert.equal(bytes.blob, blob);
  assert.equal(made.length, 1);
  assert.equal(blob.type, "image/png");
  assert.deepEqual([...new Uint8Array(await blob.arrayBuffer())], [1, 2, 3]);
});

test("bytes that are kept become a blob later, those let go do not", async t => {
  const made = counted(t);
  const [kept, gone] = [1, 2].map(value => new Bytes(new Uint8Array([value]), "image/jpeg"));
  gone.release();
  await new Promise(done => setTimeout(done, 250));
  assert.deepEqual(made, [kept.blob]);
  // It can be had all the same.
  assert.equal(gone.blob.size, 1);
});
