// A grid of a published site: bands of rows, scaled to the width of the view.

import { clamp, meet, placed, snapping } from "./frames.js";

/** With the fewest columns, a zoom by more than this opens the picture. */
const entering = Math.SQRT2;
/** By how much a step of a zoom by key magnifies. */
const step = 1.45;

/**
 * A question for a plan, read from its query: see `source.js`.
 * @typedef {import("./source.js").Ask} Ask
 */

export class Grid {
  files; ask; extent; factor; snap; isLast;

  /** @param {import("./files.js").Files} files @param {Page.SiteGrid} extent @param {Ask} ask @param isLast tells that no grid shows more. */
  constructor(files, extent, ask, isLast = false) {
    [this.files, this.extent, this.ask, this.isLast] = [files, extent, ask, isLast];
    this.factor = Math.max(1, ask.room.width) / extent.width;
    this.snap = snapping(ask.scale);
  }

  /** The grid whose columns are asked for, or else whose cells are about as large as people like them. @param {Page.SiteGrid[]} grids */
  static chosen(grids, { columns, room }) {
    const wanted = columns || (room.width < 600 ? 3 : (room.width + 4) / 204);
    return grids.reduce((best, grid) => (apart(grid.columns, wanted) < apart(best.columns, wanted) ? grid : best));
  }

  get cell() { return this.extent.cell * this.factor; }

  get offsetRange() {
    const { inset: [top, left, bottom], height } = this.ask;
    return { minX: -left, minY: -top, maxX: -left, maxY: Math.max(-top, this.extent.height * this.factor + bottom - height) };
  }

  /** The cell of an item, in px of the content. @param {import("./files.js").BandItem} item */
  frame(item) {
    return { x: item.x * this.factor, y: item.y * this.factor, width: this.cell, height: this.cell };
  }

  /** The cell of an item, in px of the view at an offset. @param {import("./files.js").BandItem} item @param {Wire.Point} offset */
  seen(item, offset) {
    const { x, y, ...size } = this.frame(item);
    return { x: x - offset.x, y: y - offset.y, ...size };
  }

  /** A picture of the grid. */
  item(index) { return this.files.itemOf(this.extent, index); }

