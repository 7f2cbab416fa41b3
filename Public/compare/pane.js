// One picture of a comparison: its viewport, its name, and its plans.

import { button, element } from "../elements/element.js";
import { scaleBar, showScale } from "../elements/scalebar.js";
import { known, Latest, queryOf } from "../wire/api.js";
import { decodes } from "../wire/heic.js";
import { Lens } from "../values/lens.js";
import { Planner } from "../wire/planner.js";
import { Slots } from "../scene/slots.js";

/** Milliseconds after which a pane checks again whether its picture still exists. */
const period = 3000;

/** Rounds to whole pixels of the screen, so that moved pixels need not be drawn again. */
const whole = px => Math.round(px * devicePixelRatio) / devicePixelRatio;
const isNear = (one, other) => Math.abs(one - other) < 1e-6;

export class Pane {
  /** The picture's id, null for none, and its index in the order, null until it is known. */
  item = null;
  index = null;
  /**
   * What the last plan says of the picture in this pane; null before the first one of a picture.
   * @type {import("../values/lens.js").Placed | null}
   */
  placed = null;
  /** The size of the part that shows the picture, in px. */
  viewport = { width: 0, height: 0 };
  /** What the pane is called. */
  title = "";
  /** Whether the picture has left the collection. */
  isGone = false;
  #latest = new Latest();
  #on; #slots; #planner; #sight; #track; #name; #facts; #said;
  #bar = scaleBar();
  #entry = null; #order; #count = 0; #place = ""; #details = null;
  /** The query, while it finds the picture, and the query that its index belongs to; undefined for none. */
  #query; #indexQuery;
  /** What the pane should show; plans are asked for it. */
  #lens = new Lens();
  /** The last plan's zoomScale and contentOffset, and the lens that it was asked for: {scale, offset, lens}; null before the first one. */
  #painted = null;
  /** The collection's revision when the picture's details were fetched. */
  #revision = null;
  /** The content offset that slots and sheets count from; it changes with each zoom. */
  #origin = { x: 0, y: 0 };
  /** The index of the picture to show instead, until its id is known. */
  #goal = null;
  /** Counts the pictures: a plan that was asked for an earlier one is not painted. */
  #generation = 0;

