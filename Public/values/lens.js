// What a comparison shows of every picture: the same magnification and the same part, whatever their sizes.

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const axes = [["x", "width"], ["y", "height"]];

export class Lens {
  /** A multiple of the scale at which a picture just fits into its pane. */
  magnification = 1;
  /** The point of each picture that lies at its pane's middle, as fractions of its width and height. */
  x = 0.5;
  y = 0.5;

  constructor(values) { Object.assign(this, values); }

  isSame({ magnification, x, y }) { return this.magnification === magnification && this.x === x && this.y === y; }

  /**
   * Returns the lens after a zoom. The point `at` of one pane stays where it is; the other panes follow.
   * @param at is in px from that pane's middle.
   * @param panes are all whose size is known: see `pane.js`.
   */
  zoomed(magnification, pane, at, panes) {
    const lens = new Lens({ ...this, magnification }).inside(panes);
    const [before, after] = [this, lens].map(({ magnification: one }) => pane.scale(one));
    for (const [axis, side] of axes) lens[axis] = this[axis] + (at[axis] / pane.size[side]) * (1 / before - 1 / after);
    return lens.inside(panes);
  }

  /** Returns the lens after one pane's picture was moved by some px; the others move by the same fraction of theirs. */
  moved(by, pane, panes) {
    const scale = pane.scale(this.magnification);
    const lens = new Lens(this);
    for (const [axis, side] of axes) lens[axis] -= by[axis] / (pane.size[side] * scale);
    return lens.inside(panes);
  }

  /** Returns the nearest lens at which every pane shows a part of its picture. */
  inside(panes) {
    if (!panes.length) return this;
    const lens = new Lens(this);
    // A small picture is larger than its pixels where it fits its pane.
    const least = Math.min(1, ...panes.map(({ fit, pixels }) => pixels / fit));
    const most = Math.max(1, ...panes.map(({ fit, largest }) => largest / fit));
    lens.magnification = clamp(this.magnification, least, most);
    for (const [axis, side] of axes) {
      const halves = panes.map(pane => pane.viewport[side] / (pane.size[side] * pane.scale(lens.magnification)) / 2);
      const edge = Math.min(0.5, ...halves);
      lens[axis] = clamp(this[axis], edge, 1 - edge);
    }
    return lens;
  }

  /** Returns the lens after a part, from 0 to 1, of the way to another one. A point that both ends keep in place does not move. */
  toward(goal, part) {
    const magnification = this.magnification * (goal.magnification / this.magnification) ** part;
    const [from, to] = [1 / this.magnification, 1 / goal.magnification];
    const way = Math.abs(from - to) < 1e-9 ? part : (from - 1 / magnification) / (from - to);
    return new Lens({ magnification, x: this.x + (goal.x - this.x) * way, y: this.y + (goal.y - this.y) * way });
  }
}
