// Draws tiles on the sheets: their pixels once they have come, and until then the best that is known of them.

import { around, carriedFrom, divedFrom, isElsewhere, isOfSize, mapped } from "../values/frames.js";
import { common, isWithin, meets } from "./sheets.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A tile larger than the view is drawn up to `reach` views beyond it, and drawn again when less than `near` views are left.
 */
const reach = 0.4, near = 0.1;

/** Milliseconds for which a mosaic's tile fades in over an older or a coarser one. */
const fading = 120;

/**
 * Px of a place's shorter side from which on it is filled until its picture comes. Smaller ones are left to the bands, whose patches are
 * exact there to a px or two.
 */
const leastFilled = 64;

/** How many times as large as it is a picture has pixels with edges: an icon of few pixels would be a blur. */
const blownUp = 5;

/** What a tile represents: an item, or a place in a mosaic. */
export const standing = (/** @type {Page.Tile} */ tile) => (tile.mosaic ? tile.place : tile.item);

/** Whether a tile has pixels of a plane, most of which may be empty. */
const isPlaneTile = (/** @type {Page.Tile} */ tile) => Boolean(tile.mosaic && tile.place.startsWith("plane/"));

export class Pixels {
  #parent; #sheets; #decoder; #shown; #bands;
  #style = null;
  /** What is seen where a picture is to come, and beneath a transparent one. */
  #waiting = ""; #paper = "";
  /** Whether a zoom was just painted; its next step probably needs the same pixels. */
  #isZooming = false;
  /** Whether a gesture zooms: the next mosaic would come before this one has faded in. */
  #isHurried = false;
  #isChart = false;
  /** The view of the last plan, in runway px. */
  #view = null;
  /** Whether the pixels of pictures are seen as squares. */
  isSquare = false;
  /** Is called where a file turns out to have no thumbnail. */
  onBare = () => {};

