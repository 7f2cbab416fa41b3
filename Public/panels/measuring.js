// The scale of the open picture: its bar, distances between two points of it, and the coordinates of the pointer. The server knows lengths.

import { showScale } from "../elements/scalebar.js";
import { remember, remembered } from "../state/remembered.js";
import { isModified } from "../values/keynames.js";
import { toPixels, toPoints } from "../values/placement.js";
import { known } from "../wire/api.js";

const key = "coordinates";
/** The shortest line, in px; less is a click. */
const shortest = 3;
/** Milliseconds without a change after which a length is read out. */
const pause = 500;
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Wire.MeasuredPoint} point */
const placeText = ({ column, row, map }) => `${column.toLocaleString()}, ${row.toLocaleString()} px${map ? ` · ${map.text}` : ""}`;

export class Measuring {
  #view; #scroller; #parts;
  /** What the last plan says of the open picture, and its offset; null where none is open. */
  #picture = /** @type {Wire.PlanPicture | null} */ (null);
  #offset = { x: 0, y: 0 };
  #isOn = false;
  /** The line's ends, in pixels of the picture; null for no line. */
  #from = /** @type {Wire.Point | null} */ (null);
  #to = /** @type {Wire.Point | null} */ (null);
  /** The ends before the pointer that draws went down: another finger may make a pinch of it. */
  #former = /** @type {(Wire.Point | null)[]} */ ([null, null]);
  /** The pointer that draws; null for none. */
  #pointer = /** @type {number | null} */ (null);
  /** Where the mouse is, in px of the view; null while it is elsewhere. */
  #at = /** @type {Wire.Point | null} */ (null);
  #isAsking = false;
  #isStale = false;
  #timer = 0;

