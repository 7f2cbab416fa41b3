// What is shown: the page's only owner of state. Every change is a method here with a name; all other modules read.

import { manifestOf, viewOf } from "../values/address.js";

/** Two plans lay their content out alike if they agree in these. */
const arrangement = ["layout", "item", "columns", "rowHeight"];

export class Shown {
  /** @type {Wire.Collection[]} */
  #collections = [];
  #isReadOnly = false;
  /** @type {Wire.Collection | null} */
  #entry = null;
  /** @type {Page.View} */
  #view = {};
  /** @type {Page.Plan | null} */
  #plan = null;
  #isFresh = true;
  /** @type {Page.Hold | null} */
  #hold = null;
  /** @type {Page.Hold | null} */
  #resizeHold = null;
  /** @type {Wire.Point | null} */
  #resizeOffset = null;
  #generation = 0;
  #leaps = 0;
  /** @type {{view: Page.View, item: string | null, hasFocus?: boolean, hasCursor?: boolean} | null} */
  #from = null;
  #isRefused = false;
  #isClosing = false;
  /** @type {Wire.Selection | null} */
  #chosen = null;

  /** All collections, as the server lists them: each with its id, name, layouts, orders and links. */
  get collections() { return this.#collections; }
  /** Whether the server refuses every change, so that none is sent. */
  get isReadOnly() { return this.#isReadOnly; }
  /** The collection that is shown; null until it is known. */
  get entry() { return this.#entry; }
  /** The parameters that tell this view from other views of the collection: layout, order, group, zoom, …; see `address.js`. */
  get view() { return this.#view; }
  /** The address of all that it shows, for viewers of IIIF. */
  get manifest() { return manifestOf(this.entry, this.#view); }
  /** The plan that was painted last; null before the first. */
  get plan() { return this.#plan; }
  /** Whether that plan belongs to another view, so that nothing of it may be used. */
  get isFresh() { return this.#isFresh; }
  /** The plan that was painted last, if it belongs to this view; else null. */
  get current() { return this.#isFresh ? null : this.#plan; }
  /** An item that the next plan brings to a point of the viewport, as parameters of that plan; null after a plan has done so. */
  get hold() { return this.#hold; }
  /** Counts the views: a plan that was asked for an earlier one is not painted. */
  get generation() { return this.#generation; }
  /** Counts the jumps: a plan that was asked for an earlier one brings no item into view. */
  get leaps() { return this.#leaps; }
  /** The view from which the reader came into a picture, and the picture: {view, item, hasFocus, hasCursor}; null elsewhere. */
  get from() { return this.#from; }
  /** Whether the server has refused the query: nothing is shown or asked until there is another one. */
  get isRefused() { return this.#isRefused; }
  /** Whether the history is on its way back to `from`. */
  get isClosing() { return this.#isClosing; }

  /** What the selection was changed to last here, until a plan shows it; else null. */
  get chosen() { return this.#chosen; }
  /** How many pictures of the collection are selected. */
  get selectedCount() { return (this.#chosen ?? this.#plan?.selection)?.count ?? 0; }
  /** Which selection that is; undefined before the first plan with one. */
  get selectionRevision() { return (this.#chosen ?? this.#plan?.selection)?.revision; }

  get collection() { return this.#entry?.id ?? null; }
  get layout() { return this.#view.layout; }
  get isPaged() { return this.layout === "pages"; }
  get isPicture() { return this.layout === "item"; }
  get isChart() { return this.layout === "slides"; }
  /** Whether two values place the pictures. */
  get isPlane() { return this.layout === "plane"; }
  /** Whether one picture fills the view. */
  get isLooking() { return this.isPaged || this.isPicture; }
  /** Whether the content extends from left to right. */
  get isAcross() { return ["strip", "pages", "slides"].includes(this.layout); }
  get isStrip() { return this.isAcross && !this.isPaged; }
  /** Whether a zoom changes the number of pictures in a row. */
  get isDense() { return this.layout === "grid" || this.layout === "justified"; }
  /** Whether several pages of a picture are shown, as a collection of their own. */
  get arePages() { return Boolean(this.#entry?.of) && !this.isLooking; }
  /** The id of the picture that fills the view; null or undefined where there are several. */
  get picture() { return pictureOf(this.#plan); }

  /**
   * The picture at the top as a `hold`, for another view of the same collection. Null at the collection's start, which stays the start
   * whatever comes to lie there, and where nothing is known.
   */
  get top() {
    if (!this.#plan?.anchor || this.isAtStart) return null;
    return { anchor: this.#plan.anchor.item, fractionX: 0, fractionY: 0 };
  }

  /** Whether several pictures are shown, and none lies before them. */
  get isAtStart() {
    const { edges } = this.#plan ?? {};
    return Boolean(edges) && !this.isLooking && (this.isAcross ? edges.left : edges.top);
  }

  // Changes

  /**
   * The server has listed its collections.
   * @param {Wire.Collection[]} collections
   */
  list(collections, isReadOnly = this.#isReadOnly) {
    [this.#collections, this.#isReadOnly] = [collections, isReadOnly];
    // A list may have another name by now.
    this.#entry = collections.find(({ id }) => id === this.collection) ?? this.#entry;
  }

  /**
   * Another view of a collection is next. @param hold is its first `hold`, or null.
   * @param {Wire.Collection} entry @param {Page.View} view @param {Page.Hold | null} hold
   */
  begin(entry, view, hold) {
    this.#resizeHold = this.#resizeOffset = null;
    if (entry.id !== this.collection) this.#chosen = null;
    this.#entry = entry;
    const isOffered = entry.layouts.includes(view.layout) || view.layout === "item";
    this.#view = { ...view, layout: isOffered ? view.layout : entry.layouts[0] };
    this.#hold = hold;
    this.#isFresh = true;
    this.#generation += 1;
    this.#isClosing = this.#isRefused = false;
  }

  /**
   * Parameters of the view become others; undefined takes one away.
   * @param {Page.View} parameters
   */
  change(parameters) {
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) delete this.#view[name];
      else this.#view[name] = value;
    }
  }

  /**
   * The next plan brings an item to a point of the viewport.
   * @param {Page.Hold | null} hold has a plan's parameters.
   */
  bring(hold) { this.#hold = hold; }

  /** The view goes elsewhere at once: an item that is on its way into it does not come. One that keeps its place in another layout does. */
  leap() {
    this.#leaps += 1;
    if (this.#hold !== this.#resizeHold && !this.#isFresh) this.#hold = null;
  }

  /** Whether a plan would bring an item into view that does not come any more. @param {Page.Question} asked */
  isDropped(asked) { return Boolean(asked.hold) && asked.hold !== this.#resizeHold && asked.leaps !== this.#leaps; }

  /**
   * The view has another size: the picture at the top stays there, and of a plane the one in the middle. It is the same one through any number of sizes until the reader
   * scrolls: another one of its row would make the view drift.
   * @param {Wire.Point} offset is the scroller's.
   * @param {boolean} keepsRow says that its upper edge stays where it is, too: something has only come or gone beside it.
   */
  resize(offset, keepsRow) {
    const plan = this.current;
    if (!plan?.anchor || this.#hold) return;
    const [one, other] = [plan.contentOffset, this.#resizeOffset];
    const isWhereItWas = Boolean(other) && Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1;
    if (!this.#resizeHold || !isWhereItWas) {
      const { item, fractionX, fractionY, y } = plan.anchor;
      const anchorY = y + plan.contentOffset.y - offset.y;
      // A plane keeps its middle, unless something has only come beside it. Bars stand at the lower edge, and begin where they began.
      const isFree = plan.plane && !plan.plane.bars && !keepsRow;
      this.#resizeHold = isFree ? { item, align: "center" } : { anchor: item, fractionX, fractionY, ...(keepsRow ? { anchorY } : null) };
    }
    this.#hold = this.#resizeHold;
  }

  /** The reader goes into a picture, whose way back leads to this view. */
  enter() { this.#from = { view: this.#view, item: null }; }

  /** Adds to what is known of the way back, if there is one. */
  enterWith(details) { if (this.#from) Object.assign(this.#from, details); }

  /** There is no way back any more. */
  forgetFrom() { this.#from = null; }

  /** The history is on its way back: plans of this view are not painted any more. */
  close() {
    this.#isClosing = true;
    this.#generation += 1;
  }

  /**
   * The selection of a collection was changed here.
   * @param {string} collection @param {Wire.Selection} answer
   */
  choose(collection, answer) { if (collection === this.collection) this.#chosen = answer; }

  /** The server has refused the query. */
  refuse() { this.#isRefused = true; }

  /**
   * How a plan differs from what is shown: the last plan of this view, or null, and whether its content is laid out anew.
   * @param {Page.Plan} plan
   */
  compare(plan) {
    const old = this.current;
    return { old, isOther: !old || arrangement.some(name => old[name] !== plan[name]) };
  }

  /**
   * A plan has come.
   * @param {Page.Plan} plan @param {Page.Question} asked is what it was asked for: see `question.js`.
   */
  settle(plan, asked) {
    // A range of a chart may not be read yet.
    const isComing = asked.hold?.from !== undefined && (plan.chart?.progress ?? null) !== null;
    if (this.#hold === asked.hold && !isComing) this.#hold = null;
    // A plan that was asked for before the change does not show it.
    if (this.#chosen && (this.#chosen === asked.chosen || plan.selection?.revision >= this.#chosen.revision)) this.#chosen = null;
    if (asked.hold && asked.hold === this.#resizeHold) this.#resizeOffset = plan.contentOffset;
  }

  /**
   * A plan is painted from now on.
   * @param {Page.Plan} plan @param {boolean} isZoomed says whether a zoom has led to its arrangement.
   */
  accept(plan, isZoomed) {
    this.#view = viewOf(plan, this.#view, isZoomed);
    this.#plan = plan;
    this.#isFresh = false;
  }
}

/**
 * The id of the picture that fills the view in a plan; null or undefined where there are several.
 * @param {Page.Plan | null} plan
 */
export const pictureOf = plan => plan?.item ?? (plan?.layout === "pages" ? plan.anchor?.item : null);

/**
 * The first and the last item that are seen in a plan: without those that the bar covers.
 * @param {Page.Plan} plan
 */
export const seenIn = ({ anchor, visible }) => visible && { first: anchor?.index ?? visible.first, last: visible.last };
