// The page: reports where it is, paints what it is told.

import { Caption } from "./caption.js";
import { listen } from "./gestures.js";
import { Headings } from "./headings.js";
import { listenToKeys } from "./keys.js";
import { isSame, load, read, save, viewOf, write } from "./place.js";
import { Scroller } from "./scroller.js";
import { Scrubber } from "./scrubber.js";
import { Session } from "./session.js";
import { Slots } from "./slots.js";
import { setUpTheme } from "./theme.js";
import { Zoom } from "./zoom.js";

const find = id => document.getElementById(id);
const [view, bar, message, position, caption, magnification] =
  ["view", "bar", "message", "position", "caption", "magnification"].map(find);
const pickers = { collection: find("collection"), layout: find("layout"), order: find("order"), group: find("group") };
const orders = { name: ["Name", "Name, last first"], date: ["Date, oldest first", "Date, newest first"],
  size: ["Size, smallest first", "Size, largest first"] };

/**
 * What is shown. `view` are the parameters that tell it from other views of the collection; `hold` is an item to be put
 * at a place of the viewport, until a plan has done so; `from` is where the reader came from into a picture.
 */
const shown = { collection: null, view: {}, plan: null, hold: null, generation: 0, fresh: true, from: null, focus: null, refocus: null };
let collections = [];
let origin = { x: 0, y: 0 };
const zoom = new Zoom();
/** A zoom whose factor the server knows: {name, focus}. */
let zoomTo = null;
let isPinching = false;
/** Whether the history is on its way back to where the reader came from. */
let isClosing = false;

const slots = new Slots(find("slots"));
const headings = new Headings(find("headings"), find("sticky"));
const scroller = new Scroller(view, moved, follow);
const scrubber = new Scrubber(find("scrubber"), scroller, jump);
const planner = new Session(question, take, say, slots);
const detail = new Caption(caption);

const isPaged = () => shown.view.layout === "pages";
const isPicture = () => shown.view.layout === "item";
/** Whether zooming changes how many pictures there are to a row. */
const isDense = () => shown.view.layout === "grid" || shown.view.layout === "justified";

/** The bar and the caption cover the edges they are at: content can be scrolled out from under them. */
function inset() {
  const atTop = getComputedStyle(bar).bottom !== "0px";
  const foot = isPaged() || isPicture() ? bar.offsetHeight : 0;
  return atTop ? [bar.offsetHeight, 0, foot, 0] : [0, 0, bar.offsetHeight + foot, 0];
}

function question() {
  const { width, height } = scroller.viewport;
  if (isClosing || !shown.collection || !width || !height) return null;
  const { velocity } = scroller;
  // Before the first plan nothing is known of the content: its start is asked for, below the bar.
  const [top, left] = inset();
  const isZooming = zoomTo || !zoom.isPlain;
  const at = !shown.plan || shown.fresh ? { x: -left, y: -top } : isZooming ? scroller.wish : scroller.offset;
  const { offset, factor, focus } = zoom.question(at);
  const query = new URLSearchParams({
    width, height, x: offset.x, y: offset.y, scale: devicePixelRatio, inset: inset(), ...given(shown.view),
    velocityX: Math.round(velocity.x), velocityY: Math.round(velocity.y), names: true, backdrop: true,
  });
  const hold = shown.hold ?? topItem(offset);
  for (const [name, value] of Object.entries(hold ?? {})) query.set(name, value);
  const goal = zoomTo;
  if (goal) query.set("zoomTo", goal.name);
  else if (factor !== 1) query.set("toZoom", (shown.view.zoom ?? 1) * factor);
  if (goal || factor !== 1) {
    const { x, y } = goal?.focus ?? focus;
    query.set("focusX", x);
    query.set("focusY", y);
  }
  const url = `/api/collections/${encodeURIComponent(shown.collection)}/plan?${query}`;
  return { url, offset: at, generation: shown.generation, hold: shown.hold, zoom: zoom.copy(), goal };
}

/** The parameters that say something. */
const given = parameters => Object.fromEntries(Object.entries(parameters).filter(([, value]) => value));

