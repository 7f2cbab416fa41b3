// A strip of the pictures beside the open one. The server lays it out, as it does every strip.

import { element, showBlob } from "../elements/element.js";
import { Scroller } from "../input/scroller.js";
import { listenToWheel } from "../input/wheel.js";
import { Stills } from "../scene/stills.js";
import { topItem } from "../state/question.js";
import { remember, remembered } from "../state/remembered.js";
import { known, Latest, picture, site } from "../wire/api.js";

/** Points that a plan has on both sides of what is seen, so that the strip moves before the next plan has come. */
const reach = 600;
/** How far the strip glides to its next place; farther it jumps. Beyond `far` from its plan's place it asks for another. */
const [glides, far] = [0.7 * reach, 0.75 * reach];
/** Milliseconds between two questions, and how many pictures load at a time: they share the browser's few connections. */
const [beat, atOnce] = [80, 3];
/** Milliseconds without a movement after which the open picture has to be in the middle. */
const rest = 300;
/** Least and most milliseconds until it asks again where no answer has come. */
const [soonest, latest] = [500, 8000];
/** In points: what is between two pictures, and what the ends keep from the window's edges (top, left, bottom, right). */
const [spacing, inset] = [4, [0, 12, 0, 12]];

/** Where there is room for it, and where it is shown unless the reader has chosen. */
const fits = matchMedia("(min-width: 390px) and (min-height: 480px)");
const isLarge = matchMedia("(min-width: 641px) and (min-height: 560px)");

export class Filmstrip {
  #panel; #view; #list; #button; #scroller; #on;
  #latest = new Latest();
  #timer = 0;
  #asked = -Infinity;
  #delay = 0;
  /** What the open picture is, and what the collection, its selection, search and order are; null while nothing is shown. */
  #open = null;
  /** What the last plan was asked for, as text: with another collection, search, order or size nothing of it remains. */
  #arrangement = "";
  /** @type {Page.Plan | null} */
  #plan = null;
  /** The frames of the plan's tiles: address → {frame, link, image, source, original, film, x}, with x in the content, and a film's address, also as `film` while it lacks a picture. */
  #frames = new Map();
  /** The pictures that load now, with what ends that, and those that wait, the most needed first: {image, source}. */
  #loading = new Map();
  #waiting = [];
  /** Whether the open picture is kept in the middle; the reader's own scrolling ends that until another picture is opened. */
  #isFollowing = true;
  /** Whether the last plan has it in the middle, and when that is checked. */
  #isCentred = false;
  #check = 0;
  #isAway = false;
  #height = null;
  #stills = new Stills(() => this.#films());

