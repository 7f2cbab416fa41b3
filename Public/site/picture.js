// One picture of a published site, at any scale: tiles of the level that has enough pixels.

import { filled } from "./files.js";
import { centred, clamp, meet, overscan, placed, snapping } from "./frames.js";

/** The most device pixels that one pixel of the picture may be wide. */
const largest = 8;
/** By how much a step of a zoom by key magnifies. */
const step = 1.415;
/** A zoom out below this share of the smallest scale leads back to the grid. */
const leaving = 0.8;
/** Points between two pages. */
const gap = 16;

/**
 * @typedef {import("./source.js").Ask} Ask
 * @typedef {import("./files.js").Files} Files
 * @typedef {{picture: Page.SitePicture, index: number}} Found a picture and its index
 */

export class Pictures {
  #files; #count;

  /** @param {Files} files @param {number} count */
  constructor(files, count) { [this.#files, this.#count] = [files, count]; }

  /** Points per pixel: the least, at which all of the picture is seen, and the most. @param {Wire.Size} picture @param {Ask} ask */
  limits(picture, { room, scale }) {
    const fit = Math.min(room.width / picture.width, room.height / picture.height);
    return { least: Math.min(1, fit), most: Math.max(fit, largest / scale) };
  }

  /** The scale that a question leads to, not clamped; null for none. @param {Ask} ask @param {number} scale is that of now. */
  #wanted(picture, ask, scale) {
    const { least, most } = this.limits(picture, ask);
    const pixels = clamp(1 / ask.scale, least, most);
    const isActual = Math.abs(scale * ask.scale - 1) < 1e-3;
    switch (ask.zoomTo) {
      case "item": return least;
      case "width": return clamp(ask.room.width / picture.width, least, most);
      case "pixels": return pixels;
      case "pixelsOrItem": return isActual ? least : pixels;
      case "detail": return clamp(Math.max(1 / ask.scale, 2.5 * least), least, most);
      default: return ask.toZoom || ask.zoomSteps ? (ask.toZoom ?? ask.zoom) / ask.zoom * scale * step ** ask.zoomSteps : null;
    }
  }

  // One picture alone

  /** The plan of a picture that is seen at a scale and an offset. @param {Found} found @param {Ask} ask @param {Wire.Point} offset */
  async #alone(found, ask, scale, offset, more = {}) {
    const { picture, index } = found;
    const { width, height, inset: [top, left, bottom, right], room } = ask;
    const { least, most } = this.limits(picture, ask);
    const size = { width: picture.width * scale, height: picture.height * scale };
    const along = (length, free, before, after, view) =>
      (length < free ? [-before - (free - length) / 2, -before - (free - length) / 2] : [-before, length + after - view]);
    const [minX, maxX] = along(size.width, room.width, left, right, width);
    const [minY, maxY] = along(size.height, room.height, top, bottom, height);
    const at = { x: clamp(offset.x, minX, maxX), y: clamp(offset.y, minY, maxY) };
    const frame = { x: -at.x, y: -at.y, ...size };
    return {
      layout: "item", item: picture.id, zoomScale: scale, minimumZoomScale: least, maximumZoomScale: most,
      contentSize: { width: picture.width, height: picture.height }, contentOffset: at, offsetRange: { minX, minY, maxX, maxY },
      tiles: await this.#tiles(found, frame, ask, at), visible: { first: index, last: index }, window: { first: index, last: index },
      edges: { top: at.y <= minY, bottom: at.y >= maxY, left: at.x <= minX, right: at.x >= maxX },
      anchor: this.#anchor(found, frame, ask), ...more,
    };
  }

