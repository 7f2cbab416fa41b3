// Leads from view to view: to collections, arrangements, searches and pictures, and keeps the address and the history.

import { isSame, linksFrom, placing, read, write } from "../values/address.js";
import { entry as entries, json, known } from "../wire/api.js";
import { sentence } from "../values/fields.js";
import { canGroup } from "../values/groups.js";
import { Hiding } from "./hiding.js";
import { gone } from "./presence.js";
import { recalled, rememberOrder } from "./ordermemory.js";
import { Overview } from "./overview.js";
import { Pages } from "./pages.js";
import { load, save } from "./restoration.js";
import { Searching } from "./searching.js";
import { topItem } from "./question.js";
import { Turning } from "./turning.js";

/** Milliseconds between two changes of the address: Safari refuses more than 100 in 30 seconds. */
const period = 400;

export class Navigation {
  #parts;
  /** @type {import("./shown.js").Shown} */
  #shown;
  #timer = null;
  #turning; #pages; #overview;
  #hiding = new Hiding();
  #searching;
  /** How many steps through the history there have been. */
  #steps = 0;

  /**
   * @param parts has the `status`, `painter`, `focus`, `cursor`, `cells`, `magnifier`, `pickers`, `session`, `search` and `scroller`; the
   *   page's `title`; and `inset()`, what covers the view's edges, in px.
   */
  constructor(shown, parts) {
    [this.#shown, this.#parts] = [shown, parts];
    this.#turning = new Turning(shown, {
      scroller: parts.scroller, locate: place => parts.cells.locate(place),
      find: at => known(shown.entry.links.cell, { ...this.#inOrder({ layout: "grid" }), width: 400, height: 300, at }),
      look: hold => this.look(shown.view, hold), open: place => this.look(this.#inOrder({ layout: "pages" }), { ...place, align: "start" }),
    });
    this.#pages = new Pages(shown, {
      learn: (id, url) => this.#learn(id, url), leave: state => this.#leave(state), remember: () => this.remember(),
      go: (collection, view, hold = null) => this.go(collection, view, hold), note: text => parts.status.note(text),
    });
    this.#searching = new Searching(shown, {
      look: (view, hold) => this.look(view, hold), leave: state => this.#leave(state), inOrder: view => this.#inOrder(view),
    });
    this.#overview = new Overview(shown, { viewport: () => parts.scroller.viewport, look: (view, hold) => this.look(view, hold), leave: () => this.#leave() });
    addEventListener("popstate", () => this.#comeBack());
    addEventListener("pagehide", () => this.remember());
  }

  /**
   * Shows what the address names, else what was shown last, else the first collection.
   * @param {Wire.Collection[]} collections @param {boolean} isReadOnly @param {string[]} states
   */
  async start(collections, isReadOnly, states) {
    this.#shown.list(collections, isReadOnly);
    const isNamed = location.hash.length > 1;
    const place = isNamed ? read(location.hash) : await load(states);
    await this.#learn(place?.collection);
    // The collection of the last start may have gone.
    if (!isNamed && !this.#isListed(place?.collection)) return this.go(null, this.#usual(collections[0]?.id));
    // An address that only names a chart does not say how it is shown.
    const isOpen = !isNamed || !Object.keys(place.view).length;
    this.go(place.collection, { ...(isOpen ? this.#usual(place.collection) : null), ...place.view }, place.hold);
    if (isNamed) this.#check(place);
  }

  /**
   * Tells the reader if the address names something that does not exist, since something else is shown.
   * @param {Page.Place} place
   */
  async #check({ collection, view, hold }) {
    const { entry } = this.#shown;
    const { status } = this.#parts;
    if (!entry) return;
    if (collection && !this.#isListed(collection)) {
      return status.note(`There is no collection “${collection}” here. This is “${entry.name}”.`);
    }
    if (view.layout && view.layout !== "item" && !entry.layouts.includes(view.layout)) {
      status.note(`“${entry.name}” cannot be seen as “${view.layout}”.`);
    }
    // A plan of an open picture that is not there is refused, which says it (see `refuse`). A chart's slides follow from where it is.
    const item = entry.kind === "chart" || view.item ? null : hold?.anchor;
    if (!item) return;
    const failure = await json(entry.links.item, { id: item }).then(() => null, failure => failure);
    if (failure?.status === 404) status.note("The picture that the address names is not in this collection, or not any more.");
  }

  /**
   * Shows a view of a collection, by its id. @param hold is an item that is brought to a point of the viewport.
   * @param {string | null} collection @param {Page.View} view @param {Page.Hold | null} hold
   */
  go(collection, view, hold = null) {
    const { status, painter, focus, cursor, magnifier, pickers, session, search } = this.#parts;
    const shown = this.#shown;
    const entry = shown.collections.find(({ id }) => id === collection) ?? shown.collections[0];
    if (!entry) return status.say("The server has no collection.");
    if (entry.id !== shown.collection) {
      painter.clear();
      search.forget();
      this.#searching.forget();
    }
    shown.begin(entry, view, hold);
    status.expect();
    focus.leave();
    cursor.leave();
    magnifier.clear();
    pickers.show(entry, shown.view);
    search.show(shown.view.q ?? "");
    painter.label(null);
    document.title = `${entry.name} · ScrollServer`;
    this.#parts.title.textContent = entry.name;
    session.request();
  }

  #isListed(id) { return this.#shown.collections.some(entry => entry.id === id); }

  /**
   * Fetches a collection that is not in the list, such as a picture's pages. @returns whether it exists.
   * @param url is where it is described, if that is known.
   */
  async #learn(id, url = null) {
    if (!id || this.#isListed(id)) return this.#isListed(id);
    // Its own address waits until the first pages are found, and with them how they are ordered.
    const self = url ?? (await known(entries.collections, { id }))?.links.self, entry = self && await known(self);
    if (entry && !this.#isListed(entry.id)) this.#shown.list([...this.#shown.collections, entry]);
    return Boolean(entry);
  }

  /** Opens the pages of a picture. The history's Back returns to the picture, and so does `leavePages()`. */
  openPages(pages) { return this.#pages.open(pages); }
  leavePages() { return this.#pages.leave(); }

  /** Opens another collection, by its id. The history's Back returns to this one. Where rejected pictures were hidden, they stay hidden. */
  change(collection) {
    const { layout } = this.#shown;
    const hidden = this.#hiding.into(this.#shown, collection);
    this.#leave();
    this.go(collection, { layout, ...this.#usual(collection), ...hidden });
  }

  /** What is remembered of a collection. A chart that was started with pictures below it has them, unless that was changed. */
  #usual(/** @type {string | undefined} */ collection) {
    const { with: below } = this.#shown.collections.find(({ id }) => id === collection) ?? {};
    return { ...(below ? { with: below } : null), ...recalled(collection) };
  }

  /** Opens an item of another collection, by its id. The history's Back returns to this one, and so does `close()`. */
  openIn(collection, item) {
    this.#leave({ isOpen: true });
    this.go(collection, { layout: "pages" }, { item, align: "start" });
  }

  /** Leads into searches and folders, and out of them: see `searching.js`. */
  search(query, isTyping, isToAll = false) { return this.#searching.search(query, isTyping, isToAll); }
  openFolder(folder) { return this.#searching.openFolder(folder); }
  /** Shows the pictures that look like one of them. */
  showLike(item) { return this.#searching.like(item); }
  /** Shows what a query finds in a grid. The history's Back returns to where the reader was. */
  showInGrid(query) { return this.#searching.inGrid(query); }

  /** Begins a new entry of the history, with a state; the current view becomes the one before it. */
  #leave(state = {}) {
    if (!this.#shown.current) return;
    this.remember();
    history.pushState(state, "", location.hash);
  }

  /**
   * Shows another view of the same collection.
   * @param {Page.View} view @param {Page.Hold | null} [hold]
   */
  look(view, hold) { this.go(this.#shown.collection, view, hold); }

  /**
   * Shows another arrangement of the same collection with the same picture at the top. Another order begins at its top, unless a picture is open.
   * @param {Page.View} change @param isFromStart says that it begins at its top in any case.
   */
  arrange(change, isFromStart = false) {
    const shown = this.#shown;
    const hold = isFromStart ? null : shown.isLooking || [undefined, shown.view.order ?? "name"].includes(change.order) ? shown.top : null;
    this.#leave();
    if (shown.isLooking) shown.forgetFrom();
    /** @type {Page.View} */
    const { layout, order, group } = { ...shown.view, ...(change.group === "alike" ? { order: "" } : null), ...change };
    /** @type {Page.View} */
    const next = { ...placing({ ...shown.view, layout }), layout, ...(shown.view.q ? { q: shown.view.q } : null) };
    if (order && order !== "name") next.order = order;
    if (change.order) rememberOrder(shown.collection, next.order);
    if (group && canGroup(shown.entry, group, next)) next.group = group;
    this.look(next, hold);
  }

  /** Shows the layout with this index in the collection's list. */
  arrangeAs(number) {
    const layout = this.#shown.entry?.layouts[number];
    if (layout) this.arrange({ layout });
  }

  /** Opens an item: it grows to its page. */
  open(item) {
    if (item) this.openAt({ item });
  }

  /** Opens the item with this id, or with this index. */
  openAt({ item = null, index = undefined }) {
    const shown = this.#shown;
    const { focus, cells } = this.#parts;
    const [hasFocus, hasCursor] = [focus.isAmong, Boolean(cells.element)];
    this.enter(shown.plan);
    shown.enterWith({ item, hasFocus, hasCursor });
    this.look(this.#inOrder({ layout: "pages" }), { ...(item ? { item } : { index }), align: "start" });
  }

  /**
   * Begins an entry of the history for a picture; Back returns to the plan of several.
   * @param {Page.Plan | null} plan
   */
  enter(plan) {
    if (!plan) return;
    this.remember();
    this.#shown.enter();
    history.pushState({ isOpen: true }, "", location.hash);
  }

  /** Returns to where the reader came from, with the current picture in view. */
  close() {
    const shown = this.#shown;
    this.remember();
    if (history.state?.isOpen) {
      shown.close();
      return history.back();
    }
    const item = shown.picture;
    const { around = this.#inOrder({ layout: "grid" }) } = history.state ?? {};
    this.look(around, item && { item, align: "center" });
  }

  /** Follows the history, or an address that was edited. */
  async #comeBack() {
    const shown = this.#shown;
    const { from, picture } = shown;
    const index = shown.plan?.anchor?.index;
    const place = read(location.hash);
    shown.forgetFrom();
    // A known collection is shown at once. Only the last of several steps counts.
    this.#steps += 1;
    const step = this.#steps;
    if (!this.#isListed(place.collection)) await this.#learn(place.collection);
    if (step !== this.#steps) return;
    const isSameView = from && isSame(place.view, from.view) && place.collection === shown.collection;
    if (!isSameView) {
      this.go(place.collection, place.view, place.hold);
      return this.#check(place);
    }
    // The offset is the same, unless the reader has gone on to a picture that is out of view there.
    /** @type {Page.Hold | null} */
    const hold = !picture || picture === from.item ? place.hold : { ...place.hold, item: picture, align: "nearest" };
    this.go(place.collection, from.view, hold);
    // A reader who came by keyboard continues from the picture that was open.
    if (from.hasFocus) this.#parts.focus.item = picture;
    if (from.hasCursor && index !== undefined) this.#parts.cells.goTo(index);
  }

  /**
   * Shows something else after the server has refused the view, and says why.
   * @param {Wire.Problem} problem is the server's: its `status`, a sentence as `detail`, and the `parameter` that was wrong.
   * @returns whether something else is asked for.
   */
  refuse({ status, parameter, detail }) {
    const shown = this.#shown;
    const { view } = shown;
    // An earlier plan belongs to another view.
    const plan = shown.current;
    const { status: page } = this.#parts;
    if (status === 404 && view.item) {
      page.note(gone(plan?.anchor?.item === view.item ? plan.anchor.name : null));
      // The open picture has gone: its neighbour is shown if it is known.
      const index = Math.min(plan?.anchor?.index ?? 0, (plan?.count ?? 0) - 2);
      this.look(this.#inOrder({ layout: index < 0 ? "grid" : "pages" }), index < 0 ? null : { index, align: "start" });
      return true;
    }
    if (status === 404) return this.#leaveCollection(detail);
    const isItem = parameter === "item" && view.layout === "item";
    if (status !== 400 || !isItem && !view[parameter]) return false;
    const { [/** @type {keyof Page.View} */ (parameter)]: _, ...rest } = view;
    page.note(sentence(detail, parameter));
    this.look(isItem ? { ...rest, layout: "grid" } : rest);
    return true;
  }

  /** Shows another collection after the current one has gone. @returns whether there is one. */
  #leaveCollection(detail) {
    const shown = this.#shown;
    const others = shown.collections.filter(({ id }) => id !== shown.collection);
    if (!others.length) return false;
    this.#parts.pickers.forget(shown.collection);
    shown.list(others);
    this.go(others[0].id, recalled(others[0].id));
    this.#parts.status.note(sentence(detail));
    return true;
  }

  /** Shows another picture in place of the open one, by its id. */
  show(item) { this.look(this.#inOrder({ layout: "pages", window: this.#shown.view.window, channels: this.#shown.view.channels }), { item, align: "start" }); }

  /** Goes to a neighbour of the open picture, or to the picture with an index. */
  turn(by) { return this.#turning.turn(by); }
  goTo(index) { return this.#turning.go(index); }
  /** The open picture once all turns are made. @returns {Promise<{index: number, item: string} | null>} */
  reached() { return this.#turning.reached(); }
  /** Forgets where turns lead: the view is led elsewhere. */
  stay() { this.#turning.leave(); }

  /** Shows the whole collection or picture; the second time, returns to where the reader was, or to the start. */
  fit() {
    const { magnifier, cursor } = this.#parts;
    const shown = this.#shown;
    if (shown.isLooking || shown.isChart) magnifier.toward("item");
    else if (["grid", "justified"].includes(shown.layout) && shown.current) this.#overview.toggle();
    else magnifier.unzoom(cursor.element);
  }

  /** Returns a view with the current order and search. */
  #inOrder(view) {
    const { order, q } = this.#shown.view;
    return { ...view, ...(order ? { order } : null), ...(q ? { q } : null) };
  }

  /** Returns a function that gives the address of an item's page; it gives null in a chart. */
  linkTo() {
    const { collection, isChart } = this.#shown;
    return isChart ? () => null : linksFrom({ collection, view: this.#inOrder({ layout: "pages" }) }, location.search);
  }

  /** Writes the address soon after a plan was painted, even while the view keeps moving. */
  note() {
    this.#turning.painted();
    this.#searching.painted();
    this.#timer ??= setTimeout(() => this.remember(), period);
  }

  /** Writes the place into the address, and saves it for a start without an address. */
  remember() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const { current: plan, collection, view } = this.#shown;
    if (!plan) return;
    const place = { collection, view, anchor: plan.anchor, inset: this.#parts.inset(), offset: this.#parts.scroller.offset };
    history.replaceState(history.state, "", write(place));
    if (!this.#shown.isReadOnly) save(place);
  }
}
