// The marks on which paged scrolling comes to rest.

export class Stops {
  #marks;

  /** @param parent holds as many marks as a plan has pages at most. */
  constructor(parent) { this.#marks = [...parent.children]; }

  /** Puts them where the pages of a plan are. `corner` is the viewport's top-left corner in runway px. */
  paint(pages, corner) {
    this.hide();
    for (const { index, x } of pages ?? []) {
      const mark = this.#marks[index % this.#marks.length];
      mark.hidden = false;
      mark.style.left = `${corner.x + x}px`;
    }
  }

  /** Hides all marks before a jump: the browser would scroll back to the nearest of them. */
  hide() {
    for (const mark of this.#marks) mark.hidden = true;
  }

  /** Moves them by as much as the runway's origin has moved. */
  shift(dx) {
    for (const { style } of this.#marks) style.left = `${parseFloat(style.left) + dx}px`;
  }
}
