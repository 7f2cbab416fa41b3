// The page: reports where it is, paints what it is told.

import { Bands } from "./bands.js";
import { Bar } from "./bar.js";
import { Caption } from "./caption.js";
import { Chart } from "./chart.js";
import { Focus } from "./focus.js";
import { Footer } from "./footer.js";
import { listen } from "./gestures.js";
import { Headings } from "./headings.js";
import { listenToKeys } from "./keys.js";
import { Magnifier } from "./magnifier.js";
import { canGroup, Pickers } from "./pickers.js";
import { Notes } from "./notes.js";
import { isSame, load, read, save, viewOf, write } from "./place.js";
import { ask, topItem } from "./question.js";
import { Scroller } from "./scroller.js";
import { Scrubber } from "./scrubber.js";
import { Session } from "./session.js";
import { Slots } from "./slots.js";
import { Status } from "./status.js";
import { Stops } from "./stops.js";
import { setUpTheme } from "./theme.js";
import { listenToWheel } from "./wheel.js";

const find = id => document.getElementById(id);
const view = find("view");

/**
 * What is shown. `view` are the parameters that tell it from other views of the collection; `hold` is an item to be put
 * at a place of the viewport, until a plan has done so; `from` is where the reader came from into a picture.
 */
const shown = { collection: null, view: {}, plan: null, hold: null, generation: 0, fresh: true, from: null };
let collections = [];
let origin = { x: 0, y: 0 };
/** Whether the history is on its way back to where the reader came from. */
let isClosing = false;

const bands = new Bands(find("bands"));
const slots = new Slots(find("slots"), find("bands"));
const headings = new Headings(find("headings"), find("sticky"));
const footer = new Footer(find("footer"), find("footer-status"), fetchNextPage, () => view.focus({ preventScroll: true }));
const stops = new Stops(find("stops"));
const scroller = new Scroller(view, moved, follow);
const scrubber = new Scrubber(find("scrubber"), scroller, jump);
const status = new Status(find, scrubber);
const planner = new Session(
  () => (isClosing ? null : ask(shown, scroller, magnifier, chart, inset(), planner.lag)), take, text => status.say(text), slots);
const magnifier = new Magnifier(slots, scroller, () => planner.request());
const focus = new Focus(view, slots, {
  isHeld: () => Boolean(shown.hold),
  first: () => (isPaged() || isPicture() ? null : shown.plan?.anchor?.index),
});
const pickers = new Pickers(find, {
  collection(id) { go(id, { layout: shown.view.layout }); focus.giveKeys(); },
  change(view) { lay(view); focus.giveKeys(); },
});
const bar = new Bar(find, { zoom: step, close });
const detail = new Caption(find("caption"));
const chart = new Chart(
  Object.fromEntries(["view", "ticks", "values", "legend", "cross", "reading", "range"].map(id => [id, find(id)])),
  () => planner.request());

const notes = new Notes(find("notes-button"), find("notes"));

const isPaged = () => shown.view.layout === "pages";
const isPicture = () => shown.view.layout === "item";
const isChart = () => shown.view.layout === "slides";
/** Whether content is long from left to right. */
const isAcross = () => ["strip", "pages", "slides"].includes(shown.view.layout);
const isStrip = () => isAcross() && !isPaged();
/** Whether zooming changes how many pictures there are to a row. */
const isDense = () => shown.view.layout === "grid" || shown.view.layout === "justified";

/** Content can be scrolled out from under the bar and the caption. */
function inset() {
  return bar.inset(isPaged() || isPicture());
}

