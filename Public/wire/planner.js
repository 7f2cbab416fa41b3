// Asks the server for plans over HTTP: one request at a time, then the newest question.

import { json } from "./api.js";
import { refusals } from "./refusals.js";
import { sentence } from "../values/fields.js";

/**
 * Calls `paint` and reports its error to the browser. The error is the page's own: asking again would bring the same plan.
 */
export function painted(paint) {
  try {
    paint();
  } catch (fault) {
    reportError(fault);
  }
}

/** Asks over HTTP where there is no live session. */
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
   * @param say is given a sentence that says why there is no plan, with the answer's status if there is one; null when there is a plan
   *   again.
   * @param refuse is given a problem; it returns whether it asks for something else.
   * @param period is the number of milliseconds after which a visible page asks again: the collection may have changed.
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

  /** Asks now, or as soon as the current request is answered. */
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
    /** @type {Wire.Plan | null} */
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
      refusals.follow(plan);
      painted(() => this.#paint(plan, question));
    }
    this.#underWay = false;
    if (this.#isEnded) return;
    if (this.#again) this.#run();
    else this.#timer = setTimeout(() => this.#look(), this.#period);
  }

  /** Ends all requests. */
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
