// A native scroller for content of any size: a runway of bounded length moves along with the reader.

import { Pace } from "../values/pace.js";

/**
 * The runway's longest side, in px. Browsers cannot place elements beyond 2²⁴; a fling moves some 10⁴ before it rests.
 * A test can make it small with ?runway=.
 */
const longest = Math.max(2000, Number(new URLSearchParams(location.search).get("runway")) || 200_000);

/** Whether the browser follows content that moves within the runway, even during a smooth scroll. */
const anchors = CSS.supports("overflow-anchor", "auto");

/**
 * Keeps `offset = origin + scroll position`. The origin is a point of the content, of any size; the scroll position is the browser's and
 * stays below `longest`. Moving the origin moves the scroll position the other way in the same step, so nothing visible moves.
 *
 * At rest the scroll position is set. During a movement by key, wheel or finger that would end the movement. Instead an element in the
 * runway's flow, `pushed`, is moved, and the browser follows it by itself (CSS Scroll Anchoring).
 */
export class Scroller {
  #view; #runway; #before; #pushed; #after; #onMove; #onShift;
  #origin = { x: 0, y: 0 };
  #range = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  #axis = "y";
  /** In px along the axis: the runway's length, and where the pushed element lies. */
  #length = 0;
  #start = 0;
  #reach = 0;
  #isPushing = false;
  #timer = 0;
  #pace = new Pace();
  /** The goal of the current glide. */
  #goal = null;
  /** The scroll position that was set last, and how the browser rounded it. */
  #set = { x: 0, y: 0, left: 0, top: 0 };