  /**
   * @param parent is an element whose style has the colours.
   * @param shown has the slots that are painted: url → slot.
   * @param bands has what lies beneath; null where there are no bands.
   */
  constructor(parent, sheets, decoder, shown, bands) {
    [this.#parent, this.#sheets, this.#decoder, this.#shown, this.#bands] = [parent, sheets, decoder, shown, bands];
  }

  /**
   * A plan is painted next.
   * @param {Page.Plan} plan
   * @param {import("./painter.js").At} at
   * @param view is the rectangle of the viewport in runway px.
   */
  begin(plan, { carry, isHurried = false }, view) {
    this.readColours();
    this.#isChart = Boolean(plan.chart);
    this.#isZooming = Boolean(isElsewhere(carry));
    this.#isHurried = isHurried;
    this.#view = view;
  }

  /**
   * Takes the colours of the style sheet as they are where the pictures are. To say them the browser has to style what has
   * changed since: so they are read once a plan, before any of it is painted.
   */
  readColours() {
    this.#style ??= getComputedStyle(this.#parent);
    this.#waiting = this.#style.getPropertyValue("--wait");
    this.#paper = this.#style.getPropertyValue("--paper");
  }

  /** Decides how much of a tile is drawn for the current view. */
  lookAt(slot) {
    const view = this.#view;
    const { seen, drawnArea } = slot;
    const isLarge = seen.width > view.width + 1 || seen.height > view.height + 1;
    slot.area = !isLarge ? seen : meets(seen, around(view, reach)) ? common(seen, around(view, reach)) : null;
    if (!slot.isDrawn) return;
    const needed = isLarge ? common(seen, around(view, near)) : seen;
    // What was drawn beyond its place has been drawn over by the pictures that lie there now.
    if (needed.width <= 0 || needed.height <= 0 || isWithin(needed, drawnArea)) slot.area = slot.drawnArea = common(drawnArea, seen);
    else slot.isDrawn = false;
  }

  /** Erases a slot's place: nothing will be drawn there. */
  erase(slot) {
    slot.isFilled = false;
    this.#sheets.erase(slot.area);
  }

  /** Erases what was drawn outside of a place's new frame: a mosaic's last row may have become shorter. */
  eraseAround(area, frame) {
    if (!frame) return this.#sheets.erase(area);
    const [right, bottom] = [area.x + area.width, area.y + area.height];
    const [across, down] = [frame.x + frame.width, frame.y + frame.height];
    if (down < bottom) this.#sheets.erase({ ...area, y: down, height: bottom - down });
    if (across < right) this.#sheets.erase({ ...area, x: across, width: right - across });
  }

  /**
   * Copies a tile's pixels from the sheets of the last plan: its own, or those of the same picture.
   * @param {import("./slot.js").Slot} slot
   * @param {any} was
   * @param {import("./painter.js").At} at
   * @param {Map<string, any>} before
   */
  carryOver(slot, was, { carry, dive = null }, before) {
    const { frame, tile } = slot;
    slot.isCovered = slot.isFilled = false;
    if (was?.isDrawn && isOfSize(was.frame, frame)) {
      // Its own pixels, as far as they were drawn.
      const [dx, dy] = [frame.x - was.frame.x, frame.y - was.frame.y];
      slot.drawnArea = { ...was.area, x: was.area.x + dx, y: was.area.y + dy };
      slot.isDrawn = true;
      this.lookAt(slot);
      if (slot.area) this.#sheets.copy(was.frame, frame, slot.area);
      if (slot.isDrawn) return;
    }
    slot.isDrawn = false;
    slot.drawnArea = null;
    if (tile.mosaic && slot.area) return this.#carryMosaic(slot, before, dive, carry);
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
  #carryMosaic(slot, before, dive, carry) {
    const { frame, area } = slot;
    // A plane's tiles of another level lie elsewhere, and the ground is seen between their pixels.
    const isOfPlane = isPlaneTile(slot.tile);
    const from = dive ? divedFrom(frame, dive)
      : before.get(standing(slot.tile))?.frame ?? (isOfPlane && isElsewhere(carry) ? carriedFrom(frame, carry) : null);
    if (!from) return;
    if (!isOfPlane) this.#sheets.fill(area, this.#waiting);
    this.#sheets.copy(from, frame, area);
    slot.isCovered = true;
  }

  /** Shows the thumbnail from the camera's file until the picture comes. */
  showThumbnail(slot) {
    const { url } = slot;
    slot.isCovered = true;
    slot.thumbnail = this.#decoder.want({ url: slot.tile.thumbnail }, bitmap => {
      slot.thumbnail = null;
      if (bitmap instanceof ImageBitmap) this.#cover(slot, url, bitmap);
      else this.onBare();
    }, () => {
      slot.thumbnail = null;
      this.onBare();
    });
  }

  /** Shows a still of a film. @param {Blob} still */
  async showStill(slot, still) {
    const { url } = slot;
    slot.isCovered = slot.hasPoster = slot.hasStill = true;
    const bitmap = await createImageBitmap(still).catch(() => null);
    if (bitmap) this.#cover(slot, url, bitmap);
  }

  /** Draws what is shown in place of a picture that is to come. @param url is the tile that it belongs to. */
  #cover(slot, url, bitmap) {
    if (slot.url === url && !slot.isDrawn && slot.area) {
      this.#sheets.draw(bitmap, slot.frame, slot.area, { holes: this.#finer(slot) });
      // Nothing else comes for a film, so its still is erased with it.
      slot.hasPoster = slot.isFilled = Boolean(slot.tile.media);
    }
    bitmap.close();
  }

  /** Whether a part of a slot's tile is in the view. */
  isSeen(slot) { return Boolean(slot.area && this.#view && meets(slot.seen, this.#view)); }

  /** Returns the areas of finer tiles of the same item that are already drawn. */
  #finer({ tile }) {
    const found = [];
    for (const slot of this.#shown.values()) {
      if (slot.isDrawn && slot.tile.item === tile.item && slot.tile.level < tile.level) found.push(slot.drawnArea);
    }
    return found;
  }

  /**
   * Fills the places in view, and near it, of pictures that are to come, and those anew whose bands have changed. Most pictures come
   * before their place is seen.
   */
  hold() {
    const changes = this.#bands?.takeChanges() ?? [];
    if (this.#isChart || !this.#view) return;
    const nearby = around(this.#view, near);
    const inParts = new Set();
    for (const { tile } of this.#shown.values()) if (!tile.isFirst) inParts.add(tile.item);
    for (const slot of this.#shown.values()) {
      const { tile, area, seen } = slot;
      if (slot.ready || !meets(area, nearby) || !tile.isFirst && !tile.mosaic || isPlaneTile(tile)) continue;
      // A thumbnail covers the place once it has come.
      const isBare = !slot.isCovered || Boolean(slot.thumbnail);
      if (slot.isFilled ? changes.some(one => meets(one, seen)) : isBare) this.#fill(slot, inParts.has(tile.item) ? this.#finer(slot) : []);
    }
  }

  /** Fills a place with the picture's colour, and with what the bands show of it. @param holes are parts that are drawn. */
  #fill(slot, holes) {
    const { area, seen, tile } = slot;
    if (this.#bands?.isShown && Math.min(seen.width, seen.height) < leastFilled) return;
    slot.isFilled = true;
    // A band's patch has edges on whole steps of the band: it is stretched to where the picture will lie.
    const parts = (this.#bands?.patchesAt(seen) ?? [])
      .map(({ canvas, frame, patch, isOpaque }) => ({ canvas, isOpaque, frame: mapped(frame, patch, seen) }))
      .filter(({ frame }) => meets(frame, area));
    const isWhole = parts.length === 1 && parts[0].isOpaque && isWithin(area, parts[0].frame);
    if (!isWhole) this.#sheets.fill(area, tile.colour ?? this.#waiting, holes);
    for (const { canvas, frame } of parts) {
      this.#sheets.draw(canvas, frame, common(frame, area), { holes, isSmooth: false, isOver: !isWhole });
    }
  }

  /** Moves by as much as the runway's origin has moved. */
  shift(dx, dy) {
    if (this.#view) this.#view = { ...this.#view, x: this.#view.x + dx, y: this.#view.y + dy };
  }

  /** Draws a tile whose pixels have come. */
  draw(slot, bitmap) {
    // The tile has left the view meanwhile.
    if (!slot.area) return bitmap.close();
    if (slot.tile.mosaic) return this.#fade(slot, bitmap);
    const paper = this.#isChart ? null : this.#paper;
    this.#sheets.draw(bitmap, slot.frame, slot.area, {
      holes: this.#finer(slot), paper, isSmooth: !this.isSquare && slot.frame.width <= blownUp * bitmap.width,
    });
    slot.isDrawn = true;
    slot.isFilled = false;
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
}
