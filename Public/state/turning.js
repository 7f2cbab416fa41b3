// Goes from one open picture to the next, and knows the one that is reached before any plan shows it.

/** Milliseconds after which a plan is not waited for any more. */
const patience = 5000;

export class Turning {
  #on;
  /** @type {import("./shown.js").Shown} */
  #shown;
  /** @type {{generation: number, index: number} | null} Where turns lead that no plan shows yet; null for nowhere. */
  #goal = null;
  /** @type {(() => void)[]} Who waits for a plan. */
  #waiting = [];

  /**
   * @param on has the `scroller`; `locate({index})`, a promise of {index, item}; `find(index)`, one of a cell; `look(hold)`, which shows the view with another hold;
   *   and `open(place)`, which shows a picture.
   */
  constructor(shown, on) {
    [this.#shown, this.#on] = [shown, on];
    // A hand leads elsewhere.
    for (const hand of ["wheel", "pointerdown"]) addEventListener(hand, () => this.leave(), { capture: true, passive: true });
  }

  /** Goes to a neighbour of the open picture; to that of a picture that is still to be shown, once it is. */
  turn(by) { return this.#shown.current ? this.#turn(by) : this.#plan().then(() => this.#turn(by)); }

  #turn(by) {
    const { current: plan, isPaged, isPicture, view, generation } = this.#shown;
    if (!plan?.anchor) return;
    if (isPaged) {
      const [before, now, next] = [-1, 0, 1].map(side => plan.pages.find(({ index }) => index === plan.anchor.index + side * by));
      const goal = (this.#goal?.generation === generation ? this.#goal.index : plan.anchor.index) + by;
      // All pages are as far from one another. Where the first one is seen still, a turn back may be one from the goal.
      const distance = next && now ? next.x - now.x : before && now ? now.x - before.x : 0;
      if (!distance || goal < 0 || goal >= plan.count) return;
      this.#goal = { generation, index: goal };
      this.#on.scroller.glide(distance, 0);
      return;
    }
    const index = plan.anchor.index + by;
    if (index < 0 || index >= (plan.count ?? 0)) return;
    // The server finds the neighbour and shows the same part of it at the same size.
    if (isPicture && view.item) this.#on.look({ turn: by, ...this.#on.scroller.exactOffset });
    else this.#on.open({ index });
  }

  /** Shows the picture with this index in place of the open one; where a part of it is seen, the same part. A promise that is kept once it is asked for. */
  async go(index) {
    const { isPicture, generation } = this.#shown;
    if (!isPicture) return this.#on.look({ index, align: "start" });
    const { cell = null } = await this.#on.find(index) ?? {};
    if (!cell || generation !== this.#shown.generation) return;
    this.#shown.change({ item: cell.item });
    this.#on.look({ ...this.#on.scroller.exactOffset });
  }

  /**
   * The open picture once all turns are made.
   * @returns {Promise<{index: number, item: string} | null>} null where that is not known.
   */
  async reached() {
    if (!this.#shown.current) await this.#plan();
    const { current: plan, generation } = this.#shown;
    if (!plan) return null;
    if (this.#goal?.generation === generation && this.#goal.index !== plan.anchor?.index) return this.#on.locate({ index: this.#goal.index });
    return plan.anchor ? { index: plan.anchor.index, item: plan.item ?? plan.anchor.item } : null;
  }

  /** The view is led elsewhere. */
  leave() { this.#goal = null; }

  /** Waits for the next plan, for another view, or for `patience`. */
  #plan() {
    return new Promise(done => {
      const timer = setTimeout(done, patience);
      this.#waiting.push(() => {
        clearTimeout(timer);
        done(undefined);
      });
    });
  }

  /** A plan was painted. */
  painted() {
    const { plan, generation } = this.#shown;
    if (this.#goal && (this.#goal.generation !== generation || this.#goal.index === plan?.anchor?.index && !this.#on.scroller.isGliding)) this.#goal = null;
    for (const done of this.#waiting.splice(0)) done();
  }
}
