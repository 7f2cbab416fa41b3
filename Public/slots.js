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
