// What is printed: the pictures that are seen, each whole, one after the other, and nothing else of the page.

import { element } from "../elements/element.js";

/**
 * @param parent holds what is printed; it is seen on paper alone.
 * @param slots are the page's, and `scroller` and `shown` say what is seen of them.
 */
export function setUpPrinting(parent, slots, scroller, shown) {
  addEventListener("beforeprint", () => {
    if (shown.isChart) return;
    parent.replaceChildren(...picturesIn(slots, { ...scroller.corner, ...scroller.viewport }, shown));
    document.body.classList.add("printing");
  });
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing");
    parent.replaceChildren();
  });
}

function picturesIn(slots, view, shown) {
  // On a mosaic's tiles, and of a picture that is looked into, there is no picture of its own to be had.
  if (shown.plan?.mosaic || shown.isPicture) return [copy(slots.sheets.picture(view))];
  return [...slots.shown.values()]
    .filter(({ tile, seen }) => tile.isFirst && seen.x < view.x + view.width && seen.x + seen.width > view.x
      && seen.y < view.y + view.height && seen.y + seen.height > view.y)
    .sort((one, other) => one.tile.index - other.tile.index)
    .map(slot => element("figure", { css: { "--share": Math.min(1, slot.seen.width / view.width) } }, pictureOf(slot, slots)));
}

/** What cannot be drawn on a sheet is shown by an element, which can be shown twice. */
function pictureOf(slot, slots) {
  const own = slot.image ?? slot.element.querySelector("img");
  if (!own) return copy(slots.sheets.picture(slot.seen));
  return element("img", { src: own.src, alt: slot.name });
}

/** Chromium prints what was drawn on a canvas, also beyond its edges: on this one nothing is drawn there. */
function copy(canvas) {
  const made = element("canvas", { width: canvas.width, height: canvas.height });
  made.getContext("2d").drawImage(canvas, 0, 0);
  return made;
}
