// The panel with all facts about a picture; a press on a fact finds the pictures that share it.

import { element } from "../elements/element.js";
import { Sheet } from "../elements/sheet.js";
import { known, Latest } from "../wire/api.js";
import { pagesButton } from "./caption.js";
import { isNoting, isOfPage, isTurning } from "../input/keys.js";
import { isActing } from "../state/characterkeys.js";
import { isModified } from "../values/keynames.js";
import { paintCounts } from "./counts.js";
import { Windowing } from "./windowing.js";
import { factText, isRating, size, starsInWords, title as titleOf } from "../values/fields.js";

/**
 * What is noted of a picture, as facts, where the server tells no facts: of lists that are made here.
 * @param {Wire.ItemDetails} details
 * @returns {Wire.Fact[]}
 */
function notedFacts({ facts = [], marks = {} }) {
  if (facts.length) return [];
  const { rating, keywords = [], ...others } = marks;
  const texts = [...Object.entries(others), ...keywords.map(word => ["keywords", word])];
  const words = texts.map(([name, text]) => /** @type {Wire.Fact} */ ({ name, kind: "category", text, query: "" }));
  return rating === undefined ? words : [{ name: "rating", kind: "number", text: String(rating), number: rating, query: "" }, ...words];
}

const groups = [
  ["File", ["name", "folder", "format", "pages", "extras", "duration", "width", "height", "megapixels", "pixelsize", "orientation", "bytes", "modified"]],
  ["Camera", ["taken", "zone", "camera", "lens", "focal", "aperture", "exposure", "iso"]],
  ["Words", ["title", "headline", "caption", "people", "keywords", "rating", "flag", "label", "creator", "copyright"]],
  ["Place", ["sublocation", "city", "state", "country", "gps"]],
  ["Generated", ["prompt", "negative", "model", "sampler", "seed"]],
];
/** The settings that a photographer reads in one line. */
const settings = ["exposure", "aperture", "iso", "focal"];

export class Details {
  #panel; #list; #title; #button; #on; #windowing; #sheet;
  #item = null;
  /** The revision that was asked about, whether a picture filled the view, and the facts that the panel shows. */
  #revision = null; #isLooking = false; #written = null;
  #latest = new Latest();
  /** Asks for the histogram. */
  #counting = new Latest();
  /** The picture that a menu has asked about, and the one that was current then; null for none. */
  #pinned = null;