  /** The plan of the picture that a question names. @param {Ask} ask @returns {Promise<any>} null where there is no such picture. */
  async alone(ask) {
    let index = await this.#files.index(ask.item);
    if (index === null) return null;
    let picture = await this.#files.picture(ask.item);
    const { inset: [top, left], turn, hold } = ask;
    let { offset } = ask;
    if (turn && index + turn >= 0 && index + turn < this.#count) {
      const old = picture;
      index += turn;
      picture = await this.#files.pictureAt(index);
      // The same part of it lies in the middle.
      const middle = { x: left + ask.room.width / 2, y: top + ask.room.height / 2 };
      const { least, most } = this.limits(picture, ask);
      const scale = clamp(ask.zoom, least, most);
      const moved = (offset, middle, old, own) => (offset + middle) / (old * ask.zoom) * own * scale - middle;
      offset = { x: moved(offset.x, middle.x, old.width, picture.width), y: moved(offset.y, middle.y, old.height, picture.height) };
    }
    const { least, most } = this.limits(picture, ask);
    const now = clamp(ask.zoom, least, most);
    if (hold?.anchor) offset = { x: hold.fractionX * picture.width * now - left, y: hold.fractionY * picture.height * now - top };
    const wanted = this.#wanted(picture, ask, ask.zoom);
    if (wanted === null) return this.#alone({ picture, index }, ask, now, offset);
    if (wanted <= least * 1.000_001) return this.page(index, ask, { zoomRemainder: wanted / least, leaves: wanted / least < leaving });
    const scale = clamp(wanted, least, most);
    const about = (offset, focus) => (offset + focus) * scale / ask.zoom - focus;
    return this.#alone(
      { picture, index }, ask, scale, { x: about(offset.x, ask.focus.x), y: about(offset.y, ask.focus.y) },
      { ...this.#factor(ask), zoomRemainder: wanted / scale, leaves: false });
  }

  #factor({ zoomSteps }) { return zoomSteps ? { zoomFactor: step ** zoomSteps } : null; }

  /**
   * The plan after a zoom into a picture that is seen in a frame. @param {Wire.Frame} seen @param {Ask} ask @param {number} factor is how
   * much larger it is to be, where no scale is named.
   */
  async enter(index, seen, ask, factor) {
    const picture = await this.#files.pictureAt(index);
    const { least, most } = this.limits(picture, ask);
    const shown = seen.width / picture.width;
    const wanted = ask.zoomTo ? this.#wanted(picture, ask, shown) : shown * factor;
    const scale = clamp(wanted, least, most);
    if (scale <= least * 1.000_001) return this.page(index, ask, { zoomRemainder: wanted / scale, leaves: wanted / scale < leaving });
    const along = (focus, start, length, full) => clamp((focus - start) / length, 0, 1) * full * scale - focus;
    const offset = {
      x: along(ask.focus.x, seen.x, seen.width, picture.width), y: along(ask.focus.y, seen.y, seen.height, picture.height),
    };
    return this.#alone({ picture, index }, ask, scale, offset, { zoomRemainder: wanted / scale, leaves: false });
  }

  // Pages

  /** The plan of the page with an index. */
  page(index, ask, more = {}) { return this.#pages({ x: index * (ask.width + gap), y: 0 }, ask, more); }

  /** The plan of pages, at an offset, or of the picture that a zoom leads to. @param {Ask} ask */
  async pages(ask, index) {
    const pitch = ask.width + gap;
    const x = index === null ? ask.offset.x : index * pitch;
    const isZoom = ask.toZoom || ask.zoomSteps || ask.zoomTo;
    if (!isZoom) return this.#pages({ x, y: 0 }, ask);
    const factor = ask.zoomTo ? 1 : (ask.toZoom ?? ask.zoom) / ask.zoom * step ** ask.zoomSteps;
    if (!ask.zoomTo && factor <= 1) {
      return this.#pages({ x, y: 0 }, ask, { ...this.#factor(ask), zoomRemainder: factor, leaves: factor < leaving });
    }
    const nearest = clamp(Math.round((x + ask.focus.x - ask.width / 2) / pitch), 0, this.#count - 1);
    const frame = this.#onPage(await this.#files.pictureAt(nearest), nearest, ask);
    return { ...await this.enter(nearest, { ...frame, x: frame.x - x }, ask, factor), ...this.#factor(ask) };
  }

  /** Where a picture lies on its page, in px of the content. @returns {Wire.Frame} */
  #onPage(/** @type {Wire.Size} */ picture, /** @type {number} */ index, /** @type {Ask} */ { width, inset: [top, left], room }) {
    const scale = Math.min(1, room.width / picture.width, room.height / picture.height);
    const cell = { x: index * (width + gap) + left, y: top, width: room.width, height: room.height };
    return centred({ width: picture.width * scale, height: picture.height * scale }, cell);
  }

  async #pages(/** @type {Wire.Point} */ { x }, /** @type {Ask} */ ask, more = {}) {
    const { width, height, inset: [, left], scale } = ask;
    const pitch = width + gap;
    const last = this.#count - 1;
    const offset = { x: clamp(x, 0, last * pitch), y: 0 };
    const at = clamp(Math.floor((offset.x + left + gap) / pitch), 0, last);
    const [first, end] = [Math.max(0, Math.floor((offset.x - overscan) / pitch)), Math.min(last, Math.floor((offset.x + width + overscan) / pitch))];
    const indices = Array.from({ length: end - first + 1 }, (_, number) => first + number);
    /** @type {Found[]} */
    const found = await Promise.all(indices.map(async index => ({ picture: await this.#files.pictureAt(index), index })));
    const frames = found.map(({ picture, index }) => {
      const frame = this.#onPage(picture, index, ask);
      return { ...frame, x: frame.x - offset.x };
    });
    const tiles = await Promise.all(found.map((one, number) => this.#tiles(one, frames[number], ask, offset)));
    const now = indices.indexOf(at);
    const nearest = Math.round(offset.x / pitch);
    // The nearest page first.
    const order = indices.map((_, number) => number).sort((one, other) => Math.abs(indices[one] - nearest) - Math.abs(indices[other] - nearest));
    const seen = indices.filter(index => index * pitch < offset.x + width && index * pitch + width > offset.x);
    const pages = [];
    for (let index = Math.max(0, nearest - 3); index <= Math.min(last, nearest + 3); index += 1) pages.push({ index, x: index * pitch - offset.x });
    return {
      layout: "pages", zoomScale: 1, minimumZoomScale: 1, maximumZoomScale: Math.max(1, largest / scale * found[now].picture.width / frames[now].width),
      contentSize: { width: this.#count * pitch - gap, height }, contentOffset: offset,
      offsetRange: { minX: 0, minY: 0, maxX: last * pitch, maxY: 0 }, pages, tiles: order.flatMap(number => tiles[number]),
      visible: seen.length ? { first: seen[0], last: seen.at(-1) } : null, window: { first, last: end },
      edges: { top: true, bottom: true, left: offset.x <= 0, right: offset.x >= last * pitch },
      anchor: { ...this.#anchor(found[now], { ...frames[now], x: at * pitch + left - offset.x }, ask), fractionX: 0, fractionY: 0 }, ...more,
    };
  }

  /** @returns {Wire.Anchor} */
  #anchor(/** @type {Found} */ { picture: { id, name, url }, index }, /** @type {Wire.Frame} */ { x, y, width, height }, /** @type {Ask} */ { inset: [top, left] }) {
    return { index, item: id, name, url, x, y, rounding: 0, fractionX: (left - x) / width, fractionY: (top - y) / height };
  }

  // Tiles

  /**
   * The tiles of a picture that are seen in a frame, and beneath them a coarse one that comes sooner.
   * @param {Wire.Frame} frame is told from the view's corner.
   * @returns {Promise<Wire.PictureTile[]>}
   */
  async #tiles(/** @type {Found} */ found, frame, /** @type {Ask} */ { width, height, scale }, /** @type {Wire.Point} */ offset) {
    const view = { x: -overscan, y: -overscan, width: width + 2 * overscan, height: height + 2 * overscan };
    if (!meet(frame, view)) return [];
    const { levels } = found.picture;
    let chosen = 0;
    while (chosen + 1 < levels.length && levels[chosen + 1].width * 1.02 >= frame.width * scale) chosen += 1;
    const place = { frame, view, offset, snap: snapping(scale) };
    const tiles = await this.#level(found, levels[chosen], place);
    const coarse = levels.findIndex(({ tiles }) => tiles?.length === 1);
    if (tiles.length < 2 || coarse <= chosen) return tiles;
    return [...await this.#level(found, levels[coarse], place), ...tiles];
  }

  /** The tiles of a level that are seen in `view`, nearest to its middle first. @returns {Promise<Wire.PictureTile[]>} */
  async #level(/** @type {Found} */ { picture: { id: item, name }, index }, /** @type {Page.SiteLevel} */ level, { frame, view, offset, snap }) {
    const factor = { x: frame.width / level.width, y: frame.height / level.height };
    // Rounded where they lie in the content, so that they do not tremble while it is scrolled.
    const from = { x: frame.x + offset.x, y: frame.y + offset.y };
    const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const distance = ({ x, y, width, height }) => Math.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y);
    const tiles = (await this.#windows(level, frame, view, factor)).map(tile => ({
      ...tile, ...placed(tile, factor, from, offset, snap), index, item, name, level: level.level,
    }));
    return tiles.filter(tile => meet(tile, view)).sort((one, other) => distance(one) - distance(other));
  }

  /** The tiles of all windows of a level that are seen. @param {Page.SiteLevel} level @returns {Promise<Page.SiteTile[]>} */
  async #windows(level, frame, view, factor) {
    if (level.tiles) return level.tiles;
    const run = (from, length, start, factor, count) => {
      const first = clamp(Math.floor((from - start) / factor / level.window), 0, count - 1);
      return [first, clamp(Math.floor((from + length - start) / factor / level.window), first, count - 1)];
    };
    const [left, right] = run(view.x, view.width, frame.x, factor.x, level.columns);
    const [top, bottom] = run(view.y, view.height, frame.y, factor.y, level.rows);
    const windows = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) windows.push(this.#files.read(filled(level.windows, { column, row })));
    }
    return (await Promise.all(windows)).flatMap(({ tiles }) => tiles);
  }
}
