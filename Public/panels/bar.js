// The bar: its buttons, how much it covers, and when it hides.

import { closeBeside } from "../input/beside.js";
import { nameButton } from "./keyhints.js";

/** What leaves the menu ⋯ open: it is pressed several times, or shows its state. */
const staying = "#closer, #further, #theme, .row[aria-pressed]";

export class Bar {
  #element; #back; #find;
  /** How much it covers; null until it is measured, for which the browser lays out what has changed. */
  #box = null;
  /** The view's offset when the bar last moved, in px. */
  #last = 0;

  /**
   * @param byId gives an element by its id.
   * @param on has what its buttons do: `zoom(by)`, `close()`, `help()` and `copyLink()`.
   */
  constructor(byId, on) {
    this.#element = byId("bar");
    this.#back = byId("back");
    const forget = () => { this.#box = null; };
    new ResizeObserver(forget).observe(this.#element);
    addEventListener("resize", forget);
    this.#back.addEventListener("click", () => on.close());
    byId("closer").addEventListener("click", () => on.zoom(1));
    byId("further").addEventListener("click", () => on.zoom(-1));
    byId("help-button").addEventListener("click", () => on.help());
    byId("copy-view").addEventListener("click", () => on.copyLink());
    const button = byId("more-button");
    const open = isOpen => { button.ariaExpanded = this.#element.classList.toggle("open", isOpen); };
    button.addEventListener("click", () => open());
    // A choice, a press elsewhere, or Escape closes it.
    byId("more").addEventListener("change", () => open(false));
    byId("more").addEventListener("click", ({ target }) => {
      if (target.closest("button") && !target.closest(staying)) open(false);
    });
    const isOpen = () => this.#element.classList.contains("open");
    closeBeside(isOpen, target => target instanceof Element && Boolean(target.closest("#more, #more-button")), () => open(false));
    // The search hangs from it.
    this.#find = byId("find");
    this.#find.addEventListener("focusin", () => this.come());
    // A mouse at the window's edge shows the bar again.
    addEventListener("pointermove", ({ pointerType, clientY }) => {
      // Cheap tests come first: the bar's position may cost a layout.
      const isAtEdge = pointerType === "mouse" && (clientY < 8 || clientY > innerHeight - 8);
      if (isAtEdge && this.#isAtTop === clientY < 8) this.come();
    }, { passive: true });
    this.#element.addEventListener("keydown", event => {
      if (event.key !== "Escape" || !this.#element.classList.contains("open")) return;
      event.stopPropagation();
      open(false);
      button.focus();
    });
  }

  /** How much of the view it covers, and the caption at the other end: [top, left, bottom, right] in px. */
  inset(hasCaption) {
    const { height, isAtTop } = this.#box ??= { height: this.#element.offsetHeight, isAtTop: this.#isAtTop };
    const foot = hasCaption ? height : 0;
    return isAtTop ? [height, 0, foot, 0] : [0, 0, height + foot, 0];
  }

  get #isAtTop() { return getComputedStyle(this.#element).bottom !== "0px"; }

  /** Hides when the view scrolls down, unless `stays` or somebody types into the search, and returns when it scrolls up. */
  move(y, minY, stays) {
    if (Math.abs(y - this.#last) <= 8) return;
    this.#element.classList.toggle("away", y > this.#last && y > minY + 64 && !stays && !this.#find.matches(":focus-within"));
    this.#last = y;
  }

  /** Notes that a new view begins at `y`. This is no scrolling, so the bar stays as it is. */
  start(y) { this.#last = y; }

  come() { this.#element.classList.remove("away"); }

  /** Where the way back leads, as a sentence's end; null where there is none. @param {string | null} place */
  set backTo(place) {
    if (place === this.#backTo) return;
    this.#backTo = place;
    this.#back.hidden = !place;
    if (place) nameButton(this.#back, `Back to ${place}`, ["Escape"]);
  }
  #backTo = null;
}
