// Keeps the bytes of tiles that came over a session until the server drops them.

import { Bytes } from "../values/bytes.js";

/** The most tiles that are named to a new connection: a report has at most 64 KB. */
const mostNamed = 300;
const types = ["", "image/jpeg", "image/png", "image/webp", "image/gif", "image/svg+xml", "image/avif"];
/** Bytes before a message's first tile, and before each tile's own bytes. */
const [headLength, tileHeadLength] = [8, 16];

/** Takes a binary message apart; `SessionMessage.swift`, which writes it, describes its format. */
export function parse(/** @type {ArrayBuffer} */ data) {
  const view = new DataView(data);
  const tiles = [];
  let at = headLength;
  for (let left = view.getUint32(4); left > 0; left -= 1) {
    const [slot, number, byteCount] = [0, 4, 8].map(field => view.getUint32(at + field));
    const bytes = new Bytes(new Uint8Array(data, at + tileHeadLength, byteCount), types[view.getUint8(at + 12)]);
    tiles.push({ slot, number, bytes });
    at += tileHeadLength + byteCount;
  }
  return { message: view.getUint32(0), tiles };
}

export class HeldTiles {
  #decoder;
  /** @type {Map<number, {url: string | null, source: Page.Source}>} By number. The URL is null until a plan shows the tile. */
  #tiles = new Map();
  /** @type {Map<string, {url: string, source: Page.Source}>} Tiles from an earlier connection, which the server has not numbered yet, by URL. */
  #resumed = new Map();

  constructor(decoder) { this.#decoder = decoder; }

  /** The picture's bytes and their type; null where they are not there. */
  source(number) { return this.#tiles.get(number)?.source ?? null; }

  /** Keeps a tile's bytes. @param url is the tile's; null until a plan has shown it. */
  add({ number, bytes }, url) {
    const source = { bytes };
    this.#tiles.set(number, { url, source });
    // Decoded ahead, so that it appears in the same frame as the plan that shows it.
    if (!url) this.#decoder.ahead(source);
  }

  /** A plan shows a tile. */
  show(number, url) {
    const tile = this.#tiles.get(number);
    if (tile) tile.url = url;
  }

  /** The server has no more use for these. */
  drop(numbers) {
    for (const number of numbers) {
      const source = this.source(number);
      if (source) this.#letGo(source);
      this.#tiles.delete(number);
    }
  }

  #letGo(source) {
    this.#decoder.drop(source);
    source.bytes.release();
  }

  /** Another collection is next. */
  clear() { this.drop([...this.#tiles.keys()]); }

  /**
   * Prepares for a new connection, which knows no numbers: keeps what can be named to it and releases the rest.
   * @param {Set<number>} shown has the numbers of the tiles that are painted; they are kept first.
   * @returns {Wire.Report["holds"]} the byte counts of what is kept, by URL.
   */
  resume(shown) {
    const named = [...this.#tiles].filter(([, { url }]) => url).sort(([one], [other]) => Number(shown.has(other)) - Number(shown.has(one)));
    const kept = named.slice(0, mostNamed).map(([, tile]) => tile);
    this.#resumed = new Map(kept.map(tile => [tile.url, tile]));
    for (const tile of this.#tiles.values()) if (!this.#resumed.has(tile.url)) this.#letGo(tile.source);
    this.#tiles.clear();
    return Object.fromEntries(kept.map(({ url, source }) => [url, source.bytes.size]));
  }

  /** The server has given a number to a tile that was kept. */
  number(url, number) {
    const tile = this.#resumed.get(url);
    if (tile) this.#tiles.set(number, tile);
  }
}