/** The item at the top of what was planned last, and where it is now: the server keeps it there if the content changes. */
function topItem(offset) {
  const { plan } = shown;
  if (!plan?.anchor || shown.fresh) return null;
  const anchorX = plan.anchor.x + plan.contentOffset.x - offset.x;
  const anchorY = plan.anchor.y + plan.contentOffset.y - offset.y;
  // After a jump it is nowhere near.
  if (Math.abs(anchorX) > 1e6 || Math.abs(anchorY) > 1e6) return null;
  return { anchor: plan.anchor.item, anchorX, anchorY, revision: plan.revision };
}

function take(plan, asked) {
  if (asked.generation !== shown.generation) return;
  if (shown.hold === asked.hold) shown.hold = null;
  if (zoomTo === asked.goal) zoomTo = null;
  const old = shown.fresh ? null : shown.plan;
  const isZoomed = !asked.zoom.isPlain || asked.goal;
  const isOther = !old || ["layout", "item", "columns", "lead", "rowHeight"].some(name => old[name] !== plan[name]);
  const next = viewOf(plan, shown.view, isZoomed && isOther);
  // The picture that is looked into stays to be seen on the way in and out.
  const kept = lookedInto(plan) ?? lookedInto(shown.plan);
  const before = isOther && kept ? relative(slots.frame(kept), scroller.corner) : null;
  if (isOther && next.layout === "item" && shown.view.layout !== "item" && shown.view.layout !== "pages") cameFrom(old);
  shown.view = next;
  show(next.layout);
  view.style.scrollSnapType = "none";
  scroller.axis = next.layout === "strip" || next.layout === "pages" ? "x" : "y";
  if (isOther) bar.classList.remove("away");
  if (isOther || isZoomed) {
    scroller.place(plan.offsetRange, plan.contentOffset);
    // Where one begins is not a way scrolled: the bar is there.
    lastY = scroller.offset.y;
  } else scroller.update(plan.offsetRange, asked.offset, plan.contentOffset);
  shown.plan = plan;
  shown.fresh = false;
  const carry = isOther ? null : { scale: plan.zoomScale / old.zoomScale, origin };
  slots.paint(plan, { x: plan.contentOffset.x - origin.x, y: plan.contentOffset.y - origin.y }, carry);
  headings.paint(plan, { x: plan.contentOffset.x - origin.x, y: plan.contentOffset.y - origin.y });
  rest(plan.pages);
  view.style.scrollSnapType = "";
  show(next.layout, plan);
  finishZoom(plan, asked, old, carry);
  if (before) slots.grow(kept, relative(before, { x: -scroller.corner.x, y: -scroller.corner.y }));
  describe(plan);
  keepFocus();
}

const relative = (frame, corner) => frame && { ...frame, x: frame.x - corner.x, y: frame.y - corner.y };
const lookedInto = plan => plan?.item ?? (plan?.layout === "pages" ? plan.anchor?.item : null);

/** What of a zoom the plan has not shown goes on being magnified; what it has comes to its place. */
function finishZoom(plan, asked, old, carry) {
  const remainder = plan.zoomRemainder ?? 1;
  if (asked.goal) zoom.clear();
  // At the largest scale there is nothing more to see.
  else zoom.rebase(asked.zoom, isDense() || remainder < 1 ? remainder : 1);
  if (plan.leaves && !asked.zoom.isPlain) return close();
  // What came since the question was asked goes into the next one.
  if (isPinching || (planner.isWanted && !zoom.isPlain)) return slots.magnify(zoom, scroller.corner);
  const { corner } = scroller;
  if (!zoom.isPlain) slots.settle(zoom, corner);
  else if (asked.goal || asked.zoom.isStep) settleStep(plan, old, carry, corner);
  else slots.magnify(zoom, corner);
  zoom.clear();
}

/** A step by key or button: from where things were they move to where they are. */
function settleStep(plan, old, carry, corner) {
  if (carry && carry.scale !== 1) {
    const { scale } = carry;
    const [from, to] = [old.contentOffset, plan.contentOffset];
    slots.settle({ scale: 1 / scale, x: to.x / scale - from.x, y: to.y / scale - from.y }, corner);
  } else slots.magnify(zoom, corner);
}

/** Marks what is painted, for the style sheet and the pickers. */
function show(layout, plan) {
  pickers.layout.value = layout === "item" ? "pages" : layout;
  scrubber.axis = layout === "strip" || layout === "pages" ? "horizontal" : "vertical";
  view.dataset.layout = layout;
  document.body.classList.toggle("looking", isPaged() || isPicture());
  view.classList.toggle("pixels", isPicture() && (plan?.zoomScale ?? 0) * devicePixelRatio >= 4);
}

