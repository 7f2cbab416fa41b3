// Paints a plan: the steps from one plan to the next, in the order in which the browser lays them out once.

import { settleDelay } from "./magnifier.js";
import { pictureOf } from "../state/shown.js";

const relative = (frame, corner) => frame && { ...frame, x: frame.x - corner.x, y: frame.y - corner.y };

/** With more tiles, a plan takes longer to be painted than a frame: as long as a gesture zooms, bands stand for them. */
const mostInGesture = 200;

export class Painter {
  #page; #shown; #on;
  #timer = 0;
  /** Content offset of the runway's corner. */
  #origin = { x: 0, y: 0 };

  /**
   * @param page has the page's parts by name: see `main.js`.
   * @param on has `entered(plan)`, when a zoom has led from this plan into a picture; `left()`, when one has led out of it; and
   *   `painted(plan, asked)`.
   */
  constructor(page, on) {
    this.#page = page;
    this.#shown = page.shown;
    this.#on = on;
  }

  get #layers() {
    const { bands, slots, headings, chart, footer, stops, cells } = this.#page;
    return [bands, slots, headings, chart, footer, stops, cells];
  }

  /** Paints a plan, unless it is of a view that is gone. @param asked is what it was asked for: see `question.js`. */
  paint(plan, asked) {
    const { scroller, slots, magnifier, bar, session, cells } = this.#page;
    const shown = this.#shown;
    if (asked.generation !== shown.generation) return;
    if (shown.hold === asked.hold) shown.hold = null;
    if (asked.hold && asked.hold === shown.turned) shown.turnedAt = plan.contentOffset;
    const isZoomed = magnifier.accept(asked);
    const { old, isOther } = shown.compare(plan);
    // The picture that is looked into stays to be seen on the way in and out.
    const kept = pictureOf(plan) ?? shown.picture;
    const before = isOther && kept ? relative(slots.frame(kept) ?? cells.frame(kept), scroller.corner) : null;
    if (isOther && plan.layout === "item" && !shown.isLooking) this.#on.entered(old);
    shown.accept(plan, isZoomed && isOther);
    this.label();
    this.#page.view.style.scrollSnapType = "none";
    scroller.axis = shown.isAcross ? "x" : "y";
    if (isOther) bar.come();
    if (isOther || isZoomed) {
      scroller.begin(plan.offsetRange, plan.contentOffset);
      bar.start(scroller.offset.y);
    } else scroller.update(plan.offsetRange, asked.offset, plan.contentOffset);
    // Nothing that is painted moves the view, unless it snaps to pages; and to say it afterwards the browser would lay out all.
    const place = shown.isPaged ? null : scroller.place;
    const carry = isOther ? null : { scale: plan.zoomScale / old.zoomScale, ...plan.chart?.carry, origin: this.#origin };
    this.#paintLayers(plan, carry, isOther && isZoomed && old ? this.#dive(plan, asked) : null);
    this.#page.view.style.scrollSnapType = "";
    this.label(plan);
    magnifier.rebase(plan, asked, shown.isDense);
    if (plan.leaves && !asked.zoom.isPlain) this.#on.left();
    else magnifier.finish(plan, asked, session.isWanted, old, carry, place ?? scroller.place);
    if (before) slots.grow(kept, relative(before, { x: -scroller.corner.x, y: -scroller.corner.y }), plan.layout === "item");
    this.#on.painted(plan, asked);
  }

  /**
   * How what was seen of a grid lies once a zoom has laid it out anew: x → scale·x + shift, from runway px to runway px. Only
   * what is about the focus is there then; the rest is seen until the tiles of a mosaic come.
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
   * @param carry says how content of the last plan lies now: see `Slots.paint`.
   * @param dive says the same of what a mosaic takes the place of.
   */
  #paintLayers(plan, carry, dive) {
    const { scroller, scrubber, bands, slots, headings, chart, footer, stops, navigation, magnifier, session } = this.#page;
    const corner = { x: plan.contentOffset.x - this.#origin.x, y: plan.contentOffset.y - this.#origin.y };
    // Before anything is painted: to say where it is scrolled to, the browser has to lay out what is new.
    scrubber.update();
    const seen = this.#shown.isPaged ? scroller.corner : null;
    const viewport = { ...scroller.viewport, isAcross: this.#shown.isAcross };
    if (slots.isWaiting && dive) slots.adopt(bands.pictures, corner, viewport, dive);
    bands.paint(plan.bands, corner);
    clearTimeout(this.#timer);
    slots.isHurried = magnifier.isMoving;
    if (magnifier.isMoving && plan.bands?.length && plan.tiles.length > mostInGesture) {
      slots.wait();
      this.#timer = setTimeout(() => session.request(), settleDelay);
    } else slots.paint(plan, corner, carry, viewport, navigation.linkTo(), dive);
    headings.paint(plan, corner);
    chart.paint(plan, corner);
    footer.paint(plan, corner, Boolean(this.#shown.entry.links.retry));
    stops.paint(plan.pages, seen);
  }

  /** Tells the style sheet, the pickers and screen readers what is shown. @param plan is null before it is painted. */
  label(plan) {
    const { byId, pickers, scrubber, magnifier, slots, view } = this.#page;
    const shown = this.#shown;
    pickers.layout = shown.layout;
    scrubber.axis = shown.isAcross ? "horizontal" : "vertical";
    magnifier.zoom.isAcross = shown.isChart;
    view.dataset.layout = shown.layout;
    byId("chart-foot").hidden = !shown.isChart;
    view.ariaLabel = byId("slots").ariaLabel = shown.isChart ? "Chart" : "Pictures";
    document.body.classList.toggle("looking", shown.isLooking);
    document.body.classList.toggle("empty", shown.isRefused);
    // Beyond four screen pixels to a picture's pixel its pixels are seen as squares.
    if (plan) slots.isPixels = shown.isPicture && plan.zoomScale * devicePixelRatio >= 4;
  }

  /** Moves what is painted when the runway's origin has moved. */
  follow() {
    const { origin } = this.#page.scroller;
    const [dx, dy] = [this.#origin.x - origin.x, this.#origin.y - origin.y];
    if (dx || dy) for (const layer of this.#layers) layer.shift(dx, dy);
    this.#origin = { ...origin };
  }

  /** Takes away what is painted: another collection is next. */
  clear() {
    const { bands, slots, chart } = this.#page;
    for (const layer of [bands, slots, chart]) layer.clear();
  }

  /** Takes away all there is to be seen: there is nothing to take its place. */
  empty() {
    const { headings, cells, footer, stops, caption } = this.#page;
    this.clear();
    const corner = { x: 0, y: 0 };
    headings.paint({}, corner);
    footer.paint({}, corner, false);
    cells.clear();
    stops.hide();
    caption.show(null, 0, null);
    this.label(null);
  }
}
