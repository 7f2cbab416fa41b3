// Zooms: asks the server for plans while a gesture runs, and shows the zoom until they come.

import { Zoom } from "../values/zoom.js";

/** Milliseconds without a movement after which a gesture counts as resting. */
export const settleDelay = 120;

/**
 * Milliseconds between two questions of a gesture. In between, what is painted is magnified; a plan for each frame would be replaced
 * before its tiles have come.
 */
const beat = 60;

export class Magnifier {
  /** The zoom that no plan shows yet. */
  zoom = new Zoom();
  /** A zoom whose factor the server computes: {parameters, focus}, whose parameters are a plan's; null without one. */
  #goal = null;
  /** Steps by keys or buttons that no plan shows yet, whose factor only the server knows: {count, focus}; null without any. */
  #steps = null;
  #isPinching = false;
  /** When fingers, or a wheel, last moved. */
  #moved = -Infinity;
  /** When a plan was last asked for, and the timer of the next question. */
  #asked = -Infinity;
  #timer = 0;
  /**
   * The picture that new rows keep under the pointer through all steps of a zoom: {item, fraction, at, offset}, where `at` is the point
   * of the viewport and `offset` the contentOffset of the plan that put it there.
   */
  #kept = null;
  /** The part of the last pinch that no whole column has shown yet, so that separate notches of a wheel add up. */
  #left = 1;
  #slots; #scroller; #request;

  /** @param request asks for a plan. */
  constructor(slots, scroller, request) {
    this.#slots = slots;
    this.#scroller = scroller;
    this.#request = request;
  }

  /** Whether a gesture zooms now; fingers that rest on the glass do not count. */
  get isMoving() { return this.#isPinching && performance.now() - this.#moved < settleDelay; }
  /** Whether a gesture has begun and not ended, for tests. */
  get isPinching() { return this.#isPinching; }
  get isUnderWay() { return this.#goal !== null || this.#steps !== null || !this.zoom.isPlain; }
  get #middle() {
    const { width, height } = this.#scroller.viewport;
    return { x: width / 2, y: height / 2 };
  }

  /** @param goesOn whether this continues the last pinch, unless the reader has scrolled since. */
  pinch(factor, focus, dx, dy, goesOn = false) {
    const isNew = !this.#isPinching && !(goesOn && this.#scroller.isAsSet);
    if (isNew) {
      this.#scroller.accept();
      this.#kept = null;
    }
    const left = isNew ? 1 : this.#left;
    this.#left = 1;
    this.#isPinching = true;
    this.#moved = performance.now();
    this.zoom.move(dx, dy);
    this.zoom.by(factor * left, focus);
    this.#magnify();
    this.#timer ||= setTimeout(() => this.#askNow(), Math.max(0, this.#asked + beat - this.#moved));
  }

  #askNow() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#asked = performance.now();
    this.#request();
  }

  pinchEnd() {
    this.#isPinching = false;
    this.#askNow();
  }

  /** Goes some steps further in, or out where negative, about a point, else about the middle of an element, or of the view. */
  step(by, element, at = null) {
    this.#steps ??= { count: 0, focus: null };
    this.#steps.count += by;
    this.#steps.focus = at ?? this.#middleOf(element);
    this.#request();
  }

  /** Goes back to where nothing is magnified, about the middle of an element, or of the view. */
  unzoom(element) {
    this.#reach({ parameters: { toZoom: 1 }, hasFocus: true, focus: this.#middleOf(element) });
  }

  /** Goes to a scale about a point of the view. @param {number} scale @param {Wire.Point} focus */
  to(scale, focus) {
    this.#reach({ parameters: { toZoom: scale }, hasFocus: true, focus });
  }

  #middleOf(element) {
    const box = element?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : this.#middle;
  }

  /**
   * Zooms to a scale that the server computes. @param name is a plan's `zoomTo`.
   * @param otherwise is called where pictures are seen at that scale already.
   */
  toward(name, focus, otherwise = null) {
    this.#reach({ parameters: { zoomTo: name }, hasFocus: true, focus: focus ?? this.#middle, otherwise });
  }

  /** Shows a range of a chart, which parameters of a plan name. @param isDragged whether a pointer moves it. */
  show(parameters, isDragged = false) {
    this.#reach({ parameters, isDragged, focus: this.#middle });
  }