/** Goes to an offset at once; the marks of pages elsewhere would draw the scroller back to themselves. */
function jump(offset) {
  for (const stop of find("stops").children) stop.hidden = true;
  scroller.jump(offset);
}

/** Puts the marks on which paged scrolling comes to rest. */
function rest(pages) {
  const stops = find("stops").children;
  for (const stop of stops) stop.hidden = true;
  for (const { index, x } of pages ?? []) {
    const stop = stops[index % stops.length];
    stop.hidden = false;
    stop.style.left = `${scroller.corner.x + x}px`;
  }
}

/** Moves what is painted when the runway's origin has moved. */
function follow() {
  const next = scroller.origin;
  const [dx, dy] = [origin.x - next.x, origin.y - next.y];
  if (dx || dy) {
    slots.shift(dx, dy);
    headings.shift(dx, dy);
    for (const stop of find("stops").children) stop.style.left = `${parseFloat(stop.style.left) + dx}px`;
  }
  origin = { ...next };
}

let lastY = 0;
function moved() {
  planner.request();
  scrubber.update();
  const { y } = scroller.offset;
  if (Math.abs(y - lastY) > 8) {
    bar.classList.toggle("away", y > lastY && y > scroller.range.minY + 64 && !isPicture());
    lastY = y;
  }
}

function describe(plan) {
  const total = plan.count.toLocaleString() + (plan.hasMore ? "+" : "");
  if (plan.visible) {
    position.value = `${((plan.anchor?.index ?? plan.visible.first) + 1).toLocaleString()} of ${total}`;
    scrubber.label = plan.anchor?.name ? `${position.value} · ${plan.anchor.name}` : position.value;
    say(null);
  } else {
    position.value = "";
    say(plan.hasMore ? "Looking for pictures…" : "There are no pictures here.");
  }
  magnification.value = plan.layout === "item" ? `${Math.round(plan.zoomScale * devicePixelRatio * 100)} %`
    : isDense() || plan.layout === "pages" || plan.zoomScale === 1 ? "" : `${Math.round(plan.zoomScale * 100)} %`;
  find("back").hidden = !(isPaged() || isPicture());
  detail.show(shown.collection, lookedInto(plan), plan.count);
  scrubber.update();
  clearTimeout(describe.timer);
  describe.timer = setTimeout(remember, 300);
}

function say(text) {
  message.hidden = !text;
  if (text) message.textContent = text;
}

/** Shows a collection in a view, with an item at a place of it. */
function go(collection, next, hold = null) {
  const entry = collections.find(({ id }) => id === collection) ?? collections[0];
  if (!entry) return say("The server has no collection.");
  if (entry.id !== shown.collection) slots.clear();
  shown.collection = entry.id;
  const layout = entry.layouts.includes(next.layout) || next.layout === "item" ? next.layout : entry.layouts[0];
  shown.view = { ...next, layout };
  show(layout);
  shown.hold = hold;
  shown.fresh = true;
  if (shown.focus !== null) view.focus({ preventScroll: true });
  shown.focus = null;
  shown.generation += 1;
  zoom.clear();
  slots.magnify(zoom, scroller.corner);
  zoomTo = null;
  isClosing = false;
  pickers.collection.value = entry.id;
  pickers.layout.replaceChildren(...entry.layouts.map(name => new Option(name[0].toUpperCase() + name.slice(1), name)));
  pickers.order.replaceChildren(...(entry.orders ?? []).flatMap(name => orders[name]
    ? [new Option(orders[name][0], name), new Option(orders[name][1], `-${name}`)] : []));
  pickers.order.value = shown.view.order ?? "name";
  pickers.order.hidden = pickers.order.options.length < 2;
  const groups = [["", "No groups"], ["folder", "Folders"], ["month", "Months"]].filter(([name]) => canGroup(entry, name, shown.view));
  pickers.group.replaceChildren(...groups.map(([name, title]) => new Option(title, name)));
  pickers.group.value = shown.view.group ?? "";
  pickers.group.hidden = groups.length < 2;
  document.title = `${entry.name} · ScrollServer`;
  planner.request();
}

