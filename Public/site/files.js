// Reads the files of a published site, each once while it is in use.

import { json } from "../wire/api.js";

/** The most files that are kept: those of some screens. */
const most = 160;

/** Fills the names in braces of an address. @param {string} template @param {Record<string, any>} values */
export const filled = (template, values) => template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));

/**
 * A picture's cell in a band.
 * @typedef {{index: number, item: string, name: string, x: number, y: number, tiles: Wire.PictureTile[]}} BandItem
 */

export class Files {
  #entry;
  /** @type {Map<string, Promise<any>>} The longest unused first. */
  #known = new Map();

  /** @param {Page.SiteEntry} entry */
  constructor(entry) { this.#entry = entry; }

  /** The JSON of a file. @throws a Failure. */
  read(address) {
    const known = this.#known.get(address) ?? json(address, null).catch(failure => {
      this.#known.delete(address);
      throw failure;
    });
    this.#known.delete(address);
    this.#known.set(address, known);
    if (this.#known.size > most) this.#known.delete(this.#known.keys().next().value);
    return known;
  }

  /**
   * The pictures of a band of a grid, in points of the grid.
   * @param {Page.SiteGrid} grid @returns {Promise<BandItem[]>}
   */
  async band(grid, number) {
    /** @type {{tiles: Wire.PictureTile[], corners: number[]}} */
    const { tiles, corners } = await this.read(filled(grid.bands, { band: number }));
    /** @type {Map<number, BandItem>} */
    const items = new Map();
    const top = number * grid.bandHeight;
    for (const tile of tiles) {
      const { index, item, name } = tile;
      const at = 2 * (index - number * grid.bandCount);
      if (!items.has(index)) items.set(index, { index, item, name, x: corners[at], y: corners[at + 1] + top, tiles: [] });
      items.get(index).tiles.push({ ...tile, y: tile.y + top });
    }
    return [...items.values()];
  }

  /**
   * The parts of a mosaic between two heights, in its points.
   * @param {Page.SiteGrid} grid @returns {Promise<Page.SitePart[]>}
   */
  async parts(grid, from, to) {
    const last = Math.ceil(grid.height / grid.bandHeight) - 1;
    const bands = [];
    for (let band = Math.max(0, Math.floor(from / grid.bandHeight)); band <= Math.min(last, Math.floor(to / grid.bandHeight)); band += 1) {
      bands.push(this.read(filled(grid.bands, { band })).then(({ tiles }) => tiles.map(tile => ({ ...tile, y: tile.y + band * grid.bandHeight }))));
    }
    return (await Promise.all(bands)).flat();
  }

  /** The number of pictures. */
  get count() { return this.#entry.count; }

  /** A picture, by its index, as the grid with the fewest columns has it. */
  itemAt(index) { return this.itemOf(this.#entry.site.grids[0], index); }

  /** A picture of a grid, by its index. @param {Page.SiteGrid} grid */
  async itemOf(grid, index) {
    const items = await this.band(grid, Math.floor(index / grid.bandCount));
    return items.find(item => item.index === index) ?? null;
  }

  /** The details and the levels of a picture. @returns {Promise<Page.SitePicture>} */
  picture(item) { return this.read(this.address(item)); }

  /** Where a picture is described. */
  address(item) { return filled(this.#entry.site.picture, { name: item }); }

  /** The picture with an index. @returns {Promise<Page.SitePicture>} */
  async pictureAt(index) {
    const { item } = await this.itemAt(index);
    return this.picture(item);
  }

  /** The index of a picture; null where there is no such picture. @returns {Promise<number | null>} */
  async index(item) {
    const { names, ending } = this.#entry.site;
    const end = ending ? item.slice(-ending) : "all";
    if (!/^[0-9a-z-]+$/.test(end)) return null;
    const indices = await this.read(filled(names, { ending: end })).catch(failure => {
      if (failure.status === 404) return {};
      throw failure;
    });
    return Object.hasOwn(indices, item) ? indices[item] : null;
  }
}
