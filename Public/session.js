// Where the page says where it is and is told what to paint: one live connection, or questions over HTTP without it.

import { Planner } from "./planner.js";
import { Zoom } from "./zoom.js";

/** Bytes of tiles that are kept, and that may be under way. */
const budget = 128 << 20;
const room = 1 << 20;
/** Tiles named to a server that has forgotten them: a report has at most 64 KB. */
const mostHeld = 300;
const types = ["", "image/jpeg", "image/png", "image/webp", "image/gif", "image/svg+xml", "image/avif"];
const lost = "The server does not answer. Is it still running? Trying again…";
/**
 * A URL of a picture's bytes. To make one of a Blob, Chromium waits for another process: milliseconds each in a fling,
 * by which plans come too late. Nor is there anything to be fetched from there afterwards.
 */
const sourceOf = (bytes, type) =>
  bytes.toBase64 ? `data:${type};base64,${bytes.toBase64()}` : URL.createObjectURL(new Blob([bytes], { type }));

const byPlace = (one, other) =>
  other.level - one.level || one.index - other.index || one.row - other.row || one.column - other.column;

/**
 * The same to the page as a `Planner`: `request()` says that there is something new to report, `take` gets whole plans.
 * Tiles whose bytes come over the connection have a `source`: their picture's URL, null until it is there.
 */
export class Session {
  #ask; #take; #lose; #slots;
  /** Questions over HTTP, where there is no connection to be had; and whether it is so by wish. */
  #planner = null;
  #socket = null;
  /** URL of the collection whose session it is. */
  #base = null;
  #isWanted = false;
  #isResting = false;
  #waits = 0;
  #failures = 0;
  #delay = 0;
  /** {number, question}: the report under way, and the one answered last. */
  #unanswered = null;
  #answered = null;
  /** contentOffset of the plan that the page has taken last. */
  #offset = null;
  /** What the server has said of its slots: tiles with their places in the content. */
  #shown = new Map();
  /** Of its bands, with their places in the content: number → band. */
  #bands = new Map();
  /** number → {url, source, byteCount, image}, without a URL what no plan has shown yet; and number → why a tile cannot be seen. */
  #held = new Map();
  #failed = new Map();

  constructor(ask, take, lose, slots) {
    this.#ask = ask;
    this.#take = take;
    this.#lose = lose;
    this.#slots = slots;
    if (new URLSearchParams(location.search).get("live") === "0" || !window.WebSocket) this.#fallBack();
  }