  /**
   * @param on has `placed()`, when a plan has placed the picture; `resized()`, when the pane has another size; `turned(pane)`, when
   *   there is another picture; `ended(text)`, when there is no other one, and says so; and `gone(item)`, when it is in the collection
   *   no more.
   */
  constructor(parent, decoder, on) {
    this.#on = on;
    const [ground, sheets] = [0, 1].map(() => element("div", { className: "slots", ariaHidden: "true" }));
    const slots = element("div", { className: "slots", role: "list", ariaLabel: "Picture" });
    this.#track = element("div", { className: "track" }, ground, sheets, slots);
    this.#said = element("p", { className: "said", role: "status" });
    this.#sight = element("div", { className: "sight" }, this.#track, this.#bar, this.#said);
    [this.#name, this.#facts] = [element("b"), element("span")];
    const label = element("div", {}, this.#button("‹", "Previous picture", -1),
      element("p", { className: "words" }, this.#name, this.#facts), this.#button("›", "Next picture", 1));
    this.element = element("section", { className: "pane", role: "group", tabIndex: 0 }, this.#sight, element("div", { className: "label" }, label));
    parent.append(this.element);
    new ResizeObserver(() => { if (this.#resize()) on.resized(); }).observe(this.#sight);
    this.#slots = new Slots(slots, sheets, ground, decoder);
    this.#planner = new Planner(() => this.#question(), (plan, asked) => this.#paint(plan, asked), (text, status) => {
      if (status === 404) this.#lose();
      else this.#say(text);
    }, period, ({ status }) => {
      // The search does not find the picture: its neighbours are those of the whole collection.
      if (status !== 404 || !this.#query) return false;
      this.#query = undefined;
      return true;
    });
  }

  /** Tab skips these buttons and goes from pane to pane, since keys do the same. */
  #button(text, title, by) { return button({ tabIndex: -1, ariaLabel: title, title, on: { click: () => this.turn(by) } }, text); }

  /** The rectangle of the screen that shows the picture. */
  get box() { return this.#sight.getBoundingClientRect(); }
  get name() { return this.#details?.name.split("/").at(-1) ?? "The picture"; }
  get percent() { return this.#painted ? `${Math.round(this.#painted.scale * devicePixelRatio * 100)} %` : ""; }
  /** Its position in words. */
  get place() { return this.#place; }

  /** Whether the pane has settled, for tests. */
  get isReady() {
    if (this.isGone) return true;
    return !this.#planner.busy && Boolean(this.#painted?.lens.isSame(this.#lens)) && [...this.#slots.shown.values()].every(slot => slot.ready);
  }
  get slots() { return this.#slots; }

  /**
   * Shows a picture of a collection.
   * @param {{order?: string, q?: string}} view has the order and the search in which its neighbours are.
   * @param title is what the pane is called.
   */
  show(entry, view, item, title) {
    const { order, q } = view;
    [this.#entry, this.#order, this.title] = [entry, order, title];
    this.#query = this.#indexQuery = q;
    // The lens of an earlier comparison.
    this.#lens = new Lens();
    this.#resize();
    this.#put(item, null);
  }

  /** Releases everything. */
  clear() {
    this.#latest.forget();
    this.item = this.#goal = this.#painted = this.placed = null;
    this.#generation += 1;
    this.#slots.clear();
  }

  /** @returns whether the size has changed; a hidden pane has none. */
  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#sight;
    if (!width || !height || (this.viewport.width === width && this.viewport.height === height)) return false;
    this.viewport = { width, height };
    return true;
  }

  /** Shows another picture, by its distance in the order. */
  turn(by) {
    if (this.index === null) return;
    // After a picture has gone, its successor has its index.
    const step = this.isGone && this.#goal === null && by > 0 ? by - 1 : by;
    const from = this.#goal ?? this.index;
    const goal = Math.min(Math.max(from + step, 0), this.#count - 1);
    if (goal === from && !this.isGone) return this.#on.ended(`This is the ${by < 0 ? "first" : "last"} picture.`);
    this.#goal = goal;
    this.#planner.request();
  }

  /** Asks for a plan of a lens. */
  ask(lens) {
    this.#lens = lens;
    this.#planner.request();
  }

  /** Moves and scales what is painted to a lens, until its plan comes. */
  follow(lens) {
    if (!this.#painted) return;
    const { offset: from } = this.#painted;
    const by = lens.growth(this.placed);
    const offset = this.#offset(lens, by);
    const at = isNear(by, 1) ? offset : from;
    const corner = { x: whole(at.x - this.#origin.x), y: whole(at.y - this.#origin.y) };
    this.#track.style.transform = `translate(${-corner.x}px, ${-corner.y}px)`;
    const zoom = isNear(by, 1) ? { scale: 1, x: 0, y: 0 } : { scale: by, x: by * from.x - offset.x, y: by * from.y - offset.y };
    this.#slots.magnify(zoom, corner);
    // It is that of the plan.
    this.#bar.style.visibility = isNear(by, 1) ? "" : "hidden";
  }

  /** Returns the content offset at which the painted picture, `by` times as large, lies as a lens wants it. */
  #offset({ x, y }, by) {
    const { width, height } = this.placed;
    return { x: whole(x * width * by - this.viewport.width / 2), y: whole(y * height * by - this.viewport.height / 2) };
  }

  #put(item, index) {
    this.#latest.forget();
    this.item = item;
    this.index = index;
    this.#generation += 1;
    this.#goal = this.#painted = this.placed = this.#details = this.#revision = null;
    this.isGone = false;
    showScale(this.#bar, null);
    this.#say(null);
    this.#planner.request();
  }

  #question() {
    const { width, height } = this.viewport;
    const { item } = this, lens = this.#lens;
    if (!item || !width || !height || (this.isGone && this.#goal === null)) return null;
    /** @type {Record<string, any>} */
    const query = { width, height, scale: devicePixelRatio, ...(this.#order && { order: this.#order }), ...(this.#query && { q: this.#query }) };
    if (this.#goal !== null) Object.assign(query, { layout: "pages", index: this.#goal, align: "start", overscan: 0, names: true });
    else {
      Object.assign(query, {
        layout: "item", item, magnification: lens.magnification, middleX: lens.x, middleY: lens.y, names: true, backdrop: true, ...decodes(),
      });
    }
    return { entry: this.#entry, query: queryOf(query), generation: this.#generation, goal: this.#goal, q: this.#query, lens };
  }

  #paint(/** @type {Wire.Plan} */ plan, { generation, goal, q, lens }) {
    if (generation !== this.#generation) return;
    this.#count = plan.count;
    if (goal !== null) return this.#found(plan.anchor, goal);
    // Its file may have been rewritten.
    if (plan.revision !== this.#revision) {
      this.#revision = plan.revision;
      this.#describe();
    }
    this.placed = plan.comparison;
    this.#layOut(plan, lens);
    [this.index, this.#indexQuery] = [plan.anchor?.index ?? this.index, q];
    this.#write();
    this.#on.placed();
  }

  /** Paints a plan's tiles. */
  #layOut({ contentOffset, zoomScale, ...plan }, lens) {
    const scale = this.#painted ? zoomScale / this.#painted.scale : null;
    if (scale !== 1) {
      this.#slots.shift(this.#origin.x - contentOffset.x, this.#origin.y - contentOffset.y);
      this.#origin = { ...contentOffset };
    }
    const corner = { x: contentOffset.x - this.#origin.x, y: contentOffset.y - this.#origin.y };
    this.#slots.isPixels = zoomScale * devicePixelRatio >= 4;
    const carry = scale && { scale, origin: this.#origin };
    this.#slots.paint(/** @type {Page.Plan} */ (plan), { corner, carry, viewport: { ...this.viewport, isAcross: false }, linkTo: () => null });
    this.#painted = { scale: zoomScale, offset: contentOffset, lens };
    showScale(this.#bar, /** @type {Page.Plan} */ (plan).picture?.bar ?? null);
    this.follow(this.#lens);
  }

  /** Shows the picture that has the index `goal`. */
  #found(anchor, goal) {
    if (goal !== this.#goal || !anchor) return;
    this.#put(anchor.item, anchor.index);
    // Its details are not known yet.
    this.#details = anchor.name ? { name: anchor.name } : null;
    this.#write();
    this.#on.turned(this);
  }

  /** Says that the picture has left the collection. */
  #lose() {
    const { item } = this;
    this.isGone = true;
    // Its successor is at its place in the search.
    this.#query = this.#indexQuery;
    this.#slots.clear();
    this.#painted = this.placed = null;
    showScale(this.#bar, null);
    this.#say(`${this.name} is not in the collection any more.`);
    this.#on.gone(item);
  }

  async #describe() {
    const details = await this.#latest.of(signal => known(this.#entry.links.item, { id: this.item }, { signal }));
    if (!details) return;
    this.#details = details;
    this.#write();
  }

  #write() {
    const { name, width, height } = this.#details ?? {};
    this.#place = this.index === null ? "" : `${(this.index + 1).toLocaleString()} of ${this.#count.toLocaleString()}`;
    const size = width ? `${width.toLocaleString()} × ${height.toLocaleString()}` : null;
    this.#name.textContent = name ? this.name : "";
    this.#name.title = name ?? "";
    this.#facts.textContent = [size, this.percent, this.#place].filter(Boolean).join(" · ");
    this.element.ariaLabel = name ? `${this.title}: ${this.name}` : this.title;
  }

  #say(text) {
    if (this.#said.textContent !== (text ?? "")) this.#said.textContent = text ?? "";
  }
}
