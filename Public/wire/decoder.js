// Decodes tiles: a few at a time, those in view first, and others ahead of need within a budget.

import { Failure, picture } from "./api.js";

/** How many pictures are decoded at once, since more would wait for the same processors, and how many are fetched at once. */
const atOnce = 4;
const fetchedAtOnce = 8;
/** The most bytes of pixels that are kept without being shown. The server sends no more ahead of need. */
export const budget = 6 << 20;
/** After how many plans pixels that were decoded ahead are released. */
const patience = 40;
/** Types that are drawn once decoded. Other types may be animated or have no size: only an element can show them. */
const drawn = new Set(["image/jpeg", "image/png"]);
/** Types that are drawn unless their brand says that they are a sequence of pictures (ISO/IEC 14496-12 §4.3). */
const drawnAlone = new Set(["image/avif", "image/heic"]);
const sequences = new Set(["avis", "hevc", "hevx", "msf1"]);
const isSequence = async blob => sequences.has(await blob.slice(8, 12).text());

const byteCount = ({ width, height }) => 4 * width * height;

/**
 * The blob of a source: {bytes}, or {url} of where they are.
 * @param signal ends the request.
 */
async function blobOf({ bytes, url }, signal) {
  return bytes ? bytes.blob : picture(url, { signal });
}

export class Decoder {
  /** Sources whose pixels are there, the oldest first: source → {bitmap, stamp}. */
  #kept = new Map();
  #keptBytes = 0;
  /** The waiting requests: {source, done, failed, stamp}. One without `done` is ahead of need. */
  #waiting = [];
  #ahead = [];
  #running = new Map();
  #stamp = 0;

  /** Bytes of pixels that nothing shows: for tests. */
  get keptBytes() { return this.#keptBytes; }

  /** A plan has been painted. */
  tick() { this.#stamp += 1; }

  /** Returns decoded pixels, which then belong to the caller; null if there are none. */
  take(source) {
    const entry = this.#kept.get(source);
    if (!entry) return null;
    this.#kept.delete(source);
    this.#keptBytes -= byteCount(entry.bitmap);
    return entry.bitmap;
  }

  /** Takes pixels that have been drawn and may be needed again soon. */
  keep(source, bitmap) {
    this.take(source)?.close();
    this.#kept.set(source, { bitmap, stamp: this.#stamp });
    this.#keptBytes += byteCount(bitmap);
    while (this.#keptBytes > budget) this.take(this.#kept.keys().next().value).close();
  }

  /**
   * Asks for pixels that are needed now.
   * @param done gets an ImageBitmap, which then belongs to it, or a Blob of what only an element can show.
   * @param failed gets a Failure: see `api.js`.
   * @param isWhole says that an AVIF or a HEIC, which comes in one piece, is looked into: an element shows any part of it at once.
   * @returns what `cancel` takes.
   */
  want(source, done, failed, isWhole = false) {
    const started = this.#running.get(source);
    const request = started && !started.done && !started.isGivenUp ? started : { source };
    Object.assign(request, { done, failed, isWhole, stamp: this.#stamp });
    if (request !== started) {
      this.#ahead = this.#ahead.filter(one => one.source !== source);
      this.#waiting.push(request);
      this.#run();
    }
    return request;
  }

  /** Nobody waits for it any more. */
  cancel(request) {
    request.done = request.failed = null;
    if (request.abort) {
      request.isGivenUp = true;
      request.abort();
    }
    const index = this.#waiting.indexOf(request);
    if (index >= 0) this.#waiting.splice(index, 1);
  }

  /** Has pixels made that will be needed, if there is room for them. */
  ahead(source) {
    if (!drawn.has(source.bytes.type)) return;
    this.#ahead.push({ source });
    this.#run();
  }

  /** The source is not needed any more. */
  drop(source) {
    this.take(source)?.close();
    this.#ahead = this.#ahead.filter(one => one.source !== source);
  }

  #run() {
    const most = this.#waiting.at(-1)?.source.url ? fetchedAtOnce : atOnce;
    while (this.#running.size < most) {
      const request = this.#next() ?? (this.#hasRoom() ? this.#ahead.shift() : null);
      if (!request) return;
      this.#decode(request);
    }
  }

  /** Returns the request of the newest plan: in a fling, older ones are about to leave the view. */
  #next() {
    const newest = this.#waiting.at(-1)?.stamp;
    return this.#waiting.splice(this.#waiting.findIndex(({ stamp }) => stamp === newest), 1)[0];
  }

  /** Whether the budget has room ahead of need; pixels that were not needed for long are released. */
  #hasRoom() {
    if (!this.#ahead.length) return false;
    const oldest = this.#kept.entries().next().value;
    if (this.#keptBytes >= budget && oldest && this.#stamp - oldest[1].stamp > patience) this.take(oldest[0]).close();
    return this.#keptBytes < budget;
  }

  async #decode(request) {
    const { source } = request;
    this.#running.set(source, request);
    let result, failure;
    try {
      const stop = source.bytes ? null : new AbortController();
      if (stop) request.abort = () => stop.abort();
      const blob = await blobOf(source, stop?.signal);
      const isDrawn = drawn.has(blob.type) || drawnAlone.has(blob.type) && !request.isWhole && !await isSequence(blob);
      result = isDrawn
        ? await createImageBitmap(blob).catch(() => { throw new Failure("format", `This browser cannot show ${blob.type}.`); }) : blob;
    } catch (error) {
      failure = error;
    }
    if (this.#running.get(source) === request) this.#running.delete(source);
    this.#run();
    const { done, failed } = request;
    if (done && result) done(result);
    else if (failed && failure) failed(failure);
    else if (result instanceof ImageBitmap) {
      // Ahead of need, or its need has passed.
      if (done === undefined && this.#keptBytes < budget) this.keep(source, result);
      else result.close();
    }
  }
}
