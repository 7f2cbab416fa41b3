// The page: reports where it is, paints what it is told.

import { Planner } from "./planner.js";
import { Scroller } from "./scroller.js";
import { Scrubber } from "./scrubber.js";
import { Slots } from "./slots.js";
import { setUpTheme } from "./theme.js";

const find = id => document.getElementById(id);
const [view, bar, message, position] = ["view", "bar", "message", "position"].map(find);
const pickers = { collection: find("collection"), layout: find("layout") };

/** What is shown. `hold` is an item to be put at a place of the viewport, until a plan has done so. */
const shown = { collection: null, layout: null, plan: null, hold: null, generation: 0 };
let collections = [];
let origin = { x: 0, y: 0 };

const slots = new Slots(find("slots"));
const scroller = new Scroller(view, find("runway"), moved);
const scrubber = new Scrubber(find("scrubber"), scroller, offset => scroller.jump(offset));
const planner = new Planner(question, take, say);

/** The bar covers the edge it is at: content can be scrolled out from under it. */
function inset() {
  const atTop = getComputedStyle(bar).bottom !== "0px";
  return atTop ? [bar.offsetHeight, 0, 0, 0] : [0, 0, bar.offsetHeight, 0];
}

function question() {
  const { width, height } = scroller.viewport;
  if (!shown.collection || !width || !height) return null;
  const { velocity } = scroller;
  // Before the first plan nothing is known of the content: its start is asked for, below the bar.
  const [top, left] = inset();
  const offset = shown.plan ? scroller.offset : { x: -left, y: -top };
  const query = new URLSearchParams({
    width, height, x: offset.x, y: offset.y, scale: devicePixelRatio, layout: shown.layout, inset: inset(),
    velocityX: Math.round(velocity.x), velocityY: Math.round(velocity.y),
  });
  const anchor = shown.hold ?? topItem();
  if (anchor) {
    query.set("anchor", anchor.item);
    query.set("anchorX", anchor.x);
    query.set("anchorY", anchor.y);
    query.set("revision", anchor.revision);
  }
  const url = `/api/collections/${encodeURIComponent(shown.collection)}/plan?${query}`;
  return { url, offset, generation: shown.generation, hold: shown.hold };
}

/** An item's place as far as its tiles tell: its corner is where they are cut off, or begin; else it is nowhere. */
function cell(tiles) {
  const [cutLeft, cutTop] = ["left", "top"].map(edge => tiles.find(({ clip }) => clip?.[edge]));
  return {
    x: cutLeft ? cutLeft.x + cutLeft.clip.left : tiles.find(({ column }) => column === 0)?.x,
    y: cutTop ? cutTop.y + cutTop.clip.top : tiles.find(({ row }) => row === 0)?.y,
    right: Math.max(...tiles.map(({ x, width, clip }) => x + width - (clip?.right ?? 0))),
    bottom: Math.max(...tiles.map(({ y, height, clip }) => y + height - (clip?.bottom ?? 0))),
  };
}

/** The first item of the last plan that is still seen, and where: the server keeps it there if the content changes. */
function topItem() {
  const plan = shown.plan;
  if (!plan) return null;
  const { offset } = scroller;
  const [dx, dy] = [plan.contentOffset.x - offset.x, plan.contentOffset.y - offset.y];
  const { width, height } = scroller.viewport;
  const seen = [...Map.groupBy(plan.tiles, tile => tile.item)]
    .map(([item, tiles]) => ({ item, ...cell(tiles) }))
    .map(place => ({ ...place, x: place.x + dx, y: place.y + dy }))
    .filter(({ x, y, right, bottom }) => bottom + dy > 0 && y < height && right + dx > 0 && x < width)
    .sort((a, b) => a.y - b.y || a.x - b.x)[0];
  return seen && { item: seen.item, x: seen.x, y: seen.y, revision: plan.revision };
}

function take(plan, asked) {
  if (asked.generation !== shown.generation) return;
  if (shown.hold === asked.hold) shown.hold = null;
  const { width, height } = scroller.viewport;
  const [top, left, bottom, right] = inset();
  const size = { width: plan.contentSize.width * plan.zoomScale, height: plan.contentSize.height * plan.zoomScale };
  const range = {
    minX: -left, minY: -top,
    maxX: Math.max(-left, size.width + right - width), maxY: Math.max(-top, size.height + bottom - height),
  };
  if (shown.plan) scroller.update(range, asked.offset, plan.contentOffset);
  else {
    scroller.place(range, plan.contentOffset);
    // Where one begins is not a way scrolled: the bar is there.
    lastY = scroller.offset.y;
  }
  shown.plan = plan;
  follow();
  slots.paint(plan, { x: plan.contentOffset.x - origin.x, y: plan.contentOffset.y - origin.y });
  describe(plan);
  if (plan.hasMore) setTimeout(() => planner.request(), 500);
}

/** Moves what is painted when the runway's origin has moved. */
function follow() {
  const next = scroller.origin;
  const [dx, dy] = [origin.x - next.x, origin.y - next.y];
  if (dx || dy) slots.shift(dx, dy);
  origin = { ...next };
}

