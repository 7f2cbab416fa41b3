// Answers in place of the server where the page was published with its plans as files: `ScrollServer export --format site`.
// No item is laid out here, and no picture cut: plans that the server has made are picked, moved and scaled.

import { Failure } from "../wire/api.js";
import { Files } from "./files.js";
import { centred, clamp } from "./frames.js";
import { Grid } from "./grid.js";
import { Mosaic } from "./mosaic.js";
import { Pictures } from "./picture.js";

/**
 * A question for a plan. `room` is what is not covered of the view.
 * @typedef {object} Ask
 * @property {string} layout @property {string} item @property {string | null} zoomTo @property {string | null} focusItem
 * @property {number} width @property {number} height @property {number} scale @property {number} zoom @property {number} columns
 * @property {number[]} inset @property {Wire.Size} room @property {Wire.Point} offset @property {Wire.Point} velocity @property {Wire.Point} focus
 * @property {number | null} toZoom @property {number} zoomSteps @property {number} turn @property {number} focusFraction
 * @property {{anchor?: string, fractionX?: number, fractionY?: number, anchorY?: number | null, index?: number | null, item?: string, align?: string} | null} hold
 */

/** @returns {Ask} */
function read(/** @type {URLSearchParams} */ query) {
  const number = (name, otherwise = 0) => (query.has(name) ? Number(query.get(name)) || 0 : otherwise);
  const text = name => query.get(name);
  const inset = (text("inset") ?? "0,0,0,0").split(",").map(Number);
  const [width, height] = [Math.max(1, number("width")), Math.max(1, number("height"))];
  const [top, left, bottom, right] = inset;
  const hold = query.has("align") ? { item: text("item"), index: query.has("index") ? number("index") : null, align: text("align") }
    // A reader who has not moved needs no anchor: nothing changes in a site.
    : query.has("fractionX") ? { anchor: text("anchor"), fractionX: number("fractionX"), fractionY: number("fractionY"), anchorY: query.has("anchorY") ? number("anchorY") : null }
    : null;
  return {
    layout: text("layout") ?? "grid", item: text("item") ?? "", width, height, inset, scale: number("scale", 1) || 1, zoom: number("zoom", 1) || 1,
    columns: text("columns") === "all" ? 1e6 : number("columns"), room: { width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) },
    offset: { x: number("x"), y: number("y") }, velocity: { x: number("velocityX"), y: number("velocityY") },
    focus: { x: number("focusX", width / 2), y: number("focusY", height / 2) }, focusItem: text("focusItem"), focusFraction: number("focusFraction", 0.5),
    toZoom: query.has("toZoom") ? number("toZoom") : null, zoomSteps: number("zoomSteps"), zoomTo: text("zoomTo"), turn: number("turn"), hold,
  };
}

const refused = (status, detail, parameter) => new Failure("status", detail, { status, problem: { type: "about:blank", title: "", status, detail, parameter } });

export class Source {
  /** @type {Page.SiteEntry} */
  #entry;
  #files; #pictures;

  /** @param {Page.SiteEntry} entry is what the site says of itself. */
  constructor(entry) {
    this.#entry = entry;
    this.#files = new Files(entry);
    this.#pictures = new Pictures(this.#files, entry.count);
  }

