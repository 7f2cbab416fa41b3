// The pictures of another collection below a chart, each at its time: pictures, piles of them, and the moment of one on the lines.

import { whenChosen } from "../elements/choices.js";
import { button, element } from "../elements/element.js";

export class Below {
  #list; #moment; #select; #on;
  /** @type {import("../state/shown.js").Shown} */
  #shown;
  /** What was painted last; null for no chart. @type {Wire.Chart | null} */
  #chart = null;
  /** What lies in the strip, by a picture's id or a pile's number: {place, button, x, y}. */
  #places = new Map();
  /** Where the strip and the picture's moment begin, in runway px. */
  #corner = { x: 0, y: 0 };
  /** The id of the picture whose moment is marked; null for none. */
  #marked = null;

  /**
   * @param byId gives an element by its id. @param shown is what the page shows.
   * @param on has `choose(change)`, for other pictures; `zoom(parameters)`; `open(collection, item)`; `chosen()`, when a pointer has chosen; and
   *   `marked()`, when a picture's moment is marked.
   */
  constructor(byId, shown, on) {
    [this.#list, this.#moment, this.#select] = ["below", "moment", "below-choice"].map(byId);
    [this.#shown, this.#on] = [shown, on];
    whenChosen(this.#select, () => this.#choose(this.#select.value), on.chosen);
    this.#list.addEventListener("click", event => this.#press(event));
    this.#list.addEventListener("pointerover", event => { if (event.pointerType === "mouse") this.#mark(event.target); });
    this.#list.addEventListener("pointerout", event => { if (event.pointerType === "mouse") this.#unmark(); });
    this.#list.addEventListener("focusin", event => { if (event.target.matches(":focus-visible")) this.#mark(event.target); });
    this.#list.addEventListener("focusout", () => this.#unmark());
    this.#list.addEventListener("keydown", event => this.#step(event));
  }

  /** The collections whose pictures can be shown: those with times. */
  get #others() {
    const hasTimes = (/** @type {Wire.Collection} */ { kind, fields }) => kind !== "chart" && Boolean(fields?.some(({ kind }) => kind === "time"));
    return this.#chart?.axis === "number" || !this.#chart?.zone ? [] : this.#shown.collections.filter(hasTimes);
  }

  /** Actions for the palette. @returns {import("../input/actions.js").Action[]} */
  get actions() {
    const action = (/** @type {string} */ id, /** @type {string} */ name) => ({
      id: `below-${id}`, group: "Chart", name, words: "pictures photographs timeline time under strip with", keys: [], isPossible: () => true,
      run: () => this.#choose(id),
    });
    const below = this.#chart?.pictures;
    return [
      ...this.#others.filter(({ id }) => id !== below?.collection).map(({ id, name }) => action(id, `Show pictures below: ${name}`)),
      ...(below ? [action("", "Show no pictures below")] : []),
    ];
  }

  #choose(/** @type {string} */ id) {
    // Where the program was started with pictures below the chart, having none is a choice.
    this.#on.choose({ with: id || (this.#shown.entry?.with ? "" : undefined), withField: undefined });
  }

  /**
   * @param {Wire.Chart | null} chart is a plan's; null for none. @param corner is the viewport's top-left corner in runway px.
   */
  paint(chart, corner) {
    this.#chart = chart;
    this.#offer();
    const pictures = chart?.pictures;
    this.#list.hidden = !pictures;
    if (!pictures) return this.clear();
    this.#corner = { x: corner.x, y: corner.y };
    this.#list.ariaLabel = `Pictures of ${pictures.name}`;
    const before = this.#places;
    this.#places = new Map();
    pictures.bins.forEach((bin, number) => {
      for (const picture of bin.pictures) {
        this.#place(before, picture.item, () => this.#picture(picture), { ...picture, picture });
      }
      const rest = bin.count - bin.pictures.length;
      if (rest > 0) this.#place(before, `pile ${number}`, () => this.#pile(), { x: bin.x, y: pictures.top, width: bin.width, bin, rest });
    });
    for (const [key, { place }] of before) if (!this.#places.has(key)) place.remove();
    // What stays keeps the focus.
    [...this.#places.values()].forEach(({ place }, index) => {
      if (this.#list.children[index] !== place) this.#list.insertBefore(place, this.#list.children[index] ?? null);
    });
    this.#let(this.#list.querySelector(":focus"));
    this.#paintMoment();
    this.shift(0, 0);
  }

  /** Lets Tab lead to one of the pictures and piles, or if that is null to the first; arrows lead to the others. */
  #let(own) {
    const all = [...this.#places.values()].map(({ button }) => button);
    for (const button of all) button.tabIndex = button === (own ?? all[0]) ? 0 : -1;
  }

  #step(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...this.#list.querySelectorAll("button")];
    const at = all.indexOf(event.target);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[Math.min(Math.max(to, 0), all.length - 1)];
    this.#let(next);
    next.focus();
  }

  /** Offers the collections whose pictures can be below the chart. */
  #offer() {
    const others = this.#others;
    this.#select.hidden = !others.length;
    const text = JSON.stringify(others.map(({ id, name }) => [id, name]));
    if (this.#select.dataset.text !== text) {
      this.#select.dataset.text = text;
      this.#select.replaceChildren(new Option("none", ""), ...others.map(({ id, name }) => new Option(name, id)));
    }
    this.#select.value = this.#chart?.pictures?.collection ?? "";
  }