function take(plan, asked) {
  if (asked.generation !== shown.generation) return;
  if (shown.hold === asked.hold) shown.hold = null;
  const old = shown.fresh ? null : shown.plan;
  const isZoomed = magnifier.take(asked);
  const isOther = !old || ["layout", "item", "columns", "lead", "rowHeight"].some(name => old[name] !== plan[name]);
  const next = viewOf(plan, shown.view, isZoomed && isOther);
  // The picture that is looked into stays to be seen on the way in and out.
  const kept = lookedInto(plan) ?? lookedInto(shown.plan);
  const before = isOther && kept ? relative(slots.frame(kept), scroller.corner) : null;
  if (isOther && next.layout === "item" && shown.view.layout !== "item" && shown.view.layout !== "pages") cameFrom(old);
  shown.view = next;
  show(next.layout);
  view.style.scrollSnapType = "none";
  scroller.axis = isAcross() ? "x" : "y";
  if (isOther) bar.come();
  if (isOther || isZoomed) {
    scroller.place(plan.offsetRange, plan.contentOffset);
    bar.start(scroller.offset.y);
  } else scroller.update(plan.offsetRange, asked.offset, plan.contentOffset);
  shown.plan = plan;
  shown.fresh = false;
  const carry = isOther ? null : { scale: plan.zoomScale / old.zoomScale, ...plan.chart?.carry, origin };
  const corner = { x: plan.contentOffset.x - origin.x, y: plan.contentOffset.y - origin.y };
  // Before anything is painted: to say where it is scrolled to, the browser has to lay out what is new.
  scrubber.update();
  const seen = isPaged() ? scroller.corner : null;
  bands.paint(plan.bands, corner);
  slots.paint(plan, corner, carry);
  headings.paint(plan, corner);
  chart.paint(plan, corner);
  footer.paint(plan, corner);
  stops.paint(plan.pages, seen);
  view.style.scrollSnapType = "";
  show(next.layout, plan);
  magnifier.rebase(plan, asked, isDense());
  if (plan.leaves && !asked.zoom.isPlain) close();
  else magnifier.finish(plan, asked, planner.isWanted, old, carry);
  if (before) slots.grow(kept, relative(before, { x: -scroller.corner.x, y: -scroller.corner.y }));
  describe(plan);
  focus.keep(plan);
}

const relative = (frame, corner) => frame && { ...frame, x: frame.x - corner.x, y: frame.y - corner.y };
const lookedInto = plan => plan?.item ?? (plan?.layout === "pages" ? plan.anchor?.item : null);

/** Marks what is painted, for the style sheet and the pickers. */
function show(layout, plan) {
  pickers.layout = layout;
  scrubber.axis = isAcross() ? "horizontal" : "vertical";
  magnifier.zoom.isAcross = isChart();
  view.dataset.layout = layout;
  document.body.classList.toggle("looking", isPaged() || isPicture());
  view.classList.toggle("pixels", isPicture() && (plan?.zoomScale ?? 0) * devicePixelRatio >= 4);
}

/** Goes to an offset at once. */
function jump(offset) {
  stops.hide();
  scroller.jump(offset);
}

/** Moves what is painted when the runway's origin has moved. */
function follow() {
  const next = scroller.origin;
  const [dx, dy] = [origin.x - next.x, origin.y - next.y];
  if (dx || dy) {
    for (const layer of [bands, slots, headings, chart, footer, stops]) layer.shift(dx, dy);
  }
  origin = { ...next };
}

function moved() {
  planner.request();
  scrubber.update();
  bar.move(scroller.offset.y, scroller.range.minY, isPicture());
}

function describe(plan) {
  notes.show(shown.collection, plan.chart);
  status.describe(plan, isDense());
  bar.canGoBack = isPaged() || isPicture();
  detail.show(shown.collection, lookedInto(plan), plan.count);
  clearTimeout(describe.timer);
  describe.timer = setTimeout(remember, 300);
}

/** Has a page of the collection fetched that has failed. */
async function fetchNextPage() {
  await fetch(`/api/collections/${encodeURIComponent(shown.collection)}/retry`, { method: "POST" }).catch(() => {});
  // Over a session the change comes by itself; over HTTP, and where the request was lost, a plan tells.
  planner.request();
}

/** Shows a collection in a view, with an item at a place of it. */
function go(collection, next, hold = null) {
  const entry = collections.find(({ id }) => id === collection) ?? collections[0];
  if (!entry) return status.say("The server has no collection.");
  if (entry.id !== shown.collection) {
    bands.clear();
    slots.clear();
    chart.clear();
  }
  shown.collection = entry.id;
  const layout = entry.layouts.includes(next.layout) || next.layout === "item" ? next.layout : entry.layouts[0];
  shown.view = { ...next, layout };
  shown.hold = hold;
  shown.fresh = true;
  focus.leave();
  shown.generation += 1;
  magnifier.clear();
  isClosing = false;
  pickers.show(entry, shown.view);
  show(layout);
  document.title = `${entry.name} · ScrollServer`;
  planner.request();
}