  #reach(goal) {
    this.#goal = goal;
    this.#steps = null;
    this.#request();
  }

  /** Forgets the zoom before other pictures are shown. */
  clear() {
    this.zoom.clear();
    this.#left = 1;
    this.#magnify();
    this.#goal = this.#steps = this.#kept = null;
  }

  /**
   * Returns the parameters of a plan that shows the zoom.
   * @param scale is the last plan's.
   */
  question(at, scale) {
    const { offset, factor, focus } = this.zoom.question(at);
    const goal = this.#goal;
    const steps = goal ? null : this.#steps && { ...this.#steps, of: this.#steps };
    const parameters = goal ? { ...goal.parameters }
      : { ...(factor !== 1 && { toZoom: scale * factor }), ...(steps && { zoomSteps: steps.count }) };
    const { x, y } = goal?.focus ?? steps?.focus ?? focus;
    if (goal?.hasFocus || factor !== 1 || steps) Object.assign(parameters, { focusX: x, focusY: y, ...this.#keptAt({ x, y }) });
    return { offset, parameters, asked: { zoom: this.zoom.copy(), goal, steps } };
  }

  /** The parameters for what is to be kept at a point. */
  #keptAt({ x, y }) {
    if (!this.#kept) return null;
    const { item: focusItem, fraction: focusFraction, at, offset } = this.#kept;
    const now = this.#scroller.offset;
    const isStill = Math.abs(now.x - offset.x) <= 1 && Math.abs(now.y - offset.y) <= 1;
    const isThere = this.#isPinching || Math.hypot(at.x - x, at.y - y) < 10;
    if (isStill && isThere) return { focusItem, focusFraction };
    this.#kept = null;
    return null;
  }

  /**
   * A plan has come. @returns whether it was asked for a zoom.
   * @param {Page.Plan} plan @param {Page.Question} question is what it was asked for.
   */
  accept(plan, question) {
    const { zoom, goal, steps } = question;
    if (this.#goal === goal) this.#goal = null;
    if (steps) {
      steps.of.count -= steps.count;
      if (!steps.of.count && this.#steps === steps.of) this.#steps = null;
      // Only now it is known how much the steps magnify.
      for (const one of [zoom, this.zoom]) {
        one.by(plan.zoomFactor ?? 1, steps.focus);
        one.isStep = true;
      }
    }
    return Boolean(goal) || !zoom.isPlain;
  }

  /**
   * Removes from the zoom what a plan shows; a transform paints the rest.
   * @param {Page.Plan} plan @param {Page.Question} asked
   */
  rebase(plan, asked, isDense) {
    const remainder = plan.zoomRemainder ?? 1;
    if (plan.zoomFocus) this.#kept = { ...plan.zoomFocus, at: asked.zoom.focus, offset: plan.contentOffset };
    if (asked.goal) this.zoom.clear();
    // At the largest scale nothing is left to zoom.
    else this.zoom.rebase(asked.zoom, isDense || remainder < 1 ? remainder : 1);
  }

  /**
   * Ends the zoom after its plan was painted, or goes on magnifying.
   * @param {Page.Plan} plan @param {Page.Question} asked
   * @param isWanted says whether there is something new to ask.
   * @param {Page.Plan | null} old is the plan before.
   * @param carry says how its content lies now: see `Slots.paint`.
   * @param place is the scroller's.
   */
  finish(plan, asked, isWanted, old, carry, place) {
    // Movements since the question go into the next question.
    if (this.#isPinching || (isWanted && !this.zoom.isPlain)) return this.#magnify(place);
    if (!this.zoom.isPlain) this.#slots.settle(this.zoom, place.corner);
    else if (carry && !asked.goal?.isDragged && (asked.goal || asked.zoom.isStep || (carry.scaleY ?? 1) !== 1)) this.#move(old, plan, carry, place);
    else this.#magnify(place);
    // A plan that no zoom asked for changes nothing here.
    if (!asked.zoom.isPlain) this.#left = this.zoom.isStep ? 1 : this.zoom.scale;
    this.zoom.clear();
    if (carry && plan.zoomScale === old.zoomScale) asked.goal?.otherwise?.();
  }

  /** Animates a step by key or button, or another range of values, from where things were to where they are. */
  #move({ contentOffset: from }, { contentOffset: to }, { scale, scaleY = scale, x = 0, y = 0 }, { corner }) {
    const before = { scale: 1 / scale, scaleY: 1 / scaleY, x: (to.x - x) / scale - from.x, y: (to.y - y) / scaleY - from.y };
    this.#slots.settle(before, corner);
  }

  /** Magnifies from the exact scroll position, which the browser rounds. */
  #magnify(place = this.#scroller.place) {
    this.#slots.magnify(this.zoom, place.corner, place.exact);
  }
}