  /**
   * @param onMove is called after each scroll.
   * @param onShift is called after the origin and before the scroll position has moved, so that the painting can move along.
   */
  constructor(view, onMove, onShift) {
    this.#view = view;
    this.#runway = view.querySelector(".runway");
    [this.#before, this.#pushed, this.#after] = this.#runway.querySelectorAll(".before, .pushed, .after");
    this.#onMove = onMove;
    this.#onShift = onShift;
    // Forgets the size before other listeners ask for it.
    addEventListener("resize", () => { this.#size = null; }, { capture: true });
    new ResizeObserver(() => { this.#size = null; }).observe(view);
    view.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    view.addEventListener("scrollend", () => {
      this.#head();
      // This event also ends each step of a script or a finger; the next step may follow at once.
      const { last } = this.#pace;
      setTimeout(() => {
        if (!last || last !== this.#pace.last) return;
        // At rest the velocity is 0, and the next plan has everything here.
        this.#pace.clear();
        this.#onMove();
      }, 50);
    });
    // A wheel or a finger ends the glide that a key began.
    for (const hand of ["wheel", "pointerdown"]) {
      view.addEventListener(hand, () => { this.#goal = null; }, { passive: true });
    }
  }

  /** Scrolls by a wheel that was turned over something on the view. */
  wheel(event) {
    // The browser does not scroll for events from scripts.
    const isFree = this.#view.dispatchEvent(new WheelEvent("wheel", event));
    if (!isFree || event.ctrlKey || event.metaKey) return;
    const px = [1, 40, this.#view.clientHeight][event.deltaMode];
    this.#view.scrollBy(event.deltaX * px, event.deltaY * px);
  }

  /** contentOffset, in px. */
  get offset() {
    return { x: this.#origin.x + this.#view.scrollLeft, y: this.#origin.y + this.#view.scrollTop };
  }
  /** The offset before the browser rounded it. Zoom steps start here, so rounding errors do not add up. */
  get exactOffset() {
    const { x, y } = this.place.exact;
    return { x: this.#origin.x + x, y: this.#origin.y + y };
  }
  /** Takes the rounded offset, which the reader sees, as the exact one when a pinch begins. */
  accept() {
    const { scrollLeft: left, scrollTop: top } = this.#view;
    this.#set = { x: left, y: top, left, top };
  }
  /** Whether the browser has not scrolled since the scroll position was set. */
  get isAsSet() {
    return this.#view.scrollLeft === this.#set.left && this.#view.scrollTop === this.#set.top;
  }
  /**
   * The viewport's corner in runway px, as the browser rounds it and exactly. Reading it makes the browser lay out what has changed.
   */
  get place() {
    const { scrollLeft, scrollTop } = this.#view;
    const { x, y, left, top } = this.#set;
    const exact = { x: scrollLeft === left ? x : scrollLeft, y: scrollTop === top ? y : scrollTop };
    return { corner: { x: scrollLeft, y: scrollTop }, exact };
  }
  get origin() { return this.#origin; }
  /** The viewport's corner in runway px. */
  get corner() { return { x: this.#view.scrollLeft, y: this.#view.scrollTop }; }
  get range() { return this.#range; }
  /** Whether all of the content is in view, so that it cannot be scrolled. */
  get isStill() {
    const { minX, minY, maxX, maxY } = this.#range;
    return maxX - minX < 1 && maxY - minY < 1;
  }
  /** The view's size in px. It is kept, since asking for it can make the browser lay out what has changed. */
  get viewport() { return { ...this.#size ??= { width: this.#view.clientWidth, height: this.#view.clientHeight } }; }
  #size = null;

  /** The scrolling direction: x or y. */
  set axis(axis) {
    this.#view.dataset.axis = axis === "x" ? "horizontal" : "vertical";
    // This is set with every plan; only another axis ends a push.
    if (axis === this.#axis) return;
    this.#axis = axis;
    this.#start = this.#reach = 0;
  }

  /** Px per second. */
  get velocity() { return this.#pace.velocity; }
  /** Whether nothing scrolls or is about to. */
  get isResting() {
    const { x, y } = this.velocity;
    return this.#goal === null && x === 0 && y === 0;
  }

  /** Takes the range of valid offsets of new content, and the offset at which it begins. */
  begin(range, offset) {
    this.#range = range;
    this.#land(offset);
  }

  /** Takes a new range of valid offsets; content that was at `from` is now at `to`. */
  update(range, from, to) {
    this.#range = range;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const next = { x: this.exactOffset.x + dx, y: this.exactOffset.y + dy };
    this.#origin = { x: this.#origin.x + dx, y: this.#origin.y + dy };
    if (this.#goal) this.#goal = this.#inside({ x: this.#goal.x + dx, y: this.#goal.y + dy });
    this.#settle(next, false);
  }

  /** Scrolls smoothly by a distance. Distances add up, even while the runway moves. */
  glide(dx, dy) {
    const from = this.aim;
    this.#goal = this.#inside({ x: from.x + dx, y: from.y + dy });
    this.#head();
  }

  /** The offset to which a glide leads; where the view is at rest, its own. */
  get aim() { return this.#goal ?? this.offset; }

  /** Whether the view is on its way to where a glide leads. */
  get isGliding() { return this.#goal !== null; }

  /** Scrolls at once, within the ends. */
  pan(dx, dy) {
    this.#view.scrollBy({ left: dx, top: dy, behavior: "instant" });
  }

  /** Goes to an offset at once. */
  jump(offset) {
    this.#land(offset);
    this.#onMove();
  }

  /** Goes to an offset, whatever moves. */
  #land(offset) {
    const isMoving = !this.isResting;
    this.#pace.clear();
    this.#goal = null;
    this.#settle(offset, true);
    if (isMoving) this.#stay(3);
  }

  /**
   * Sets the scroll position again in the next frames, until it has stayed for one. Chromium ends a smooth scroll when its position is
   * set, but adds the way that it had already gone by itself.
   */
  #stay(frames) {
    const { left, top } = this.#set;
    requestAnimationFrame(() => {
      // Another position has been set meanwhile.
      if (this.#set.left !== left || this.#set.top !== top || this.isAsSet) return;
      [this.#view.scrollLeft, this.#view.scrollTop] = [left, top];
      if (frames > 1) this.#stay(frames - 1);
    });
  }

  #scrolled() {
    this.#pace.note(this.offset);
    this.#onMove();
    // The runway moves at the next rest, or earlier if its end is near.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#recentre(), 200);
    if (this.#nearEnd("x")) this.#hurry("x");
    if (this.#nearEnd("y")) this.#hurry("y");
  }

  #nearEnd(axis) {
    const [scroll, origin, min, max] = axis === "y"
      ? [this.#view.scrollTop, this.#origin.y, this.#range.minY, this.#range.maxY]
      : [this.#view.scrollLeft, this.#origin.x, this.#range.minX, this.#range.maxX];
    // Held keys scroll for some tenths of a second before the page is told.
    const reach = longest / 5;
    return (scroll < reach && origin > min) || (scroll > longest - reach && origin + longest < max);
  }

  /** Moves the runway while the browser scrolls. */
  #hurry(axis) {
    if (!anchors || axis !== this.#axis) return this.#recentre();
    if (this.#isPushing) return;
    this.#isPushing = true;
    // First the element moves to the reader, which the browser must not follow; a frame later it is pushed, which it must.
    const side = axis === "y" ? this.viewport.height : this.viewport.width;
    this.#reach = Math.min(longest / 4, 10 * side);
    this.#start = Math.max(0, Math.min(this.#scroll - this.#reach / 2, this.#length - this.#reach));
    this.#flow(false);
    const push = () => {
      this.#isPushing = false;
      if (this.#nearEnd(axis)) this.#push(axis);
    };
    // Firefox follows an element only after it has scrolled with it.
    const wait = () => this.#view.addEventListener("scroll", () => requestAnimationFrame(push), { once: true, passive: true });
    requestAnimationFrame(() => requestAnimationFrame(wait));
  }

  #push(axis) {
    const [min, max] = axis === "y" ? [this.#range.minY, this.#range.maxY] : [this.#range.minX, this.#range.maxX];
    const [origin, scroll] = [this.#origin[axis], this.#scroll];
    const side = axis === "y" ? this.viewport.height : this.viewport.width;
    // By whole pixels, so that the browser rounds the new scroll position as it did the old one.
    const next = Math.min(Math.max(origin + Math.round(scroll - longest / 2), min), max - longest);
    const shift = next - origin;
    // The element must be in view before and after; otherwise the scroll position is set.
    const isSeen = this.#start < scroll + side && this.#start + this.#reach > scroll;
    if (!isSeen || this.#start - shift < 0 || this.#start - shift + this.#reach > this.#length) return this.#recentre();
    this.#start -= shift;
    this.#origin = { ...this.#origin, [axis]: next };
    this.#onShift();
    this.#flow(true);
    if (Math.abs(this.#scroll - (scroll - shift)) > 1) this.#scroll = scroll - shift;
    this.#onMove();
  }

  get #scroll() { return this.#axis === "y" ? this.#view.scrollTop : this.#view.scrollLeft; }
  set #scroll(px) { this.#put(this.#axis === "y" ? "scrollTop" : "scrollLeft", px); }

  /** Sets a scroll position. Some engines round it down rather than to the nearest whole pixel. */
  #put(name, px) {
    this.#view[name] = px;
    if (Math.abs(this.#view[name] - px) > 0.5) this.#view[name] = Math.round(px);
  }

  /** Lays out the runway: the parts before and after the pushed element, and the element. */
  #flow(isFollowed) {
    // A change of its padding tells the browser not to follow it this time (§2.3, suppression triggers).
    const { style } = this.#pushed;
    if (!isFollowed) style.paddingBlockStart = style.paddingBlockStart === "1px" ? "2px" : "1px";
    // Its padding counts even if it has no length.
    const reach = Math.max(2, this.#reach);
    const parts = [this.#start, reach, Math.max(0, this.#length - this.#start - reach)];
    [this.#before, this.#pushed, this.#after].forEach((part, index) => {
      const size = `${parts[index]}px`;
      if (part.style.blockSize !== size) part.style.blockSize = size;
    });
  }

  #recentre() {
    // Not the rounded offset, which the steps of a pinch would take for the exact one.
    this.#settle(this.exactOffset, true);
    this.#onMove();
    // The browser ends a smooth scroll when its position is set.
    this.#head();
  }

  #head() {
    if (!this.#goal) return;
    // Not every engine sends `scrollend` on arrival; later scrolling is the reader's.
    if (this.#isThere) {
      this.#goal = null;
      return;
    }
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    this.#view.scrollTo({ left: this.#goal.x - this.#origin.x, top: this.#goal.y - this.#origin.y, behavior });
  }

  /** Whether the goal is reached. Browsers rest on whole device pixels. */
  get #isThere() {
    const { x, y } = this.offset;
    return Math.abs(x - this.#goal.x) <= 1 && Math.abs(y - this.#goal.y) <= 1;
  }

  /** The valid offset nearest to one. */
  #inside({ x, y }) {
    const { minX, minY, maxX, maxY } = this.#range;
    return { x: Math.min(Math.max(x, minX), maxX), y: Math.min(Math.max(y, minY), maxY) };
  }

  /** Sizes the runway for the range and puts the origin where `offset` is far from both of its ends. */
  #settle(offset, centre) {
    const { width, height } = this.viewport;
    const { minX, minY, maxX, maxY } = this.#range;
    const x = this.#fit(offset.x, minX, maxX, this.#origin.x, centre);
    const y = this.#fit(offset.y, minY, maxY, this.#origin.y, centre);
    this.#origin = { x: x.origin, y: y.origin };
    this.#onShift();
    const size = [`${width + x.length}px`, `${height + y.length}px`];
    if (this.#runway.style.width !== size[0]) this.#runway.style.width = size[0];
    if (this.#runway.style.height !== size[1]) this.#runway.style.height = size[1];
    const length = this.#axis === "y" ? height + y.length : width + x.length;
    if (length !== this.#length || this.#start + this.#reach > length) {
      this.#length = length;
      if (this.#start + this.#reach > length) this.#start = this.#reach = 0;
      this.#flow(false);
    }
    const now = this.place.exact;
    if (Math.abs(now.x - x.scroll) > 0.001) {
      this.#put("scrollLeft", x.scroll);
      Object.assign(this.#set, { x: x.scroll, left: this.#view.scrollLeft });
    }
    if (Math.abs(now.y - y.scroll) > 0.001) {
      this.#put("scrollTop", y.scroll);
      Object.assign(this.#set, { y: y.scroll, top: this.#view.scrollTop });
    }
    // A difference of a pixel or more is no rounding: the browser went elsewhere.
    if (Math.abs(this.#set.x - this.#set.left) >= 1) this.#set.x = this.#set.left;
    if (Math.abs(this.#set.y - this.#set.top) >= 1) this.#set.y = this.#set.top;
  }

  /** Returns, for one axis, where the runway begins in the content, its length, and the scroll position for `offset`. */
  #fit(offset, min, max, origin, centre) {
    const inside = Math.min(Math.max(offset, min), Math.max(min, max));
    const length = Math.min(max - min, longest);
    if (max - min <= longest) return { origin: min, length: Math.max(0, length), scroll: inside - min };
    const scroll = inside - origin;
    const fits = origin >= min && origin + longest <= max && scroll >= 0 && scroll <= longest;
    if (fits && !centre) return { origin, length, scroll };
    // By whole pixels, so that the browser rounds the new scroll position as it did the old one.
    const shift = Math.round(inside - longest / 2 - origin);
    const moved = Math.min(Math.max(origin + shift, min), max - longest);
    return { origin: moved, length, scroll: inside - moved };
  }
}
