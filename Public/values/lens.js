// What a comparison shows of every picture: the same magnification and the same part, whatever their sizes. The server places the
// pictures by it; between two plans the page moves what is painted.

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const axes = [["x", "width", "minX", "maxX"], ["y", "height", "minY", "maxY"]];

/** @typedef {Wire.Comparison} Placed what the server says of a picture and its pane */

export class Lens {
  /** A multiple of the scale at which a picture just fits into its pane. */
  magnification = 1;
  /** The point of each picture that lies at its pane's middle, as fractions of its width and height. */
  x = 0.5;
  y = 0.5;

  constructor(values) { Object.assign(this, values); }

  isSame({ magnification, x, y }) { return this.magnification === magnification && this.x === x && this.y === y; }

  /** How many times as large as its plan has it a picture is. @param {Placed} placed */
  growth({ magnification, maximum }) { return Math.min(this.magnification, maximum) / magnification; }

  /**
   * Returns the lens after a zoom. The point `at` of one picture stays where it is; the other pictures follow.
   * @param at is in px from that pane's middle. @param {Placed} placed
   * @param {Placed[]} all is what is said of each picture.
   */
  zoomed(magnification, placed, at, all) {
    const lens = new Lens({ ...this, magnification }).inside(all);
    const [before, after] = [this, lens].map(one => one.growth(placed));
    for (const [axis, side] of axes) lens[axis] = this[axis] + (at[axis] / placed[side]) * (1 / before - 1 / after);
    return lens.inside(all);
  }

  /** Returns the lens after one picture was moved by some px; the others move by the same fraction of theirs. */
  moved(by, placed, all) {
    const lens = new Lens(this);
    for (const [axis, side] of axes) lens[axis] -= by[axis] / (placed[side] * this.growth(placed));
    return lens.inside(all);
  }

  /** Returns the nearest lens that the picture with the most freedom allows. @param {Placed[]} all */
  inside(all) {
    if (!all.length) return this;
    const lens = new Lens(this);
    lens.magnification = clamp(this.magnification, Math.min(1, ...all.map(one => one.minimum)), Math.max(1, ...all.map(one => one.maximum)));
    // Ranges hold for the magnifications of their plans, and are too wide for smaller ones until their own plans come.
    const isTold = all.every(one => lens.growth(one) < 1 + 1e-9);
    for (const [axis, , least, most] of axes) {
      lens[axis] = isTold
        ? clamp(this[axis], Math.min(...all.map(({ range }) => range[least])), Math.max(...all.map(({ range }) => range[most])))
        : clamp(this[axis], 0, 1);
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
