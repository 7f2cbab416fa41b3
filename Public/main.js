// The page: its parts, and who tells whom.

import { entry, json, known, tell } from "./wire/api.js";
import { About } from "./panels/about.js";
import { Bands } from "./scene/bands.js";
import { ContactSheets } from "./scene/contactsheets.js";
import { Bar } from "./panels/bar.js";
import { Brush } from "./chart/brush.js";
import { Caption } from "./panels/caption.js";
import { Cells } from "./scene/cells.js";
import { Chart } from "./chart/chart.js";
import { ChartPanel } from "./chart/chartpanel.js";
import { Compare } from "./compare/compare.js";
import { listenToHands, relayOut, zoomBy } from "./input/controls.js";
import { Cursor } from "./input/cursor.js";
import { Decoder } from "./wire/decoder.js";
import { sentence } from "./values/fields.js";
import { Filling } from "./scene/filling.js";
import { Focus } from "./input/focus.js";
import { Folders } from "./panels/folders.js";
import { Flags } from "./chart/flags.js";
import { Footer } from "./scene/footer.js";
import { Details } from "./panels/details.js";
import { Facets } from "./find/facets.js";
import { Figures } from "./chart/figures.js";
import { Fullscreen } from "./panels/fullscreen.js";
import { Headings } from "./scene/headings.js";
import { lookForHEIC } from "./wire/heic.js";
import { Magnifier } from "./scene/magnifier.js";
import { Marks } from "./panels/marks.js";
import { Navigation } from "./state/navigation.js";
import { Notes } from "./panels/notes.js";
import { Originals } from "./panels/originals.js";
import { Overview } from "./chart/overview.js";
import { Painter } from "./scene/painter.js";
import { Pickers } from "./panels/pickers.js";
import { scrubberLabels } from "./input/scrubberlabels.js";
import { Presence } from "./state/presence.js";
import { setUpPrinting } from "./panels/print.js";
import { ask } from "./state/question.js";
import { Search } from "./find/search.js";
import { Scroller } from "./input/scroller.js";
import { Scrubber } from "./input/scrubber.js";
import { Session } from "./wire/session.js";
import { Shown } from "./state/shown.js";
import { Slideshow } from "./panels/slideshow.js";
import { Slots } from "./scene/slots.js";
import { Progress } from "./scene/progress.js";
import { Status } from "./panels/status.js";
import { Stops } from "./scene/stops.js";
import { setUpTheme } from "./state/theme.js";
import { tidy } from "./scene/tidy.js";

const byId = id => document.getElementById(id);
const view = byId("view");
const shown = new Shown();
/** All parts of the page by name, for those that lead several of them. */
/** @type {any} */
const page = {
  byId, view, shown,
  /** What covers the view's edges; content can be scrolled out from under it: [top, left, bottom, right] in px. */
  inset() {
    const inset = page.bar.inset(shown.isLooking);
    inset[2] += shown.isChart ? byId("chart-foot").offsetHeight : 0;
    // The search field lies beside the bar, at whichever edge that is.
    inset[inset[0] ? 0 : 2] += page.search.height;
    // A panel lies beside the pictures; in a hand it is a sheet that covers their lower part.
    const isSheet = matchMedia("(max-width: 480px)").matches;
    for (const [panel, side] of [[page.details, 1], [page.facets, 3]]) inset[isSheet ? 2 : side] += isSheet ? panel.height : panel.width;
    return inset;
  },
  /** Goes to an offset at once. */
  jump(offset) {
    page.stops.hide();
    page.scroller.jump(offset);
  },
};
const request = () => page.session.request();

const contactSheets = new ContactSheets(sheet => page.bands.redraw(sheet));
page.bands = new Bands(byId("bands"), contactSheets);
const decoder = new Decoder();
page.slots = new Slots(byId("slots"), byId("sheets"), byId("bands"), decoder);
page.headings = new Headings(byId("headings"), byId("sticky"));
page.footer = new Footer(byId("footer"), byId("footer-status"), fetchNextPage, () => view.focus({ preventScroll: true }));
page.stops = new Stops(byId("stops"));
page.scroller = new Scroller(view, moved, () => page.painter.follow());
page.scrubber = new Scrubber(byId("scrubber"), page.scroller, {
  go: page.jump,
  end: () => page.focus.giveKeys(),
  labels: (track, known) => scrubberLabels(shown, nextQuestion(), track, known),
  count: () => shown.plan?.count ?? 0,
  wheel: event => page.scroller.wheel(event),
});
page.status = new Status(byId, page.scrubber);
page.session = new Session(
  nextQuestion, (plan, asked) => page.painter.paint(plan, asked), sayOfServer, page.slots, decoder, contactSheets,
  problem => page.search.refuse(problem) || page.chartPanel.refuse(problem) || page.navigation.refuse(problem));