  #count = 0;
  /** Reports so far, and whether one is to be answered: for tests. */
  get count() { return this.#count + (this.#planner?.count ?? 0); }
  get busy() { return this.#planner ? this.#planner.busy : this.#isWanted || this.#unanswered !== null; }
  /** Whether there is something new to report. */
  get isWanted() { return this.#planner ? this.#planner.isWanted : this.#isWanted; }
  get isLive() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Reports now, or as soon as the last report is answered; at most once a frame. */
  request() {
    if (this.#planner) return this.#planner.request();
    this.#isWanted = true;
    this.#report();
  }

  #report() {
    if (!this.#isWanted || this.#unanswered || this.#isResting || this.#waits) return;
    const question = this.#ask();
    if (!question) { this.#isWanted = false; return; }
    const [path, query] = question.url.split("?");
    const base = path.slice(0, path.lastIndexOf("/"));
    if (base !== this.#base) this.#open(base);
    if (!this.isLive) return;
    this.#isWanted = false;
    this.#count += 1;
    this.#unanswered = { number: this.#count, question, time: performance.now() };
    this.#send({ report: this.#count, plan: query });
    this.#isResting = true;
    requestAnimationFrame(() => {
      this.#isResting = false;
      this.#report();
    });
  }

  #send(message) { this.#socket.send(JSON.stringify(message)); }

  // The connection

  #open(base) {
    if (base !== this.#base) {
      for (const { source } of this.#held.values()) URL.revokeObjectURL(source);
      this.#held.clear();
      this.#delay = 0;
    }
    if (this.#socket) {
      this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
      this.#socket.close();
    }
    this.#base = base;
    this.#unanswered = this.#answered = null;
    const socket = new WebSocket(new URL(`${base}/session`, location.href.replace(/^http/, "ws")));
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.#failures = this.#delay = 0;
      this.#greet();
      this.#isWanted = true;
      this.#report();
    };
    socket.onmessage = ({ data }) => (typeof data === "string" ? this.#hear(JSON.parse(data)) : this.#receive(data));
    socket.onclose = () => this.#closed(wasOpen);
  }

  /** Says how much is kept, and what is kept from an earlier connection. */
  #greet() {
    const shown = new Set([...this.#shown.values()].map(({ number }) => number));
    const held = [...this.#held].filter(([, { url }]) => url).sort(([one], [other]) => shown.has(other) - shown.has(one));
    const kept = held.slice(0, mostHeld);
    this.#resumed = new Map(kept.map(([, tile]) => [tile.url, tile]));
    for (const tile of this.#held.values()) if (!this.#resumed.has(tile.url)) URL.revokeObjectURL(tile.source);
    this.#held.clear();
    this.#failed.clear();
    this.#shown.clear();
    this.#bands.clear();
    const holds = Object.fromEntries(kept.map(([, { url, byteCount }]) => [url, byteCount]));
    this.#send({ budget, room, bands: true, ...(kept.length ? { holds } : null) });
  }
  #resumed = new Map();

  async #closed(wasOpen) {
    this.#isWanted = true;
    this.#unanswered = null;
    if (!wasOpen) {
      this.#failures += 1;
      this.#lose(lost);
      // There is a server, and something between it and this page that lets no such connection through.
      if (this.#failures >= 2 && await fetch("/healthz").then(({ ok }) => ok, () => false)) return this.#fallBack();
    }
    const base = this.#base;
    this.#waits += 1;
    await new Promise(done => setTimeout(done, this.#delay));
    this.#waits -= 1;
    this.#delay = Math.min(this.#delay * 2 || 250, 8000);
    if (base === this.#base && !this.isLive) this.#open(base);
  }

  #fallBack() {
    this.#planner = new Planner(this.#ask, this.#take, this.#lose, 700);
    if (this.#isWanted) this.#planner.request();
  }

  // What the server says

  #hear(message) {
    if (message.place) this.#plan(message);
    else if (message.problem) this.#problem(message);
    else if (message.numbers) {
      for (const { url, number } of message.numbers) {
        const tile = this.#resumed.get(url);
        if (tile) this.#held.set(number, tile);
      }
    } else if (message.drop) {
      for (const number of message.drop) {
        URL.revokeObjectURL(this.#held.get(number)?.source);
        this.#held.delete(number);
      }
    } else if (message.failed) {
      this.#failed.set(message.failed, message.detail);
      for (const tile of this.#shown.values()) {
        if (tile.number === message.failed) this.#slots.fail(tile.url, message.detail);
      }
    }
  }

  #plan({ report, fresh, place, free, show, move, bands }) {
    const { x, y } = place.contentOffset;
    if (fresh) this.#shown.clear();
    for (const number of bands?.free ?? []) this.#bands.delete(number);
    for (const { band, ...rest } of bands?.show ?? []) {
      this.#bands.set(band, { ...rest, number: band, x: rest.x + x, y: rest.y + y });
    }
    for (const slot of free) this.#shown.delete(slot);
    for (const { slot, number, sent, tile } of show) {
      this.#shown.set(slot, { ...tile, number, sent, x: tile.x + x, y: tile.y + y });
      this.#failed.delete(number);
      const held = this.#held.get(number);
      if (held) { held.url = tile.url; held.image = null; }
    }
    for (const { slot, ...tile } of move) {
      const { clip, ...rest } = this.#shown.get(slot);
      this.#shown.set(slot, { ...rest, ...tile, x: tile.x + x, y: tile.y + y });
    }
    const asked = this.#askedFor(report);
    if (!asked) return;
    place.tiles = [...this.#shown.values()].sort(byPlace).map(({ number, sent, ...tile }) => ({
      ...tile, x: tile.x - x, y: tile.y - y, failure: this.#failed.get(number),
      source: sent ? this.#held.get(number)?.source ?? null : undefined,
    }));
    place.bands = [...this.#bands.values()].map(band => ({ ...band, x: band.x - x, y: band.y - y }));
    this.#offset = place.contentOffset;
    this.#lose(null);
    this.#take(place, asked);
    this.#clock(report);
    this.#report();
  }

  /** Seconds from a report until the plan of the next one is seen: as long as a plan has to do. */
  lag = 0;

  #clock(report) {
    const { number, time } = this.#answered;
    if (number !== report) return;
    // Two answers, and a frame for each to be painted.
    const seconds = Math.min(0.25, 2 * (performance.now() - time) / 1000 + 0.033);
    this.lag += (seconds - this.lag) / 4;
  }

  /** What a plan was asked for; null where there is a newer plan to come. */
  #askedFor(report) {
    if (report === this.#unanswered?.number) {
      this.#answered = this.#unanswered;
      this.#unanswered = null;
      return this.#answered.question;
    }
    // The collection has changed under a reader who has not moved: what was there is now somewhere else.
    if (this.busy || !this.#answered || !this.#offset) return null;
    const { url, generation } = this.#answered.question;
    return { url, generation, offset: this.#offset, zoom: new Zoom() };
  }

  async #problem({ report, problem }) {
    if (report === this.#unanswered?.number) this.#unanswered = null;
    this.#lose(`${problem.detail}. Trying again…`);
    this.#isWanted = true;
    this.#waits += 1;
    await new Promise(done => setTimeout(done, 1000));
    this.#waits -= 1;
    this.#report();
  }

  /** Tiles; their layout is described where the server writes them. */
  #receive(data) {
    const view = new DataView(data);
    let at = 8;
    for (let left = view.getUint32(4); left > 0; left -= 1) {
      const [slot, number, byteCount] = [0, 8, 12].map(field => view.getUint32(at + field));
      const type = types[view.getUint8(at + 16)];
      const bytes = new Uint8Array(data, at + 20, byteCount);
      at += 20 + byteCount;
      const tile = this.#shown.get(slot);
      const url = tile?.number === number ? tile.url : null;
      const source = sourceOf(bytes, type);
      const held = { url, source, byteCount, image: null };
      this.#held.set(number, held);
      if (url) this.#slots.fill(url, source);
      else {
        // Ahead of need: decoded by the time that a plan shows it, so that it is seen in the same frame.
        held.image = new Image();
        held.image.src = source;
        held.image.decode().catch(() => {});
      }
    }
    this.#send({ acknowledged: view.getUint32(0) });
  }
}
