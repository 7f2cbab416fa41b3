// swift-format-ignore-file
// The page's files, for a program that has left its checkout. Made by .ci/embed-page; do not edit.

/// The files of Public, by name.
enum EmbeddedPage {
    static let files: [String: String] = [
        "icon.svg": ###"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f6feb"/><g fill="#fff"><rect x="7" y="5" width="18" height="5" rx="1" opacity=".55"/><rect x="7" y="12" width="18" height="8" rx="1"/><rect x="7" y="22" width="18" height="5" rx="1" opacity=".55"/></g></svg>

"""###,
        "index.html": ###"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>ScrollServer</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'">
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="style.css">
<script type="module" src="main.js"></script>
</head>
<body>
<header id="bar" class="bar">
  <label class="pick"><span class="hidden">Collection</span><select id="collection"></select></label>
  <output id="position" class="position" aria-live="off"></output>
  <span class="rest"></span>
  <label class="pick"><span class="hidden">Layout</span><select id="layout"></select></label>
  <button id="theme" class="plain" type="button" aria-label="Colours: as the system">◐</button>
  <button id="help-button" class="plain" type="button" aria-label="Keys and help">?</button>
</header>
<main id="view" class="view" tabindex="0" aria-label="Pictures">
  <div id="runway" class="runway"><div id="slots" class="slots" role="list" aria-label="Pictures"></div></div>
</main>
<div id="scrubber" class="scrubber" role="scrollbar" tabindex="0" aria-controls="view" aria-label="Place in the collection"
  aria-orientation="vertical" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0">
  <div id="thumb" class="thumb"></div>
  <output id="bubble" class="bubble" aria-hidden="true"></output>
</div>
<p id="message" class="message" role="status" hidden></p>
<dialog id="help" class="help" aria-labelledby="help-title">
  <h1 id="help-title">Keys</h1>
  <dl>
    <dt><kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd></dt><dd>scroll a little</dd>
    <dt><kbd>Page Up</kbd> <kbd>Page Down</kbd> <kbd>Space</kbd></dt><dd>scroll a screen</dd>
    <dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>first and last picture</dd>
    <dt><kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd></dt><dd>grid, stack, strip</dd>
    <dt><kbd>?</kbd></dt><dd>this list</dd>
  </dl>
  <form method="dialog"><button class="plain" autofocus>Close</button></form>
</dialog>
<noscript><p class="message">This page paints what the server computes and needs JavaScript to do so. The same can be
  asked for by hand: <a href="/api/collections">/api/collections</a>.</p></noscript>
</body>
</html>

"""###,
        "main.js": ###"""
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

"""###,
        "planner.js": ###"""
// Asks the server for plans: one question under way at a time, the newest one next.

/** A line to the server that carries one plan at a time. */
export class Planner {
  #ask; #take; #lose;
  #underWay = false;
  #again = false;
  #delay = 0;

  /**
   * @param ask returns the URL of the next plan with what it was asked for, or null when there is nothing to ask.
   * @param take is given a plan and what it was asked for.
   * @param lose is told, in a sentence, that there is no answer; and null when there is one again.
   */
  constructor(ask, take, lose) {
    this.#ask = ask;
    this.#take = take;
    this.#lose = lose;
  }

  /** Plans asked so far, and whether one is under way: for tests. */
  count = 0;
  get busy() { return this.#underWay; }

  /** Asks now, or as soon as the answer under way has come. */
  request() {
    if (this.#underWay) { this.#again = true; return; }
    this.#run();
  }

  async #run() {
    const question = this.#ask();
    if (!question) return;
    this.#underWay = true;
    this.#again = false;
    this.count += 1;
    let wait = 0;
    try {
      const answer = await fetch(question.url);
      const body = await answer.json();
      if (!answer.ok) throw new Error(body.detail ?? answer.statusText);
      this.#delay = 0;
      this.#lose(null);
      this.#take(body, question);
    } catch (error) {
      this.#delay = Math.min(this.#delay * 2 || 500, 8000);
      wait = this.#delay;
      this.#again = true;
      const lost = error instanceof TypeError;
      this.#lose(lost ? "The server does not answer. Is it still running? Trying again…" : `${error.message}. Trying again…`);
    }
    if (wait) await new Promise(done => setTimeout(done, wait));
    this.#underWay = false;
    if (this.#again) this.#run();
  }
}

"""###,
        "scroller.js": ###"""
// A native scroller over content of any size: a runway of bounded length that is moved along under the reader.

/**
 * The runway's longest side, in px. Browsers stop positioning at 2²⁴; a fling goes some 10⁴ between two rests.
 * A test can make it small with ?runway=.
 */
const longest = Math.max(2000, Number(new URLSearchParams(location.search).get("runway")) || 200_000);

/**
 * Keeps `offset = origin + scroll position` true. The origin is a place in the content, a plain number of any size; the
 * scroll position is the browser's own and stays below `longest`. Moving the origin moves the scroll position by as much
 * the other way, in one step, so nothing that is seen moves.
 */
export class Scroller {
  #view; #runway; #onMove;
  #origin = { x: 0, y: 0 };
  #range = { minX: 0, minY: 0, maxX: 0, maxY: 0 };
  #timer = 0;
  #samples = [];
  /** Where a glide under way is to end. */
  #goal = null;

  /** @param onMove is called after each scroll, and with true after the origin has moved. */
  constructor(view, runway, onMove) {
    this.#view = view;
    this.#runway = runway;
    this.#onMove = onMove;
    view.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    view.addEventListener("scrollend", () => this.#arrived());
    // A hand on the pictures ends what a key began.
    for (const hand of ["wheel", "pointerdown"]) {
      view.addEventListener(hand, () => { this.#goal = null; }, { passive: true });
    }
  }

  /** contentOffset, in px. */
  get offset() {
    return { x: this.#origin.x + this.#view.scrollLeft, y: this.#origin.y + this.#view.scrollTop };
  }
  get origin() { return this.#origin; }
  get range() { return this.#range; }
  get viewport() { return { width: this.#view.clientWidth, height: this.#view.clientHeight }; }

  /** Px per second, from the last tenth of a second. */
  get velocity() {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    const seconds = last && performance.now() - last.time < 150 ? (last.time - first.time) / 1000 : 0;
    if (!seconds) return { x: 0, y: 0 };
    return { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
  }

  /** Takes the valid range of offsets of new content, and where in it to begin. */
  place(range, offset) {
    this.#range = range;
    this.#samples = [];
    this.#goal = null;
    this.#settle(offset, true);
  }

  /** Takes the valid range of offsets, and that what was at `from` is now at `to`. */
  update(range, from, to) {
    this.#range = range;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const wished = { x: this.offset.x + dx, y: this.offset.y + dy };
    this.#origin = { x: this.#origin.x + dx, y: this.#origin.y + dy };
    if (this.#goal) this.#goal = this.#inside({ x: this.#goal.x + dx, y: this.#goal.y + dy });
    this.#settle(wished, false);
  }

  /** Scrolls smoothly by a distance. Distances add up, also while the runway is moved. */
  glide(dx, dy) {
    const from = this.#goal ?? this.offset;
    this.#goal = this.#inside({ x: from.x + dx, y: from.y + dy });
    this.#head();
  }

  /** Goes to an offset at once. */
  jump(offset) {
    this.#samples = [];
    this.#goal = null;
    this.#settle(offset, true);
    this.#onMove(true);
  }

  #scrolled() {
    const { x, y } = this.offset;
    const time = performance.now();
    this.#samples = this.#samples.filter(sample => time - sample.time < 100);
    this.#samples.push({ x, y, time });
    this.#onMove(false);
    // Moving the runway is left to the next rest, unless its end is near: then it is moved mid-way.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#recentre(), 200);
    if (this.#nearEnd()) this.#recentre();
  }

  #nearEnd() {
    const near = (scroll, side, origin, min, max) => {
      const reach = Math.min(2 * side, longest / 8);
      return (scroll < reach && origin > min) || (scroll > longest - reach && origin + longest < max);
    };
    const { width, height } = this.viewport;
    const { minX, minY, maxX, maxY } = this.#range;
    return near(this.#view.scrollTop, height, this.#origin.y, minY, maxY)
      || near(this.#view.scrollLeft, width, this.#origin.x, minX, maxX);
  }

  #recentre() {
    this.#settle(this.offset, true);
    this.#onMove(true);
    // The browser gives up a smooth scroll when it is moved by hand.
    this.#head();
  }

  #head() {
    if (!this.#goal) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    this.#view.scrollTo({ left: this.#goal.x - this.#origin.x, top: this.#goal.y - this.#origin.y, behavior });
  }

  #arrived() {
    if (!this.#goal) return;
    const { x, y } = this.offset;
    // Browsers come to rest on whole device pixels.
    if (Math.abs(x - this.#goal.x) <= 1 && Math.abs(y - this.#goal.y) <= 1) this.#goal = null;
    else this.#head();
  }

  /** The valid offset nearest to one. */
  #inside({ x, y }) {
    const { minX, minY, maxX, maxY } = this.#range;
    return { x: Math.min(Math.max(x, minX), maxX), y: Math.min(Math.max(y, minY), maxY) };
  }

  /** Sizes the runway for the range and puts the origin where `offset` is far from both of its ends. */
  #settle(offset, centre) {
    const { width, height } = this.viewport;
    const { minX, minY, maxX, maxY } = this.#range;
    const x = this.#place(offset.x, minX, maxX, this.#origin.x, centre);
    const y = this.#place(offset.y, minY, maxY, this.#origin.y, centre);
    this.#origin = { x: x.origin, y: y.origin };
    const size = [`${width + x.length}px`, `${height + y.length}px`];
    if (this.#runway.style.width !== size[0]) this.#runway.style.width = size[0];
    if (this.#runway.style.height !== size[1]) this.#runway.style.height = size[1];
    if (Math.abs(this.#view.scrollLeft - x.scroll) > 0.001) this.#view.scrollLeft = x.scroll;
    if (Math.abs(this.#view.scrollTop - y.scroll) > 0.001) this.#view.scrollTop = y.scroll;
  }

  #place(offset, min, max, origin, centre) {
    const inside = Math.min(Math.max(offset, min), Math.max(min, max));
    const length = Math.min(max - min, longest);
    if (max - min <= longest) return { origin: min, length: Math.max(0, length), scroll: inside - min };
    const scroll = inside - origin;
    const fits = origin >= min && origin + longest <= max && scroll >= 0 && scroll <= longest;
    if (fits && !centre) return { origin, length, scroll };
    // By whole pixels, so that the browser rounds the new scroll position as it did the old one.
    const shift = Math.round(inside - longest / 2 - origin);
    const moved = Math.min(Math.max(origin + shift, min), max - longest);
    return { origin: moved, length, scroll: inside - moved };
  }
}

"""###,
        "scrubber.js": ###"""
// The thumb that maps a fraction of the whole collection; everything else scrolls pixel by pixel.

export class Scrubber {
  #element; #thumb; #bubble; #scroller; #onGo;
  #vertical = true;

  /** @param onGo is called with the offset to go to. */
  constructor(element, scroller, onGo) {
    this.#element = element;
    this.#thumb = element.querySelector(".thumb");
    this.#bubble = element.querySelector(".bubble");
    this.#scroller = scroller;
    this.#onGo = onGo;
    let grip = 0;
    element.addEventListener("pointerdown", event => {
      if (event.button !== 0) return;
      const thumb = this.#thumb.getBoundingClientRect();
      const [at, start, length] = this.#vertical
        ? [event.clientY, thumb.top, thumb.height] : [event.clientX, thumb.left, thumb.width];
      // Held where it was taken; a press beside it brings its middle there.
      grip = at >= start && at <= start + length ? at - start : length / 2;
      element.setPointerCapture(event.pointerId);
      element.classList.add("dragging");
      this.#drag(event, grip);
    });
    element.addEventListener("pointermove", event => {
      if (element.hasPointerCapture(event.pointerId)) this.#drag(event, grip);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, () => element.classList.remove("dragging"));
    }
    element.addEventListener("keydown", event => this.#key(event));
  }

  set label(text) {
    this.#bubble.textContent = text;
    this.#element.setAttribute("aria-valuetext", text);
  }

  set axis(axis) {
    this.#vertical = axis === "vertical";
    this.#element.setAttribute("aria-orientation", axis);
  }

  /** Puts the thumb where the viewport is. */
  update() {
    const { min, max } = this.#ends();
    this.#element.hidden = max <= min;
    const offset = this.#vertical ? this.#scroller.offset.y : this.#scroller.offset.x;
    const fraction = max > min ? Math.min(Math.max((offset - min) / (max - min), 0), 1) : 0;
    const place = fraction * this.#travel();
    this.#thumb.style.translate = this.#vertical ? `0 ${place}px` : `${place}px 0`;
    this.#bubble.style.translate = this.#thumb.style.translate;
    this.#element.setAttribute("aria-valuenow", Math.round(fraction * 100));
  }

  #ends() {
    const { minX, minY, maxX, maxY } = this.#scroller.range;
    return this.#vertical ? { min: minY, max: maxY } : { min: minX, max: maxX };
  }

  #travel() {
    return this.#vertical
      ? this.#element.clientHeight - this.#thumb.offsetHeight : this.#element.clientWidth - this.#thumb.offsetWidth;
  }

  #drag(event, grip) {
    const track = this.#element.getBoundingClientRect();
    const place = (this.#vertical ? event.clientY - track.top : event.clientX - track.left) - grip;
    this.#go(place / this.#travel());
  }

  #key(event) {
    const { min, max } = this.#ends();
    const offset = this.#vertical ? this.#scroller.offset.y : this.#scroller.offset.x;
    const now = (offset - min) / (max - min);
    const steps = { ArrowDown: 0.001, ArrowRight: 0.001, ArrowUp: -0.001, ArrowLeft: -0.001, PageDown: 0.05, PageUp: -0.05 };
    const goal = event.key === "Home" ? 0 : event.key === "End" ? 1 : now + steps[event.key];
    if (Number.isNaN(goal)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(goal);
  }

  #go(fraction) {
    const { min, max } = this.#ends();
    const along = min + Math.min(Math.max(fraction, 0), 1) * (max - min);
    const { x, y } = this.#scroller.offset;
    this.#onGo(this.#vertical ? { x, y: along } : { x: along, y });
  }
}

"""###,
        "slots.js": ###"""
// Paints tiles into reused elements.

/** An element of the page that shows one tile after another. */
class Slot {
  constructor(parent) {
    this.element = document.createElement("div");
    this.image = document.createElement("img");
    this.element.className = "slot";
    this.element.setAttribute("role", "listitem");
    this.image.decoding = "async";
    this.image.draggable = false;
    this.element.append(this.image);
    this.image.addEventListener("load", () => this.#loaded());
    this.image.addEventListener("error", () => this.#failed());
    parent.append(this.element);
  }

  /** The URL of the tile it shows; "" for none. */
  url = "";
  ready = false;

  show(tile, count) {
    this.url = tile.url;
    this.ready = false;
    this.started = performance.now();
    this.element.querySelector(".sign")?.remove();
    this.element.classList.remove("shown", "instant");
    this.element.hidden = false;
    this.element.dataset.item = tile.item;
    this.element.dataset.index = tile.index;
    this.element.setAttribute("aria-posinset", tile.index + 1);
    this.element.setAttribute("aria-setsize", count);
    this.image.alt = `Picture ${(tile.index + 1).toLocaleString()}`;
    // What the camera put into the file is there at once; it stays behind the tile, which hides all of it.
    const { style } = this.element;
    style.backgroundImage = tile.thumbnail ? `url("${tile.url.replace(/tiles\/([^/]+).*\?/, "items/$1/thumbnail?")}")` : "";
    this.image.src = tile.url;
  }

  /** Gives up a picture that has not come; one that has stays painted until the slot is used again. */
  release() {
    if (this.ready) { this.element.className = this.element.className.replace("current", "stale"); return; }
    this.clear();
  }

  clear() {
    this.url = "";
    this.image.removeAttribute("src");
    this.element.style.backgroundImage = "";
    this.element.hidden = true;
    this.element.classList.remove("shown");
  }

  #loaded() {
    if (!this.url) return;
    this.ready = true;
    // What was there at once need not be faded in.
    this.element.classList.toggle("instant", performance.now() - this.started < 50);
    this.element.classList.add("shown");
  }

  /** Says which file it is and why it cannot be seen, in its place. */
  async #failed() {
    const url = this.url;
    if (!url) return;
    this.ready = true;
    const base = url.slice(0, url.indexOf("/tiles/"));
    const [item, tile] = await Promise.all([
      fetch(`${base}/items/${this.element.dataset.item}`).then(answer => answer.json(), () => ({})),
      fetch(url).then(async answer => (answer.ok ? {} : answer.json()), () => ({ detail: "The server does not answer." })),
    ]);
    if (this.url !== url) return;
    const sign = document.createElement("div");
    const name = document.createElement("b");
    sign.className = "sign";
    name.textContent = item.name ?? this.image.alt;
    const reason = item.error ?? tile.detail ?? `This browser cannot show ${item.format ?? "it"}.`;
    sign.append(name, reason);
    this.element.append(sign);
  }
}

/** The slots of a page: as many as the fullest plan had tiles, however large the collection is. */
export class Slots {
  #parent;
  #shown = new Map();
  #free = [];
  #content = "";

  constructor(parent) { this.#parent = parent; }

  /** Tiles painted, for tests and the scrubber: url → slot. */
  get shown() { return this.#shown; }

  /**
   * Paints a plan. `corner` is the viewport's top-left corner, at the time of the plan, in runway px.
   * What both plans hold stays in its slot, so nothing is loaded or painted twice.
   */
  paint(plan, corner) {
    const wanted = new Map(plan.tiles.map(tile => [tile.url, tile]));
    for (const [url, slot] of this.#shown) {
      if (wanted.has(url)) continue;
      this.#shown.delete(url);
      slot.release();
      this.#free.push(slot);
    }
    // Content of another size lies elsewhere: what is left of the old one must not be seen beside it.
    const content = `${plan.contentSize.width} ${plan.contentSize.height}`;
    if (content !== this.#content) for (const slot of this.#free) slot.clear();
    this.#content = content;
    for (const tile of plan.tiles) {
      let slot = this.#shown.get(tile.url) ?? this.#takeBack(tile.url);
      if (!slot) {
        // First out, first used again; made only where none is free.
        slot = this.#free.shift() ?? this.#make();
        slot.show(tile, plan.count);
      }
      this.#shown.set(tile.url, slot);
      this.#place(slot, tile, corner);
    }
  }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const slot of [...this.#shown.values(), ...this.#free]) {
      slot.x += dx;
      slot.y += dy;
      slot.element.style.transform = `translate(${slot.x}px, ${slot.y}px)`;
    }
  }

  /** Empties all slots: another layout or collection is next. */
  clear() {
    for (const slot of this.#shown.values()) this.#free.push(slot);
    this.#shown.clear();
    for (const slot of this.#free) slot.clear();
  }

  /** A free slot that still shows this very tile. */
  #takeBack(url) {
    const place = this.#free.findIndex(slot => slot.url === url);
    return place < 0 ? undefined : this.#free.splice(place, 1)[0];
  }

  #make() {
    const slot = new Slot(this.#parent);
    slot.x = 0;
    slot.y = 0;
    return slot;
  }

  #place(slot, tile, corner) {
    const { style } = slot.element;
    slot.x = corner.x + tile.x;
    slot.y = corner.y + tile.y;
    style.transform = `translate(${slot.x}px, ${slot.y}px)`;
    style.width = `${tile.width}px`;
    style.height = `${tile.height}px`;
    const clip = tile.clip;
    const edges = clip ? `${clip.top}px ${clip.right}px ${clip.bottom}px ${clip.left}px` : "";
    style.clipPath = edges && `inset(${edges})`;
    // A sign keeps to what is seen of the frame.
    style.setProperty("--seen", edges || "0");
    slot.element.classList.add("current");
    slot.element.classList.remove("stale");
  }
}

"""###,
        "style.css": ###"""
:root {
  --ground: #fafafa;
  --ink: #1a1a1a;
  --quiet: #5c5c5c;
  --wait: #e9e9e9;
  --paper: #fff;
  --bar: rgb(250 250 250 / 82%);
  --line: rgb(0 0 0 / 10%);
  --accent: #0b5fd0;
  --bar-height: 44px;
  color-scheme: light;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
    --ground: #101010;
    --ink: #ededed;
    --quiet: #a3a3a3;
    --wait: #1d1d1d;
    --paper: #8c8c8c;
    --bar: rgb(16 16 16 / 78%);
    --line: rgb(255 255 255 / 12%);
    --accent: #79b0ff;
    color-scheme: dark;
  }
}
:root[data-theme="dark"] {
  --ground: #101010;
  --ink: #ededed;
  --quiet: #a3a3a3;
  --wait: #1d1d1d;
  --paper: #8c8c8c;
  --bar: rgb(16 16 16 / 78%);
  --line: rgb(255 255 255 / 12%);
  --accent: #79b0ff;
  color-scheme: dark;
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; overflow: hidden; background: var(--ground); color: var(--ink); }
body { font: 0.9375rem/1.4 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

/* The scroller is the browser's own; its bar is replaced by the scrubber, which knows the whole collection. */
.view { position: fixed; inset: 0; overflow: auto; scrollbar-width: none; overflow-anchor: none; outline: none;
  overscroll-behavior: contain; }
.view::-webkit-scrollbar { display: none; }
.view:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
.runway { position: relative; overflow: hidden; contain: strict; }
.slots { position: absolute; inset: 0; }
.slot { position: absolute; left: 0; top: 0; contain: strict; background: var(--wait); will-change: transform;
  background-size: 100% 100%; }
.slot[hidden] { display: block; visibility: hidden; }
.slot.stale { z-index: 0; }
.slot.current { z-index: 1; }
/* A sharper tile waits in front of a softer one until it is there. */
.slot.over { background: none; }
.slot img { display: block; width: 100%; height: 100%; object-fit: cover; opacity: 0; }
/* What is seen through a transparent picture: black and white ink both stand out against it. */
.slot.shown { background: var(--paper); }
.slot.shown img { opacity: 1; transition: opacity 120ms ease-out; }
.slot.instant img { transition: none; }
/* In the first screenful of a picture that is larger than that. */
.sign { position: absolute; inset: var(--seen, 0); max-width: 100vw; max-height: 100vh; display: grid; place-content: center; gap: 4px; padding: 8px; text-align: center;
  overflow: hidden; overflow-wrap: anywhere; font-size: 0.8125rem; color: var(--quiet); }
.sign b { color: var(--ink); font-weight: 600; }

.bar { position: fixed; z-index: 3; inset: 0 0 auto; height: var(--bar-height); display: flex; align-items: center;
  gap: 8px; padding: 0 16px 0 12px; background: var(--bar); backdrop-filter: saturate(1.6) blur(16px);
  border-bottom: 1px solid var(--line); transition: transform 160ms ease-out; }
.bar.away:not(:focus-within) { transform: translateY(-100%); }
.bar .rest { flex: 1; }
.bar select, .plain { font: inherit; color: inherit; background: transparent; border: 0; border-radius: 6px;
  min-height: 32px; padding: 4px 8px; }
.bar select { max-width: 40vw; font-weight: 600; }
.bar option { background: var(--ground); color: var(--ink); }
.plain { min-width: 32px; }
.bar select:hover, .plain:hover { background: var(--line); }
.position { color: var(--quiet); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
:is(select, button, .scrubber):focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }

.scrubber { position: fixed; z-index: 2; touch-action: none; cursor: default; }
.scrubber[aria-orientation="vertical"] { top: calc(var(--bar-height) + 4px); bottom: 4px; right: 0; width: 20px; }
.scrubber[aria-orientation="horizontal"] { left: 4px; right: 4px; bottom: 0; height: 20px; }
.scrubber[hidden] { display: none; }
.thumb { position: absolute; border-radius: 4px; background: var(--ink); opacity: 0.45;
  box-shadow: 0 0 0 1px var(--ground); transition: opacity 120ms, width 120ms, height 120ms; }
.scrubber[aria-orientation="vertical"] .thumb { right: 3px; width: 5px; height: 48px; }
.scrubber[aria-orientation="horizontal"] .thumb { bottom: 3px; height: 5px; width: 48px; }
.scrubber:is(:hover, .dragging, :focus-visible) .thumb { opacity: 0.8; }
.scrubber[aria-orientation="vertical"]:is(:hover, .dragging) .thumb { width: 10px; }
.scrubber[aria-orientation="horizontal"]:is(:hover, .dragging) .thumb { height: 10px; }
.bubble { position: absolute; display: none; padding: 4px 10px; border-radius: 6px; white-space: nowrap;
  background: var(--ink); color: var(--ground); pointer-events: none; }
.scrubber.dragging .bubble { display: block; }
.scrubber[aria-orientation="vertical"] .bubble { right: 24px; margin-top: 8px; }
.scrubber[aria-orientation="horizontal"] .bubble { bottom: 24px; }

.message { position: fixed; z-index: 4; inset: auto 16px 24px; margin: 0 auto; width: fit-content; max-width: 40rem;
  padding: 8px 16px; border-radius: 8px; background: var(--ink); color: var(--ground); text-align: center; }
.message[hidden] { display: none; }
.message a { color: inherit; }
.help { max-width: min(34rem, calc(100vw - 32px)); padding: 24px; border: 1px solid var(--line); border-radius: 12px;
  background: var(--ground); color: var(--ink); }
.help::backdrop { background: rgb(0 0 0 / 40%); }
.help h1 { margin: 0 0 16px; font-size: 1.125rem; }
.help dl { display: grid; grid-template-columns: auto 1fr; gap: 8px 24px; margin: 0 0 16px; }
.help dd { margin: 0; color: var(--quiet); }
.help kbd { font: inherit; padding: 1px 6px; border: 1px solid var(--line); border-radius: 4px; }
.help .plain { border: 1px solid var(--line); }

@media (max-width: 480px) {
  .bar { inset: auto 0 0; border-bottom: 0; border-top: 1px solid var(--line); padding: 0 8px;
    padding-bottom: env(safe-area-inset-bottom); }
  .bar.away:not(:focus-within) { transform: translateY(100%); }
  .bar { gap: 4px; }
  .bar select { max-width: 26vw; padding: 4px; }
  .bar .rest { display: none; }
  .position { flex: 1; white-space: normal; font-size: 0.75rem; line-height: 1.25; }
  .scrubber[aria-orientation="vertical"] { top: 4px; bottom: calc(var(--bar-height) + 4px); }
  .scrubber[aria-orientation="horizontal"] { bottom: var(--bar-height); }
  .message { bottom: 60px; }
}
@media (prefers-reduced-motion: reduce) {
  .bar, .thumb, .slot.shown img { transition: none; }
}

"""###,
        "theme.js": ###"""
// Light, dark, or as the system: remembered by the browser.

const themes = [
  { name: "system", sign: "◐", label: "Colours: as the system" },
  { name: "light", sign: "○", label: "Colours: light" },
  { name: "dark", sign: "●", label: "Colours: dark" },
];

/** Makes a button go round the three. */
export function setUpTheme(button) {
  let place = Math.max(0, themes.findIndex(({ name }) => name === read()));
  const show = () => {
    const { name, sign, label } = themes[place];
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    place = (place + 1) % themes.length;
    try { localStorage.setItem("theme", themes[place].name); } catch { /* It is forgotten with the page, then. */ }
    show();
  });
  show();
}

function read() {
  try { return localStorage.getItem("theme"); } catch { return null; }
}

"""###,
    ]
}