  /**
   * Places a picture or a pile. @param before is what was there. @param make makes its element. @param at has the frame from the plan.
   */
  #place(before, key, make, { x, y, width, height = undefined, picture = null, bin = null, rest = 0 }) {
    const place = before.get(key)?.place ?? make();
    const own = place.firstChild;
    place.style.setProperty("--width", `${width}px`);
    if (height !== undefined) place.style.setProperty("--height", `${height}px`);
    if (picture) {
      const image = own.firstChild;
      if (picture.url && image.getAttribute("src") !== picture.url) image.src = picture.url;
    } else {
      own.textContent = `+${rest.toLocaleString()}`;
      own.title = own.ariaLabel = `${bin.count.toLocaleString()} pictures from ${bin.from} to ${bin.to}: zoom to them`;
    }
    this.#places.set(key, { place, button: own, x: this.#corner.x + x, y: this.#corner.y + y, picture, bin });
  }

  #picture(/** @type {Wire.PictureBelow} */ { name, time }) {
    const image = element("img", { alt: "", draggable: false, decoding: "async" });
    return element("div", { className: "below-picture", role: "listitem" }, button({ className: "", title: `${name}\n${time}`, ariaLabel: `${name}, ${time}` }, image));
  }

  #pile() { return element("div", { className: "below-pile", role: "listitem" }, button({ className: "" })); }

  #find(target) {
    const own = target.closest("button");
    return [...this.#places.values()].find(({ button }) => button === own) ?? null;
  }

  #press(event) {
    const found = this.#find(event.target);
    if (!found || !this.#chart?.pictures) return;
    const { lineGap, maximumLineGap, pictures } = this.#chart;
    if (found.picture) this.#on.open(pictures.collection, found.picture.item);
    else if (lineGap < maximumLineGap) this.#on.zoom({ brush: `${found.bin.x},${found.bin.x + found.bin.width}` });
    // A pile that no zoom parts is seen among the others.
    else this.#on.open(pictures.collection, found.bin.pictures.at(-1).item);
  }

  #mark(target) {
    const found = this.#find(target);
    this.#marked = found?.picture?.item ?? null;
    this.#paintMoment();
    if (this.#marked) this.#on.marked();
  }

  #unmark() {
    this.#marked = null;
    this.#moment.hidden = true;
  }

  /** Marks the moment of the picture under the pointer, or with the focus, on the lines. */
  #paintMoment() {
    const { picture } = this.#places.get(this.#marked) ?? {};
    this.#moment.hidden = !picture;
    if (!picture || !this.#chart?.pictures) return;
    const { section, pictures } = this.#chart;
    this.#moment.firstChild.textContent = picture.time;
    this.#moment.classList.toggle("before", picture.at > this.#list.parentElement.parentElement.clientWidth / 2);
    this.#moment.style.setProperty("--length", `${pictures.top - section.top}px`);
    Object.assign(this.#momentAt, { x: this.#corner.x + picture.at, y: this.#corner.y + section.top });
    this.#shiftMoment(0, 0);
  }

  #momentAt = { x: 0, y: 0 };

  #shiftMoment(dx, dy) {
    this.#momentAt.x += dx;
    this.#momentAt.y += dy;
    this.#moment.style.translate = `${this.#momentAt.x}px ${this.#momentAt.y}px`;
  }

  /** Moves what scrolls along by as much as the runway's origin has moved. */
  shift(dx, dy) {
    for (const at of this.#places.values()) {
      at.x += dx;
      at.y += dy;
      at.place.style.translate = `${at.x}px ${at.y}px`;
    }
    this.#shiftMoment(dx, dy);
  }

  clear() {
    this.#unmark();
    this.#places.clear();
    this.#list.replaceChildren();
  }
}

/** Returns what a reading says of the picture nearest in time. @param {Wire.PictureBelow | undefined} nearest */
export const nearestElement = nearest => nearest && element("span", { className: "nearest" },
  nearest.url ? element("img", { alt: "", src: nearest.url, width: Math.round(nearest.width), height: Math.round(nearest.height) }) : null,
  element("bdi", {}, nearest.name), element("small", {}, nearest.time));
