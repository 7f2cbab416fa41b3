// The bytes of a tile that came over a session, and the blob that browsers make pictures of.

/** Milliseconds after which bytes become a blob though nobody has needed it, and for how long that may go on at a time. */
const [patience, stretch] = [100, 3];
/** Those that are no blob yet, the oldest first. */
const raw = new Set();
let timer = 0;

/**
 * To make a blob the page waits for the browser's own process, some tenths of a millisecond: so one is made when it is needed, which
 * of the tiles of a zoom many never are. Of what is kept one is made a little later: then the browser's process has the bytes, and
 * they are not waited for when the page is tidied up.
 */
export class Bytes {
  #bytes; #blob = null;

  /** @param type is the media type. */
  constructor(bytes, type) {
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

  /** They are not kept any more: who still has them may need them, or not. */
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
