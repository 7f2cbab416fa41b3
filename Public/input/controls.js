// What fingers, mouse, wheel and keys do, depending on what is shown.

import { listen } from "./gestures.js";
import { listenToKeys } from "./keys.js";
import { listenToWheel } from "./wheel.js";

const isNear = (one, other) => Math.abs(one - other) < 1e-3;

/** @param page has the page's parts by name: see `main.js`. */
export function listenToHands(page) {
  const { view, shown, navigation, scroller } = page;
  listenToWheel(view, {
    get isPaged() { return shown.isPaged; },
    get isStrip() { return shown.isStrip; },
    turn: by => navigation.turn(by),
    pan: dx => scroller.pan(dx, 0),
  });
  listen(view, gestures(page));
  listenToKeys(view, keys(page));
  for (const hand of ["wheel", "pointerdown"]) view.addEventListener(hand, () => page.cursor.leave(), { passive: true });
  new ResizeObserver(() => relayOut(page)).observe(view);
}

/** A step of zooming about the middle, or about what has the focus. */
export function zoomBy(page, steps) {
  // Two steps of this are twice and a little more: cells of whole pixels become larger, or smaller, with each. From two cells to
  // one, which is more than twice as wide, such a step would never come.
  page.magnifier.step((page.shown.isDense ? 1.45 : 1.415) ** steps, page.cursor.element);
}

function gestures({ shown, scroller, magnifier, navigation, cells }) {
  return {
    pinch: (...step) => magnifier.pinch(...step),
    pinchEnd: () => magnifier.pinchEnd(),
    tap(target, at) {
      if (cells.isThere) return cells.open(at);
      const slot = target.closest(".slot");
      if (shown.isLooking) document.body.classList.toggle("bare");
      else if (slot?.dataset.item && !shown.isChart) navigation.open(slot.dataset.item);
    },
    doubleTap(at) {
      if (shown.isPicture) magnifier.toward("item", at);
      else if (!shown.isDense) magnifier.toward(shown.plan?.zoomScale > 1 ? "width" : "detail", at);
    },
    tapWaits: () => !shown.isDense,
    pans: () => shown.isPicture || shown.isChart || (shown.plan?.zoomScale ?? 1) > 1,
    pan: (dx, dy) => scroller.pan(dx, dy),
    pulls: () => shown.isPaged,
    pulled: () => navigation.close(),
  };
}

function keys(page) {
  const { byId, shown, scroller, magnifier, chart, focus, navigation } = page;
  return {
    get isPaged() { return shown.isPaged; },
    get isPicture() { return shown.isPicture; },
    get isStrip() { return shown.isStrip; },
    get isAmong() { return focus.isAmong; },
    get isMosaic() { return page.cells.isThere; },
    get isChart() { return shown.isChart; },
    get isFinding() { return page.search.isOpen; },
    endSearch: () => page.search.close(),
    turn: by => navigation.turn(by),
    read: by => chart.step(by),
    brush: () => page.brush.toggle(),
    step: (dx, dy) => page.cursor.step(dx, dy),
    glide: px => scroller.glide(px, 0),
    screen(by) {
      page.cursor.follow();
      const { width, height } = scroller.viewport;
      const [top, left, bottom, right] = page.inset();
      if (shown.isStrip) scroller.glide(by * Math.round(0.9 * (width - left - right)), 0);
      else scroller.glide(0, by * Math.round(0.9 * (height - top - bottom)));
    },
    start() {
      const { minX, minY } = scroller.range;
      if (!shown.view.lead) page.jump({ x: minX, y: minY });
      page.cursor.go(0);
      if (shown.view.lead) navigation.look({ ...shown.view, lead: 0 });
    },
    end() {
      const { minX, minY, maxX, maxY } = scroller.range;
      page.jump({ x: shown.isAcross ? maxX : minX, y: shown.isAcross ? minY : maxY });
      page.cursor.go((shown.plan?.count ?? 0) - 1);
    },
    zoom: steps => zoomBy(page, steps),
    fit: () => navigation.fit(),
    // A pixel of the picture on one of the screen's, and back.
    pixels: () => magnifier.toward(shown.isPicture && isNear(shown.plan.zoomScale * devicePixelRatio, 1) ? "item" : "pixels"),
    isAtEdge(axis, by) {
      const { offset, range } = scroller;
      const end = by > 0 ? range[axis === "x" ? "maxX" : "maxY"] : range[axis === "x" ? "minX" : "minY"];
      return by > 0 ? offset[axis] >= end - 1 : offset[axis] <= end + 1;
    },
    open() {
      if (shown.isPaged) magnifier.toward("detail");
      else if (!shown.isPicture && !shown.isChart) page.cursor.open();
    },
    close() {
      if (page.slideshow.isRunning) page.slideshow.stop();
      else if (shown.isChart) page.brush.leave() || chart.escape();
      else navigation.close();
    },
    play: () => page.slideshow.toggle(),
    facets: () => page.facets.toggle(),
    details: () => page.details.toggle(),
    fill: () => page.fullscreen.toggle(),
    help: () => page.about.open(),
    original: act => page.originals.act(act),
    mark: () => page.marks.toggle(),
    compare: () => page.marks.compare(),
    layout: number => navigation.arrangeAs(number),
  };
}

/**
 * Another size, or other edges that are covered, is another layout: offsets of the old one mean nothing in it, the picture at the top does. It is the same
 * one through any number of turns until the reader scrolls: in a row it need not be the first, which would drift.
 * @param keepsRow says that its upper edge stays where it is, too: only beside it something has come or gone.
 */
export function relayOut({ shown, session, scroller }, keepsRow = false) {
  const { plan } = shown;
  if (plan?.anchor && !shown.hold && !shown.fresh) {
    if (!shown.turned || !shown.isWhereTurned) {
      const { item, fractionX, fractionY, y } = plan.anchor;
      const anchorY = y + plan.contentOffset.y - scroller.offset.y;
      shown.turned = { anchor: item, fractionX, fractionY, ...(keepsRow ? { anchorY } : null) };
    }
    shown.hold = shown.turned;
  }
  session.request();
}
