// Lets what surrounds a picture leave while nothing moves, and brings it back.

/** Milliseconds without a movement after which the controls leave. */
const rest = 3000;
/** A pointer that moves by less than this, in px, rests: a hand on a mouse is never quite still. */
const tremor = 4;

/** Controls that stay while one of them has the keys, or the pointer. */
const controls = ".bar, .find, .filmstrip, .show, .caption, .select-this";
/** What is open, and what it belongs to stays with it. */
const open = ".bar.open, :popover-open, dialog[open], .facets:not([hidden])";

export class Idle {
  #isOn = false;
  #timer = 0;
  /** Where the mouse was last, in px. */
  #at = { x: NaN, y: NaN };
  /** Whether the last pointer was a finger, which does not move about: the reader's taps decide then. */
  #isTouch = matchMedia("(hover: none)").matches;

  constructor() {
    const listening = { capture: true, passive: true };
    addEventListener("pointermove", ({ pointerType, clientX: x, clientY: y }) => {
      // A browser also reports a pointer that rests, when what lies below it has changed.
      if (!this.#isOn || pointerType === "touch" || Math.hypot(x - this.#at.x, y - this.#at.y) < tremor) return;
      this.#at = { x, y };
      this.#isTouch = false;
      this.come();
    }, listening);
    addEventListener("pointerdown", ({ pointerType, clientX: x, clientY: y }) => {
      this.#isTouch = pointerType === "touch";
      this.#at = { x, y };
      this.#wait();
    }, listening);
    for (const type of ["keydown", "wheel"]) addEventListener(type, () => { if (this.#isOn) this.come(); }, listening);
    addEventListener("focusin", ({ target }) => { if (this.#isOn && target.closest(controls)) this.come(); }, listening);
  }

  /** Whether the controls are away. */
  get isBare() { return document.body.classList.contains("bare"); }

  /** One picture is shown, or several. */
  watch(isLooking) {
    if (isLooking === this.#isOn) return;
    this.#isOn = isLooking;
    // A slideshow has taken the controls away already.
    if (isLooking) this.#wait();
    else this.come();
  }

  /** Brings the controls back. */
  come() {
    document.body.classList.remove("bare");
    this.#wait();
  }

  /** Takes the controls away at once. */
  leave() {
    clearTimeout(this.#timer);
    document.body.classList.add("bare");
  }

  toggle() {
    if (this.isBare) this.come();
    else this.leave();
  }

  #wait() {
    clearTimeout(this.#timer);
    if (this.#isOn && !this.#isTouch && !this.isBare) this.#timer = setTimeout(() => this.#rested(), rest);
  }

  #rested() {
    const held = document.querySelector(`:is(${controls}):is(:hover, :has(:focus-visible))`);
    if (held || document.querySelector(open)) this.#wait();
    else this.leave();
  }
}
