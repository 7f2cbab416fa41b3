// Marks the selected cells of a mosaic, whose cells are no elements: the server says where they lie in runs.

export class Runs {
  #image; #path;
  /** The viewport's corner when they were painted, in runway px. */
  #corner = { x: 0, y: 0 };
  #outline = "";
  /** @type {Wire.Frame[]} The runs, in px from that corner. */
  #cells = [];

  /** @param image is an SVG image with one path. */
  constructor(image) { [this.#image, this.#path] = [image, image.querySelector("path")]; }

  /** @param {Page.Plan} plan @param {import("../scene/painter.js").At} at */
  paint({ selectedCells = [] }, { corner }) {
    this.#cells = selectedCells;
    this.#write(selectedCells.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join(""));
    this.#corner = { ...corner };
    this.#place();
  }

  /** Whether the middle of a frame is selected. @param {{x: number, y: number, width: number, height: number}} frame is in runway px. */
  has(frame) {
    const [x, y] = [frame.x + frame.width / 2 - this.#corner.x, frame.y + frame.height / 2 - this.#corner.y];
    return this.#cells.some(cell => x >= cell.x && x < cell.x + cell.width && y >= cell.y && y < cell.y + cell.height);
  }

  /** Moves by as much as the runway's origin has moved. */
  shift(dx, dy) {
    this.#corner = { x: this.#corner.x + dx, y: this.#corner.y + dy };
    this.#place();
  }

  clear() {
    this.#cells = [];
    this.#write("");
  }

  #write(outline) {
    if (outline === this.#outline) return;
    this.#outline = outline;
    this.#path.setAttribute("d", outline);
    this.#image.toggleAttribute("hidden", !outline);
  }

  #place() {
    if (this.#outline) this.#image.style.transform = `translate(${this.#corner.x}px, ${this.#corner.y}px)`;
  }
}
