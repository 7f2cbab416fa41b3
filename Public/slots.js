// Paints the tiles of plans into reused elements.

import { Slot } from "./slot.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether content has been magnified or moved since the last plan, other than by scrolling. */
const isElsewhere = carry => carry && (carry.scale !== 1 || (carry.scaleY ?? 1) !== 1 || Boolean(carry.x) || Boolean(carry.y));

/** The map x → scale·x + shift, in px from the viewport's corner, for an element that lies in the runway. */
const magnified = ({ scale, scaleY, x, y }, corner, from = corner) =>
  `translate(${corner.x + x - from.x * scale}px, ${corner.y + y - from.y * scaleY}px) scale(${scale}, ${scaleY})`;

/** The slots of a page: as many as the fullest plan had tiles, however large the collection is. */
export class Slots {
  #parent;
  /** What lies beneath, and is magnified along with the slots. */
  #ground;
  #shown = new Map();
  #free = [];
  #content = "";
  /** As long as there are fewer slots than this, a new one is made rather than one reused that is still seen beneath others. */
  #spared = 0;

  constructor(parent, ground) {
    this.#parent = parent;
    this.#ground = ground;
  }

  /** Tiles painted, for tests: url → slot. */
  get shown() { return this.#shown; }

  /**
   * Paints a plan. `corner` is the viewport's top-left corner, at the time of the plan, in runway px.
   * What both plans hold stays in its slot, so nothing is loaded or painted twice.
   * @param carry says how content lies now that was there in the last plan: at `scale`, and `scaleY`, times its distance
   *   from the content's corner, which is at `-origin`, and moved by `x` and `y`; null where items have been laid out anew.
   */
  paint(plan, corner, carry) {
    const tiles = this.#marked(plan.tiles);
    // Old tiles stay painted until their slots are used again; a plan without tiles uses none, so they are cleared here.
    if (!tiles.length) for (const slot of this.#free) if (slot.url) slot.clear();
    const wanted = new Map(tiles.map(tile => [tile.url, tile]));
    const content = `${plan.layout} ${plan.item} ${plan.contentSize.width} ${plan.contentSize.height} ${plan.lead}`;
    const pictures = new Map();
    const isBase = !this.#free.some(slot => slot.url && slot.isSoft);
    for (const [url, slot] of this.#shown) {
      if (slot.ready && slot.tile.isFirst) pictures.set(slot.tile.item, slot.image.src);
      if (wanted.has(url)) continue;
      this.#shown.delete(url);
      slot.isBase = isBase;
      this.#release(slot, carry);
      this.#free.push(slot);
    }
    // Softer tiles stay beneath sharper ones that have not come; of content that lies elsewhere now nothing stays.
    for (const slot of this.#free) {
      if (!slot.url) continue;
      if (isElsewhere(carry)) {
        const { scale, scaleY = scale, x = 0, y = 0, origin } = carry;
        slot.put((slot.x + origin.x) * scale + x - origin.x, (slot.y + origin.y) * scaleY + y - origin.y,
          slot.width * scale, slot.height * scaleY);
        slot.isSoft = true;
      } else if (!carry || content !== this.#content) slot.clear();
    }
    this.#content = content;
    // A zoom replaces all of a chart's slides: the ones that covered the view before stay beneath until the new ones have come.
    this.#spared = plan.chart ? 3 * tiles.length : 0;
    // −1 says that nobody knows yet how many there will be (WAI-ARIA 1.2, aria-setsize).
    const size = plan.hasMore ? -1 : plan.count;
    for (const tile of tiles) {
      let slot = this.#shown.get(tile.url) ?? this.#takeBack(tile.url);
      if (slot) {
        slot.describe(tile, size);
        slot.load(tile.source === undefined ? tile.url : tile.source);
      } else {
        slot = this.#next();
        slot.show(tile, size, this.#underneath(tile, pictures));
      }
      this.#shown.set(tile.url, slot);
      this.#put(slot, tile, corner);
    }
    this.#sweep();
  }

  /** One tile of an item stands for it: the coarsest, which lies behind the others. */
  #marked(tiles) {
    const coarsest = new Map();
    for (const tile of tiles) if (!(coarsest.get(tile.item)?.level >= tile.level)) coarsest.set(tile.item, tile);
    for (const tile of tiles) tile.isFirst = coarsest.get(tile.item) === tile;
    return tiles;
  }

  /** What may be seen until a tile has come: the same picture as it was, or as the camera put it into its file. */
  #underneath(tile, pictures) {
    if (!tile.isFirst) return null;
    return pictures.get(tile.item) ?? tile.thumbnail ?? null;
  }

  /** The picture of a tile that is shown has come. */
  fill(url, source) { this.#shown.get(url)?.load(source); }

  /** The picture of a tile that is shown will not come; `detail` says why. */
  fail(url, detail, retryAfter) { this.#shown.get(url)?.fail(detail, url, retryAfter); }

  /** Moves what is painted by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const slot of [...this.#shown.values(), ...this.#free]) {
      slot.x += dx;
      slot.y += dy;
      slot.element.style.transform = `translate(${slot.x}px, ${slot.y}px)`;
    }
  }

  /**
   * Magnifies what is painted while a gesture runs: x → scale·x + shift, in px from the viewport's corner.
   * @param from is where the corner would be if the browser did not round it.
   */
  magnify({ scale, scaleY = scale, x, y }, corner, from) {
    const isPlain = scale === 1 && x === 0 && y === 0;
    this.#transform = isPlain ? "" : magnified({ scale, scaleY, x, y }, corner, from);
  }

  /** Lets what is painted come to rest from where `magnify` would have it. */
  settle({ scale, scaleY = scale, x, y }, corner) {
    this.#transform = "";
    const isNear = [scale - 1, scaleY - 1].every(by => Math.abs(by) < 0.001) && [x, y].every(by => Math.abs(by) < 0.5);
    if (reduced.matches || isNear) return;
    const from = magnified({ scale, scaleY, x, y }, corner);
    for (const layer of [this.#ground, this.#parent]) {
      layer.animate([{ transform: from }, { transform: "none" }], { duration: 180, easing: "cubic-bezier(.2,.7,.2,1)" });
    }
  }

  set #transform(transform) {
    for (const { style } of [this.#ground, this.#parent]) style.transform = transform;
  }

  /** Lets an item's picture grow, or shrink, from a rectangle in runway px to its frame. */
  grow(item, from) {
    if (reduced.matches) return;
    for (const slot of this.#shown.values()) {
      if (slot.tile.item !== item || !slot.tile.isFirst) continue;
      const { x, y, width, height } = slot;
      slot.element.animate([
        { transform: `translate(${from.x}px, ${from.y}px) scale(${from.width / width}, ${from.height / height})`, zIndex: 2 },
        { transform: `translate(${x}px, ${y}px)`, zIndex: 2 },
      ], { duration: 200, easing: "cubic-bezier(.2,.7,.2,1)" });
    }
  }

  /** Where an item's picture is painted, in runway px. */
  frame(item) {
    for (const slot of this.#shown.values()) {
      if (slot.tile.item === item && slot.tile.isFirst) return { x: slot.x, y: slot.y, width: slot.width, height: slot.height };
    }
    return null;
  }

  /** The slot that stands for the item with this index. */
  slot(index) {
    for (const slot of this.#shown.values()) if (slot.tile.index === index && slot.tile.isFirst) return slot;
    return null;
  }

  /** Empties all slots: another layout or collection is next. */
  clear() {
    for (const slot of this.#shown.values()) this.#free.push(slot);
    this.#shown.clear();
    for (const slot of this.#free) slot.clear();
  }

  /** Clears a slot whose picture has not come; a picture that has stays painted until the slot is used again. */
  #release(slot, carry) {
    // A sign must not stay beneath the next tile, which has a sign of its own.
    if (slot.ready && slot.failure === null && carry) {
      slot.element.classList.remove("current");
      slot.element.classList.add("stale");
    } else slot.clear();
  }

  /** Clears what was only there until sharper tiles came. */
  #sweep() {
    if (![...this.#shown.values()].every(slot => slot.ready)) return;
    for (const slot of this.#free) if (slot.url && slot.isSoft) slot.clear();
  }

  /** A free slot that still shows this very tile. */
  #takeBack(url) {
    const index = this.#free.findIndex(slot => slot.url === url);
    return index < 0 ? undefined : this.#free.splice(index, 1)[0];
  }

  /** An empty slot, else the one that was freed first, else a new one. */
  #next() {
    const empty = this.#free.findIndex(slot => !slot.url);
    if (empty >= 0) return this.#free.splice(empty, 1)[0];
    const isSpared = this.#free[0]?.isSoft && this.#free.length + this.#shown.size < this.#spared;
    // The ones that covered the view before the zoom go last.
    const index = Math.max(0, this.#free.findIndex(slot => !slot.isBase));
    if (!isSpared && this.#free.length) return this.#free.splice(index, 1)[0];
    return new Slot(this.#parent, () => this.#sweep());
  }

  /** Puts a slot where its tile is, as much of it as the cell shows. */
  #put(slot, tile, corner) {
    slot.put(corner.x + tile.x, corner.y + tile.y, tile.width, tile.height);
    const { style } = slot.element;
    const clip = tile.clip;
    const edges = clip ? `${clip.top}px ${clip.right}px ${clip.bottom}px ${clip.left}px` : "";
    style.clipPath = edges && `inset(${edges})`;
    // A sign keeps to what is seen of the frame.
    style.setProperty("--seen", edges || "0");
    slot.isSoft = false;
    slot.element.classList.add("current");
    slot.element.classList.remove("stale");
  }
}
