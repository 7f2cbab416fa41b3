// Asks the server for plans: one question under way at a time, the newest one next.

import { json } from "./api.js";
import { sentence } from "../values/fields.js";

/**
 * Paints. A fault of the page itself is told as one, by the browser: the server has answered, and the same plan would not be painted
 * better the next time.
 */
export function painted(paint) {
  try {
    paint();
  } catch (fault) {
    reportError(fault);
  }
}

/** Asks over HTTP: where there is no live session. */
export class Planner {
  #ask; #paint; #say; #refuse;
  #underWay = false;
  #again = false;
  #delay = 0;
  #period;
  #timer = 0;

  /**
   * @param ask returns the next question, or null when there is nothing to ask: see `question.js`.
   * @param paint is given a plan and its question.
   * @param say is told, in a sentence, that there is no plan, and the status of the answer, if there is one; and null when there
   *   is a plan again.
   * @param refuse is told a problem; it says whether something else is asked for then.
   * @param period is after how many milliseconds to ask again, while the page is seen: the collection may have changed.
   */
  constructor(ask, paint, say, period, refuse = (/** @type {any} */ problem) => false) {
    this.#refuse = refuse;
    this.#period = period;
    this.#ask = ask;
    this.#paint = paint;
    this.#say = say;
  }

  /** Plans asked so far, and whether one is under way: for tests. */
  count = 0;
  get busy() { return this.#underWay; }

  /** Whether there is something new to ask. */
  get isWanted() { return this.#again; }

  /** Asks now, or as soon as the answer under way has come. */
  request() {
    if (this.#isEnded) return;
    if (this.#underWay) { this.#again = true; return; }
    this.#run();
  }

  async #run() {
    clearTimeout(this.#timer);
    const question = this.#ask();
    if (!question) return;
    this.#underWay = true;
    this.#again = false;
    this.count += 1;
    let plan = null;
    try {
      plan = await json(question.entry.links.plan, question.query);
    } catch (failure) {
      if (this.#isEnded) return;
      if (failure.problem && this.#refuse(failure.problem)) {
        this.#underWay = false;
        return this.#run();
      }
      this.#delay = Math.min(this.#delay * 2 || 500, 8000);
      this.#again = true;
      this.#say(`${sentence(failure.message)} Trying again…`, failure.status);
      await new Promise(done => setTimeout(done, this.#delay));
    }
    if (plan && !this.#isEnded) {
      this.#delay = 0;
      this.#say(null);
      painted(() => this.#paint(plan, question));
    }
    this.#underWay = false;
    if (this.#isEnded) return;
    if (this.#again) this.#run();
    else this.#timer = setTimeout(() => this.#look(), this.#period);
  }

  /** Nothing more is asked. */
  end() {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }
  #isEnded = false;

  #look() {
    if (document.visibilityState === "visible") this.request();
    else document.addEventListener("visibilitychange", () => this.#look(), { once: true });
  }
}