/** Another arrangement of the same collection, with what was at the top there again. */
function lay(change) {
  const anchor = shown.plan?.anchor;
  const hold = anchor && { anchor: anchor.item, fractionX: 0, fractionY: 0 };
  if (isPaged() || isPicture()) shown.from = null;
  const { layout, order, group } = { ...shown.view, ...change };
  const entry = collections.find(({ id }) => id === shown.collection);
  const next = { layout };
  if (order && order !== "name") next.order = order;
  if (group && canGroup(entry, group, next)) next.group = group;
  go(shown.collection, next, hold);
}

function cameFrom(plan) {
  if (!plan) return;
  remember();
  shown.from = { view: shown.view, item: null };
  history.pushState({ isOpen: true }, "", location.hash);
}

/** Looks into an item: it grows to its page. */
function open(item) {
  if (!item) return;
  const hasFocus = focus.isAmong;
  cameFrom(shown.plan);
  if (shown.from) Object.assign(shown.from, { item, hasFocus });
  go(shown.collection, inOrder({ layout: "pages" }), { item, align: "start" });
}

/** A view that goes through the pictures in the same order. */
const inOrder = next => (shown.view.order ? { ...next, order: shown.view.order } : next);

/** Back to where the reader came from, with the picture that is shown now in view. */
function close() {
  remember();
  if (history.state?.isOpen) {
    isClosing = true;
    shown.generation += 1;
    return history.back();
  }
  const item = lookedInto(shown.plan);
  go(shown.collection, inOrder({ layout: "grid" }), item && { item, align: "center" });
}

/** The server is told where this is, and the address bar. */
function remember() {
  const { plan, collection } = shown;
  if (!plan || shown.fresh) return;
  const place = { collection, view: shown.view, anchor: plan.anchor, inset: inset(), offset: scroller.offset };
  history.replaceState(history.state, "", write(place));
  save(place);
}

addEventListener("popstate", () => {
  const { from } = shown;
  const item = lookedInto(shown.plan);
  const place = read(location.hash);
  shown.from = null;
  if (!from || !isSame(place.view, from.view) || place.collection !== shown.collection) return go(place.collection, place.view, place.hold);
  // The same offset, unless another picture was gone on to that is not seen there.
  const anchor = !item || item === from.item ? place.hold : { ...place.hold, item, align: "nearest" };
  go(place.collection, from.view, anchor);
  // Who came with the keyboard goes on from the picture that was looked at.
  if (from.hasFocus) focus.item = item;
});

listenToWheel(view, {
  get isPaged() { return isPaged(); },
  get isStrip() { return isStrip(); },
  turn,
  pan: dx => scroller.pan(dx, 0),
});

/** Goes to a neighbour of the picture that is looked at. */
function turn(by) {
  const { plan } = shown;
  if (isPaged()) {
    const now = plan.pages.find(({ index }) => index === plan.anchor.index);
    const next = plan.pages.find(({ index }) => index === plan.anchor.index + by);
    if (now && next) scroller.glide(next.x - now.x, 0);
  } else if (plan.anchor) {
    const index = plan.anchor.index + by;
    if (index >= 0 && index < plan.count) go(shown.collection, inOrder({ layout: "pages" }), { index, align: "start" });
  }
}

/** A step of zooming about the middle, or about what has the focus. */
function step(by) {
  magnifier.step(1.4 ** by, focus.slot?.element);
}

/** All of it, or as it was in the beginning. */
function fit() {
  if (isPaged() || isPicture() || isChart()) return magnifier.toward("item");
  if (shown.view.layout === "grid") {
    const { width, height } = scroller.viewport;
    const slot = document.elementsFromPoint(width / 2, height / 2).map(element => element.closest(".slot")).find(Boolean);
    const item = slot?.dataset.item;
    return go(shown.collection, { ...shown.view, columns: 0, lead: 0 }, item && { item, align: "center" });
  }
  if (shown.view.layout === "justified") return go(shown.collection, { ...shown.view, rowHeight: 0 }, topItem(shown, scroller.offset));
  magnifier.step(1 / (shown.view.zoom ?? 1), focus.slot?.element);
}