page.magnifier = new Magnifier(page.slots, page.scroller, request);
page.focus = new Focus(view, page.slots, {
  isHeld: () => Boolean(shown.hold),
  first: () => (shown.isLooking ? null : shown.plan?.anchor?.index),
});
page.cells = new Cells(view, byId, {
  plan: () => (shown.fresh ? null : shown.plan?.mosaic ? shown.plan : null),
  entry: () => shown.entry,
  query: () => cellQuery(),
  corner: () => page.scroller.corner,
  inset: () => page.inset(),
  show(index) {
    shown.hold = { index, align: "nearest" };
    request();
  },
  open: item => page.navigation.open(item),
});
page.cursor = new Cursor(page.focus, page.cells, {
  plan: () => (shown.fresh ? null : shown.plan),
  isAcross: () => shown.isStrip,
  isResting: () => page.scroller.isResting,
  hold(place) {
    shown.hold = place;
    request();
  },
  open: place => page.navigation.openAt(place),
});
page.pickers = new Pickers(byId, {
  collection: id => page.navigation.change(id),
  change: change => page.navigation.arrange(change),
  fields: () => facets("").then(answer => answer?.fields.filter(({ present }) => present > 0)),
  chosen: () => page.focus.giveKeys(),
});
page.about = new About(byId);
page.bar = new Bar(byId, {
  zoom: steps => zoomBy(page, steps), close: () => page.navigation.close(), help: () => page.about.open(),
});
page.caption = new Caption(byId("caption"), pages => page.navigation.openPages(pages));
page.filling = new Filling(byId("filling"));
page.progress = new Progress(byId("progress"), () => [...page.slots.shown.values()].some(slot => !slot.ready));
const overview = new Overview(byId("overview"), {
  show: (parameters, isDragged) => page.magnifier.show(parameters, isDragged),
  end: () => page.focus.giveKeys(),
  resized: request,
});
const flags = new Flags(byId("flags"), text => page.status.note(text));
const chartParts = ["view", "ticks", "context", "values", "legend", "cross", "reading", "range"];
page.chart = new Chart({ ...Object.fromEntries(chartParts.map(id => [id, byId(id)])), overview, flags }, shown, request);
page.brush = new Brush(view, byId("brush"), byId("brush-button"), {
  isChart: () => shown.isChart,
  show: parameters => page.magnifier.show(parameters),
});
/** What can be found, and how much of it, as the server counts it; asked for once for each query and revision: address and revision → promise. */
const counted = new Map();
/** Answers that are kept. */
const mostCounted = 12;
function facets(query, field = null, begins = "") {
  const { links } = shown.entry;
  const parameters = { q: query, ...(field ? { field, limit: 1000 } : null), ...(begins ? { begins } : null) };
  const key = JSON.stringify([links.facets, parameters, shown.plan?.revision]);
  // What failed is asked again.
  const answer = counted.get(key) ?? known(links.facets, parameters).then(answer => {
    if (!answer) counted.delete(key);
    return answer;
  });
  counted.delete(key);
  counted.set(key, answer);
  if (counted.size > mostCounted) counted.delete(counted.keys().next().value);
  return answer;
}
const finding = {
  isOffered: () => Boolean(shown.entry?.links.facets),
  query: () => shown.view.q ?? "",
  look: (query, isTyping = false) => page.navigation.search(query, isTyping),
  refused() {
    shown.isRefused = true;
    emptyView();
  },
  facets,
  closed: () => page.focus.giveKeys(),
};
page.search = new Search(byId, {
  ...finding,
  /** The row covers what lies below it; at the start it moves out from under it. */
  resized() {
    document.body.style.setProperty("--find-height", `${page.search.height}px`);
    if (page.scroller.offset.y <= page.scroller.range.minY + 1) relayOut(page);
    else request();
  },
});
/** Two panels leave pictures no room on a narrow screen. */
const isNarrow = matchMedia("(max-width: 1000px)");
page.facets = new Facets(byId, {
  ...finding,
  opening() { if (isNarrow.matches && page.details.isOpen) page.details.toggle(false); },
  resized: () => relayOut(page, true),
});
page.details = new Details(byId, {
  item: pictureInHand,
  file: fileOf,
  top: () => shown.plan?.anchor?.item ?? null,
  menuItem: () => page.originals.item,
  revision: () => shown.plan?.revision ?? null,
  address: addressOf,
  look: query => page.navigation.search(query, false),
  pages: pages => page.navigation.openPages(pages),
  note: text => page.status.note(text),
  opening() { if (isNarrow.matches && page.facets.isOpen) page.facets.toggle(false); },
  closed: () => page.focus.giveKeys(),
  resized: () => relayOut(page, true),
});
page.figures = new Figures(byId, {
  entry: () => shown.entry,
  note: text => page.status.note(text),
});
page.chartPanel = new ChartPanel(byId, page.chart, shown, {
  read: view => page.navigation.look(view),
  closed: () => page.focus.giveKeys(),
  note: text => page.status.note(text),
});
page.notes = new Notes(byId("notes-button"), byId("notes"), byId("more"));
page.navigation = new Navigation(page);
page.originals = new Originals(view, byId("menu"), byId("original-button"), {
  item: pictureInHand,
  file: fileOf,
  address: addressOf,
  link: item => (shown.isLooking ? null : page.navigation.linkTo()(item)),
  open: item => page.navigation.open(item),
  note: text => page.status.note(text),
  isPicture: () => !shown.isChart,
  isMosaic: () => page.cells.isThere,
  at: point => page.cells.at(point),
});
page.folders = new Folders({ button: byId("folders-button"), panel: byId("folders"), crumbs: byId("crumbs") }, {
  entry: () => shown.entry,
  open: folder => page.navigation.openFolder(folder),
});
page.slideshow = new Slideshow(page, byId("play"));
page.fullscreen = new Fullscreen(byId("full"));
const presence = new Presence(text => page.status.note(text));
page.marks = new Marks(byId, page.slots, {
  collection: () => (shown.isChart ? null : shown.collection),
  item: pictureInHand,
  menuItem: () => page.originals.item,
  compare(items) {
    page.slideshow.stop();
    page.compare.open(shown.entry, shown.view, items);
  },
  note: text => page.status.note(text),
  cleared: () => page.focus.giveKeys(),
});
page.compare = new Compare(byId, decoder, {
  gone: item => page.marks.drop(item),
  // Where what had the focus has gone meanwhile.
  closed: () => { if (document.activeElement === document.body) page.focus.giveKeys(); },
});
page.painter = new Painter(page, {
  entered: plan => page.navigation.enter(plan),
  left: () => page.navigation.close(),
  painted: describe,
});