  /** Whether an address is one of the entry's links. */
  knows(address) { return Object.values(this.#entry.links).includes(address); }

  /** What a server would answer to one of the entry's links. @param {URLSearchParams} query @returns {Promise<any>} @throws a Failure. */
  async answer(address, query) {
    const { links } = this.#entry;
    switch (address) {
      case links.plan: return this.#plan(read(query));
      case links.cell: return this.#cell(query);
      case links.item: return this.#item(query.get("id") ?? "");
      default: return this.#entry;
    }
  }

  async #item(id) {
    const index = await this.#files.index(id);
    if (index === null) throw refused(404, `there is no picture “${id}”`, "item");
    return { ...await this.#files.picture(id), index };
  }

  /** @param {URLSearchParams} query */
  async #cell(query) {
    const answer = (cell = null) => {
      const { index, item, name, tiles, x = 0, y = 0, width = 1, height = 1 } = cell ?? {};
      // Of each picture the coarsest tile comes first.
      return { revision: 1, cell: cell && { index, item, name, x, y, width, height, preview: tiles[0]?.url } };
    };
    const grid = this.#laid(read(query));
    const [at, pointX, pointY, below] = ["at", "pointX", "pointY", "below"].map(name => Number(query.get(name) ?? NaN));
    if (grid instanceof Mosaic && Number.isFinite(pointX + pointY)) return answer(await grid.cellAt({ x: pointX, y: pointY }));
    if (!(at >= 0 && at < this.#entry.count)) return answer();
    return answer(grid instanceof Mosaic ? await grid.cellBelow(at, below || 0) : { ...await this.#files.itemAt(at), x: 0, y: 0 });
  }

  /** Lays a grid out: the one that a question leads to, or another. @param {Ask} ask @returns {Grid} */
  #laid(ask, extent = Grid.chosen(this.#entry.site.grids, ask)) {
    const isLast = extent === this.#entry.site.grids.at(-1);
    return extent.mosaic ? new Mosaic(this.#files, extent, ask, isLast) : new Grid(this.#files, extent, ask, isLast);
  }

  /** @param {Ask} ask */
  async #plan(ask) {
    const { id, revision, count } = this.#entry;
    const whole = { collection: id, revision, count, prefetch: [], hasMore: false, rows: [] };
    if (!count) return { ...whole, ...this.#none(ask) };
    const plan = ask.layout === "grid" ? await this.#grid(ask) : ask.layout === "pages" ? await this.#pictures.pages(ask, await this.#held(ask))
      : ask.layout === "item" ? await this.#pictures.alone(ask) : null;
    if (plan) return { ...whole, ...plan };
    throw ask.layout === "item" ? refused(404, "there is no such picture", "item") : refused(400, "layout: a published site has a grid and pages", "layout");
  }

  /** The index of the picture that is to be brought into view; null for none. @param {Ask} ask */
  async #held({ hold }) {
    if (!hold) return null;
    const index = hold.item || hold.anchor ? await this.#files.index(hold.item || hold.anchor) : hold.index;
    return index === null || index === undefined ? hold.index ?? null : clamp(index, 0, this.#entry.count - 1);
  }

  /** @param {Ask} ask */
  async #grid(ask) {
    const { grids } = this.#entry.site;
    const grid = this.#laid(ask);
    if (ask.zoomTo) return this.#enter(grid, ask, 1);
    const factor = grid.zoomFactor;
    if (factor) {
      const zoomed = await grid.zoomed(grids, extent => this.#laid(ask, extent));
      const steps = ask.zoomSteps ? { zoomFactor: factor } : null;
      if (zoomed) return { ...await zoomed.grid.plan(zoomed.offset), ...zoomed.zoom, ...steps };
      return { ...await this.#enter(grid, ask, factor), ...steps };
    }
    const index = await this.#held(ask);
    const frame = index === null ? null : grid.frame(await grid.item(index));
    return grid.plan(frame ? { x: 0, y: this.#offset(frame, ask) } : ask.offset);
  }

  /** How far down the grid is seen where a picture has been brought into view. */
  #offset(/** @type {Wire.Frame} */ { y, height }, /** @type {Ask} */ { hold, room, inset: [top], offset }) {
    if (hold.anchor) return typeof hold.anchorY === "number" ? y - hold.anchorY : y + hold.fractionY * height - top;
    const [start, end] = [y - top, y + height - top - room.height];
    if (hold.align === "start") return start;
    if (hold.align === "center") return (start + end) / 2;
    return hold.align === "end" ? end : clamp(offset.y, Math.min(start, end), Math.max(start, end));
  }

  /** Opens the picture under the focus of a zoom. @param {Ask} ask */
  async #enter(grid, ask, factor) {
    const { item } = await grid.at(ask.focus);
    const picture = await this.#files.picture(item.item);
    const cell = grid.frame(item);
    // The picture fills its cell, as in the grid's plans.
    const scale = Math.max(cell.width / picture.width, cell.height / picture.height);
    const seen = centred({ width: picture.width * scale, height: picture.height * scale }, { ...cell, x: cell.x - ask.offset.x, y: cell.y - ask.offset.y });
    return this.#pictures.enter(item.index, seen, ask, factor);
  }

  /** A plan of nothing. */
  #none(/** @type {Ask} */ { inset: [top, left] }) {
    const offset = { x: -left, y: -top };
    return {
      layout: "grid", columns: 1, lead: 0, zoomScale: 1, minimumZoomScale: 1, maximumZoomScale: 1, contentSize: { width: 0, height: 0 }, contentOffset: offset,
      offsetRange: { minX: -left, minY: -top, maxX: -left, maxY: -top }, visible: null, window: null, anchor: null, tiles: [],
      edges: { top: true, bottom: true, left: true, right: true },
    };
  }
}
