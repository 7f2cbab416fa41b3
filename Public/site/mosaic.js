// A mosaic of a published site: a grid of small cells, whose pictures are painted together. It is scaled to the width of the view.

import { clamp, placed } from "./frames.js";
import { Grid } from "./grid.js";

export class Mosaic extends Grid {
  /** Where a cell lies, in points of the mosaic: cells are squares without gaps. */
  #cellAt(index) {
    const { columns, cell } = this.extent;
    return { x: index % columns * cell, y: Math.floor(index / columns) * cell };
  }

  /** A picture of the mosaic. @returns {Promise<import("./files.js").BandItem>} */
  async item(index) {
    const { item, name, tiles } = await this.files.itemAt(index);
    return { index, item, name, ...this.#cellAt(index), tiles };
  }

  /** The index of the cell at a point of the content, in px; the nearest one where there is none. @param {Wire.Point} point */
  #indexAt({ x, y }) {
    const { columns } = this.extent;
    const [column, row] = [x, y].map(length => Math.floor(length / this.cell));
    return clamp(Math.max(0, row) * columns + clamp(column, 0, columns - 1), 0, this.files.count - 1);
  }

  /** The cell at a point of the view, in px of the view; null where there is none. @param {Wire.Point} point */
  async cellAt({ x, y }) {
    const { item } = await this.at({ x, y });
    const frame = this.seen(item, this.ask.offset);
    return x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height ? { ...item, ...frame } : null;
  }

  /** The cell some rows below that of an item, in px of the view. */
  async cellBelow(index, rows) {
    const below = index + rows * this.extent.columns;
    const item = await this.item(below >= 0 && below < this.files.count ? below : index);
    return { ...item, ...this.seen(item, this.ask.offset) };
  }

  async at({ x, y }) {
    const { offset } = this.ask;
    const item = await this.item(this.#indexAt({ x: offset.x + x, y: offset.y + y }));
    return { item, fraction: (offset.y + y - this.frame(item).y) / this.cell };
  }

  async shown(from, to, offset) {
    const { columns, height } = this.extent;
    const { ask: { inset: [top], height: view }, cell } = this;
    const parts = await this.files.parts(this.extent, from / this.factor, Math.min(height, to / this.factor));
    const factor = { x: this.factor, y: this.factor };
    const tiles = parts.map(part => {
      const { url, index, column, row } = part;
      const frame = placed(part, factor, { x: 0, y: 0 }, offset, this.snap);
      return { mosaic: true, index, item: "mosaic", level: 0, column, row, place: `${columns}/${column}/${row}`, url, ...frame };
    });
    const middle = view / 2;
    const distance = ({ y, height }) => Math.abs(y + height / 2 - middle);
    tiles.sort((one, other) => distance(one) - distance(other));
    const last = this.files.count - 1;
    const end = y => Math.min(last, (Math.floor(y / cell) + 1) * columns - 1);
    const first = y => clamp(Math.floor(y / cell) * columns, 0, last);
    return {
      tiles, mosaic: { cell, pitch: cell, isAll: this.isLast }, top: await this.item(first(offset.y + top)),
      visible: { first: first(offset.y), last: end(offset.y + view - 1) }, window: { first: first(from), last: end(to - 1) },
    };
  }
}