function nextQuestion() {
  const { scroller, magnifier, chart, session } = page;
  return shown.isClosing || shown.isRefused ? null : ask(shown, scroller, magnifier, chart, page.inset(), session.lag);
}

/** The picture that is looked at or has the focus; null for none. */
function pictureInHand() {
  return (shown.isLooking ? shown.picture : page.cursor.item) ?? null;
}

/** The parameters of what is painted now, by which the server says what a cell of it is; null while a gesture runs. */
function cellQuery() {
  const question = page.magnifier.isUnderWay || !shown.plan ? null : nextQuestion();
  if (!question) return null;
  const { columns, lead, mosaic } = shown.plan;
  const query = new URLSearchParams(question.query);
  // What is painted, not what would be by now: rows stay where they were while items come and go.
  for (const name of ["anchor", "anchorX", "anchorY", "anchorRounding", "revision", "rows", "item", "index", "align"]) query.delete(name);
  for (const [name, value] of Object.entries({ columns, lead })) if (value !== undefined) query.set(name, value);
  if (mosaic?.held) query.set("held", mosaic.held);
  return String(query);
}

/** Where an item of the collection is described, and with which parameters. */
function addressOf(item) {
  return [shown.entry.links.item, { id: item }];
}

/** What a picture's file is called, by the picture's name: a page's file is that of all pages. */
function fileOf(name) {
  return shown.entry.kind === "pages" ? shown.entry.name : name.split("/").at(-1);
}

