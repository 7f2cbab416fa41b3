// Paints a plan, in an order in which the browser lays out the document only once.

import { settleDelay } from "./magnifier.js";
import { pictureOf } from "../state/shown.js";

const relative = (frame, corner) => frame && { ...frame, x: frame.x - corner.x, y: frame.y - corner.y };

/** A plan with more tiles takes longer than a frame to paint: while a gesture zooms, bands stand for its tiles. */
const mostInGesture = 200;

/**
 * Where a plan is painted, which every layer is given beside the plan.
 * @typedef {object} At
 * @property {{x: number, y: number}} corner the viewport's top-left corner at the time of the plan, in runway px
 * @property {{x: number, y: number} | null} [snapCorner] the corner that paged scrolling has brought to rest, in runway px
 * @property {any} [carry] how content of the last plan lies now: at `scale`, and `scaleY`, times its distance from the content's
 *   corner, which is at `-origin`, and moved by `x` and `y`; null where items have been laid out anew
 * @property {any} [dive] how what was seen lies now, {scale, x, y}, where a zoom lays a mosaic out anew; null elsewhere
 * @property {{x: number, y: number}} [offset] the contentOffset; a layer that asked the scroller for it would make the browser lay out what was just painted
 * @property {any} [viewport] its width and height in px, and `isAcross`, whether the content extends from left to right
 * @property {(item: string) => string | null} [linkTo] gives the address of an item
 * @property {boolean} [canRetry] whether the reader may have a failed page fetched again
 * @property {boolean} [isHurried] whether a gesture zooms just now
 * @property {boolean} [isWaiting] whether bands stand for the tiles
 */

export class Painter {
  #parts; #layers; #on;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  #timer = 0;
  /** Content offset of the runway's corner. */
  #origin = { x: 0, y: 0 };

