// Leads into searches and folders, and out of them again, back to where the reader was.

import { unrejected } from "../values/noted.js";
import { isNearness, nearnessTo } from "../values/orders.js";

/**
 * Where the reader was: what was on top, the item alone and as a hold, which is null at the collection's start; and the view.
 * @typedef {{item: string, hold: Page.Hold | null, view: Page.View}} Before
 */

/** A plane's axes reach as far as what is found: a zoom of other axes would show another part of it, or nothing. All is shown. */
const unplaced = (/** @type {Page.View} */ { zoom, ...view }) => (view.layout === "plane" || zoom === undefined ? view : { ...view, zoom });

/** Whether a query looks for what is like a picture. */
const isLike = (/** @type {string} */ query) => /(?:^|[\s(|-])like:/.test(query);

export class Searching {
  /** @type {import("./shown.js").Shown} */
  #shown;
  #on;
  /** Before the search, which may have begun in a folder; and outside of all folders. Null if unknown. @type {Before | null} */
  #before = null;
  /** @type {Before | null} */
  #outside = null;
  /** The order and the groups before pictures were sorted by what they look like. @type {Page.View} */
  #unlike = {};
  /** What was on top when the last search was painted, and whether a search waits for its plan. */
  #landed;
  #isLanding = false;

  /**
   * @param on has `look(view, hold)`; `leave(state)`, which begins an entry of the history; and `inOrder(view)`, which adds the order and the
   *   search to a view.
   */
  constructor(shown, on) { [this.#shown, this.#on] = [shown, on]; }

  /** Another collection is shown. */
  forget() { this.#before = this.#outside = null; }

  /** A plan was painted. */
  painted() { if (this.#isLanding) [this.#landed, this.#isLanding] = [this.#shown.plan.anchor?.item, false]; }

  /**
   * Searches. The picture on top stays there if it is found. The history's Back returns to where the reader was before. Where a picture is
   * open, the end of a search leaves it open, now among all. A search that began in a folder ends there.
   * @param isTyping says that this continues the search before. @param isToAll says that its end leads out of the folder, too.
   */
  search(query, isTyping, isToAll = false) {
    const shown = this.#shown;
    if (!query && shown.isLooking && shown.picture) return this.#end();
    const { q = "", ...view } = shown.isLooking ? this.#on.inOrder({ layout: "grid" }) : shown.view;
    if (query === q && !shown.isLooking) return;
    const { isFolder } = this;
    const anchor = shown.plan?.anchor;
    if (query) this.#begin();
    if (!isTyping || !q || isFolder) this.#on.leave();
    shown.forgetFrom();
    if (isLike(q) && !isLike(query)) this.#forgetLike(view);
    // The end of a search leads back; rejected pictures that come back leave the others where they are.
    const to = query ? query === this.#before?.view.q ? this.#before : null
      : q === unrejected ? null : isFolder || isToAll ? this.#outside : this.#before ?? this.#outside;
    const next = query || to?.view.q;
    delete view.lead;
    if (to?.view.lead && ["layout", "columns"].every(name => view[name] === to.view[name])) view.lead = to.view.lead;
    // Each letter finds other pictures: until the reader moves, the picture that was on top before the search is kept.
    const top = [anchor?.item, this.#before?.item];
    if (q && anchor?.item === this.#landed) top.reverse();
    const item = top.find(Boolean);
    this.#isLanding = true;
    const hold = to ? to.hold : item && { anchor: item, fractionX: 0, fractionY: 0 };
    this.#on.look(next ? { ...unplaced(view), q: next } : unplaced(view), view.layout === "plane" ? null : hold);
  }

  /** Shows the pictures that look like one of them, the nearest first, from all of the collection. The end of it leads back. */
  like(item) {
    const { view, isLooking } = this.#shown;
    this.#begin();
    this.#on.leave();
    this.#shown.forgetFrom();
    if (!isNearness(view.order ?? "")) this.#unlike = { order: view.order, group: view.group };
    this.#on.look({ layout: isLooking ? "grid" : view.layout, ...(isLooking ? null : { columns: view.columns }), order: nearnessTo(item), q: `like:${item}` }, null);
  }

  /** Shows what a query finds in a grid, whatever showed pictures before. */
  inGrid(/** @type {string} */ query) {
    this.#begin();
    this.#on.leave();
    this.#shown.forgetFrom();
    this.#on.look({ ...this.#on.inOrder({ layout: "grid" }), q: query }, null);
  }

  /**
   * Opens a folder in the current order and groups. The history's Back returns here, and so does the end of the search.
   * @param {{query: string | null, item: string | null}} folder has the `query` that finds its pictures, or its first `item`, or neither: all.
   */
  openFolder({ query, item }) {
    const shown = this.#shown;
    const { picture } = shown;
    const { q = "", lead, ...view } = unplaced(!shown.isLooking ? shown.view : shown.from?.view ?? this.#on.inOrder({ layout: "grid" }));
    if (query && query === q && !shown.isLooking) return;
    if (!q) this.#outside = this.#place;
    this.#on.leave();
    shown.forgetFrom();
    if (isLike(q)) this.#forgetLike(view);
    if (query) this.#on.look({ ...view, q: query }, picture && { item: picture, align: "center" });
    else this.#on.look(item && q ? { ...view, q } : view, item ? { item, align: "start" } : picture && { item: picture, align: "center" });
  }

  /** Whether a folder is shown, and no search in it. */
  get isFolder() { return Boolean(this.#shown.view.q && this.#shown.current?.folder); }

  /** Notes where a search begins. */
  #begin() {
    const { q } = this.#shown.view;
    if (!q || this.isFolder) this.#before = this.#place;
    if (!q) this.#outside = this.#before;
  }

  /** Sorts pictures as they were before one was looked for. */
  #forgetLike(view) {
    if (!isNearness(view.order ?? "")) return;
    const { order, group } = this.#unlike;
    delete view.order;
    Object.assign(view, order ? { order } : null, group ? { group } : null);
  }

  /** Ends the search around the open picture. The way back leads to all pictures; the history's Back leads to those that were found. */
  #end() {
    const shown = this.#shown;
    if (!shown.view.q) return;
    const { q, ...view } = this.#on.inOrder({ layout: "pages" });
    const item = shown.picture;
    const { q: _, lead, ...around } = shown.from?.view ?? this.#on.inOrder({ layout: "grid" });
    if (isLike(q)) for (const one of [view, around]) this.#forgetLike(one);
    // One picture has no groups.
    delete view.group;
    this.#on.leave({ around });
    shown.forgetFrom();
    this.forget();
    this.#on.look(view, { item, align: "start" });
  }

  /** What is on top now; null if unknown. @returns {Before | null} */
  get #place() {
    const { plan, isAtStart, view } = this.#shown;
    if (!plan?.anchor) return null;
    const { item, fractionX, fractionY } = plan.anchor;
    return { item, hold: isAtStart ? null : { anchor: item, fractionX, fractionY }, view: { ...view } };
  }
}
