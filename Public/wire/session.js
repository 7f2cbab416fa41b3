// Reports where the reader is and receives plans: over one live connection, or over HTTP without it.

import { site } from "./api.js";
import { Connection } from "./connection.js";
import { budget as pixels } from "./decoder.js";
import { sentence } from "../values/fields.js";
import { HeldTiles, parse } from "./held.js";
import { painted, Planner } from "./planner.js";
import { refusals } from "./refusals.js";
import { Zoom } from "../values/zoom.js";

/** The most bytes of tiles that are kept, and that may be on their way. */
const budget = 16 << 20;
const room = 1 << 20;
/** The longest time that a timer can wait, in ms: 24 days. */
const longest = 2 ** 31 - 1;
const lost = "The server does not answer. Is it still running? Trying again…";

/** Sorts tiles into painting order: the coarsest first, since they lie beneath. */
const softestFirst = (one, other) =>
  other.level - one.level || one.index - other.index || one.row - other.row || one.column - other.column;

/**
 * Has the interface of `Planner`: `request()` says that there is something new to report, and `paint` is given whole plans. A tile whose
 * bytes come over the connection has a `source`, which is null until they have come.
 */
export class Session {
  #ask; #paint; #say; #slots; #refuse;
  /** Asks over HTTP while no connection can be made, or if the address says `?live=0`. */
  #planner = null;
  #connection = new Connection({
    opened: () => this.#opened(),
    heard: message => this.#hear(message),
    received: data => this.#receive(data),
    lost: wasOpen => this.#lost(wasOpen),
    refused: () => this.#fallBack(),
  });
  /** Whether there is something new to report, and whether the next report waits for the next frame. */
  #isWanted = false;
  #isResting = false;
  /** @type {{number: number, question: Page.Question, time: number} | null} The report that waits for an answer. */
  #unanswered = null;
  /** @type {{number: number, question: Page.Question, time: number} | null} The report that was answered last. */
  #answered = null;
  /** @type {Wire.Point | null} contentOffset of the plan that was painted last. */
  #offset = null;
  /**
   * The tiles of the last plan by the server's slot numbers; x and y count from the content's corner.
   * @type {Map<number, Wire.Tile & {number: number, sent: boolean}>}
   */
  #tiles = new Map();
  /** @type {Map<number, Page.Band>} The bands of the last plan by number; x and y count from the content's corner. */
  #bands = new Map();
  #held;
  #sheets;
  /** @type {Map<number, string>} Why tiles cannot be shown, by their numbers. */
  #failed = new Map();

  /**
   * @param sheets are the `ContactSheets` that are drawn over bands.
   * @param refuse is told a problem; it says whether something else is asked for then, so that this is not tried again.
   */
  constructor(ask, paint, say, slots, decoder, sheets, refuse) {
    this.#sheets = sheets;
    this.#refuse = refuse;
    this.#held = new HeldTiles(decoder);
    this.#ask = ask;
    this.#paint = paint;
    this.#say = say;
    this.#slots = slots;
    if (new URLSearchParams(location.search).get("live") === "0" || site || !window.WebSocket) this.#fallBack();
  }

  #count = 0;
  /** Reports so far, and whether one is to be answered: for tests. */
  get count() { return this.#count + (this.#planner?.count ?? 0); }
  get busy() { return this.#planner ? this.#planner.busy : this.#isWanted || this.#unanswered !== null; }
  /** Whether there is something new to report. */
  get isWanted() { return this.#planner ? this.#planner.isWanted : this.#isWanted; }
  get isLive() { return this.#connection.isOpen; }

  /** Reports now, or as soon as the last report is answered; at most once a frame. */
  request() {
    if (this.#planner) return this.#planner.request();
    this.#isWanted = true;
    this.#report();
  }

  #report() {
    if (!this.#isWanted || this.#unanswered || this.#isResting || this.#connection.isWaiting) return;
    const question = this.#ask();
    if (!question) { this.#isWanted = false; return; }
    const { session } = question.entry.links;
    if (session !== this.#connection.address) this.#change(session);
    if (!this.isLive) return;
    this.#isWanted = false;
    this.#count += 1;
    this.#unanswered = { number: this.#count, question, time: performance.now() };
    this.#connection.send({ report: this.#count, plan: question.query });
    this.#isResting = true;
    requestAnimationFrame(() => {
      this.#isResting = false;
      this.#report();
    });
  }

  // The connection

  /** Another collection's session. */
  #change(address) {
    this.#held.clear();
    this.#sheets.clear();
    this.#unanswered = this.#answered = null;
    this.#connection.open(address);
  }

  /** Says how much is kept, and what is kept from an earlier connection. */
  #opened() {
    this.#unanswered = this.#answered = null;
    // What has let no connection through does now.
    if (this.#planner) {
      this.#count += this.#planner.count;
      this.#planner.end();
      this.#planner = null;
    }
    const holds = this.#held.resume(new Set([...this.#tiles.values()].map(({ number }) => number)));
    for (const known of [this.#failed, this.#tiles, this.#bands, this.#sheets]) known.clear();
    this.#connection.send({ budget, pixels, room, bands: true, sheets: true, ...(Object.keys(holds).length ? { holds } : null) });
    this.request();
  }

  #lost(wasOpen) {
    if (this.#planner) return;
    this.#isWanted = true;
    this.#unanswered = null;
    if (!wasOpen) this.#say(lost);
  }

  #fallBack() {
    // Nothing changes in a site.
    this.#planner ??= new Planner(this.#ask, this.#paint, this.#say, site ? longest : 700, this.#refuse);
    if (this.#isWanted) this.#planner.request();
  }

  // What the server says

  #hear(/** @type {Wire.Message} */ message) {
    if ("place" in message) this.#plan(message);
    else if ("problem" in message) this.#problem(message);
    else if ("numbers" in message) for (const { url, number } of message.numbers) this.#held.number(url, number);
    else if ("drop" in message) for (const held of [this.#held, this.#sheets]) held.drop(message.drop);
    else if ("failed" in message) {
      this.#failed.set(message.failed, message.detail);
      for (const tile of this.#tiles.values()) {
        if (tile.number === message.failed) this.#slots.fail(tile.url, message.detail, message.retryAfter);
      }
    }
  }

  /** A difference from the plan before. `place` is the plan without its tiles and bands. */
  #plan(/** @type {Wire.PlanMessage} */ { report, fresh, place, free, show, move, bands, sheets }) {
    const plan = /** @type {Page.Plan} */ (place);
    refusals.follow(plan);
    const { x, y } = plan.contentOffset;
    if (sheets) this.#sheets.plan(sheets);
    if (fresh) for (const known of [this.#tiles, this.#bands]) known.clear();
    for (const number of bands?.free ?? []) this.#bands.delete(number);
    for (const { band, ...rest } of bands?.show ?? []) {
      this.#bands.set(band, { ...rest, number: band, x: rest.x + x, y: rest.y + y });
    }
    for (const slot of free) this.#tiles.delete(slot);
    for (const { slot, number, sent, tile } of show) {
      this.#tiles.set(slot, { ...tile, number, sent, x: tile.x + x, y: tile.y + y });
      this.#failed.delete(number);
      this.#held.show(number, tile.url);
    }
    for (const { slot, ...tile } of move) {
      const { clip, name, duration, badge, sortValue, selected, count, ...rest } = this.#tiles.get(slot);
      this.#tiles.set(slot, /** @type {any} */ ({ ...rest, ...tile, x: tile.x + x, y: tile.y + y }));
    }
    const asked = this.#askedFor(report);
    if (!asked) return;
    plan.tiles = [...this.#tiles.values()].sort(softestFirst).map(({ number, sent, ...tile }) => ({
      ...tile, x: tile.x - x, y: tile.y - y, failure: this.#failed.get(number),
      source: sent ? this.#held.source(number) : undefined,
    }));
    plan.bands = [...this.#bands.values()].map(band => ({ ...band, x: band.x - x, y: band.y - y }));
    this.#offset = plan.contentOffset;
    this.#say(null);
    painted(() => this.#paint(plan, asked));
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

  /**
   * What a plan was asked for; null where there is a newer plan to come.
   * @returns {Page.Question | null}
   */
  #askedFor(report) {
    if (report === this.#unanswered?.number) {
      this.#answered = this.#unanswered;
      this.#unanswered = null;
      return this.#answered.question;
    }
    // The collection has changed under a reader who has not moved: what was there is now somewhere else.
    if (this.busy || !this.#answered || !this.#offset) return null;
    return { generation: this.#answered.question.generation, offset: this.#offset, zoom: new Zoom() };
  }

  async #problem(/** @type {Wire.ProblemMessage} */ { report, problem }) {
    if (report === this.#unanswered?.number) this.#unanswered = null;
    if (this.#refuse(problem)) return this.request();
    this.#say(`${sentence(problem.detail)} Trying again…`);
    this.#isWanted = true;
    await this.#connection.pause(1000);
    this.#report();
  }

  #receive(data) {
    const { message, tiles } = parse(data);
    for (const tile of tiles) {
      if (this.#sheets.take(tile)) continue;
      const shown = this.#tiles.get(tile.slot);
      const url = shown?.number === tile.number ? shown.url : null;
      this.#held.add(tile, url);
      if (url) this.#slots.fill(url, this.#held.source(tile.number));
    }
    this.#connection.send({ acknowledged: message });
  }
}
