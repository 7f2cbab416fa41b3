// Prints the pictures in view, each whole, and nothing else of the page; or a chart as it is seen, on white.

import { element } from "../elements/element.js";

/** Px of paper between the margins of a narrow sheet: A4 and Letter have a little more. */
const paperWidth = 700;

/**
 * @param parent holds the printed pictures; only paper shows it.
 */
export function setUpPrinting(parent, slots, scroller, shown) {
  addEventListener("beforeprint", () => {
    const { classList, style } = document.body;
    if (shown.isChart) {
      const sizes = { "--width": `${innerWidth}px`, "--height": `${innerHeight}px`, "--scale": Math.min(1, paperWidth / innerWidth) };
      for (const [name, value] of Object.entries(sizes)) style.setProperty(name, String(value));
      classList.add("printing-chart");
      classList.toggle("dark", getComputedStyle(document.documentElement).colorScheme === "dark");
      return;
    }
    parent.replaceChildren(...picturesIn(slots, { ...scroller.corner, ...scroller.viewport }, shown));
    classList.add("printing");
  });
  addEventListener("afterprint", () => {
    document.body.classList.remove("printing", "printing-chart", "dark");
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
