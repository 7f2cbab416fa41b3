// Paints the tiles of plans: their pixels on sheets, their names and links in elements that are reused.

import { around, carriedFrom, divedFrom, isElsewhere, isOfSize, isSame, mapped } from "../values/frames.js";
import { motion } from "../values/tokens.js";
import { common, isWithin, meets, Sheets } from "./sheets.js";
import { Slot } from "./slot.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const isDark = matchMedia("(prefers-color-scheme: dark)");

/** Writes the map x → scale·x + shift, in px from the viewport's corner, as a transform of an element in the runway. */
const magnified = ({ scale, scaleY, x, y }, corner, from = corner) =>
  `translate(${corner.x + x - from.x * scale}px, ${corner.y + y - from.y * scaleY}px) scale(${scale}, ${scaleY})`;

/**
 * A tile larger than the view is drawn up to `reach` views beyond it, and drawn again when less than `near` views are left.
 */
const reach = 0.4, near = 0.1;

/** Milliseconds for which a mosaic's tile fades in over an older or a coarser one. */
const fading = 120;

/** What a tile represents: an item, or a place in a mosaic. */
const standing = tile => (tile.mosaic ? tile.place : tile.item);

/** The slots of a page: as many as the fullest plan had tiles, whatever the size of the collection. */
export class Slots {
  #parent; #decoder; #sheets;
  /** The elements that a zoom transforms: the ground, the sheets and the slots. */
  #layers;
  #shown = new Map();
  #free = [];
  #isPixels = false;
  /** Whether a zoom was just painted; its next step probably needs the same pixels. */
  #isZooming = false;
  #isChart = false;

