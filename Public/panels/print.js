// Prints the pictures in view, each whole, and nothing else of the page; or a chart as it is seen, on white.

import { element } from "../elements/element.js";
import { common, meets } from "../scene/sheets.js";

/** Milliseconds: the longest wait for a picture that does not come, and between two looks. */
const [patience, beat] = [10_000, 50];

/**
 * Prints one picture alone, which fills the view until that is done.
 * @param parts has what is `shown`, the `slots` and the `navigation`.
 */
export async function printPicture(item, parts) {
  const { shown, slots, navigation } = parts;
  const isOpen = shown.isLooking && shown.picture === item;
  if (!isOpen) {
    navigation.open(item);
    if (!(await isThere(item, shown, slots))) return;
    addEventListener("afterprint", () => { if (shown.isLooking && shown.picture === item) navigation.close(); }, { once: true });
  }
  print();
}

/** Waits until a picture is open and sharp. @returns whether it is still open. */
async function isThere(item, shown, slots) {
  const end = performance.now() + patience;
  const isOpen = () => shown.isLooking && (shown.isFresh || shown.picture === item);
  while (isOpen() && performance.now() < end && (shown.isFresh || !slots.isSharp(shown.plan.anchor.index))) {
    await new Promise(done => { setTimeout(done, beat); });
  }
  return isOpen() && !shown.isFresh;
}

/**
 * @param parent holds the printed pictures; only paper shows it.
 */
export function setUpPrinting(parent, slots, scroller, shown) {
  addEventListener("beforeprint", () => {
    const { classList } = document.body;
    if (shown.isChart) {
      const { style } = document.documentElement;
      style.setProperty("--width", `${innerWidth}px`);
      style.setProperty("--height", `${innerHeight}px`);
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
  const seen = [...slots.shown.values()].filter(({ seen }) => meets(seen, view));
  const first = seen.filter(({ tile }) => tile.isFirst);
  // One picture fills the sheet. So does a mosaic, of which the tiles are no separate pictures.
  if (shown.plan?.mosaic || shown.isPicture) return [sheet(copy(slots.sheets.picture(seen.length ? common(around(seen), view) : view)))];
  if (shown.isPaged) return first.map(slot => sheet(pictureOf(slot, slots)));
  // What stands beside panels in the window has the whole width of the paper.
  const { width } = around(first);
  return first.sort((one, other) => one.tile.index - other.tile.index)
    .map(slot => element("figure", { css: { "--share": slot.seen.width / width } }, pictureOf(slot, slots)));
}

const sheet = picture => element("figure", { className: "sole" }, picture);

/** Returns the frame around all of what some slots show. */
function around(slots) {
  const frames = slots.map(({ seen }) => seen);
  const [x, y] = [Math.min(...frames.map(({ x }) => x)), Math.min(...frames.map(({ y }) => y))];
  return { x, y, width: Math.max(...frames.map(({ x, width }) => x + width)) - x, height: Math.max(...frames.map(({ y, height }) => y + height)) - y };
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
