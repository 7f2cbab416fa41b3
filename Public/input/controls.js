// Decides what fingers, mouse, wheel and keys do, depending on what is shown.

import { actionsOf } from "./actions.js";
import { listen } from "./gestures.js";
import { Intents } from "./intents.js";
import { listenToKeys } from "./keys.js";
import { listenToWheel } from "./wheel.js";

/** Whether a pixel of the picture lies on one of the screen. */
export const isActual = shown => shown.isPicture && Math.abs(shown.plan.zoomScale * devicePixelRatio - 1) < 1e-3;

/**
 * @param parts has the parts of the page that gestures and keys act on, by name: see `main.js`.
 * @param on has `jump(offset)`, `inset()`, `resized()`, `pixels()`, which leads to 100 % and back, and `item()`, the open picture or the one
 *   with the focus, and `note(text)`, which says a sentence.
 * @returns the table of actions.
 */
export function listenToHands(parts, on) {
  const { view, shown, navigation, scroller } = parts;
  // Once: a trackpad sends many of these.
  const sayZoom = once(() => on.note("To zoom, hold Ctrl and turn the wheel, or drag over a range."));
  listenToWheel(view, {
    get isPaged() { return shown.isPaged; },
    get isStrip() { return shown.isStrip; },
    turn: by => navigation.turn(by),
    pan(dx) {
      if (shown.isChart && scroller.isStill) sayZoom();
      scroller.pan(dx, 0);
    },
  });
  listen(view, gestures(parts));
  const hand = keys(parts, on);
  const actions = actionsOf(parts, hand);
  const intents = new Intents({
    dropped: () => on.note("The server did not answer where that key leads. The keys after it were ignored."),
  });
  listenToKeys(view, actions, intents, hand);
  for (const hand of ["wheel", "pointerdown"]) {
    view.addEventListener(hand, () => {
      intents.stop();
      parts.cursor.leave();
    }, { passive: true });
  }
  // These buttons are nobody else's.
  for (const [button, id] of [["#print-button", "print"], ["#whole-button", "fit"], ["#whole-view", "fit"], ["#plane-all", "fit"]]) {
    document.querySelector(button).addEventListener("click", actions.find(action => action.id === id).run);
  }
  new ResizeObserver(() => on.resized()).observe(view);
  return actions;
}

