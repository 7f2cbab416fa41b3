// Compares up to four pictures side by side, with the same magnification and the same part of each.

import { listen, panWithFinger } from "../input/gestures.js";
import { isActing } from "../state/characterkeys.js";
import { isModified } from "../values/keynames.js";
import { Lens } from "../values/lens.js";
import { motion } from "../values/tokens.js";
import { Pane } from "./pane.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const middle = { x: 0, y: 0 };
/** Milliseconds until the view is announced in words. */
const pause = 600;
/** By how many px a key moves. */
const stride = 80;

export class Compare {
  #dialog; #parent; #status; #decoder; #on;
  /** All panes that were made, and those in use. */
  #all = [];
  #panes = [];
  #active = null;
  /** What is shown, and what an animated step leads to. */
  #lens = new Lens();
  #goal = this.#lens;
  #frame = 0;
  #timer = 0;

  /**
   * @param byId gives an element by its id.
   * @param on has `gone(item)`, when a picture is not in the collection any more, and `closed()`.
   */
  constructor(byId, decoder, on) {
    [this.#dialog, this.#parent, this.#status] = ["compare", "panes", "compare-said"].map(byId);
    this.#decoder = decoder;
    this.#on = on;
    byId("compare-closer").addEventListener("click", () => this.#step(1));
    byId("compare-further").addEventListener("click", () => this.#step(-1));
    byId("compare-close").addEventListener("click", () => this.close());
    this.#dialog.addEventListener("close", () => this.#closed());
    this.#dialog.addEventListener("keydown", event => this.#press(event));
    this.#parent.addEventListener("focusin", event => this.#activate(event.target));
    // The view behind the comparison has changed.
    addEventListener("popstate", () => this.close());
    this.#listen();
  }

  /** The panes in use, what they should show, and whether they do, for tests. */
  get panes() { return this.#panes; }
  get lens() { return this.#goal; }
  get isReady() { return this.#lens === this.#goal && this.#panes.length > 0 && this.#panes.every(pane => pane.isReady); }

  /** Compares items of a collection. @param view has the order and the search in which their neighbours are. */
  open(entry, view, items) {
    while (this.#all.length < items.length) {
      this.#all.push(new Pane(this.#parent, this.#decoder, {
        placed: () => this.#keepInside(),
        resized: () => this.#go(this.#goal),
        turned: pane => this.#say(`${pane.title}: ${pane.name}, ${pane.place}`),
        ended: text => this.#say(text),
        gone: item => this.#on.gone(item),
      }));
    }
    this.#panes = this.#all.slice(0, items.length);
    this.#parent.dataset.count = items.length;
    this.#lens = this.#goal = new Lens();
    for (const [place, pane] of this.#all.entries()) pane.element.hidden = place >= items.length;
    this.#dialog.showModal();
    for (const [place, pane] of this.#panes.entries()) pane.show(entry, view, items[place], `${place + 1} of ${items.length}`);
    this.#panes[0].element.focus({ preventScroll: true });
    // Firefox sends no focus events to a window that is not in front.
    this.#activate(this.#panes[0].element);
  }

  close() { this.#dialog.close(); }

  #closed() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    for (const pane of this.#panes) pane.clear();
    this.#panes = [];
    this.#status.textContent = "";
    this.#on.closed();
  }

  #activate(target) {
    const active = this.#panes.find(pane => pane.element.contains(target));
    if (!active) return;
    this.#active = active;
    for (const pane of this.#panes) pane.element.ariaCurrent = pane === active ? "true" : null;
  }

  /** The panes with a picture that the server has placed, and what it says of each. */
  get #inPlace() { return this.#panes.filter(({ placed }) => placed); }
  get #placed() { return this.#inPlace.map(({ placed }) => placed); }

  /** The pane that keys zoom or move: the active one, unless it has no picture. */
  get #leader() { return this.#active?.placed ? this.#active : this.#inPlace[0]; }

  /** Shows a lens at once. */
  #go(lens) {
    cancelAnimationFrame(this.#frame);
    this.#lens = this.#goal = lens.inside(this.#placed);
    for (const pane of this.#panes) {
      pane.follow(this.#lens);
      pane.ask(this.#lens);
    }
  }

  /** Goes on to where a plan that has come lets the lens be. */
  #keepInside() {
    const lens = this.#goal.inside(this.#placed);
    if (!lens.isSame(this.#goal)) this.#glide(lens);
  }

  /** Animates to a lens, in all panes at once. */
  #glide(lens) {
    if (reduced.matches || !this.#placed.length) return this.#go(lens);
    cancelAnimationFrame(this.#frame);
    const [from, start] = [this.#lens, performance.now()];
    this.#goal = lens;
    // Zooming out needs new tiles at once; zooming in has them already.
    if (lens.magnification <= from.magnification) for (const pane of this.#panes) pane.ask(lens);
    const move = now => {
      const part = Math.min(1, Math.max(0, now - start) / motion.duration);
      if (part === 1) return this.#go(lens);
      this.#lens = from.toward(lens, 1 - (1 - part) ** 3);
      for (const pane of this.#panes) pane.follow(this.#lens);
      this.#frame = requestAnimationFrame(move);
    };
    this.#frame = requestAnimationFrame(move);
  }

  /** @param at is in px from the pane's middle. */
  #zoom(magnification, pane = this.#leader, at = middle) {
    if (!pane?.placed) return;
    this.#glide(this.#goal.zoomed(magnification, pane.placed, at, this.#placed));
    this.#tell();
  }

  #step(by) { this.#zoom(this.#goal.magnification * (this.#leader?.placed.step ?? 1) ** by); }

  /** Shows one pixel of a pane's picture on one of the screen. */
  #zoomToPixels(pane = this.#leader) {
    if (pane?.placed) this.#zoom(pane.placed.pixels, pane);
  }

  #move(dx, dy, pane = this.#leader) {
    if (!pane?.placed) return;
    this.#go(this.#goal.moved({ x: dx, y: dy }, pane.placed, this.#placed));
    this.#tell();
  }

  /** Returns the pane at a point of the window, and the point's distance from its middle; null if there is none. */
  #under({ x, y }) {
    for (const pane of this.#inPlace) {
      const { left, top, right, bottom } = pane.box;
      if (x < left || x > right || y < top || y > bottom) continue;
      return { pane, at: { x: x - (left + right) / 2, y: y - (top + bottom) / 2 } };
    }
    return null;
  }

  #listen() {
    const pan = (dx, dy, at) => this.#move(dx, dy, at && this.#under(at)?.pane);
    listen(this.#parent, {
      pinch: (factor, focus, dx, dy) => {
        const { pane, at } = this.#under(focus) ?? { pane: this.#leader, at: middle };
        if (!pane) return;
        const lens = this.#goal.zoomed(this.#goal.magnification * factor, pane.placed, at, this.#placed);
        this.#go(lens.moved({ x: dx, y: dy }, pane.placed, this.#placed));
      },
      pinchEnd: () => this.#tell(),
      // A press gives a pane the focus, which makes it active.
      tap() {},
      tapWaits: () => true,
      where: () => "comparison",
      doubleTap: point => {
        const { pane, at } = this.#under(point) ?? {};
        if (!pane) return;
        const isWhole = Math.abs(this.#goal.magnification - 1) < 0.01;
        this.#zoom(isWhole ? pane.placed.detail : 1, pane, at);
      },
      pans: () => true,
      pan: (dx, dy) => pan(-dx, -dy),
      pulls: () => false,
    });
    panWithFinger(this.#parent, pan);
    this.#parent.addEventListener("wheel", event => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const [dx, dy] = [event.deltaX, event.deltaY].map(delta => delta * [1, 40, 400][event.deltaMode]);
      pan(-dx, -dy, { x: event.clientX, y: event.clientY });
    }, { passive: false });
  }

  #press(event) {
    if (isModified(event) || !isActing(event)) return;
    const act = this.#action(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  #action({ key, shiftKey }) {
    const ways = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (turn && !shiftKey) return () => this.#active.turn(turn);
    if (ways[key]) return () => this.#move(...ways[key].map(way => way * stride));
    const closer = () => this.#step(1), further = () => this.#step(-1);
    return { "+": closer, "=": closer, "-": further, _: further, 0: () => this.#zoom(1), z: () => this.#zoomToPixels() }[key];
  }

  /** Announces the active picture's magnification and part once it is at rest. */
  #tell() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const [across, down] = ["x", "y"].map(axis => Math.round(this.#goal[axis] * 100));
      this.#say(`${this.#leader?.percent}, ${across} % across and ${down} % down at the middle`);
    }, pause);
  }

  #say(text) { this.#status.textContent = text; }
}