/** Folders lie together in the order of names, months in that of dates; rows of pictures have room for headings. */
function canGroup(entry, name, { layout, order = "name" }) {
  if (!name) return true;
  if (!["grid", "justified"].includes(layout) || entry.kind !== "folder") return false;
  return order.replace("-", "") === (name === "month" ? "date" : "name");
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
  const hasFocus = shown.focus !== null;
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

/** The view that an address stands for. */
function recall({ collection, view: next, hold }) {
  go(collection, next, hold);
}

addEventListener("popstate", () => {
  const { from } = shown;
  const item = lookedInto(shown.plan);
  const place = read(location.hash);
  shown.from = null;
  if (!from || !isSame(place.view, from.view) || place.collection !== shown.collection) return recall(place);
  // The same offset, unless another picture was gone on to that is not seen there.
  const anchor = !item || item === from.item ? place.hold : { ...place.hold, item, align: "nearest" };
  go(place.collection, from.view, anchor);
  // Who came with the keyboard goes on from the picture that was looked at.
  if (from.hasFocus) shown.refocus = item;
});

view.addEventListener("wheel", event => {
  // A wheel turns one way; a strip runs the other.
  if (event.ctrlKey || event.metaKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
  if (isPaged()) {
    event.preventDefault();
    const now = performance.now();
    // One notch, or one flick of a trackpad, turns one page.
    if (now - turn.time > 250) turn(Math.sign(event.deltaY));
    else if (now - turn.time > 60 && Math.abs(event.deltaY) < 20) turn.time = now - 60;
  } else if (shown.view.layout === "strip") {
    event.preventDefault();
    scroller.pan(event.deltaY * [1, 40, scroller.viewport.width][event.deltaMode], 0);
  }
}, { passive: false });

/** Goes to a neighbour of the picture that is looked at. */
function turn(by) {
  turn.time = performance.now();
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
turn.time = 0;

/** A step of zooming about the middle, or about what has the focus. */
function step(by) {
  magnify(1.4 ** by);
}

function magnify(factor) {
  const slot = shown.focus === null ? null : slots.slot(shown.focus);
  const { width, height } = scroller.viewport;
  const box = slot?.element.getBoundingClientRect();
  zoom.by(factor, box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: width / 2, y: height / 2 });
  zoom.isStep = true;
  planner.request();
}

/** Zooms to what the server makes of a name: item, width, pixels, detail. */
function zoomToward(name, focus) {
  const { width, height } = scroller.viewport;
  zoomTo = { name, focus: focus ?? { x: width / 2, y: height / 2 } };
  planner.request();
}

/** All of it, or as it was in the beginning. */
function fit() {
  if (isPaged() || isPicture()) return zoomToward("item");
  if (shown.view.layout === "grid") {
    const { width, height } = scroller.viewport;
    const slot = document.elementsFromPoint(width / 2, height / 2).map(element => element.closest(".slot")).find(Boolean);
    const item = slot?.dataset.item;
    return go(shown.collection, { ...shown.view, columns: 0, lead: 0 }, item && { item, align: "center" });
  }
  if (shown.view.layout === "justified") return go(shown.collection, { ...shown.view, rowHeight: 0 }, topItem(scroller.offset));
  magnify(1 / (shown.view.zoom ?? 1));
}

listen(view, {
  pinch(factor, focus, dx, dy) {
    if (!isPinching) scroller.accept();
    isPinching = true;
    zoom.move(dx, dy);
    zoom.by(factor, focus);
    slots.magnify(zoom, scroller.corner);
    planner.request();
  },
  pinchEnd() {
    isPinching = false;
    planner.request();
  },
  tap(target) {
    const slot = target.closest(".slot");
    if (isPaged() || isPicture()) document.body.classList.toggle("bare");
    else if (slot?.dataset.item) open(slot.dataset.item);
  },
  doubleTap(at) {
    if (isPicture()) zoomToward("item", at);
    else if (!isDense()) zoomToward(shown.plan?.zoomScale > 1 ? "width" : "detail", at);
  },
  tapWaits: () => !isDense(),
  pans: () => isPicture() || (shown.plan?.zoomScale ?? 1) > 1,
  pan: (dx, dy) => scroller.pan(dx, dy),
});

listenToKeys(view, {
  get isPaged() { return isPaged(); },
  get isPicture() { return isPicture(); },
  get isStrip() { return shown.view.layout === "strip"; },
  get isAmong() { return shown.focus !== null; },
  turn,
  step(dx, dy) {
    const row = shown.plan?.columns ?? 1;
    const index = shown.focus + dx + dy * row;
    if (index < 0 || index >= shown.plan.count) return;
    shown.focus = index;
    shown.hold = { index, align: "nearest" };
    planner.request();
  },
  glide: (pages, px) => scroller.glide(Math.round(pages * scroller.viewport.width) + px, 0),
  start() {
    if (shown.view.lead) return go(shown.collection, { ...shown.view, lead: 0 });
    const { minX, minY } = scroller.range;
    jump({ x: minX, y: minY });
  },
  end() {
    const { minX, minY, maxX, maxY } = scroller.range;
    const isAcross = shown.view.layout === "strip" || isPaged();
    jump({ x: isAcross ? maxX : minX, y: isAcross ? minY : maxY });
  },
  zoom: step,
  fit,
  pixels: () => zoomToward("pixels"),
  open() {
    const slot = shown.focus === null ? null : slots.slot(shown.focus);
    const item = slot?.dataset?.item ?? slot?.tile.item ?? shown.plan?.anchor?.item;
    if (isPaged()) zoomToward("detail");
    else if (!isPicture()) open(item);
  },
  close,
  help: () => find("help").showModal(),
  layout(place) {
    const entry = collections.find(({ id }) => id === shown.collection);
    if (entry?.layouts[place]) lay({ layout: entry.layouts[place] });
  },
});

/** The focus stays on its picture, whichever slot shows it; when that is out of sight the view has it. */
view.addEventListener("focusin", event => {
  const slot = event.target.closest(".slot");
  if (slot) shown.focus = Number(slot.dataset.index);
  else if (!keepFocus.isUnderWay && event.target === view && !shown.hold) shown.focus = null;
});
function keepFocus() {
  if (shown.refocus) shown.focus = shown.plan.tiles.find(({ item }) => item === shown.refocus)?.index ?? null;
  shown.refocus = null;
  if (shown.focus === null) return;
  const { activeElement } = document;
  if (activeElement !== document.body && !view.contains(activeElement)) return;
  const element = slots.slot(shown.focus)?.element ?? view;
  if (element === activeElement) return;
  keepFocus.isUnderWay = true;
  element.focus({ preventScroll: true });
  keepFocus.isUnderWay = false;
}
/** A press on a picture is for the view: only keys go from picture to picture. */
view.addEventListener("mousedown", event => {
  if (event.button !== 0) return;
  event.preventDefault();
  view.focus({ preventScroll: true });
});
/** The view has the keys, though nobody has gone there with them. */
function giveKeys() {
  view.classList.add("quiet");
  view.focus({ preventScroll: true });
}
view.addEventListener("blur", () => view.classList.remove("quiet"));
/** Tab goes from the view into its pictures, to the first that is seen. */
view.addEventListener("keydown", event => {
  if (event.key !== "Tab" || event.shiftKey || event.target !== view || isPaged() || isPicture()) return;
  const slot = slots.slot(shown.plan?.anchor?.index);
  if (!slot) return;
  event.preventDefault();
  slot.element.focus({ preventScroll: true });
});

pickers.collection.addEventListener("change", () => {
  go(pickers.collection.value, { layout: shown.view.layout });
  giveKeys();
});
for (const name of ["layout", "order", "group"]) {
  pickers[name].addEventListener("change", () => { lay({ [name]: pickers[name].value }); giveKeys(); });
}
find("more-button").addEventListener("click", event => {
  event.currentTarget.ariaExpanded = bar.classList.toggle("open");
});
find("help-button").addEventListener("click", () => find("help").showModal());
find("back").addEventListener("click", close);
find("closer").addEventListener("click", () => step(1));
find("further").addEventListener("click", () => step(-1));
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
      say("The server does not answer. Is it still running? Trying again…");
      await new Promise(done => setTimeout(done, wait));
    }
  }
  pickers.collection.replaceChildren(...collections.map(({ id, name }) => new Option(name, id)));
  const place = location.hash.length > 1 ? read(location.hash) : await load();
  const isKnown = place && collections.some(({ id }) => id === place.collection);
  // What an address names is shown even if the collection has gone; what was remembered of another start is not.
  recall(isKnown || location.hash.length > 1 ? place : { collection: null, view: {}, hold: null });
  if (document.activeElement === document.body) giveKeys();
}

// What the browser tests look at.
window.scrollServer = { scroller, planner, slots, shown, zoom };
start();