/** Returns a function that acts only the first time. */
function once(act) {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** Zooms by a step about the middle, or about the picture with the focus. */
export function zoomBy({ magnifier, cursor }, steps) {
  magnifier.step(steps, cursor.element);
}

/** Shows one pixel of a picture on one of the screen, or leads back. @param otherwise is called where the open one is seen so already. */
export function zoomToPixels({ shown, magnifier }, otherwise) {
  magnifier.toward("pixelsOrItem", null, shown.isLooking ? otherwise : null);
}

function gestures({ shown, scroller, magnifier, navigation, cells, looking, choosing }) {
  return {
    pinch: (...step) => magnifier.pinch(...step),
    pinchEnd: () => magnifier.pinchEnd(),
    tap(target, at) {
      if (cells.isThere) return cells.open(at);
      const slot = target.closest(".slot");
      if (shown.isLooking) looking.idle.toggle();
      // Several pictures: they part.
      else if (slot?.querySelector("[data-count]")) magnifier.step(4, slot);
      // Those in a pixel do, too.
      else if ((shown.plan?.plane?.show ?? "pictures") !== "pictures") magnifier.step(4, null, at);
      else if (slot?.dataset.item && !shown.isChart) choosing.marks.choose(slot.dataset.item) || navigation.open(slot.dataset.item);
    },
    doubleTap(at, isFinger) {
      if (shown.isPicture) magnifier.toward("item", at);
      // A small picture is seen at 100 % already.
      else if (shown.isPaged && !isFinger) magnifier.toward("pixels", at, () => magnifier.toward("detail", at));
      else if (!shown.isDense) magnifier.toward(shown.plan?.zoomScale > 1 ? "width" : "detail", at);
    },
    tapWaits: () => !shown.isDense,
    // It extends both ways, as a map does.
    wheelZooms: () => shown.isPlane,
    where: () => `${shown.collection} ${shown.layout}`,
    // With Alt a drag draws a frame.
    pans: event => shown.isPicture || (shown.isChart && !scroller.isStill) || ((shown.plan?.zoomScale ?? 1) > 1 && !(event.altKey && choosing.isOffered)),
    pan: (dx, dy) => scroller.pan(dx, dy),
    pulls: () => shown.isPaged,
    pulled: () => navigation.close(),
  };
}

/** The video that plays among the pictures. @returns {HTMLVideoElement | undefined} */
const playing = () => [.../** @type {NodeListOf<HTMLVideoElement>} */ (document.querySelectorAll("#slots video"))].find(({ paused, ended }) => !paused && !ended);

function keys(parts, on) {
  const { shown, scroller, magnifier, chart, focus, navigation } = parts;
  return {
    get isPaged() { return shown.isPaged; },
    get isPicture() { return shown.isPicture; },
    get isStrip() { return shown.isStrip; },
    get isAmong() { return focus.isAmong; },
    get isMosaic() { return parts.cells.isThere; },
    get isChart() { return shown.isChart; },
    // Without a cursor arrows across have nothing to scroll: they lead to the first picture in view.
    get canBegin() { return !shown.isChart && !shown.isLooking && !shown.isAcross && (shown.plan?.zoomScale ?? 1) <= 1 && focus.hasKeys; },
    get selectedCount() { return shown.isLooking ? 1 : parts.choosing.count; },
    get shownCount() { return shown.isLooking ? 1 : shown.plan?.count ?? 0; },
    type(word) {
      if (parts.search.isOffered) parts.search.write(word);
      on.note(`Several characters at once are taken as words, and change nothing. One key alone acts on all ${parts.choosing.count.toLocaleString()} selected pictures.`);
    },
    get isPlaying() { return Boolean(playing()); },
    pausePlayer() {
      const player = playing();
      player?.pause();
      // The next Space goes on.
      player?.focus({ preventScroll: true });
    },
    turn: by => navigation.turn(by),
    read: by => chart.step(by),
    step: (dx, dy) => parts.cursor.step(dx, dy),
    get canToggleCell() { return parts.choosing.canToggleCell; },
    toggleCell: () => parts.choosing.toggle(),
    get canExtend() { return parts.choosing.canExtend; },
    extend: (dx, dy) => parts.choosing.extend(dx, dy),
    glide: px => scroller.glide(px, 0),
    screen(by) {
      parts.cursor.follow();
      const { width, height } = scroller.viewport;
      const [top, left, bottom, right] = on.inset();
      if (shown.isStrip) scroller.glide(by * Math.round(0.9 * (width - left - right)), 0);
      else scroller.glide(0, by * Math.round(0.9 * (height - top - bottom)));
    },
    start() {
      navigation.stay();
      const { minX, minY } = scroller.range;
      if (!shown.view.lead) on.jump({ x: minX, y: minY });
      parts.cursor.go(0);
      if (shown.view.lead) navigation.look({ ...shown.view, lead: 0 });
    },
    end() {
      navigation.stay();
      const { minX, minY, maxX, maxY } = scroller.range;
      on.jump({ x: shown.isAcross ? maxX : minX, y: shown.isAcross ? minY : maxY });
      parts.cursor.go((shown.plan?.count ?? 0) - 1);
    },
    zoom: steps => zoomBy(parts, steps),
    fit: () => navigation.fit(),
    pixels: () => on.pixels(),
    isAtEdge(axis, by) {
      const { offset, range } = scroller;
      const end = by > 0 ? range[axis === "x" ? "maxX" : "maxY"] : range[axis === "x" ? "minX" : "minY"];
      return by > 0 ? offset[axis] >= end - 1 : offset[axis] <= end + 1;
    },
    open() {
      if (shown.isPaged) magnifier.toward("detail");
      else if (shown.isPicture) zoomBy(parts, 1);
      else parts.cursor.open();
    },
    close() {
      if (parts.looking.slideshow.isRunning) parts.looking.slideshow.stop();
      else if (shown.isChart) parts.brush.leave() || chart.escape();
      else navigation.close();
    },
    item: () => on.item(),
    print: () => print(),
    group() {
      document.getElementById("more-button").click();
      document.getElementById("group").focus();
    },
    press: button => document.querySelector(button).click(),
    isOffered: button => document.querySelector(button)?.closest("[hidden]") === null,
    layout: number => navigation.arrangeAs(number),
  };
}