/** The folder of what is on top, where those beside it lie in the same; else the one that is open. Null for none. */
function folderOnTop({ anchor, folder }) {
  const isTelling = shown.isLooking || (shown.view.order ?? "name").endsWith("name");
  return isTelling && anchor?.name ? anchor.name.split("/").slice(0, -1).join("/") : folder ?? null;
}

/** What is shown, where it is a part of the collection: the picture that fills the view, or the folder that is open. */
function nameOf({ anchor, folder }) {
  return (shown.isLooking ? anchor?.name : folder)?.split("/").at(-1);
}

/** The view has scrolled. */
function moved() {
  const { scroller, scrubber, bar } = page;
  request();
  scrubber.update();
  bar.move(scroller.offset.y, scroller.range.minY, shown.isPicture);
}

/** There is no plan, and why, or there is one again. @param text is null then. */
function sayOfServer(text) {
  // What another question has brought is no answer to this one.
  if (text && shown.fresh) emptyView();
  page.status.say(text);
}

function emptyView() {
  page.painter.empty();
  page.status.empty();
}

/** Says in words what a plan shows. @param asked is what it was asked for. */
function describe(plan, asked) {
  lookForHEIC(plan, request);
  page.notes.show(shown.entry, plan);
  const query = shown.view.q ?? "";
  presence.watch(shown.isPaged ? plan.anchor : null, plan.revision);
  document.title = [nameOf(plan), shown.entry.name, "ScrollServer"].filter(Boolean).join(" · ");
  if (!query || plan.visible) page.search.found(query);
  else if (!plan.hasMore) page.search.missed(query);
  page.facets.show(`${query}\n${plan.revision}`);
  page.details.show();
  page.figures.show(plan, asked.query);
  page.chartPanel.show(plan.chart);
  page.status.describe(plan, shown.isDense, shown.view.order, shown.isLooking);
  page.bar.canGoBack = page.originals.isOffered = shown.isLooking;
  page.caption.show(shown.isLooking ? plan.anchor : null, plan.count, plan.revision);
  page.filling.watch(plan.chart || shown.isLooking ? null : shown.entry, plan);
  page.progress.watch(shown.isLooking ? plan.anchor?.url ?? null : null);
  page.marks.show();
  page.folders.show(folderOnTop(plan));
  page.navigation.note();
  page.cursor.painted(plan);
  page.focus.keep(plan);
  page.cells.painted(plan);
  tidy();
}

/** Has a page of the collection fetched that has failed. */
async function fetchNextPage() {
  await tell(shown.entry.links.retry, { method: "POST" });
  // Over a session the change comes by itself; over HTTP, and where the request was lost, a plan tells.
  request();
}

/** Asks what there is until there is an answer: `collections`, what is `unshown` and why, whether the server is `readOnly`, and the `states` that pages have saved. */
async function collections() {
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const answer = await json(entry.collections);
      if (Array.isArray(answer.collections)) return answer;
      page.status.say("The server's answer cannot be read. Load the page again. Trying again…");
    } catch (failure) {
      page.status.say(`${sentence(failure.message)} Trying again…`);
    }
    await new Promise(done => setTimeout(done, wait));
  }
}

async function start() {
  const { collections: entries, unshown = [], readOnly, states = [] } = await collections();
  page.pickers.list(entries, unshown);
  await page.navigation.start(entries, readOnly, states);
  if (document.activeElement === document.body) page.focus.giveKeys();
}

listenToHands(page);
setUpPrinting(byId("print"), page.slots, page.scroller, shown);
setUpTheme(byId("theme"), document.querySelector("meta[name=theme-color]"), request);
// What the browser tests look at.
const { scroller, session, bands, slots, magnifier, marks, compare, cells } = page;
window.scrollServer = { scroller, session, bands, slots, decoder, shown, marks, compare, cells, magnifier, zoom: magnifier.zoom, show: range => magnifier.show(range) };
start();