  /**
   * @param byId gives an element by its id.
   * @param on has `item()`, the id of the picture in hand, null for none; `top()`, that of the one on top; `menuItem()`, that of the
   *   menu; `revision()`, the collection's; `address(item)`, where an item is described, and with which parameters; `file(details)`, what a picture's file is called; `look(query)`; `pages(pages)`, to open a picture's
   *   pages; what is `shown`, and `request()`, which asks for a plan of it; `manifest()`, the address of all that is shown for viewers of
   *   IIIF; `note(text)`, `opening()` and `closed()`, and `resized()`, when the panel has come or gone.
   */
  constructor(byId, on) {
    [this.#panel, this.#list, this.#title, this.#button] = ["details", "details-list", "details-title", "details-button"].map(byId);
    this.#on = on;
    this.#windowing = new Windowing({
      view: () => (this.#isLooking ? on.shown.view : null),
      look(name, text) {
        on.shown.change({ window: undefined, channels: undefined, [name]: text || undefined });
        on.request();
      },
    });
    byId("details-item").addEventListener("click", () => {
      this.#pinned = { item: on.menuItem(), over: on.item() };
      if (this.isOpen) this.show();
      else this.toggle(true);
    });
    this.#button.addEventListener("click", () => this.toggle());
    this.#sheet = new Sheet(this.#panel, { close: () => this.toggle(false), resized: on.resized });
    byId("details-close").addEventListener("click", () => this.toggle(false));
    this.#panel.addEventListener("keydown", event => {
      if (event.key === "Escape" || event.key === "i" && !isModified(event) && isActing(event)) this.toggle(false);
      else if (isOfPage(event) || isNoting(event) || isTurning(event) && this.#on.item()) return;
      event.stopPropagation();
    });
  }

  get isOpen() { return !this.#panel.hidden; }
  /** How much of the view it covers from the left edge, and from the foot, in px. */
  get width() { return this.isOpen ? this.#panel.offsetLeft + this.#panel.offsetWidth : 0; }
  get height() { return this.#sheet.height; }

  /** The picture to show: the menu's until another one is current, else the current one, else the one on top. */
  get #asked() {
    const item = this.#on.item();
    if (this.#pinned?.over !== item) this.#pinned = null;
    return this.#pinned?.item ?? item ?? this.#on.top();
  }

  toggle(isOpen = !this.isOpen) {
    if (isOpen && !this.#asked) return;
    if (isOpen) {
      this.#on.opening();
      this.#sheet.open();
    }
    this.#panel.hidden = !isOpen;
    this.#button.ariaExpanded = String(isOpen);
    this.#on.resized();
    if (isOpen) {
      this.show();
      this.#title.focus();
    } else {
      this.#item = this.#pinned = null;
      this.#latest.forget();
      this.#on.closed();
    }
  }

  /** Shows the current picture's facts if it, or the collection, has changed. */
  async show() {
    const item = this.isOpen ? this.#asked : null;
    const revision = this.#on.revision();
    const isLooking = this.#on.shown.isLooking && item === this.#on.item();
    if (item && item === this.#item) this.#windowing.update();
    if (!item || (item === this.#item && revision === this.#revision && isLooking === this.#isLooking)) return;
    if (item !== this.#item) {
      this.#written = null;
      this.#latest.forget();
    }
    [this.#item, this.#revision, this.#isLooking] = [item, revision, isLooking];
    /** @type {{details: Wire.ItemDetails | null, beside: Wire.Companions | null}} */
    const found = await this.#latest.of(async signal => {
      const details = await known(...this.#on.address(item), { signal });
      return { details, beside: details?.companions && await known(details.companions, null, { signal }) };
    });
    if (!found) return;
    const { details, beside } = found;
    if (!details) {
      this.#written = null;
      return this.#list.replaceChildren(element("p", { textContent: "The picture cannot be looked up just now." }));
    }
    const companions = beside?.companions ?? [];
    // Unchanged facts are not written again, so a selection and the focus stay.
    const written = JSON.stringify([{ ...details, index: null, progress: null }, companions, isLooking]);
    if (written === this.#written) return;
    this.#written = written;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#write(details);
    if (companions.length) this.#list.append(this.#companions(companions));
    if (hadFocus) this.#title.focus();
  }

  /** @param {Wire.ItemDetails} details */
  #write(details) {
    // The number of a group says nothing to people.
    const facts = [...(details.facts ?? []), ...notedFacts(details)].filter(({ name }) => name !== "alike");
    const known = new Map(facts.map(fact => [fact.name, fact]));
    this.#title.textContent = details.name.split("/").at(-1);
    const line = settings.filter(name => known.has(name)).map(name => (name === "iso" ? "ISO " : "") + factText(known.get(name))).join(" · ");
    const grouped = new Set(groups.flatMap(([, names]) => names));
    const others = facts.map(({ name }) => name).filter(name => !grouped.has(name));
    const parts = [...groups, ["Other", [...new Set(others)]]].map(([name, names]) => {
      const rows = facts.filter(fact => names.includes(fact.name)).sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
      return rows.length ? element("section", {}, element("h3", { textContent: name }), element("dl", {}, ...rows.flatMap((fact, index) => this.#row(fact, fact.name === rows[index - 1]?.name, details)))) : null;
    });
    const lie = details.misnamed
      && element("p", { className: "lie", textContent: `The name says .${details.misnamed}; the file is a ${details.format.toUpperCase()}.` });
    const path = element("p", { className: "path" }, element("code", { textContent: details.name }), this.#copy("Copy the path", details.name, "Path copied."));
    // A published site has none.
    const original = details.original && new URL(details.original, location.href);
    const links = original && element("p", { className: "saves" },
      element("a", { className: "plain", href: original, target: "_blank", rel: "noopener", textContent: "Open the original" }),
      element("a", { className: "plain", href: original, download: this.#on.file(details), textContent: "Download it" }),
      ...(details.film ? [element("a", { className: "plain", href: new URL(details.film, location.href), target: "_blank", rel: "noopener", textContent: "Open the film" })] : []),
      ...(details.pages ? [pagesButton(details.pages, this.#on.pages)] : []));
    const canvas = element("canvas", { width: 256, height: 72, role: "img", ariaLabel: "How often each brightness of red, green and blue occurs" });
    canvas.hidden = true;
    const windowing = this.#windowing.section(details);
    this.#list.replaceChildren(...[line ? element("p", { className: "taken", textContent: line }) : null, canvas, windowing, ...parts, lie, path, links, this.#viewers(details)].filter(Boolean));
    this.#histogram(details, canvas);
  }

  /**
   * Offers the addresses for viewers of other programs.
   * @param {Wire.ItemDetails} details
   */
  #viewers({ iiif, deepZoom }) {
    if (!iiif) return null;
    const rows = Object.entries({ IIIF: iiif, "Deep Zoom": deepZoom, Manifest: this.#on.manifest() }).flatMap(([name, address]) => [
      element("dt", { textContent: name, title: name === "Manifest" ? "All pictures that are shown, for viewers of IIIF" : "" }),
      element("dd", {}, this.#copy(`Copy the ${name} address`, new URL(address, location.href).href, `${name} address copied.`))]);
    return element("section", {}, element("h3", { textContent: "For other viewers" }), element("dl", {}, ...rows));
  }

  /**
   * Lists the companions: the raw file and the sidecar files of a picture.
   * @param {Wire.Companions["companions"]} companions
   */
  #companions(companions) {
    const links = companions.map(({ name, bytes, url }) => element("li", {},
      element("a", { className: "plain", href: new URL(url, location.href), download: name, textContent: name }), ` ${size(bytes)}`));
    return element("section", { className: "companions" }, element("h3", { textContent: "Belongs to it" }), element("ul", {}, ...links));
  }

  /**
   * @param {Wire.Fact} fact @param {boolean} isNext whether it is a further value of the field above, which has its name already.
   * @param {Wire.ItemDetails} details
   */
  #row(fact, isNext, { pixelSize }) {
    const { name, query, unit, number } = fact;
    const text = factText(fact);
    const title = unit === "bytes" ? `${number.toLocaleString()} bytes: find those that share it`
      : isRating(name, number) && number > 0 ? "Find those with as many stars or more" : "Find those that share it";
    const value = query ? element("button", { type: "button", className: "plain fact", textContent: text, title }) : element("span", { textContent: text });
    if (isRating(name, number)) value.ariaLabel = starsInWords(number);
    if (query) value.addEventListener("click", () => this.#on.look(query));
    const cell = element("dd", {}, value);
    if (name === "pixelsize" && pixelSize) cell.append(" ", element("small", { textContent: `per pixel, from ${pixelSize.from}` }));
    if (name === "gps") cell.append(this.#copy("Copy the coordinates", text, "Coordinates copied."));
    return isNext ? [cell] : [element("dt", { textContent: titleOf(name) }), cell];
  }

  /** @param {string} words is what the button is called. @param {string} text is copied. @param {string} done is said then. */
  #copy(words, text, done) {
    const button = element("button", { type: "button", className: "plain", textContent: "Copy", ariaLabel: words, title: words });
    button.addEventListener("click", async () => {
      const said = await navigator.clipboard?.writeText(text).then(() => done, () => null);
      this.#on.note(said ?? "The browser does not let it be copied.");
    });
    return button;
  }

  /**
   * Draws how often each brightness of the picture's colours occurs.
   * @param {Wire.ItemDetails} details
   */
  async #histogram({ histogram }, canvas) {
    /** @type {Wire.Histogram | null} */
    const counts = histogram && await this.#counting.only(signal => known(histogram, null, { signal }));
    if (!counts) return;
    paintCounts(canvas, [counts.red, counts.green, counts.blue], counts.full);
    canvas.hidden = false;
  }
}
