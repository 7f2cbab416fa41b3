// What is shown: the page's one owner of state. The navigation and the painter change it, all others read it.

import { viewOf } from "../values/address.js";

/** What two plans have to agree in for their content to be laid out in the same way. */
const arrangement = ["layout", "item", "columns", "rowHeight"];

export class Shown {
  /** All collections, as the server lists them: each with its id, name, layouts, orders and links. */
  collections = [];
  /** Whether the server refuses all that changes something, so that it is not asked to. */
  isReadOnly = false;
  /** The one of them that is shown; null until it is known. */
  entry = null;
  /** The parameters that tell this view from other views of the collection: layout, order, group, zoom, …; see `address.js`. */
  view = {};
  /** The plan that was painted last; null before the first. */
  plan = null;
  /** Whether that plan is of another view, so that nothing of it may be used. */
  fresh = true;
  /** An item to be brought to a point of the viewport, as parameters of the next plan; null once a plan has done so. */
  hold = null;
  /** The item that was held when the view got another size, and the contentOffset where it was then put; null before. */
  turned = null;
  turnedAt = null;
  /** Grows with each new view: a plan that was asked for an earlier one is not painted. */
  generation = 0;
  /** The view that the reader came from into a picture, and which picture: {view, item, hasFocus}; null elsewhere. */
  from = null;
  /** Whether the server has refused what is looked for: then nothing is shown, and nothing asked, until it is another question. */
  isRefused = false;
  /** Whether the history is on its way back to there. */
  isClosing = false;

  get collection() { return this.entry?.id ?? null; }
  get layout() { return this.view.layout; }
  get isPaged() { return this.layout === "pages"; }
  get isPicture() { return this.layout === "item"; }
  get isChart() { return this.layout === "slides"; }
  /** Whether one picture fills the view. */
  get isLooking() { return this.isPaged || this.isPicture; }
  /** Whether the content is long from left to right. */
  get isAcross() { return ["strip", "pages", "slides"].includes(this.layout); }
  get isStrip() { return this.isAcross && !this.isPaged; }
  /** Whether zooming changes how many pictures there are to a row. */
  get isDense() { return this.layout === "grid" || this.layout === "justified"; }
  /** The id of the picture that fills the view; null where there are several. */
  get picture() { return pictureOf(this.plan); }

  /**
   * What is to stay where it is in another view of the same collection: the picture at the top, as a `hold`. At the collection's start
   * that is the start itself, whatever comes to lie there: null, as where nothing is known.
   */
  get top() {
    if (!this.plan?.anchor || this.isAtStart) return null;
    return { anchor: this.plan.anchor.item, fractionX: 0, fractionY: 0 };
  }

  /** Whether several pictures are seen, and before them there is none. */
  get isAtStart() {
    const { edges } = this.plan ?? {};
    return Boolean(edges) && !this.isLooking && (this.isAcross ? edges.left : edges.top);
  }

  /** Whether the reader has not scrolled since the view got its size. */
  get isWhereTurned() {
    const [one, other] = [this.plan?.contentOffset, this.turnedAt];
    return Boolean(one && other) && Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1;
  }

  /** Another view of a collection is to be shown. */
  begin(entry, view, hold) {
    this.turned = this.turnedAt = null;
    this.entry = entry;
    const isOffered = entry.layouts.includes(view.layout) || view.layout === "item";
    this.view = { ...view, layout: isOffered ? view.layout : entry.layouts[0] };
    this.hold = hold;
    this.fresh = true;
    this.generation += 1;
    this.isClosing = this.isRefused = false;
  }

  /** How a plan differs from what is shown: the last plan of this view, or null, and whether its content is laid out anew. */
  compare(plan) {
    const old = this.fresh ? null : this.plan;
    return { old, isOther: !old || arrangement.some(name => old[name] !== plan[name]) };
  }

  /** A plan is painted from now on. @param isZoomed says whether a zoom has led to its arrangement. */
  accept(plan, isZoomed) {
    this.view = viewOf(plan, this.view, isZoomed);
    this.plan = plan;
    this.fresh = false;
  }
}

/** The id of the picture that fills the view in a plan; null or undefined where there are several. */
export const pictureOf = plan => plan?.item ?? (plan?.layout === "pages" ? plan.anchor?.item : null);

/** The first and the last item that are seen in a plan: without those that the bar covers. */
export const seenIn = ({ anchor, visible }) => visible && { first: anchor?.index ?? visible.first, last: visible.last };
