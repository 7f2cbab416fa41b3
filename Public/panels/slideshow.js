// Shows one picture after another, and nothing around them.

import { nameButton } from "./keyhints.js";
import { openByKeys } from "./pickers.js";
import { remember, remembered } from "../state/remembered.js";
import { Shuffle } from "../values/shuffle.js";

/** Milliseconds: the longest wait for a picture that does not come, how long one fades, and between two looks. */
const [patience, fading, beat] = [10_000, 600, 100];
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export class Slideshow {
  #parts; #on; #panel; #pause; #interval; #shuffle; #row; #button;
  #timer = 0;
  #isPaused = false;
  #order = new Shuffle();
  /** The current picture, when it came, and since when it is visible. */
  #item = null;
  #came = 0;
  #since = 0;
  /** A copy of what was seen, which lies over the next picture until that is sharp; null without one. */
  #cover = null;
  /** Keeps the screen from going dark. */
  #light = null;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown`, the `view`, the `scroller`, the `slots`, the `navigation` and the `cursor`.
   * @param on has `changed(isRunning)`, when it has begun or ended.
   */
  constructor(byId, parts, on) {
    [this.#parts, this.#on] = [parts, on];
    [this.#panel, this.#pause, this.#interval, this.#shuffle] = ["show", "show-pause", "show-interval", "show-shuffle"].map(byId);
    [this.#row, this.#button] = [byId("play"), byId("play-button")];
    this.#row.addEventListener("click", () => this.toggle());
    this.#button.addEventListener("click", () => (this.isRunning ? this.pause() : this.toggle()));
    this.#pause.addEventListener("click", () => this.pause());
    byId("show-end").addEventListener("click", () => this.stop());
    const interval = remembered("slideshow-seconds");
    if ([...this.#interval.options].some(({ value }) => value === interval)) this.#interval.value = interval;
    this.#interval.addEventListener("change", () => remember("slideshow-seconds", this.#interval.value));
    openByKeys(this.#interval);
    this.#shuffle.ariaPressed = String(remembered("slideshow-shuffle") === "yes");
    this.#shuffle.addEventListener("click", () => this.shuffle());
    document.addEventListener("visibilitychange", () => this.#keepLight());
    // Whoever moves sees at once what is there.
    for (const hand of ["pointerdown", "wheel"]) parts.view.addEventListener(hand, () => this.#uncover(), { passive: true });
  }

  get isRunning() { return this.#timer !== 0; }
  get isPaused() { return this.isRunning && this.#isPaused; }

  toggle() {
    if (this.isRunning) this.stop();
    else this.#start();
  }

  stop() {
    if (!this.isRunning) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#uncover();
    this.#show();
    this.#on.changed(false);
  }

  /** Stays at the current picture, or goes on. */
  pause() {
    if (!this.isRunning) return;
    this.#isPaused = !this.#isPaused;
    this.#show();
  }

  /** Goes on in another order, or in the collection's. */
  shuffle() {
    const isShuffled = this.#shuffle.ariaPressed !== "true";
    this.#shuffle.ariaPressed = String(isShuffled);
    remember("slideshow-shuffle", isShuffled ? "yes" : "no");
  }

  #start() {
    const { shown, navigation, cursor } = this.#parts;
    if (shown.isChart || !shown.plan?.count) return;
    const item = shown.picture ?? cursor.item ?? shown.plan.anchor?.item;
    [this.#item, this.#isPaused] = [null, false];
    this.#order = new Shuffle();
    this.#timer = setInterval(() => this.#look(), beat);
    this.#on.changed(true);
    if (!shown.isPaged) navigation.open(item);
    this.#show();
  }

  #show() {
    this.#keepLight();
    const { isRunning, isPaused } = this;
    this.#panel.hidden = !isRunning;
    this.#row.querySelector("span").textContent = isRunning ? "End the slideshow" : "Slideshow";
    this.#row.querySelector("use").setAttribute("href", isRunning ? "#icon-pause" : "#icon-play");
    for (const button of [this.#pause, this.#button]) {
      const name = !isRunning ? "Slideshow" : isPaused ? "Go on with the slideshow" : "Pause the slideshow";
      nameButton(button, name, [isRunning ? " " : "s"]);
      button.querySelector("use").setAttribute("href", isRunning && !isPaused ? "#icon-pause" : "#icon-play");
    }
  }

  /** Goes on when the picture has been shown long enough. */
  #look() {
    const { shown } = this.#parts;
    if (shown.isFresh) return;
    if (!shown.isPaged) return this.stop();
    const { index, item } = shown.plan.anchor ?? {};
    const now = performance.now();
    if (item !== this.#item) [this.#item, this.#came, this.#since] = [item, now, now];
    // Its time begins when it is visible.
    const isComing = !this.#parts.slots.isSharp(index) && now - this.#came < patience;
    if (isComing || document.hidden || this.#isPaused) this.#since = now;
    if (!isComing) this.#fade();
    if (now - this.#since < 1000 * Number(this.#interval.value)) return;
    // The next picture takes a while to come.
    this.#since = now;
    const next = this.#next(index);
    if (next !== null && next !== index) this.#go(next);
  }

  /** The index of the next picture; null while it is not known. The first follows the last. */
  #next(index) {
    const { count, hasMore } = this.#parts.shown.plan;
    if (this.#shuffle.ariaPressed === "true") return this.#order.after(index, count);
    return index + 1 < count ? index + 1 : hasMore ? null : 0;
  }

  /** Goes to a picture below a copy of what is seen. */
  #go(index) {
    const { shown, navigation, view, scroller } = this.#parts;
    this.#uncover();
    this.#cover = this.#copy({ ...scroller.corner, ...scroller.viewport });
    view.after(this.#cover);
    navigation.look({ ...shown.view }, { index, align: "start" });
  }

  /** Copies what is painted in a rectangle of the runway, also what only an element can show. */
  #copy(seen) {
    const { slots } = this.#parts;
    const canvas = slots.sheets.picture(seen);
    const ratio = canvas.width / seen.width;
    for (const { element: slot, frame } of slots.shown.values()) {
      const own = slot.querySelector("img, video");
      const area = [frame.x - seen.x, frame.y - seen.y, frame.width, frame.height].map(side => side * ratio);
      if (own) canvas.getContext("2d").drawImage(own, ...area);
    }
    canvas.className = "cover";
    canvas.ariaHidden = "true";
    return canvas;
  }

  /** Lets the copy fade, so that the picture below it is seen. */
  #fade() {
    const cover = this.#cover;
    if (!cover || this.#parts.shown.isFresh) return;
    this.#cover = null;
    if (reduced.matches) return cover.remove();
    cover.animate([{ opacity: 1 }, { opacity: 0 }], { duration: fading, easing: "ease-in-out" }).finished
      .finally(() => cover.remove()).catch(() => {});
  }

  #uncover() {
    this.#cover?.remove();
    this.#cover = null;
  }

  /** Keeps the screen on; the browser ends this whenever the page is hidden. */
  async #keepLight() {
    if (!this.isRunning || this.#isPaused) {
      this.#light?.release().catch(() => {});
      this.#light = null;
    } else if (!document.hidden) {
      const light = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
      // The slideshow may have ended meanwhile, or another lock has come.
      if (light && (!this.isRunning || this.#isPaused || (this.#light && !this.#light.released))) light.release().catch(() => {});
      else if (light) this.#light = light;
    }
  }
}