let lastY = 0;
function moved(recentred) {
  if (recentred) follow();
  planner.request();
  scrubber.update();
  const { y } = scroller.offset;
  if (Math.abs(y - lastY) > 8) {
    bar.classList.toggle("away", y > lastY && y > scroller.range.minY + 64);
    lastY = y;
  }
}

function describe(plan) {
  const total = plan.count.toLocaleString() + (plan.hasMore ? "+" : "");
  if (plan.visible) {
    position.value = `${(plan.visible.first + 1).toLocaleString()} of ${total}`;
    scrubber.label = position.value;
    say(null);
  } else {
    position.value = "";
    say(plan.hasMore ? "Looking for pictures…" : "There are no pictures here.");
  }
  scrubber.update();
  clearTimeout(describe.timer);
  describe.timer = setTimeout(remember, 300);
}

function say(text) {
  message.hidden = !text;
  if (text) message.textContent = text;
}

/** Shows a collection in a layout; what was at the top of the view is there again where the collection stays. */
function open(collection, layout, hold = null) {
  const entry = collections.find(({ id }) => id === collection) ?? collections[0];
  if (!entry) return say("The server has no collection.");
  const stays = entry.id === shown.collection;
  const top = stays ? topItem() : null;
  shown.collection = entry.id;
  shown.layout = entry.layouts.includes(layout) ? layout : entry.layouts[0];
  // Revision 0 is nobody's: the server goes by the item.
  const { minX, minY } = scroller.range;
  shown.hold = hold ?? (top && { item: top.item, x: -minX, y: -minY, revision: 0 });
  shown.plan = null;
  shown.generation += 1;
  slots.clear();
  pickers.collection.value = entry.id;
  pickers.layout.replaceChildren(...entry.layouts.map(name => new Option(name[0].toUpperCase() + name.slice(1), name)));
  pickers.layout.value = shown.layout;
  scrubber.axis = shown.layout === "strip" ? "horizontal" : "vertical";
  document.title = `${entry.name} · ScrollServer`;
  planner.request();
}

/** The address bar says what is shown: collection, layout, and the item at the top with its place. */
function remember() {
  const top = topItem();
  const state = new URLSearchParams({ collection: shown.collection, layout: shown.layout });
  if (top) {
    state.set("item", top.item);
    state.set("at", `${Math.round(top.x)},${Math.round(top.y)}`);
  }
  history.replaceState(null, "", `#${state}`);
}

function recall() {
  const state = new URLSearchParams(location.hash.slice(1));
  const [x, y] = (state.get("at") ?? "0,0").split(",").map(Number);
  const item = state.get("item");
  open(state.get("collection"), state.get("layout"), item && { item, x: x || 0, y: y || 0, revision: 0 });
}

view.addEventListener("wheel", event => {
  // A wheel turns one way; a strip runs the other.
  if (shown.layout !== "strip" || event.ctrlKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
  event.preventDefault();
  const unit = [1, 40, scroller.viewport.width][event.deltaMode];
  view.scrollBy({ left: event.deltaY * unit, behavior: "instant" });
}, { passive: false });

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, dialog[open], .scrubber")) return;
  const { minX, minY, maxX, maxY } = scroller.range;
  const strip = shown.layout === "strip";
  const along = distance => (strip ? scroller.glide(distance, 0) : scroller.glide(0, distance));
  const screen = Math.round((strip ? scroller.viewport.width : scroller.viewport.height - bar.offsetHeight) * 0.9);
  const actions = {
    ArrowDown: () => along(40),
    ArrowUp: () => along(-40),
    ArrowRight: () => scroller.glide(40, 0),
    ArrowLeft: () => scroller.glide(-40, 0),
    PageDown: () => along(screen),
    PageUp: () => along(-screen),
    " ": () => along(event.shiftKey ? -screen : screen),
    Home: () => scroller.jump({ x: minX, y: minY }),
    End: () => scroller.jump({ x: strip ? maxX : minX, y: strip ? minY : maxY }),
    "?": () => find("help").showModal(),
  };
  const entry = collections.find(({ id }) => id === shown.collection);
  entry?.layouts.forEach((name, place) => { actions[place + 1] = () => open(shown.collection, name); });
  if (!actions[event.key]) return;
  if (event.target.closest("button") && event.key === " ") return;
  event.preventDefault();
  actions[event.key]();
});

pickers.collection.addEventListener("change", () => { open(pickers.collection.value, shown.layout); view.focus(); });
pickers.layout.addEventListener("change", () => { open(shown.collection, pickers.layout.value); view.focus(); });
find("help-button").addEventListener("click", () => find("help").showModal());
new ResizeObserver(() => {
  // Another size is another layout: offsets of the old one mean nothing in it, the picture at the top does.
  const top = topItem();
  if (top) shown.hold = { ...top, revision: 0 };
  planner.request();
}).observe(view);
addEventListener("hashchange", recall);
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
  recall();
}

// What the browser tests look at.
window.scrollServer = { scroller, planner, slots, shown };
start();