listen(view, {
  pinch: (factor, focus, dx, dy) => magnifier.pinch(factor, focus, dx, dy),
  pinchEnd: () => magnifier.pinchEnd(),
  tap(target) {
    const slot = target.closest(".slot");
    if (isPaged() || isPicture()) document.body.classList.toggle("bare");
    else if (slot?.dataset.item && !isChart()) open(slot.dataset.item);
  },
  doubleTap(at) {
    if (isPicture()) magnifier.toward("item", at);
    else if (!isDense()) magnifier.toward(shown.plan?.zoomScale > 1 ? "width" : "detail", at);
  },
  tapWaits: () => !isDense(),
  pans: () => isPicture() || isChart() || (shown.plan?.zoomScale ?? 1) > 1,
  pan: (dx, dy) => scroller.pan(dx, dy),
});

listenToKeys(view, {
  get isPaged() { return isPaged(); },
  get isPicture() { return isPicture(); },
  get isStrip() { return isStrip(); },
  get isAmong() { return focus.isAmong; },
  get isChart() { return isChart(); },
  turn,
  read: by => chart.step(by),
  step(dx, dy) {
    const row = shown.plan?.columns ?? 1;
    const index = focus.index + dx + dy * row;
    if (index < 0 || index >= shown.plan.count) return;
    focus.index = index;
    shown.hold = { index, align: "nearest" };
    planner.request();
  },
  glide: px => scroller.glide(px, 0),
  screen(by) {
    const { width, height } = scroller.viewport;
    const [top, right, bottom, left] = inset();
    if (isStrip()) scroller.glide(by * Math.round(0.9 * (width - left - right)), 0);
    else scroller.glide(0, by * Math.round(0.9 * (height - top - bottom)));
  },
  start() {
    if (shown.view.lead) return go(shown.collection, { ...shown.view, lead: 0 });
    const { minX, minY } = scroller.range;
    jump({ x: minX, y: minY });
  },
  end() {
    const { minX, minY, maxX, maxY } = scroller.range;
    jump({ x: isAcross() ? maxX : minX, y: isAcross() ? minY : maxY });
  },
  zoom: step,
  fit,
  pixels: () => magnifier.toward("pixels"),
  open() {
    if (isPaged()) magnifier.toward("detail");
    else if (!isPicture() && !isChart()) open(focus.slot?.tile.item ?? shown.plan?.anchor?.item);
  },
  close() { if (!isChart()) close(); else chart.leave(); },
  help: () => find("help").showModal(),
  layout(place) {
    const entry = collections.find(({ id }) => id === shown.collection);
    if (entry?.layouts[place]) lay({ layout: entry.layouts[place] });
  },
});

new ResizeObserver(() => {
  // Another size is another layout: offsets of the old one mean nothing in it, the picture at the top does.
  const anchor = shown.plan?.anchor;
  if (anchor && !shown.hold && !shown.fresh) {
    shown.hold = { anchor: anchor.item, fractionX: anchor.fractionX, fractionY: anchor.fractionY };
  }
  planner.request();
}).observe(view);
addEventListener("pagehide", remember);
setUpTheme(find("theme"));

/** Asks for the collections until there is an answer. */
async function start() {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      ({ collections } = await (await fetch("/api/collections")).json());
      break;
    } catch {
      status.say("The server does not answer. Is it still running? Trying again…");
      await new Promise(done => setTimeout(done, wait));
    }
  }
  pickers.list(collections);
  const place = location.hash.length > 1 ? read(location.hash) : await load();
  const isKnown = place && collections.some(({ id }) => id === place.collection);
  // What an address names is shown even if the collection has gone; what was remembered of another start is not.
  if (isKnown || location.hash.length > 1) go(place.collection, place.view, place.hold);
  else go(null, {});
  if (document.activeElement === document.body) focus.giveKeys();
}

// What the browser tests look at.
window.scrollServer = { scroller, planner, bands, slots, shown, zoom: magnifier.zoom };
start();