  /**
   * @param byId gives an element by its id.
   * @param parts has the `view` and the `scroller`.
   */
  constructor(byId, { view, scroller }) {
    [this.#view, this.#scroller] = [view, scroller];
    const ids = {
      scale: "scale", bar: "scale-bar", place: "coordinates", ruler: "ruler", length: "length", said: "measure-said", end: "measure-end",
      measure: "measure-button", coordinates: "coordinates-button", save: "save-region", png: "save-png", jpeg: "save-jpeg",
    };
    this.#parts = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, byId(id)]));
    const { measure, coordinates, end } = this.#parts;
    measure.addEventListener("click", () => this.toggle());
    end.addEventListener("click", () => this.end());
    coordinates.ariaPressed = String(remembered(key) === "shown");
    coordinates.addEventListener("click", () => {
      coordinates.ariaPressed = String(!this.#tellsPlace);
      remember(key, this.#tellsPlace ? "shown" : "");
      this.#paint();
    });
    this.#listen(view);
  }

  /** Whether there is a picture to measure in. */
  get isOffered() { return this.#picture !== null; }
  get isOn() { return this.#isOn; }
  get #tellsPlace() { return this.#parts.coordinates.ariaPressed === "true"; }

  toggle() {
    if (this.#isOn) return this.end();
    if (!this.#picture) return;
    this.#isOn = true;
    this.#say("Measuring: drag over the picture, or move the end of a line with the arrow keys. Escape ends it.");
    this.#view.focus({ preventScroll: true });
    this.#paint();
  }

  /** Removes the line, and has drags move the picture again. */
  end() {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#clear();
    this.#say("");
    this.#paint();
  }

  /** A plan was painted; null where no picture is open. @param {Page.Plan | null} plan */
  show(plan) {
    if (!plan && !this.#picture) return;
    const { scale, bar, measure, coordinates, save, png, jpeg } = this.#parts;
    const picture = plan?.picture ?? null;
    // A line belongs to its picture.
    if (picture?.measure !== this.#picture?.measure) this.#clear();
    this.#picture = picture;
    if (plan) this.#offset = plan.contentOffset;
    if (!picture) this.end();
    for (const button of [measure, coordinates]) button.hidden = !picture;
    const stem = plan?.anchor?.name?.split("/").at(-1).replace(/\.[^.]*$/, "") || "picture";
    save.hidden = !picture?.region;
    for (const [format, link] of Object.entries(picture?.region ? { png, jpeg } : {})) {
      [link.href, link.download] = [new URL(picture.region[format], location.href).href, `${stem} (part).${format}`];
    }
    showScale(bar, picture?.bar ?? null);
    scale.hidden = !picture;
    this.#paint();
  }

  #clear() {
    this.#from = this.#to = this.#pointer = null;
    this.#parts.length.value = "";
    clearTimeout(this.#timer);
  }

  /** Where the picture lies now: the view may have scrolled since its plan. */
  get #placement() {
    const { x, y } = this.#scroller.offset;
    return { x: this.#picture.x + this.#offset.x - x, y: this.#picture.y + this.#offset.y - y, scale: this.#picture.scale };
  }

  #listen(view) {
    // In the capture phase, before others take a drag for scrolling and a click for a tap.
    const first = { capture: true };
    view.addEventListener("pointerdown", event => this.#begin(event), first);
    view.addEventListener("pointermove", event => this.#move(event), first);
    view.addEventListener("pointerup", event => this.#finish(event), first);
    view.addEventListener("pointercancel", () => { this.#pointer = null; }, first);
    view.addEventListener("pointerleave", () => { this.#at = null; this.#paint(); });
    for (const name of ["click", "dblclick"]) view.addEventListener(name, event => { if (this.#isOn) this.#keep(event); }, first);
    for (const name of ["touchstart", "touchmove"]) {
      view.addEventListener(name, event => {
        if (this.#isOn && event.touches.length === 1) this.#keep(event);
        else if (event.touches.length > 1) this.#yield();
      }, { capture: true, passive: false });
    }
    view.addEventListener("scroll", () => { if (this.#picture && (this.#isOn || this.#tellsPlace)) this.#paint(); }, { passive: true });
    document.addEventListener("keydown", event => this.#press(event), first);
  }

  /** Keeps an event from the other parts of the page, and from the browser. */
  #keep(event) {
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
  }

  /** Leaves two fingers to the zoom. */
  #yield() {
    if (this.#pointer === null) return;
    this.#pointer = null;
    [this.#from, this.#to] = this.#former;
    this.#paint();
  }

  #begin(event) {
    if (!this.#isOn || !this.#picture || event.button !== 0 || !event.isPrimary) return;
    this.#keep(event);
    this.#view.setPointerCapture(event.pointerId);
    this.#pointer = event.pointerId;
    this.#former = [this.#from, this.#to];
    this.#from = this.#to = this.#pixelOf(event);
    this.#paint();
  }

  #pixelOf({ clientX: x, clientY: y }) { return toPixels(this.#placement, { x, y }); }

  #move(event) {
    if (!this.#picture || !(this.#isOn || this.#tellsPlace)) return;
    if (event.pointerType === "mouse") this.#at = { x: event.clientX, y: event.clientY };
    if (this.#pointer === event.pointerId) {
      this.#keep(event);
      this.#to = this.#pixelOf(event);
      this.#paint();
    } else this.#ask();
  }

  #finish(event) {
    if (this.#pointer !== event.pointerId) return;
    this.#keep(event);
    this.#pointer = null;
    const [one, other] = [this.#from, this.#to].map(end => toPoints(this.#placement, end));
    if (Math.hypot(other.x - one.x, other.y - one.y) < shortest) this.#clear();
    this.#paint();
  }

  /** Moves the end of the line by a px, or ten with Shift; the first press begins one in the middle. Enter begins the next line at the end. */
  #press(event) {
    const { target, key: name, shiftKey } = event;
    if (!this.#isOn || isModified(event) || !(target === document.body || this.#view.contains(target))) return;
    if (name === "Enter" && this.#to) {
      this.#keep(event);
      this.#from = this.#to;
      return this.#paint();
    }
    const arrow = arrows[name];
    if (!arrow) return;
    this.#keep(event);
    const { width, height } = this.#scroller.viewport;
    this.#from ??= toPixels(this.#placement, { x: width / 2, y: height / 2 });
    const end = toPoints(this.#placement, this.#to ?? this.#from);
    const step = shiftKey ? 10 : 1;
    this.#to = toPixels(this.#placement, { x: end.x + arrow[0] * step, y: end.y + arrow[1] * step });
    this.#paint();
  }

  /** Draws the line where it is now, and asks what there is to say of it. */
  #paint() {
    const { ruler, length, place, end } = this.#parts;
    const hasLine = Boolean(this.#isOn && this.#picture && this.#from && this.#to);
    this.#view.classList.toggle("measuring", this.#isOn);
    this.#parts.measure.ariaPressed = String(this.#isOn);
    end.hidden = !this.#isOn;
    ruler.toggleAttribute("hidden", !hasLine);
    if (!hasLine) length.hidden = true;
    place.hidden = !this.#picture || !(this.#isOn || this.#tellsPlace);
    if (hasLine) {
      const [one, other] = [this.#from, this.#to].map(end => toPoints(this.#placement, end));
      const ends = { x1: one.x, y1: one.y, x2: other.x, y2: other.y };
      for (const line of ruler.children) for (const [name, value] of Object.entries(ends)) line.setAttribute(name, String(value));
      length.style.setProperty("--x", `${other.x}px`);
      length.style.setProperty("--y", `${other.y}px`);
    }
    if (!place.hidden) this.#ask();
  }

  /** What the server is asked: of the line, else of where the mouse is; null for nothing. */
  get #question() {
    if (!this.#picture) return null;
    if (this.#isOn && this.#from && this.#to) return { x: this.#from.x, y: this.#from.y, toX: this.#to.x, toY: this.#to.y };
    return this.#at && toPixels(this.#placement, this.#at);
  }

  /** Asks one question at a time, about what is there when it is asked. */
  async #ask() {
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isStale) {
      this.#isStale = false;
      const [question, address] = [this.#question, this.#picture?.measure];
      /** @type {Wire.Measured | null} */
      const answer = question && address && await known(address, question);
      if (address === this.#picture?.measure) this.#tell(answer || null);
    }
    this.#isAsking = false;
  }

  /** @param {Wire.Measured | null} measured */
  #tell(measured) {
    const { length, place, ruler } = this.#parts;
    const point = measured?.to ?? measured?.from;
    place.value = point?.inside ? placeText(point) : "";
    const isLine = !ruler.hasAttribute("hidden") && measured?.text !== undefined;
    length.hidden = !isLine;
    if (!isLine || length.value === measured.text) return;
    length.value = measured.text;
    // While it changes nobody can listen to it.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(measured.text), pause);
  }

  #say(text) { this.#parts.said.textContent = text; }
}
