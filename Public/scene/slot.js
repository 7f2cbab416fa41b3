// An element that represents one tile after another: its name, its link, and why it cannot be shown. Its pixels lie on a sheet beneath,
// or in an element of its own where only that can show them.

import { element } from "../elements/element.js";
import { badgeWords, captionOf, cornerText, moves, restingValue, stars, valueText } from "../values/badges.js";
import { notedIn } from "./notedsign.js";
import { kindOf, Player } from "./player.js";

/** Px of the shorter side of a picture's place from which on there is room for words. */
export const leastSaid = 72;

/** Writes the number of pictures in a bin as 12 or 3.4K. */
const few = new Intl.NumberFormat(undefined, { notation: "compact" });

/** An element that represents one tile after another. */
export class Slot {
  #decoder; #on; #request = null;

  /** @param on has `came(slot, bitmap)`, and `ended(slot)` when nothing more is to come. */
  constructor(parent, decoder, on) {
    this.#decoder = decoder;
    this.#on = on;
    this.link = element("a", { draggable: false, tabIndex: -1 });
    this.element = element("div", { className: "slot", role: "listitem" }, this.link);
    parent.append(this.element);
  }

  /** The URL of the tile it stands for; "" for none. */
  url = "";
  /** Whether the slot is final: the picture is drawn, or it is known why not. */
  get ready() { return this.isDrawn || !this.area || this.failure !== null || this.#isPlaying || Boolean(this.tile?.media); }
  /** Whether the tile's pixels are on the sheets, where its frame is. */
  isDrawn = false;
  /** The part to be drawn and the part that is drawn, in runway px; of a tile larger than the view not all. Null for nothing. */
  area = null;
  drawnArea = null;
  /** Whether the file's own thumbnail, or a still of a film, is shown instead of the picture. */
  set hasPoster(hasPoster) {
    if (hasPoster === this.#hasPoster) return;
    this.#hasPoster = hasPoster;
    this.element.classList.toggle("poster", hasPoster);
    this.#sayAll();
  }
  #hasPoster = false;
  /** Whether that is a still, which the page has made. */
  hasStill = false;
  /** Whether it stands for a film of which nothing is seen, and no thumbnail is on its way. */
  get lacksStill() {
    return this.#isFilm && this.tile.isFirst && !this.isAlone && this.failure === null && !this.thumbnail && !this.#hasPoster;
  }
  get #isFilm() { return Boolean(this.tile?.media?.startsWith("video/")); }
  /** Whether something is drawn in its place until its own pixels come. */
  isCovered = false;
  /** Whether its place is filled until then. */
  isFilled = false;
  /** Why the tile cannot be shown; null if nothing is wrong. */
  failure = null;
  /** The whole tile's rectangle, and the part within its clip, in runway px. */
  frame = { x: 0, y: 0, width: 0, height: 0 };
  seen = this.frame;
  get x() { return this.frame.x; }
  get y() { return this.frame.y; }
  get width() { return this.frame.width; }
  get height() { return this.frame.height; }

  show(/** @type {Page.Tile} */ tile, count, href) {
    this.url = tile.url;
    this.isDrawn = this.isCovered = this.isFilled = false;
    this.drawnArea = null;
    this.failure = null;
    this.tile = tile;
    this.hasPoster = this.hasStill = false;
    this.#attempts = 0;
    this.element.classList.remove("shown");
    this.element.classList.add("current");
    this.element.hidden = false;
    this.element.dataset.item = tile.mosaic ? "" : tile.item;
    this.describe(tile, count, href);
    if (tile.failure) this.fail(tile.failure);
  }

  /** Loads the picture from its bytes or its address, a source of `decoder.js`; null until the bytes have come. */
  load(source) {
    if (this.tile.media) this.#play();
    else if (!this.isAlone) this.#stop();
    if (!this.tile.media && source && this.area && this.failure === null && !this.#request && !this.isDrawn && !this.image) this.#ask(source);
  }

  #ask(source) {
    const { url } = this;
    const bitmap = this.#decoder.take(source);
    this.source = source;
    if (bitmap) return this.#came(bitmap);
    this.#request = this.#decoder.want(source, result => {
      this.#request = null;
      this.#came(result);
    }, ({ message, retryAfter }) => {
      this.#request = null;
      this.fail(message, url, retryAfter);
    }, this.isAlone);
  }

