// Puts together what chooses pictures: the selection, and marks to compare where a server keeps no selection since it is read-only.

import { known } from "../wire/api.js";
import { sentence } from "../values/fields.js";
import { Marks } from "../panels/marks.js";
import { selectedQuery } from "../values/selection.js";
import { Annotating } from "../annotate/annotating.js";
import { Lists } from "../lists/lists.js";
import { Trail } from "../state/trail.js";
import { Alike } from "./alike.js";
import { Checks } from "./checks.js";
import { EdgeScroll } from "./edgescroll.js";
import { SelectionFrame } from "./frame.js";
import { GroupChecks } from "./groupchecks.js";
import { listenToChoice } from "./hands.js";
import { OpenCheck } from "./opencheck.js";
import { mostPaths, selectedPaths } from "./paths.js";
import { SelectedMenu } from "./selectedmenu.js";
import { SelectionBar } from "./selectionbar.js";
import { Selecting } from "./selecting.js";

/** The most pictures that are compared. */
const most = 4;

export class Choosing {
  #parts; #on; #checks; #groupChecks; #bar; #openCheck; #selecting; #markItem;

  /**
   * @param byId gives an element by its id.
   * @param parts has what is `shown`, the `view`, the `scroller`, the `slots`, the `headings`, the `cells`, the `runs`, the `cursor`, the `originals`, the
   *   `navigation`, the `search`, the `exporting` and the `pickers`.
   * @param on has `item()`, the picture that is open or has the focus, or null; `query()`, the parameters of a plan of what is seen now,
   *   or null; `inset()`, what covers the view's edges, in px; `request()`, which asks for a plan; `compare(items)`; `back()`, which
   *   leads from one picture to the others; `note(text, action)`, which says a sentence, with a button; `resized()`, when more or less
   *   of the view is covered; `cleared()`, when the button that had the focus has gone; `rescue()`, when what had it may have gone; and
   *   `facets(query, field, begins)`, what the server counts.
   */
  constructor(byId, parts, on) {
    [this.#parts, this.#on] = [parts, on];
    const { shown, view, scroller, slots, cells, cursor, originals, search, exporting } = parts;
    const layer = byId("slots");
    this.#markItem = byId("mark-item");
    this.#selecting = new Selecting(shown, { cursor, query: on.query, changed: on.request, note: on.note });
    const selecting = this.#selecting;
    const isAcross = () => shown.isAcross;
    const [isOffered, isChoosing] = [() => selecting.hasCells, () => selecting.count > 0];
    this.marks = new Marks(byId, slots, layer, {
      collection: () => (shown.isChart ? null : shown.collection),
      hasCells: () => !shown.isChart && !shown.isLooking && !selecting.isOffered,
      item: on.item, menuItem: () => originals.item, back: on.back, note: on.note, cleared: on.cleared,
      compare: items => {
        on.compare(items);
        // Beside a selection, marks are the way to one comparison only.
        if (selecting.isOffered) this.marks.forget();
      },
    });
    this.#checks = new Checks(layer, slots, { isOffered, isChoosing });
    this.#groupChecks = new GroupChecks(byId("sticky"), parts.headings, {
      isOffered, isChoosing, toggle: heading => selecting.group(heading), wheel: event => scroller.wheel(event),
    });
    this.#bar = new SelectionBar(byId, {
      isSelected: item => this.#isSelected(item),
      menuItem: () => originals.item,
      canSearch: () => search.isOffered,
      canExport: () => this.canExport,
      canNote: () => this.annotating.isOffered,
      show: () => this.show(),
      export: () => exporting.open(true),
      copy: () => this.copyPaths(),
      keywords: () => this.annotating.openKeywords(),
      rate: button => originals.openSelected(button),
      compare: () => this.compare(),
      all: () => selecting.all(),
      invert: () => selecting.invert(),
      none: () => this.none(),
      toggle: item => this.toggle(item),
      note: on.note,
      resized: on.resized,
      cleared: on.cleared,
    });
    this.#openCheck = new OpenCheck(byId("select-this"), { toggle: () => this.toggle(), cleared: on.cleared });
    const trail = new Trail();
    const current = { count: () => this.count, item: on.item, menuItem: () => originals.item };
    const menu = new SelectedMenu(byId, { ...current, isSelected: item => this.#isSelected(item), isLooking: () => shown.isLooking });
    // The button goes with the sentence, and the focus would with it.
    const note = (text, action = null) => on.note(text, action && { name: action.name, act() { action.act(); on.cleared(); } });
    this.annotating = new Annotating(byId, parts, {
      ...current, menuTarget: () => menu.target, trail, settled: () => selecting.settled, hold: other => selecting.hold(other),
      facets: on.facets, note, closed: on.rescue,
    });
    this.alike = new Alike(byId, parts, () => originals.item);
    const edge = new EdgeScroll(scroller, { inset: on.inset, isAcross });
    this.lists = new Lists(byId, parts, trail, {
      ...current, edge, isSelected: item => Boolean(this.#isSelected(item)), request: on.request, note, closed: on.rescue,
    });
    new SelectionFrame(view, byId("frame"), {
      isOffered, edge, offset: () => scroller.offset, select: (frame, isToggling) => selecting.frame(frame, isToggling),
    });
    listenToChoice(view, {
      isOffered, isChoosing, isAcross, edge,
      async at(target, point) {
        const slot = slots.of(target);
        const { index, item } = (slot && !slot.tile.mosaic ? slot.tile : cells.isThere ? await cells.find(point) : null) ?? {};
        return item ? { index, item } : null;
      },
      toggle: place => selecting.toggle(place), add: place => selecting.add(place),
      addTo: place => selecting.addTo(place), stretch: place => selecting.stretch(place),
    });
  }

  /** What changes the selection. */
  get selecting() { return this.#selecting; }
  /** How much of the view the bar covers at its foot, in px. */
  get height() { return this.#bar.height; }
  /** Whether pictures of what is shown can be selected. */
  get isOffered() { return this.#selecting.isOffered; }
  /** How many are. */
  get count() { return this.#selecting.count; }
  /** Whether Shift and an arrow selects: with a cursor, or from the last choice on. */
  get canExtend() { return this.#selecting.hasCells && (Boolean(this.#parts.cursor.element) || this.#selecting.hasLast); }
  /** Whether Space selects: a cell has the cursor. */
  get canToggleCell() { return this.#selecting.hasCells && Boolean(this.#parts.cursor.element); }

  extend(dx, dy) { return this.#selecting.extend(dx, dy); }

  /** Selects a picture, or deselects it: the given one, else the current one. */
  async toggle(given = null) {
    const { shown, slots, cursor, navigation } = this.#parts;
    const { isLooking } = shown;
    // The cursor, or the open picture, may be on its way.
    const here = await (isLooking ? navigation.reached() : cursor.where());
    const item = given ?? here?.item ?? this.#on.item();
    if (!item) return this.#on.note("Go to a picture with → and the other arrows, or open one: then x selects it.");
    await this.#selecting.settled;
    const before = this.count;
    const place = here?.item === item ? here : [...slots.shown.values()].find(({ tile }) => tile.item === item)?.tile;
    const answer = await this.#selecting.toggle({ index: place?.index ?? NaN, item });
    // The bar is not shown beside one picture.
    if (answer && isLooking) this.#on.note(`${answer.count > before ? "Selected" : "Deselected"}: ${answer.count.toLocaleString()} selected in all.`);
  }

  all() { return this.#selecting.all(); }
  /** Selects nothing. Where only the selected pictures are shown, all are shown again. */
  none() {
    const done = this.#selecting.none();
    if (this.#isAlone) this.#parts.navigation.search("", false);
    return done;
  }
  invert() { return this.#selecting.invert(); }

  /** Shows the selected pictures alone, or all again. */
  show() { this.#parts.navigation.search(this.#isAlone ? "" : selectedQuery, false); }

  /** Whether what is selected can be told to other programs: it is files. */
  get canExport() { return Boolean(this.#parts.shown.entry?.links.export); }

  /** Copies the paths of the selected pictures, one in each line. */
  async copyPaths() {
    const { shown: { entry, view }, exporting } = this.#parts;
    const { count } = this;
    const pictures = count === 1 ? "1 picture" : `${count.toLocaleString()} pictures`;
    if (count > mostPaths) {
      return this.#on.note(`The paths of ${pictures} are too many to be copied. They can be saved.`, { name: "Export…", act: () => exporting.open(true) });
    }
    try {
      const text = (await selectedPaths(entry, view)).trimEnd();
      // Browsers only let pages of this machine, or with a certificate, write to the clipboard.
      const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
      const whose = count === 1 ? "the path" : "the paths";
      this.#on.note(isDone ? `Copied ${whose} of ${pictures}.` : `The browser does not let this page copy ${whose}. They can be exported.`);
    } catch (failure) {
      this.#on.note(sentence(failure.message));
    }
  }

  /** Whether only the selected pictures are shown. */
  get #isAlone() { return this.#parts.shown.view.q === selectedQuery; }

  /** Compares the selected pictures, if they are two to four; else those that are marked, or the current one with one that is chosen next. */
  async compare() {
    const { shown } = this.#parts;
    const { count } = this;
    if (!this.isOffered || count < 2 || count > most) return this.marks.compare();
    const { entry, view: { order, group } } = shown;
    /** @type {Wire.Selection | null} */
    const found = await known(entry.links.selection, { limit: most, ...(order ? { order } : null), ...(group ? { group } : null) });
    if (!found) return this.#on.note("The selected pictures cannot be looked up just now.");
    if (shown.entry === entry && found.items.length > 1) this.#on.compare(found.items);
  }

  /** Whether a picture that is shown is selected; undefined where it is not shown. In a mosaic that is known of the outlined cell. */
  #isSelected(item) {
    const { slots, cells, runs } = this.#parts;
    const slot = [...slots.shown.values()].find(({ tile }) => tile.item === item && tile.isFirst);
    const frame = slot ? null : cells.frame(item);
    return slot ? Boolean(slot.tile.selected) : frame ? runs.has(frame) : undefined;
  }

  /** Shows what is selected after each plan, since slots are reused for other pictures. @param {Page.Plan} plan */
  painted(plan) {
    const { shown } = this.#parts;
    this.#checks.show();
    this.#groupChecks.show();
    this.#bar.show(plan, this.isOffered, this.#selecting.hasCells, shown.view.q ?? "");
    this.#openCheck.show(this.isOffered && shown.isLooking ? this.#isSelected(shown.picture) : undefined);
    this.#markItem.hidden = this.isOffered;
    this.annotating.painted();
    this.lists.painted();
    this.marks.show();
  }
}