  /** The pictures of all bands between two heights of the content, in px. */
  async #items(from, to) {
    const height = this.extent.bandHeight * this.factor;
    const last = Math.ceil(this.extent.height / this.extent.bandHeight) - 1;
    const bands = [];
    for (let band = Math.max(0, Math.floor(from / height)); band <= Math.min(last, Math.floor(to / height)); band += 1) {
      bands.push(this.files.band(this.extent, band));
    }
    return (await Promise.all(bands)).flat();
  }

  /** The picture nearest to a point of the view, and how far down in its cell the point lies, from 0 to 1. @param {Wire.Point} point */
  async at({ x, y }) {
    const { offset } = this.ask;
    const point = { x: offset.x + x, y: clamp(offset.y + y, 0, this.extent.height * this.factor - 1) };
    const items = await this.#items(point.y - this.cell, point.y + this.cell);
    const distance = item => {
      const { x, y, width, height } = this.frame(item);
      return Math.hypot(x + width / 2 - point.x, y + height / 2 - point.y);
    };
    const item = items.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    return { item, fraction: (offset.y + y - this.frame(item).y) / this.cell };
  }

  /** How much a question zooms; null where it does not. */
  get zoomFactor() {
    const { toZoom, zoom, zoomSteps } = this.ask;
    return toZoom || zoomSteps ? (toZoom ?? zoom) / zoom * step ** zoomSteps : null;
  }

  /**
   * The grid that a zoom leads to, and its offset; null where it leads into a picture.
   * @param {Page.SiteGrid[]} grids @param {(extent: Page.SiteGrid) => Grid} laid lays one of them out.
   */
  async zoomed(grids, laid) {
    const { room, focus, focusItem, focusFraction } = this.ask;
    const wanted = this.cell * this.zoomFactor;
    if (this.extent === grids[0] && this.zoomFactor > entering) return null;
    const cellOf = extent => extent.cell * room.width / extent.width;
    const extent = grids.reduce((best, grid) => (apart(cellOf(grid), wanted) < apart(cellOf(best), wanted) ? grid : best));
    const index = focusItem ? await this.files.index(focusItem) : null;
    const under = await this.at(focus);
    const kept = index === null ? { ...under, index: under.item.index } : { index, fraction: focusFraction, item: await this.item(index) };
    const grid = laid(extent);
    const remainder = wanted / grid.cell;
    const own = grid.frame(await grid.item(kept.index));
    return {
      grid, zoom: {
        zoomRemainder: extent === grids.at(-1) ? Math.max(1, remainder) : remainder, leaves: false,
        zoomFocus: { item: kept.item.item, fraction: kept.fraction },
      },
      offset: extent === this.extent ? this.ask.offset : { x: 0, y: own.y + kept.fraction * own.height - focus.y },
    };
  }

  /** The plan at an offset. @param {Wire.Point} offset */
  async plan({ y }) {
    const { height, inset: [top, left], scale, velocity } = this.ask;
    const range = this.offsetRange;
    const offset = { x: range.minX, y: clamp(y, range.minY, range.maxY) };
    // What comes into view within half a second is fetched, too.
    const ahead = clamp(velocity.y / 2, -height, height);
    const [from, to] = [offset.y - height / 2 + Math.min(0, ahead), offset.y + 1.5 * height + Math.max(0, ahead)];
    const { top: first, ...shown } = await this.shown(from, to, offset);
    const frame = first && this.seen(first, offset);
    return {
      layout: "grid", columns: this.extent.columns, lead: 0, zoomScale: 1, minimumZoomScale: 0.01, maximumZoomScale: 8 / scale,
      contentSize: { width: this.extent.width * this.factor, height: this.extent.height * this.factor },
      contentOffset: offset, offsetRange: range, ...shown,
      edges: { top: offset.y <= range.minY, bottom: offset.y >= range.maxY, left: true, right: true },
      anchor: first ? {
        index: first.index, item: first.item, name: first.name, url: this.files.address(first.item), rounding: 0,
        x: frame.x, y: frame.y, fractionX: (left - frame.x) / frame.width, fractionY: (top - frame.y) / frame.height,
      } : null,
    };
  }

  /**
   * What lies between two heights of the content, in px, and the picture at the top of the view at an offset.
   * @param {Wire.Point} offset @returns {Promise<any>}
   */
  async shown(from, to, offset) {
    const { width, height, inset: [top] } = this.ask;
    const items = (await this.#items(from, to)).filter(item => {
      const { y } = this.frame(item);
      return y < to && y + this.cell > from;
    });
    const middle = offset.y + height / 2;
    const need = item => Math.abs(this.frame(item).y + this.cell / 2 - middle);
    // Of each picture the coarsest tile comes first, as in its band.
    const tiles = [...items].sort((one, other) => need(one) - need(other)).flatMap(item => item.tiles.map(tile => this.#tile(tile, offset)));
    const seen = items.filter(item => meet(this.seen(item, offset), { x: -1e6, y: 0, width: width + 2e6, height }));
    return {
      tiles, top: seen.find(item => this.frame(item).y + this.cell > offset.y + top) ?? seen[0],
      visible: seen.length ? { first: seen[0].index, last: seen.at(-1).index } : null,
      window: items.length ? { first: items[0].index, last: items.at(-1).index } : null,
    };
  }

  #tile(/** @type {Wire.PictureTile} */ tile, offset) {
    const [factor, none] = [{ x: this.factor, y: this.factor }, { x: 0, y: 0 }];
    const own = placed(tile, factor, none, offset, this.snap);
    if (!tile.clip) return { ...tile, ...own };
    const { top, left, bottom, right } = tile.clip;
    const inner = placed({ x: tile.x + left, y: tile.y + top, width: tile.width - left - right, height: tile.height - top - bottom }, factor, none, offset, this.snap);
    const clip = {
      top: inner.y - own.y, left: inner.x - own.x, bottom: own.y + own.height - inner.y - inner.height, right: own.x + own.width - inner.x - inner.width,
    };
    return { ...tile, ...own, clip };
  }
}

/** How far two positive numbers are apart, by their ratio. */
const apart = (one, other) => Math.abs(Math.log(one / other));
