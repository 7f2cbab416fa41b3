// Moves among the pictures by keys, and along with what is shown.

/** The keyboard's picture. It has the focus; in a mosaic, whose cells are no elements, `cells.js` outlines it. */
export class Cursor {
  #focus; #cells; #on;
  /** The index that the keys have reached and that no plan shows yet, and its item if it is known; null for none. */
  #goal = null;
  #goalItem = null;
  /** Whether a key scrolls by a screen: the cursor comes along. */
  #follows = false;

  /**
   * @param on has `plan()`, the plan that is painted, or null; `isAcross()`, whether pictures follow one another from left to right alone; `isFree()`, whether they
   *   follow one another in no direction;
   *   `isResting()`, whether nothing scrolls; `hold(place)`, which brings an item into view; and `open(place)`, which opens it.
   */
  constructor(focus, cells, on) {
    [this.#focus, this.#cells, this.#on] = [focus, cells, on];
  }

  /** The cursor's item; null if it is out of view. */
  get item() {
    if (this.#cells.isThere) return this.#cells.isSeen ? this.#cells.item : null;
    return this.#isSeen(this.#focus.index) ? this.#focus.slot?.tile.item ?? null : null;
  }

  /**
   * Where the cursor is, also where no plan shows it yet: {index, item}; null where that is out of view.
   * @returns {Promise<{index: number, item: string} | null>}
   */
  async where() {
    if (this.#cells.isThere) return this.#cells.reached();
    if (this.#goal !== null) return this.#goalItem ? { index: this.#goal, item: this.#goalItem } : this.#cells.locate({ index: this.#goal });
    const { index, slot } = this.#focus;
    return slot && this.#isSeen(index) ? { index, item: slot.tile.item } : null;
  }

  /** The element of that picture; undefined or null if it is out of view. */
  get element() {
    if (this.#cells.isThere) return this.#cells.isSeen ? this.#cells.element : null;
    return this.#isSeen(this.#focus.index) ? this.#focus.slot?.element : null;
  }

  #isSeen(index) {
    const { visible } = this.#on.plan() ?? {};
    return Boolean(visible) && index !== null && index >= visible.first && index <= visible.last;
  }

  /**
   * Goes to a neighbour, or to the picture at the top if there is no cursor, or its picture is out of view.
   * @returns {Promise<boolean> | undefined} a promise of being there, which gives false where the server has not told the neighbour; nothing
   *   in a mosaic, where several steps are one question.
   */
  step(dx, dy) {
    if (this.#cells.isThere) return this.#cells.step(dx, dy);
    return this.#make(this.#on.isAcross() ? { dx: dx + dy, dy: 0 } : { dx, dy });
  }

  async #make({ dx, dy }) {
    const plan = this.#on.plan();
    if (!plan?.anchor || !this.#focus.isAmong && !this.#focus.hasKeys) return true;
    const index = this.#goal ?? this.#focus.index;
    if (!this.#focus.isAmong || this.#goal === null && !this.#isSeen(index)) {
      this.#lead(plan.anchor);
      return true;
    }
    // Only the server knows which one lies below: rows differ in length, and groups end with rows that are not full.
    const item = this.#goal === null ? this.#focus.slot?.tile.item : null;
    const next = dy || this.#on.isFree() ? await this.#cells.locate({ index, item, below: dy, beside: dx }) : { index: index + dx };
    if (next && this.#focus.isAmong && next.index >= 0 && next.index < (this.#on.plan()?.count ?? 0)) this.#lead(next);
    return next !== undefined;
  }

  /**
   * Goes to a neighbour of a place.
   * @returns {Promise<{index: number, item: string} | null | undefined>} the neighbour, as soon as the server has told it; null for none,
   *   undefined where it does not answer.
   */
  async reach({ index: from, item }, dx, dy) {
    const [across, down] = this.#on.isAcross() ? [dx + dy, 0] : [dx, dy];
    const index = from + across;
    const next = index >= 0 && index < (this.#on.plan()?.count ?? 0)
      ? await this.#cells.locate(down ? { index, item, below: down } : { index }) : null;
    if (!next) return next;
    if (this.#cells.isThere) this.#cells.lead(next);
    else this.#lead(next);
    return next;
  }

  #lead({ index, item }) {
    this.#focus.index = this.#goal = index;
    this.#goalItem = item ?? null;
    this.#on.hold(item ? { item, align: "nearest" } : { index, align: "nearest" });
  }

  /** Follows the view to the first or the last picture. */
  go(index) {
    if (index < 0) return;
    this.#cells.go(index);
    if (!this.#focus.isAmong || this.#cells.isThere) return;
    this.#focus.index = this.#goal = index;
    this.#goalItem = null;
  }

  /** Comes along when a key scrolls by a screen. */
  follow() {
    this.#goal = null;
    this.#follows = this.#focus.isAmong || Boolean(this.#cells.element);
  }

  /** Opens the cursor's picture, else the one at the top. */
  open() {
    const { item } = this;
    if (this.#cells.isThere && item) return this.#cells.open();
    const anchor = this.#on.plan()?.anchor;
    if (item) this.#on.open({ item });
    else if (this.#goal !== null) this.#on.open({ index: this.#goal });
    else if (anchor) this.#on.open({ item: anchor.item });
  }

  /** Follows the plan that was painted. */
  painted(plan) {
    if (this.#goal !== null && this.#isSeen(this.#goal)) this.#goal = null;
    if (!this.#follows || !this.#on.isResting()) return;
    this.#follows = false;
    const index = plan.anchor?.index;
    if (index === undefined) return;
    if (this.#cells.isThere) {
      if (!this.#cells.isSeen) this.#cells.go(index);
    } else if (this.#focus.isAmong && !this.#isSeen(this.#focus.index)) this.#focus.index = index;
  }

  /** Forgets where steps lead before other pictures are shown, or after a hand has moved the view. */
  leave() {
    this.#goal = null;
    this.#follows = false;
  }
}