  /** @param parent is the layer of the slots, `beneath` that of their pixels, and `ground` what lies beneath both. */
  constructor(parent, beneath, ground, decoder) {
    this.#parent = parent;
    this.#decoder = decoder;
    const redraw = () => {
      this.#readColours();
      for (const slot of this.#shown.values()) if (slot.isDrawn) slot.redraw();
    };
    this.#sheets = new Sheets(beneath, redraw);
    this.#layers = [ground, beneath, parent];
    isDark.addEventListener("change", redraw);
    new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  /** Tiles painted, for tests: url → slot. */
  get shown() { return this.#shown; }
  /** Their pixels, for tests. */
  get sheets() { return this.#sheets; }

  /** Whether the pixels of pictures are seen as squares. */
  set isPixels(isPixels) {
    if (isPixels === this.#isPixels) return;
    this.#isPixels = isPixels;
    for (const slot of this.#shown.values()) if (slot.isDrawn) slot.redraw();
  }

  /**
   * Paints a plan. What both plans hold stays in its slot and on its sheet, so nothing is loaded or painted twice.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   */
  paint(plan, at) {
    const { corner, carry, viewport, linkTo, dive = null, isHurried = false } = at;
    this.#isHurried = isHurried;
    if (at.isWaiting) return this.#wait();
    this.#readColours();
    this.isWaiting = false;
    const tiles = this.#coarsestOf(plan.tiles);
    this.#decoder.tick();
    this.#isChart = Boolean(plan.chart);
    for (const tile of tiles) tile.frame = { x: corner.x + tile.x, y: corner.y + tile.y, width: tile.width, height: tile.height };
    const wanted = new Map(tiles.map(tile => [tile.url, tile]));
    // A tile that lies elsewhere now is drawn again, at first from what was painted before.
    const isAnew = !carry || isElsewhere(carry) || !this.#sheets.fits(viewport)
      || tiles.some(({ url, frame }) => this.#shown.has(url) && !isSame(this.#shown.get(url).frame, frame));
    const view = { ...corner, width: viewport.width, height: viewport.height };
    this.#isZooming = Boolean(isElsewhere(carry));
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
      this.#lookAt(slot, view);
      this.#shown.set(tile.url, slot);
      const href = tile.isFirst ? linkTo(tile.item) : null;
      if (was) slot.describe(tile, size, href);
      else slot.show(tile, size, href);
      if (!was) added.add(slot.element);
      if (tile.mosaic) slot.isCovered = !isAnew && (slot.isCovered || before.has(standing(tile)));
      if (isAnew) this.#carryOver(slot, was, carry, before, view, dive);
      slot.load(tile.source ?? slot.source ?? (tile.source === undefined ? { url: tile.url } : null));
      // Without bands, the picture's colour fills its place.
      const isBare = !slot.isDrawn && !slot.isCovered && (tile.isFirst || tile.mosaic) && slot.area && (isAnew || !was);
      if (isBare && !plan.bands?.length && !plan.chart) this.#sheets.fill(slot.area, tile.colour ?? this.#waiting);
      if (!slot.isDrawn && !slot.isCovered && tile.thumbnail) this.#showThumbnail(slot);
    }
    this.#sort(added);
    this.#sheets.end();
    this.#sheets.keep([...this.#shown.values()].map(slot => slot.area).filter(Boolean), isAnew ? this.#sheets.all.length : 2);
  }

  /** Whether a gesture zooms: the next mosaic would come before this one has faded in. */
  #isHurried = false;
  /** Whether bands stand for the plan's tiles. */
  isWaiting = false;

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
  #coarsestOf(tiles) {
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

  /** Decides how much of a tile is drawn for the current view. */
  #lookAt(slot, view) {
    const { seen, drawnArea } = slot;
    const isLarge = seen.width > view.width + 1 || seen.height > view.height + 1;
    slot.area = !isLarge ? seen : meets(seen, around(view, reach)) ? common(seen, around(view, reach)) : null;
    if (!slot.isDrawn) return;
    const needed = isLarge ? common(seen, around(view, near)) : seen;
    if (needed.width <= 0 || needed.height <= 0 || isWithin(needed, drawnArea)) slot.area = drawnArea;
    else slot.isDrawn = false;
  }

  /** Frees the slots that are not wanted. @param view is where pixels of items that have gone are erased; null for nowhere. */
  #take(wanted, view) {
    const items = new Set([...wanted.values()].map(({ item }) => item));
    const places = new Map([...wanted.values()].filter(({ mosaic }) => mosaic).map(tile => [standing(tile), tile.frame]));
    for (const [url, slot] of this.#shown) {
      if (wanted.has(url)) continue;
      this.#shown.delete(url);
      if (view && slot.drawnArea && meets(slot.seen, view)) {
        if (slot.tile.mosaic) this.#eraseAround(slot.drawnArea, places.get(standing(slot.tile)));
        else if (!items.has(slot.tile.item)) this.#sheets.erase(slot.drawnArea);
      }
      slot.clear();
      this.#free.push(slot);
    }
  }

  /** Erases what was drawn outside of a place's new frame: a mosaic's last row may have become shorter. */
  #eraseAround(area, frame) {
    if (!frame) return this.#sheets.erase(area);
    const [right, bottom] = [area.x + area.width, area.y + area.height];
    const [across, down] = [frame.x + frame.width, frame.y + frame.height];
    if (down < bottom) this.#sheets.erase({ ...area, y: down, height: bottom - down });
    if (across < right) this.#sheets.erase({ ...area, x: across, width: right - across });
  }

  /** Copies a tile's pixels from the sheets of the last plan: its own, or those of the same picture. */
  #carryOver(slot, was, carry, before, view, dive) {
    const { frame, tile } = slot;
    slot.isCovered = false;
    if (was?.isDrawn && isOfSize(was.frame, frame)) {
      // Its own pixels, as far as they were drawn.
      const [dx, dy] = [frame.x - was.frame.x, frame.y - was.frame.y];
      slot.drawnArea = { ...was.area, x: was.area.x + dx, y: was.area.y + dy };
      slot.isDrawn = true;
      this.#lookAt(slot, view);
      if (slot.area) this.#sheets.copy(was.frame, frame, slot.area);
      if (slot.isDrawn) return;
    }
    slot.isDrawn = false;
    slot.drawnArea = null;
    if (tile.mosaic && slot.area) return this.#carryMosaic(slot, before, dive);
    if (!tile.isFirst || !slot.area) return;
    const seen = was?.isDrawn ? was : isElsewhere(carry) ? { frame: carriedFrom(frame, carry) } : before.get(tile.item);
    if (!seen) return;
    // Beyond the part that was drawn lay other pictures.
    const area = seen.area ? common(slot.area, mapped(seen.area, seen.frame, frame)) : slot.area;
    if (area.width <= 0 || area.height <= 0) return;
    if (!isWithin(slot.area, area)) this.#sheets.fill(slot.area, tile.colour ?? this.#waiting);
    this.#sheets.copy(seen.frame, frame, area);
    slot.isCovered = true;
  }

  /** Fills a mosaic tile's place with what was there before, or with what a zoom has moved there, on a neutral tone. */
  #carryMosaic(slot, before, dive) {
    const { frame, area } = slot;
    const from = dive ? divedFrom(frame, dive) : before.get(standing(slot.tile))?.frame;
    if (!from) return;
    this.#sheets.fill(area, this.#waiting);
    this.#sheets.copy(from, frame, area);
    slot.isCovered = true;
  }

  /** Shows the thumbnail from the camera's file until the picture comes. */
  #showThumbnail(slot) {
    const { url } = slot;
    slot.isCovered = true;
    slot.thumbnail = this.#decoder.want({ url: slot.tile.thumbnail }, bitmap => {
      slot.thumbnail = null;
      if (bitmap instanceof ImageBitmap) {
        if (slot.url === url && !slot.isDrawn && slot.area) {
          this.#sheets.draw(bitmap, slot.frame, slot.area, { holes: this.#finer(slot) });
          slot.hasPoster = Boolean(slot.tile.media);
        }
        bitmap.close();
      }
    }, () => { slot.thumbnail = null; });
  }

  /** Returns the areas of finer tiles of the same item that are already drawn. */
  #finer({ tile }) {
    const found = [];
    for (const slot of this.#shown.values()) {
      if (slot.isDrawn && slot.tile.item === tile.item && slot.tile.level < tile.level) found.push(slot.drawnArea);
    }
    return found;
  }

  #new() {
    return new Slot(this.#parent, this.#decoder, {
      came: (slot, bitmap) => this.#draw(slot, bitmap),
      ended: slot => { if (slot.failure !== null && slot.tile.isFirst && slot.area) this.#sheets.erase(slot.area); },
    });
  }

  #draw(slot, bitmap) {
    // The tile has left the view meanwhile.
    if (!slot.area) return bitmap.close();
    if (slot.tile.mosaic) return this.#fade(slot, bitmap);
    const paper = this.#isChart ? null : this.#paper;
    this.#sheets.draw(bitmap, slot.frame, slot.area, { holes: this.#finer(slot), paper, isSmooth: !this.#isPixels });
    slot.isDrawn = true;
    slot.drawnArea = { ...slot.area };
    slot.endThumbnail();
    if (this.#isZooming) this.#decoder.keep(slot.source, bitmap);
    else bitmap.close();
  }

  /** Fades a mosaic's tile in; draws it at once where nothing lies beneath, or where motion is not wanted. */
  #fade(slot, bitmap) {
    const { url } = slot;
    const start = performance.now();
    const isSudden = reduced.matches || !slot.isCovered || this.#isHurried;
    slot.isDrawn = true;
    slot.drawnArea = { ...slot.area };
    const step = now => {
      // The slot stands for another tile by now, or its tile is drawn anew.
      if (slot.url !== url || !slot.area || !slot.isDrawn) return bitmap.close();
      const share = isSudden ? 1 : Math.min(1, Math.max(0.15, (now - start) / fading));
      this.#sheets.draw(bitmap, slot.frame, slot.area, { share, isSmooth: false });
      if (share < 1) requestAnimationFrame(step);
      else bitmap.close();
    };
    step(start);
  }

  /**
   * Takes the colours of the style sheet as they are where the pictures are. To say them the browser has to style what has
   * changed since: so they are read once a plan, before any of it is painted.
   */
  #readColours() {
    this.#style ??= getComputedStyle(this.#parent);
    this.#waiting = this.#style.getPropertyValue("--wait");
    this.#paper = this.#style.getPropertyValue("--paper");
  }
  #style = null;
  /** What is seen where a picture is to come, and beneath a transparent one. */
  #waiting = ""; #paper = "";

  /** The picture of a tile that is shown has come. */
  fill(url, source) { this.#shown.get(url)?.load(source); }

  /** The picture of a tile that is shown will not come; `detail` says why. */
  fail(url, detail, retryAfter) { this.#shown.get(url)?.fail(detail, url, retryAfter); }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const slot of this.#shown.values()) slot.shift(dx, dy);
    this.#sheets.shift(dx, dy);
  }

  /**
   * Magnifies what is painted while a gesture runs: x → scale·x + shift, in px from the viewport's corner.
   * @param from is where the corner would be if the browser did not round it.
   */
  magnify({ scale, scaleY = scale, x, y }, corner, from) {
    const isPlain = scale === 1 && x === 0 && y === 0;
    this.#transform = isPlain ? "" : magnified({ scale, scaleY, x, y }, corner, from);
  }

  /** Animates from the zoom that `magnify` showed to where the plan has painted things. */
  settle({ scale, scaleY = scale, x, y }, corner) {
    this.#transform = "";
    const isThere = [scale - 1, scaleY - 1].every(by => Math.abs(by) < 0.001) && [x, y].every(by => Math.abs(by) < 0.5);
    if (reduced.matches || isThere) return;
    const from = magnified({ scale, scaleY, x, y }, corner);
    for (const layer of this.#layers) {
      layer.animate([{ transform: from }, { transform: "none" }], motion);
    }
  }

  set #transform(transform) {
    for (const { style } of this.#layers) style.transform = transform;
  }

  /**
   * Lets an item's picture grow, or shrink, from a rectangle in runway px to its frame.
   * @param isAlone says that there is no other picture.
   */
  grow(item, from, isAlone) {
    if (reduced.matches) return;
    const slot = [...this.#shown.values()].find(({ tile }) => tile.item === item && tile.isFirst);
    if (!slot) return;
    const { x, y, width, height } = slot;
    // Only a part of a picture this large is painted.
    if (width > 2 * innerWidth || height > 2 * innerHeight) return;
    const picture = this.#sheets.picture(slot.frame);
    slot.element.prepend(picture);
    if (isAlone) this.#layers[1].animate([{ opacity: 0 }, { opacity: 0 }], motion);
    slot.element.animate([
      { transform: `translate(${from.x}px, ${from.y}px) scale(${from.width / width}, ${from.height / height})`, zIndex: 2 },
      { transform: `translate(${x}px, ${y}px)`, zIndex: 2 },
    ], motion).finished.finally(() => picture.remove()).catch(() => {});
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
  }
}