  /**
   * @param parts has `view`, the `scroller`, `scrubber`, `magnifier`, `session`, `pickers` and `bar`, and the elements that
   *   `label` writes: `list`, of the pictures, and `chartFoot`.
   * @param layers has the `bands`, `slots`, `headings`, `chart`, `footer`, `stops`, `cells` and `plane`, in the order in which they are painted.
   *   Each has `paint(plan, at)`, `shift(dx, dy)`, by as much as the runway's origin has moved, and `clear()`.
   * @param on has `entered(plan)`, when a zoom has led from this plan into a picture; `left()`, when one has led out of it;
   *   `linkTo()`, a function that gives the address of an item; and `painted(plan, asked)`.
   */
  constructor(shown, parts, layers, on) {
    [this.#shown, this.#parts, this.#layers, this.#on] = [shown, parts, layers, on];
  }

  /**
   * Paints a plan unless its view was left.
   * @param {Page.Plan} plan
   * @param {Page.Question} asked is what it was asked for: see `question.js`.
   */
  paint(plan, asked) {
    const { scroller, magnifier, bar, session, view } = this.#parts;
    const { slots, cells } = this.#layers;
    const shown = this.#shown;
    if (asked.generation !== shown.generation) return;
    shown.settle(plan, asked);
    const isZoomed = magnifier.accept(plan, asked);
    const { old, isOther } = shown.compare(plan);
    // The picture that fills the view grows out of its cell and shrinks back into it.
    const kept = pictureOf(plan) ?? shown.picture;
    const before = isOther && kept ? relative(slots.frame(kept) ?? cells.frame(kept), scroller.corner) : null;
    // A quick wheel leads past the picture alone, at once among its neighbours.
    if (isOther && pictureOf(plan) && !shown.isLooking) this.#on.entered(old);
    shown.accept(plan, isZoomed && isOther);
    this.label(null);
    view.style.scrollSnapType = "none";
    scroller.axis = shown.isAcross ? "x" : "y";
    if (isOther) bar.come();
    if (isOther || isZoomed) {
      scroller.begin(plan.offsetRange, plan.contentOffset);
      bar.start(scroller.offset.y);
    } else scroller.update(plan.offsetRange, shown.isDropped(asked) ? plan.contentOffset : asked.offset, plan.contentOffset);
    // Read before painting, since the browser would have to lay out everything. Painting only moves a view that snaps to pages.
    const place = shown.isPaged ? null : scroller.place;
    const carry = isOther ? null : { scale: plan.zoomScale / old.zoomScale, ...(plan.plane?.bars && { scaleY: 1 }), ...plan.chart?.carry, origin: this.#origin };
    this.#paintLayers(plan, carry, isOther && isZoomed && old ? this.#dive(plan, asked) : null);
    view.style.scrollSnapType = "";
    this.label(plan);
    magnifier.rebase(plan, asked, shown.isDense);
    if (plan.leaves && !asked.zoom.isPlain) this.#on.left();
    else magnifier.finish(plan, asked, session.isWanted, old, carry, place ?? scroller.place);
    if (before) slots.grow(kept, relative(before, { x: -scroller.corner.x, y: -scroller.corner.y }), plan.layout === "item");
    this.#on.painted(plan, asked);
  }

  /**
   * Returns the map x → scale·x + shift, in runway px, from where a grid was to where a zoom has laid it out as a mosaic. It is right
   * about the focus; elsewhere it serves until the mosaic's tiles come.
   * @param {Page.Plan} plan @param {Page.Question} asked
   */
  #dive(plan, { zoom, offset }) {
    if (!plan.mosaic) return null;
    const remainder = plan.zoomRemainder ?? 1;
    const scale = zoom.scale / remainder;
    const map = (axis, shift) => {
      const [from, to] = [offset[axis] - this.#origin[axis], plan.contentOffset[axis] - this.#origin[axis]];
      return to + (shift - (1 - remainder) * zoom.focus[axis]) / remainder - scale * from;
    };
    return { scale, x: map("x", zoom.x), y: map("y", zoom.y) };
  }

  /**
   * Has each layer paint a plan. For `carry` and `dive` see `At`.
   * @param {Page.Plan} plan
   */
  #paintLayers(plan, carry, dive) {
    const { scroller, scrubber, magnifier, session } = this.#parts;
    const { bands, slots } = this.#layers;
    const corner = { x: plan.contentOffset.x - this.#origin.x, y: plan.contentOffset.y - this.#origin.y };
    // Called before painting: afterwards the browser would have to lay out the new content to tell the scroll position.
    scrubber.update();
    const snapCorner = this.#shown.isPaged ? scroller.corner : null;
    const { offset } = scroller;
    const viewport = { ...scroller.viewport, isAcross: this.#shown.isAcross };
    if (slots.isWaiting && dive) slots.adopt(bands.pictures, corner, viewport, dive);
    const isHurried = magnifier.isMoving;
    const isWaiting = isHurried && Boolean(plan.bands?.length) && plan.tiles.length > mostInGesture;
    clearTimeout(this.#timer);
    if (isWaiting) this.#timer = setTimeout(() => session.request(), settleDelay);
    const at = {
      corner, snapCorner, carry, dive, offset, viewport, linkTo: this.#on.linkTo(), canRetry: Boolean(this.#shown.entry.links.retry), isHurried, isWaiting,
    };
    for (const layer of Object.values(this.#layers)) layer.paint(plan, at);
  }

  /**
   * Tells the style sheet, the pickers and screen readers what is shown.
   * @param {Page.Plan | null} plan is null before it is painted.
   */
  label(plan) {
    const { pickers, scrubber, magnifier, view, list, chartFoot } = this.#parts;
    const shown = this.#shown;
    pickers.layout = shown.layout;
    scrubber.axis = shown.isAcross ? "horizontal" : "vertical";
    magnifier.zoom.isAcross = shown.isChart;
    view.dataset.layout = shown.layout;
    chartFoot.hidden = !shown.isChart;
    view.ariaLabel = list.ariaLabel = shown.isChart ? "Chart" : "Pictures";
    document.body.classList.toggle("looking", shown.isLooking);
    document.body.classList.toggle("empty", shown.isRefused);
    // From four screen pixels to a picture's pixel on, pixels are drawn as squares.
    if (plan) this.#layers.slots.isPixels = shown.isPicture && plan.zoomScale * devicePixelRatio >= 4;
  }

  /** Moves what is painted when the runway's origin has moved. */
  follow() {
    const { origin } = this.#parts.scroller;
    const [dx, dy] = [this.#origin.x - origin.x, this.#origin.y - origin.y];
    if (dx || dy) for (const layer of Object.values(this.#layers)) layer.shift(dx, dy);
    this.#origin = { ...origin };
  }

  /** Removes what is painted before another collection is shown. */
  clear() {
    const { bands, slots, chart } = this.#layers;
    for (const layer of [bands, slots, chart]) layer.clear();
  }

  /** Removes everything: nothing will take its place. */
  empty() {
    for (const layer of Object.values(this.#layers)) layer.clear();
    this.label(null);
  }
}
