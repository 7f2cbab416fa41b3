// Prints the pictures in view, each whole, and nothing else of the page.

import { element } from "../elements/element.js";

/**
 * @param parent holds the printed pictures; only paper shows it.
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
  // The tiles of a mosaic, or of a single picture, are no separate pictures.
  if (shown.plan?.mosaic || shown.isPicture) return [copy(slots.sheets.picture(view))];
  return [...slots.shown.values()]
    .filter(({ tile, seen }) => tile.isFirst && seen.x < view.x + view.width && seen.x + seen.width > view.x
      && seen.y < view.y + view.height && seen.y + seen.height > view.y)
    .sort((one, other) => one.tile.index - other.tile.index)
    .map(slot => element("figure", { css: { "--share": Math.min(1, slot.seen.width / view.width) } }, pictureOf(slot, slots)));
}

/** Returns a copy of a slot's picture, from the sheets or from its own element. */
function pictureOf(slot, slots) {
  const own = slot.image ?? slot.element.querySelector("img");
  if (!own) return copy(slots.sheets.picture(slot.seen));
  return element("img", { src: own.src, alt: slot.name });
}

/** Copies a canvas. Chromium prints what was drawn beyond a canvas's edges; on the copy there is nothing. */
function copy(canvas) {
  const made = element("canvas", { width: canvas.width, height: canvas.height });
  made.getContext("2d").drawImage(canvas, 0, 0);
  return made;
}
