// Paints the tiles of plans: their pixels on sheets, their names and links in elements that are reused.

import { divedFrom, isElsewhere, isSame } from "../values/frames.js";
import { Motion } from "./motion.js";
import { Pixels, standing } from "./pixels.js";
import { common, meets, Sheets } from "./sheets.js";
import { leastSaid, Slot } from "./slot.js";
import { Stills } from "./stills.js";

const isDark = matchMedia("(prefers-color-scheme: dark)");

/** The slots of a page: as many as the fullest plan had tiles, whatever the size of the collection. */
export class Slots {
  #parent; #decoder; #sheets; #pixels; #motion; #stills;
  #shown = new Map();
  #free = [];

  /**
   * @param parent is the layer of the slots, `beneath` that of their pixels, and `ground` what lies beneath both.
   * @param bands are the `Bands` on the ground; null where there are none.
   */
  constructor(parent, beneath, ground, decoder, bands = null) {
    this.#parent = parent;
    this.#decoder = decoder;
    const redraw = () => {
      this.#pixels.readColours();
      for (const slot of this.#shown.values()) if (slot.isDrawn) slot.redraw();
    };
    this.#sheets = new Sheets(beneath, redraw);
    this.#pixels = new Pixels(parent, this.#sheets, decoder, this.#shown, bands);
    this.#stills = new Stills(() => this.#films());
    this.#pixels.onBare = () => this.#stills.look();
    this.#motion = new Motion([ground, beneath, parent], this.#sheets);
    isDark.addEventListener("change", redraw);
    new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  /** Tiles painted, for tests: url → slot. */
  get shown() { return this.#shown; }
  /** Their pixels, for tests. */
  get sheets() { return this.#sheets; }

  /** Whether the pixels of pictures are seen as squares. */
  set isPixels(isPixels) {
    if (isPixels === this.#pixels.isSquare) return;
    this.#pixels.isSquare = isPixels;
    for (const slot of this.#shown.values()) if (slot.isDrawn) slot.redraw();
  }

  /**
   * Paints a plan. What both plans hold stays in its slot and on its sheet, so nothing is loaded or painted twice.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, at) {
    const { corner, carry, viewport, linkTo } = at;
    if (at.isWaiting) return this.#wait();
    const view = { ...corner, width: viewport.width, height: viewport.height };
    this.#pixels.begin(plan, at, view);
    this.isWaiting = false;
    const tiles = this.#coarsestOf(plan.tiles);
    this.#decoder.tick();
    for (const tile of tiles) tile.frame = { x: corner.x + tile.x, y: corner.y + tile.y, width: tile.width, height: tile.height };
    const wanted = new Map(tiles.map(tile => [tile.url, tile]));
    // A tile that lies elsewhere now is drawn again, at first from what was painted before.
    const isAnew = !carry || isElsewhere(carry) || !this.#sheets.fits(viewport)
      || tiles.some(({ url, frame }) => this.#shown.has(url) && !isSame(this.#shown.get(url).frame, frame));
    /** item → {frame, area}: its whole rectangle, and the part that was drawn. */
    const before = new Map();
    for (const slot of this.#shown.values()) {
      const { tile, frame, drawnArea } = slot;
      if (slot.isDrawn && (tile.isFirst || tile.mosaic)) before.set(standing(tile), { frame, area: drawnArea });
    }
    this.#take(wanted, isAnew ? null : view);
    if (isAnew) this.#sheets.begin(corner, viewport);
    // −1 means that the number is not known yet (WAI-ARIA 1.2, aria-setsize).
    const size = plan.hasMore ? -1 : plan.count;
    const added = new Set();
    for (const tile of tiles) {
      let slot = this.#shown.get(tile.url);
      const was = slot && { frame: slot.frame, area: slot.drawnArea, isDrawn: slot.isDrawn };
      slot ??= this.#free.pop() ?? this.#new();
      slot.put(tile.frame, tile.clip);
      slot.isAlone = plan.layout === "pages" || plan.layout === "item";
      if (isAnew) slot.isDrawn = false;
      this.#pixels.lookAt(slot);
      this.#shown.set(tile.url, slot);
      const href = tile.isFirst ? linkTo(tile.item) : null;
      if (was) slot.describe(tile, size, href);
      else slot.show(tile, size, href);
      slot.isLast = tile.isFirst && tile.item === this.last;
      if (!was) added.add(slot.element);
      if (tile.mosaic) slot.isCovered = !isAnew && (slot.isCovered || before.has(standing(tile)));
      if (isAnew) this.#pixels.carryOver(slot, was, at, before);
      if (!slot.isCovered && slot.hasStill) slot.hasPoster = slot.hasStill = false;
      slot.load(tile.source ?? slot.source ?? (tile.source === undefined ? { url: tile.url } : null));
      if (!slot.isDrawn && !slot.isCovered && tile.thumbnail && !this.#stills.has(tile.url)) this.#pixels.showThumbnail(slot);
    }
    this.#pixels.hold();
    this.#sort(added);
    this.#sheets.end();
    const areas = [...this.#shown.values()].map(slot => slot.area).filter(Boolean);
    this.#sheets.keep(areas, isAnew ? this.#sheets.all.length : 2, isAnew && at.isHurried);
    this.#stills.look();
  }

  /** The films that are seen without a picture. @returns {import("./stills.js").Film[]} */
  #films() {
    const films = [];
    for (const slot of this.#shown.values()) {
      if (!slot.lacksStill || !this.#pixels.isSeen(slot)) continue;
      const isSmall = Math.min(slot.seen.width, slot.seen.height) < leastSaid;
      films.push({ key: slot.url, url: slot.tile.original, isSmall, done: still => this.#pixels.showStill(slot, still) });
    }
    return films;
  }

  /** Whether bands stand for the plan's tiles. */
  isWaiting = false;
  /** The id of the picture that was looked at last: it is outlined among the others. Null for none. */
  last = null;

  /** That picture, if its cell is in what a plan shows; else null. @param {Page.Plan | null} plan */
  lastSeen(plan) {
    const { index = -1, item = null } = [...this.#shown.values()].find(({ isLast }) => isLast)?.tile ?? {};
    return plan?.visible && index >= plan.visible.first && index <= plan.visible.last ? item : null;
  }

  /** Hides all tiles, so that bands are seen until the next plan is painted. */
  #wait() {
    this.#empty();
    this.#sheets.keep([], this.#sheets.all.length);
    this.isWaiting = true;
  }

  /**
   * Draws the bands' pictures on the sheets, so that a mosaic can replace the bands without a gap.
   * @param pictures are {canvas, x, y, width, height}, and `dive` says how they will lie: see `paint`.
   */
  adopt(pictures, corner, viewport, dive) {
    const view = divedFrom({ ...corner, ...viewport }, dive);
    this.#sheets.begin(view, viewport);
    for (const { canvas, ...frame } of pictures) if (meets(frame, view)) this.#sheets.draw(canvas, frame, common(frame, view));
  }

  /** Marks one tile of each item as its first: the coarsest, which lies behind the others. */
  #coarsestOf(/** @type {Page.Tile[]} */ tiles) {
    const coarsest = new Map();
    // A tile of a mosaic shows many items.
    for (const tile of tiles) {
      if (!tile.mosaic && !(coarsest.get(tile.item)?.level >= tile.level)) coarsest.set(tile.item, tile);
    }
    for (const tile of tiles) tile.isFirst = coarsest.get(tile.item) === tile;
    return tiles;
  }

  /** Sorts the elements by the pictures' order, in which screen readers and Tab go through them. */
  #sort(added) {
    const ordered = [...this.#shown.values()].filter(({ tile }) => tile.isFirst).sort((one, other) => one.tile.index - other.tile.index);
    const known = new Set(ordered.map(({ element }) => element));
    let next = this.#parent.firstElementChild;
    for (const { element } of ordered) {
      while (next && (!known.has(next) || added.has(next))) next = next.nextElementSibling;
      added.delete(element);
      if (element === next) next = next.nextElementSibling;
      // Moving the element with the focus would take it away; it is moved once it has lost the focus.
      else if (!element.contains(document.activeElement)) this.#parent.insertBefore(element, next);
    }
  }

  /** Frees the slots that are not wanted. @param view is where pixels of items that have gone are erased; null for nowhere. */
  #take(wanted, view) {
    const items = new Set([...wanted.values()].map(({ item }) => item));
    const places = new Map([...wanted.values()].filter(({ mosaic }) => mosaic).map(tile => [standing(tile), tile.frame]));
    for (const [url, slot] of this.#shown) {
      if (wanted.has(url)) continue;
      this.#shown.delete(url);
      const painted = slot.drawnArea ?? (slot.isFilled ? slot.area : null);
      if (view && painted && meets(slot.seen, view)) {
        if (slot.tile.mosaic) this.#pixels.eraseAround(painted, places.get(standing(slot.tile)));
        else if (!items.has(slot.tile.item)) this.#sheets.erase(painted);
      }
      slot.clear();
      this.#free.push(slot);
    }
  }

  #new() {
    return new Slot(this.#parent, this.#decoder, {
      came: (slot, bitmap) => this.#pixels.draw(slot, bitmap),
      ended: slot => { if (slot.failure !== null && slot.tile.isFirst && slot.area) this.#pixels.erase(slot); },
    });
  }

  /** The picture of a tile that is shown has come. */
  fill(url, source) { this.#shown.get(url)?.load(source); }

  /** The picture of a tile that is shown will not come; `detail` says why. */
  fail(url, detail, retryAfter) { this.#shown.get(url)?.fail(detail, url, retryAfter); }

  /** What the bands show has changed: so have the places of pictures that are to come. */
  refill() { this.#pixels.hold(); }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const slot of this.#shown.values()) slot.shift(dx, dy);
    this.#sheets.shift(dx, dy);
    this.#pixels.shift(dx, dy);
  }

  /** Magnifies what is painted while a gesture zooms: see `motion.js`. */
  magnify(zoom, corner, from) { this.#motion.magnify(zoom, corner, from); }
  settle(zoom, corner) { this.#motion.settle(zoom, corner); }

  /** Lets an item's picture grow out of a rectangle in runway px, or shrink into its cell. */
  grow(item, from, isAlone) {
    for (const slot of this.#shown.values()) {
      if (slot.tile.item === item && slot.tile.isFirst) return this.#motion.grow(slot, from, isAlone);
    }
  }

  /** Where an item's picture is painted, in runway px. */
  frame(item) {
    for (const slot of this.#shown.values()) if (slot.tile.item === item && slot.tile.isFirst) return { ...slot.frame };
    return null;
  }

  /** The slot that stands for the item with this index. */
  slot(index) {
    for (const slot of this.#shown.values()) if (slot.tile.index === index && slot.tile.isFirst) return slot;
    return null;
  }

  /** Plays the film of an item that fills the view, or ends it: see `Slot.playFilm`. */
  playFilm(item, film, failed) {
    for (const slot of this.#shown.values()) if (slot.tile.item === item && slot.tile.isFirst) return slot.playFilm(film, failed);
  }

  /** Whether all that is seen of the item with this index is there and decoded. */
  isSharp(index) {
    const tiles = [...this.#shown.values()].filter(({ tile }) => tile.index === index);
    return tiles.length > 0 && tiles.every(({ ready }) => ready);
  }

  /** The slot that an element belongs to; null for none. */
  of(element) {
    const found = element.closest(".slot");
    if (found) for (const slot of this.#shown.values()) if (slot.element === found) return slot;
    return null;
  }

  /** Empties all slots before another layout or collection. */
  clear() {
    this.#empty();
    this.#sheets.clear();
  }

  #empty() {
    for (const slot of this.#shown.values()) {
      slot.clear();
      this.#free.push(slot);
    }
    this.#shown.clear();
    this.#stills.look();
  }
}
