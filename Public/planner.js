// Asks the server for plans: one question under way at a time, the newest one next.

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
  constructor(ask, paint, say, period, refuse = () => false) {
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
    let wait = 0;
    try {
      const answer = await fetch(`${question.entry.links.plan}?${question.query}`);
      const body = await answer.json();
      if (!answer.ok) throw Object.assign(new Error(body.detail ?? answer.statusText), { status: answer.status, problem: body });
      this.#delay = 0;
      this.#say(null);
      this.#paint(body, question);
    } catch (error) {
      if (error.problem && this.#refuse(error.problem)) {
        this.#underWay = false;
        return this.#run();
      }
      this.#delay = Math.min(this.#delay * 2 || 500, 8000);
      wait = this.#delay;
      this.#again = true;
      const lost = error instanceof TypeError;
      const text = lost ? "The server does not answer. Is it still running? Trying again…" : `${error.message}. Trying again…`;
      this.#say(text, error.status);
    }
    if (wait) await new Promise(done => setTimeout(done, wait));
    this.#underWay = false;
    if (this.#again) this.#run();
    else this.#timer = setTimeout(() => this.#look(), this.#period);
  }

  #look() {
    if (document.visibilityState === "visible") this.request();
    else document.addEventListener("visibilitychange", () => this.#look(), { once: true });
  }
}