  /**
   * @param byId gives an element by its id.
   * @param on has `entry()` and `view()`, which are shown; `linkTo()`, a function that gives the address of an item; `open(item)`;
   *   `resized()`, when it has come or gone; and `left()`, when a picture that had the keys has gone.
   */
  constructor(byId, on) {
    this.#on = on;
    [this.#panel, this.#button] = ["filmstrip", "filmstrip-button"].map(byId);
    [this.#view, this.#list] = [".strip", ".frames"].map(name => this.#panel.querySelector(name));
    this.#scroller = new Scroller(this.#view, () => this.#moved(), () => this.#place());
    this.#scroller.axis = "x";
    listenToWheel(this.#view, { isPaged: false, isStrip: true, turn: () => {}, pan: dx => this.#scroller.pan(dx, 0) });
    for (const hand of ["wheel", "pointerdown"]) {
      this.#view.addEventListener(hand, () => { this.#isFollowing = false; }, { passive: true });
    }
    this.#list.addEventListener("click", event => {
      const { item } = event.target.closest("[data-item]")?.dataset ?? {};
      // With one of these keys the browser opens a link elsewhere.
      if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      on.open(item);
    });
    this.#button.addEventListener("click", () => this.toggle());
    for (const query of [fits, isLarge]) query.addEventListener("change", () => this.#lay());
    new ResizeObserver(() => this.#ask()).observe(this.#view);
    this.#lay();
  }

  /** How much of the view it covers at the foot, in px, where one picture is shown. */
  get height() { return this.#height ??= this.#panel.offsetHeight; }

  /** Whether the reader wants it, and there is room. */
  get #isWanted() {
    const chosen = remembered("filmstrip");
    return fits.matches && !this.#isAway && !site && (chosen ? chosen === "shown" : isLarge.matches);
  }

  /** Shows it, or hides it; the browser remembers which. */
  toggle() {
    if (!fits.matches) return;
    remember("filmstrip", this.#panel.hidden ? "shown" : "hidden");
    this.#lay();
    this.#on.resized();
  }

  /** Whether something else takes its place for a while. */
  set isAway(isAway) {
    this.#isAway = isAway;
    this.#lay();
  }

  #lay() {
    this.#panel.hidden = !this.#isWanted;
    this.#button.hidden = !fits.matches;
    this.#button.ariaPressed = String(!this.#panel.hidden);
    this.#height = null;
    document.body.style.setProperty("--strip-height", `${this.height}px`);
    if (this.#panel.hidden) this.#clear();
    else this.#ask();
  }

  /** Follows the open picture. @param plan is that of one picture; null where there are several. */
  show(plan) {
    // Another search or order has other pictures beside it.
    const { q, order } = this.#on.view();
    const open = plan?.anchor ? { item: plan.item ?? plan.anchor.item, revision: plan.revision, selection: plan.selection?.revision, q, order } : null;
    const before = this.#open ?? {};
    if (["item", "revision", "selection", "q", "order"].every(part => open?.[part] === before[part])) return;
    this.#open = open;
    if (!open) return this.#clear();
    if (open.item !== before.item) this.#isFollowing = true;
    this.#mark();
    this.#ask();
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#latest.forget();
    this.#plan = null;
    for (const url of this.#frames.keys()) this.#drop(url);
    this.#waiting = [];
    this.#stills.look();
  }

  #moved() {
    this.#stills.look();
    if (this.#plan && Math.abs(this.#scroller.offset.x - this.#plan.contentOffset.x) > far) this.#ask();
    this.#centre();
  }

  /** Puts the open picture into the middle once nothing moves: under load a browser may give up a glide, or end it elsewhere. */
  #centre() {
    clearTimeout(this.#check);
    this.#check = setTimeout(() => {
      if (!this.#plan || !this.#isFollowing || !this.#isCentred) return;
      if (Math.abs(this.#scroller.offset.x - this.#plan.contentOffset.x) > 1) this.#scroller.begin(this.#plan.offsetRange, this.#plan.contentOffset);
    }, rest);
  }

  /** Asks soon: not more often than plans can be painted. */
  #ask() {
    if (!this.#open || this.#panel.hidden) return;
    this.#timer ||= setTimeout(() => this.#askNow(), Math.max(0, this.#asked + beat - performance.now()));
  }

  async #askNow() {
    this.#timer = 0;
    this.#asked = performance.now();
    const [entry, { q, order }, { width, height }] = [this.#on.entry(), this.#on.view(), this.#scroller.viewport];
    if (!entry || !width) return;
    const found = { ...(q ? { q } : null), ...(order ? { order } : null) };
    const layout = { layout: "strip", width, height, scale: devicePixelRatio, spacing, inset, overscan: reach, fit: "contain", names: true, ...found };
    const arrangement = JSON.stringify([entry.id, layout]);
    if (arrangement !== this.#arrangement) this.#plan = null;
    this.#arrangement = arrangement;
    const { offset } = this.#scroller;
    const isFollowing = this.#isFollowing || !this.#plan;
    const place = isFollowing ? { item: this.#open.item, align: "center" } : { x: offset.x, ...this.#top(offset) };
    /** @type {Wire.Plan | null | undefined} */
    const plan = await this.#latest.of(signal => known(entry.links.plan, { ...layout, ...place }, { signal }));
    // Without an answer it stays as it is, and asks again; the page itself says why. A newer question has another answer.
    if (plan === undefined) return;
    this.#delay = plan ? 0 : Math.min(2 * this.#delay || soonest, latest);
    if (!plan) {
      this.#asked = performance.now() + this.#delay - beat;
      return this.#ask();
    }
    if (!plan.tiles || arrangement !== this.#arrangement || isFollowing && this.#plan && !this.#isFollowing) return;
    this.#paint(plan, isFollowing, offset);
  }

  /** What stays where it is while sizes are learnt. */
  #top(offset) { return topItem(/** @type {any} */ ({ current: this.#plan }), offset); }

  #paint(plan, isFollowing, offset) {
    const known = plan.tiles.find(({ url }) => this.#plan && this.#frames.has(url));
    const moved = known ? known.x + plan.contentOffset.x - this.#frames.get(known.url).x : 0;
    const way = plan.contentOffset.x - moved - this.#scroller.offset.x;
    [this.#plan, this.#isCentred] = [plan, isFollowing];
    this.#paintTiles(plan);
    if (!isFollowing) this.#scroller.update(plan.offsetRange, offset, plan.contentOffset);
    else if (!known || Math.abs(way) > glides) this.#scroller.begin(plan.offsetRange, plan.contentOffset);
    else {
      this.#scroller.update(plan.offsetRange, offset, { x: offset.x + moved, y: offset.y });
      // From where it leads already: the next key may come before it is there.
      this.#scroller.glide(plan.contentOffset.x - this.#scroller.aim.x, 0);
    }
    this.#place();
    this.#mark();
    this.#centre();
  }

  /** Puts a frame where each tile of a plan is, and keeps those that are there. */
  #paintTiles(plan) {
    const linkTo = this.#on.linkTo();
    const named = new Set();
    const tiles = plan.tiles.toSorted((one, other) => one.index - other.index || one.column - other.column);
    const wanted = new Set(tiles.map(({ url }) => url));
    for (const url of this.#frames.keys()) if (!wanted.has(url)) this.#drop(url);
    let next = this.#list.firstElementChild;
    for (const tile of tiles) {
      const known = this.#frames.get(tile.url) ?? frameOf(tile);
      const { frame, link } = known;
      known.x = tile.x + plan.contentOffset.x;
      for (const side of ["x", "y", "width", "height"]) frame.style.setProperty(`--${side}`, `${tile[side]}px`);
      // A long picture has several tiles and one name.
      frame.ariaHidden = named.has(tile.item) ? "true" : null;
      named.add(tile.item);
      frame.classList.toggle("selected", Boolean(tile.selected));
      link.href = linkTo(tile.item);
      const place = `${(tile.index + 1).toLocaleString()} of ${plan.count.toLocaleString()}`;
      link.ariaLabel = [tile.name?.split("/").at(-1), place, tile.selected ? "selected" : ""].filter(Boolean).join(", ");
      this.#frames.set(tile.url, known);
      if (frame === next) next = next.nextElementSibling;
      else this.#list.insertBefore(frame, next);
    }
    this.#waiting = plan.tiles.map(({ url }) => this.#frames.get(url)).filter(({ image }) => image && !image.src);
    this.#load();
    this.#stills.look();
  }

  /** The films that are seen without a picture. @returns {import("../scene/stills.js").Film[]} */
  #films() {
    const { left, right } = this.#view.getBoundingClientRect();
    const isSeen = box => box.right > left && box.left < right;
    return [...this.#frames].filter(([, { film, frame }]) => film && isSeen(frame.getBoundingClientRect()))
      .map(([key, known]) => ({ key, url: known.film, isSmall: false, done: still => this.#showStill(known, still) }));
  }

  #showStill(known, still) {
    known.film = null;
    const image = element("img", { alt: "", decoding: "async", draggable: false });
    known.link.prepend(image);
    showBlob(image, still).then(isShown => { if (!isShown) image.remove(); });
  }

  /** Takes the frame of a tile away, and ends its loading. */
  #drop(url) {
    const { frame, image } = this.#frames.get(url);
    this.#frames.delete(url);
    if (frame.contains(document.activeElement)) this.#on.left();
    frame.remove();
    image?.removeAttribute("src");
    this.#loading.get(image)?.abort();
  }

  /** Loads the pictures that are there and not yet seen, a few at a time, in the plan's order. */
  #load() {
    while (this.#loading.size < atOnce && this.#waiting.length) {
      const { image, source } = this.#waiting.shift();
      if (!image.isConnected || image.src || this.#loading.has(image)) continue;
      const stop = new AbortController();
      this.#loading.set(image, stop);
      picture(source, { signal: stop.signal, priority: "low" }).then(blob => showBlob(image, blob), () => false).then(isShown => {
        if (!isShown) this.#lack(image);
        this.#loading.delete(image);
        this.#load();
      });
    }
  }

  /** A picture has not come: a film has its still instead. */
  #lack(image) {
    image.remove();
    const known = [...this.#frames.values()].find(known => known.image === image);
    if (!known?.original) return;
    known.film = known.original;
    this.#stills.look();
  }

  /** Keeps the frames where they are in the content when the runway's origin moves. */
  #place() {
    if (this.#plan) this.#list.style.transform = `translateX(${this.#plan.contentOffset.x - this.#scroller.origin.x}px)`;
  }

  /** Marks the open picture, on which Tab leads into the strip. */
  #mark() {
    for (const { frame, link } of this.#frames.values()) {
      const isOpen = frame.dataset.item === this.#open?.item;
      link.ariaCurrent = isOpen ? "true" : null;
      link.tabIndex = isOpen && !frame.ariaHidden ? 0 : -1;
    }
  }
}

/** Makes the frame of a tile, whose picture is still to be loaded. What the server makes no picture of, such as a video, is shown by the small picture in its file. */
function frameOf({ url, item, media, original, thumbnail, colour }) {
  const source = media ? thumbnail : url;
  const isFilm = Boolean(media?.startsWith("video/"));
  const image = source ? element("img", { alt: "", decoding: "async", draggable: false }) : null;
  const sign = isFilm ? "video" : media ? "named" : "";
  const link = element("a", { draggable: false, className: sign }, image);
  const frame = element("li", { data: { item }, css: { background: colour ?? "var(--wait)" } }, link);
  return { frame, link, image, source, original: isFilm ? original : null, film: isFilm && !source ? original : null, x: 0 };
}
