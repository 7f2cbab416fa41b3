// The bytes of a tile that came over a session, and the blob that browsers make pictures of.

/** Milliseconds after which bytes become a blob even if nothing needs it, and the longest time that this takes at once. */
const [patience, stretch] = [100, 3];
/** @type {Set<Bytes>} Bytes that are not a blob yet, the oldest first. */
const raw = new Set();
let timer = 0;

/**
 * Bytes that become a blob when one is needed.
 *
 * Making a blob waits some tenths of a millisecond for the browser's own process, and many tiles of a zoom are never needed. Bytes that
 * are kept become a blob a little later: the browser's process then holds them, and a garbage collection need not wait for them.
 */
export class Bytes {
  #bytes; #blob = null;

  /** @param type is the media type. */
  constructor(/** @type {Uint8Array} */ bytes, /** @type {string} */ type) {
    this.#bytes = bytes;
    this.type = type;
    this.size = bytes.length;
    raw.add(this);
    timer ||= setTimeout(settle, patience);
  }

  get blob() {
    if (!this.#blob) {
      this.#blob = new Blob([this.#bytes], { type: this.type });
      this.#bytes = null;
      raw.delete(this);
    }
    return this.#blob;
  }

  /** Says that these bytes are not kept any more, so no blob is made of them ahead of need. */
  release() { raw.delete(this); }
}

function settle() {
  timer = 0;
  const start = performance.now();
  for (const bytes of raw) {
    if (performance.now() - start > stretch) break;
    void bytes.blob;
  }
  if (raw.size) timer = setTimeout(settle, patience);
}