  #came(result) {
    if (result instanceof Blob) this.#showElement(result);
    else {
      this.#on.came(this, result);
      this.#loaded();
    }
  }

  /** Shows an animation, or a picture without pixels of its own, in an element. */
  #showElement(blob) {
    const { url } = this;
    const image = element("img", { alt: "", draggable: false, src: URL.createObjectURL(blob) });
    this.image = image;
    image.decode().then(() => {
      if (this.image !== image) return;
      this.#isPlaying = true;
      this.#loaded();
    }, () => {
      if (this.image === image) this.fail(`This browser cannot show ${blob.type}.`, url);
    });
    this.element.prepend(image);
  }

  /** Plays the original if it fills the view; elsewhere its name is shown. */
  #play() {
    if (!this.isAlone) this.#stop();
    if (!this.isAlone || this.#player || this.failure !== null) return;
    const { url } = this;
    this.#player = new Player(this.element, this.tile, () => {
      this.fail("This browser cannot show it. The original can be downloaded.", url);
    });
  }
  /**
   * Plays the film of a photo that fills the view, in the photo's place; ends it if it plays.
   * @param film is its address. @param failed is called where the browser cannot play it; the photo stays then.
   */
  playFilm(/** @type {string} */ film, failed) {
    if (this.#player) return this.#stop();
    if (!this.isAlone || this.tile.media) return;
    const player = new Player(this.element, { original: film, name: `Film of ${this.name}` }, () => {
      if (this.#player !== player) return;
      this.#stop();
      failed();
    }, () => { if (this.#player === player) this.#stop(); });
    this.#player = player;
  }
  #stop() {
    this.#player?.end();
    this.#player = null;
  }
  #player = null;
  /** Whether its picture fills the view. */
  isAlone = false;

  #letGo() {
    if (this.#request) this.#decoder.cancel(this.#request);
    this.#request = null;
    this.#stop();
    if (!this.image) return;
    URL.revokeObjectURL(this.image.src);
    this.image.removeAttribute("src");
    this.image.remove();
    this.image = null;
    this.#isPlaying = false;
  }
  #isPlaying = false;
  /** The element that shows the picture, where no sheet can. */
  image = null;
  /** The bytes, or where they are. */
  source = null;

  /**
   * Represents another tile. Only an item's first tile has a link and a sign, so screen readers meet each picture once.
   * @param href leads to it; null where it cannot be opened.
   */
  describe(/** @type {Page.Tile} */ tile, count, href) {
    this.tile = tile;
    const { kind, pages, rating, flag, label } = tile.badge ?? {};
    const words = [tile.index, count, tile.isFirst, tile.media, tile.duration, tile.name, kind, pages, rating, flag, label, tile.sortValue?.text, tile.count, this.#hasRoom].join();
    if (words !== this.#words) this.#write(tile, count);
    this.#words = words;
    this.#describeLink(tile.isFirst ? href : null);
    this.#describeFailure();
  }
  /** Sets the attributes that have changed: most plans change none, and each one that is set leaves garbage. */
  #words = "";

  #write(tile, count) {
    const { element } = this;
    element.classList.toggle("over", !tile.isFirst);
    element.classList.toggle("named", Boolean(tile.media));
    element.classList.toggle("video", this.#isFilm);
    element.classList.toggle("moves", moves(tile));
    // An index changes when files before it come or go.
    element.dataset.index = tile.index;
    if (tile.isFirst) {
      element.removeAttribute("aria-hidden");
      element.setAttribute("aria-posinset", tile.index + 1);
      element.setAttribute("aria-setsize", count);
      this.name = tile.name ?? `Picture ${(tile.index + 1).toLocaleString()}`;
    } else {
      element.setAttribute("aria-hidden", "true");
      this.name = "";
    }
    this.#badge = tile.isFirst ? badgeWords(tile).join(", ") : "";
    this.#sayAll();
    this.#noted = notedIn(element, this.#noted, tile.isFirst && this.#hasRoom ? tile.badge : null);
    element.classList.toggle("annotated", this.#noted !== null);
  }

  /** Sets all that the style sheet writes on the cell. */
  #sayAll() {
    const { tile } = this;
    const hasRoom = tile.isFirst && this.#hasRoom;
    // A picture that is not shown has its name in a sign.
    const isSaid = hasRoom && (!tile.media || this.#isFilm && this.#hasPoster);
    this.#say("name", isSaid ? captionOf(tile, this.name.split("/").at(-1)) : "");
    this.#say("value", isSaid ? restingValue(tile) : "");
    this.#say("corner", hasRoom ? cornerText(tile) : "");
    const isCounted = Boolean(tile.isFirst && tile.count);
    this.#say("count", isCounted ? few.format(tile.count) : "");
    this.element.classList.toggle("counted", isCounted);
  }

  #noted = null;

  /** What its badge says in words. */
  #badge = "";

  /** Whether its place is large enough for words. */
  get #hasRoom() { return Math.min(this.seen.width, this.seen.height) >= leastSaid; }

  /** Sets what the style sheet writes on the cell; "" for nothing. */
  #say(name, text) {
    const { dataset } = this.link;
    if (text) dataset[name] = text;
    else delete dataset[name];
  }

  #describeLink(href) {
    const { link } = this;
    const { media } = this.tile;
    const name = [this.name, this.#mark ? "marked" : "", this.#isSelected ? "selected" : "", media ? kindOf(media) : "", this.#badge].filter(Boolean).join(", ");
    if (this.#described === `${href} ${name}`) return;
    this.#described = `${href} ${name}`;
    link.ariaLabel = name;
    if (href) {
      link.href = href;
      link.removeAttribute("role");
    } else {
      link.removeAttribute("href");
      link.setAttribute("role", "img");
    }
  }
  #described = "";

  /** Which of the marked pictures it shows, counted from 1; 0 for none: see `marks.js`. */
  set mark(mark) {
    if (mark === this.#mark) return;
    this.#mark = mark;
    if (mark) this.element.dataset.mark = String(mark);
    else delete this.element.dataset.mark;
    this.#describeLink(this.link.getAttribute("href"));
  }
  get mark() { return this.#mark; }
  #mark = 0;

  /** Whether its picture is selected. */
  set isSelected(isSelected) {
    if (isSelected === this.#isSelected) return;
    this.#isSelected = isSelected;
    this.element.classList.toggle("selected", isSelected);
    this.#describeLink(this.link.getAttribute("href"));
  }
  get isSelected() { return this.#isSelected; }
  #isSelected = false;

  /** Whether it shows the picture that was looked at last. */
  get isLast() { return this.#isLast; }
  set isLast(isLast) {
    if (isLast === this.#isLast) return;
    this.#isLast = isLast;
    this.element.classList.toggle("last", isLast);
  }
  #isLast = false;

  /** What the picture is called; "" where another tile stands for it. */
  name = "";

  /** The request for the file's own thumbnail, for `Decoder.cancel`; null without one. */
  thumbnail = null;
  endThumbnail() {
    if (this.thumbnail) this.#decoder.cancel(this.thumbnail);
    this.thumbnail = null;
  }

  clear() {
    this.url = "";
    this.endThumbnail();
    // Only this slot knows pixels that were requested by an address.
    if (this.source?.url) this.#decoder.drop(this.source);
    this.failure = null;
    this.isDrawn = this.isFilled = false;
    this.source = null;
    this.#letGo();
    this.#describeFailure();
    this.element.hidden = true;
    this.element.classList.remove("shown", "current");
  }

  /** @param frame is in runway px. @param clip is how much is cut off at its edges, in px. */
  put(frame, clip) {
    this.frame = frame;
    const { top, right, bottom, left } = clip ?? { top: 0, right: 0, bottom: 0, left: 0 };
    this.seen = { x: frame.x + left, y: frame.y + top, width: frame.width - left - right, height: frame.height - top - bottom };
    const edges = clip ? `${top}px ${right}px ${bottom}px ${left}px` : "";
    this.shift(0, 0);
    this.#style("width", `${frame.width}px`);
    this.#style("height", `${frame.height}px`);
    this.#style("clip-path", edges && `inset(${edges})`);
    // A sign stays within the visible part of the frame.
    this.#style("--seen", edges || "0");
  }

  /** Sets a property only if it changes: a browser parses equal values, too. */
  #style(property, value) {
    if (this.#styles[property] === value) return;
    this.#styles[property] = value;
    this.element.style.setProperty(property, value);
  }
  #styles = {};

  /** Moves it by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const box of new Set([this.frame, this.seen, this.area, this.drawnArea])) {
      if (!box) continue;
      box.x += dx;
      box.y += dy;
    }
    this.#style("transform", `translate(${this.frame.x}px, ${this.frame.y}px)`);
  }

  /** Has the pixels drawn again, because the tile or the colour beneath it has changed. */
  redraw() {
    this.isDrawn = false;
    this.load(this.source);
  }

  #loaded() {
    this.failure = null;
    this.#describeFailure();
    this.element.classList.add("shown");
    this.#on.ended(this);
  }

  /**
   * Says in a sentence why the tile with this URL cannot be shown.
   * @param retryAfter is in seconds, if the reason may pass: the tile is then requested again, each time after a longer pause.
   */
  fail(reason, url = this.url, retryAfter = undefined) {
    if (this.url !== url) return;
    this.failure = reason;
    this.#letGo();
    if (retryAfter) {
      const { tile } = this;
      setTimeout(() => {
        if (this.url !== url || this.tile.item !== tile.item || this.failure === null) return;
        this.#ask({ url });
      }, Math.min(60, retryAfter * 2 ** this.#attempts++) * 1000);
    }
    this.#describeFailure();
    this.#on.ended(this);
  }

  /** Shows the picture's name and why it cannot be shown, once per picture, in its first tile's slot. */
  #describeFailure() {
    const isSaid = this.failure !== null || (this.tile?.media && this.url);
    const reason = this.failure ?? (isSaid ? [kindOf(this.tile.media), stars(this.tile.badge?.rating), valueText(this.tile)].filter(Boolean).join(" · ") : "");
    const text = isSaid && this.tile.isFirst ? `${this.name}\n${reason}` : "";
    this.#title = text || this.name;
    this.element.classList.toggle("failed", this.failure !== null && Boolean(text));
    if (text === this.#signText) return;
    this.#signText = text;
    this.#sign?.remove();
    this.#sign = null;
    if (!text) return;
    this.#sign = element("div", { className: "sign" }, element("div", {}, element("b", {}, this.name), reason));
    this.element.append(this.#sign);
  }
  /** A tooltip. */
  set #title(title) {
    if (this.link.title !== title) this.link.title = title;
  }
  #sign = null;
  #signText = "";
  /** How often the tile's request has failed. */
  #attempts = 0;
}
