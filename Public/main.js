// Makes the parts of the page and connects them.

import { known, tell } from "./wire/api.js";
import { Bands } from "./scene/bands.js";
import { ContactSheets } from "./scene/contactsheets.js";
import { Bar } from "./panels/bar.js";
import { Below } from "./chart/below.js";
import { Brush } from "./chart/brush.js";
import { Cells } from "./scene/cells.js";
import { Chart } from "./chart/chart.js";
import { ChartPanel } from "./chart/chartpanel.js";
import { collections } from "./site/collections.js";
import { Compare } from "./compare/compare.js";
import { collectionActions } from "./input/actions.js";
import { isActual, listenToHands, zoomBy, zoomToPixels } from "./input/controls.js";
import { Cursor } from "./input/cursor.js";
import { Decoder } from "./wire/decoder.js";
import { fileName } from "./values/filename.js";
import { Filling } from "./scene/filling.js";
import { Focus } from "./input/focus.js";
import { Folders } from "./panels/folders.js";
import { Flags } from "./chart/flags.js";
import { Footer } from "./scene/footer.js";
import { Details } from "./panels/details.js";
import { Facets } from "./find/facets.js";
import { Exporting } from "./panels/exporting.js";
import { Figures } from "./chart/figures.js";
import { Fullscreen } from "./panels/fullscreen.js";
import { Headings } from "./scene/headings.js";
import { Help } from "./panels/help.js";
import { lookForHEIC } from "./wire/heic.js";
import { Looking } from "./panels/looking.js";
import { Magnifier } from "./scene/magnifier.js";
import { Choosing } from "./select/choosing.js";
import { Runs } from "./select/runs.js";
import { setUpNames } from "./panels/names.js";
import { Navigation } from "./state/navigation.js";
import { Notes } from "./panels/notes.js";
import { Originals } from "./panels/originals.js";
import { Overview } from "./chart/overview.js";
import { Painter } from "./scene/painter.js";
import { Palette } from "./panels/palette.js";
import { Plane } from "./scene/plane.js";
import { Pickers } from "./panels/pickers.js";
import { scrubberLabels } from "./input/scrubberlabels.js";
import { Presence } from "./state/presence.js";
import { printPicture, setUpPrinting } from "./panels/print.js";
import { ask } from "./state/question.js";
import { Search } from "./find/search.js";
import { Scroller } from "./input/scroller.js";
import { Scrubber } from "./input/scrubber.js";
import { Session } from "./wire/session.js";
import { Shown } from "./state/shown.js";
import { Slots } from "./scene/slots.js";
import { Progress } from "./scene/progress.js";
import { Status } from "./panels/status.js";
import { Stops } from "./scene/stops.js";
import { setUpTheme } from "./state/theme.js";
import { tidy } from "./scene/tidy.js";
import { upTo } from "./values/tokens.js";

const byId = id => document.getElementById(id);
const view = byId("view");
const shown = new Shown();
const request = () => session.request();

/** How much of the view is covered at its edges: [top, left, bottom, right] in px. Content can be scrolled out from under it. */
function inset() {
  if (looking.isAlone) return [0, 0, 0, 0];
  const inset = plane.beside(bar.inset(shown.isLooking));
  inset[2] += looking.foot;
  inset[2] += shown.isChart ? byId("chart-foot").offsetHeight : 0;
  // The search field lies at the bar's edge.
  inset[inset[0] ? 0 : 2] += search.height;
  inset[2] = Math.max(inset[2], choosing.height);
  inset[0] += chart.overlap;
  // A panel lies beside the pictures; on a phone it covers their lower part, and what else lies there.
  if (matchMedia(upTo("phone")).matches) inset[2] = Math.max(inset[2], bar.inset(false)[2] + Math.max(details.height, facets.height));
  else [inset[1], inset[3]] = [inset[1] + details.width, inset[3] + facets.width];
  return inset;
}

/** Goes to an offset at once. */
function jump(offset) {
  stops.clear();
  shown.leap();
  scroller.jump(offset);
}

/** Brings an item to a point of the viewport. */
const bring = (/** @type {Page.Hold} */ hold) => { shown.bring(hold); request(); };

/**
 * Asks for a layout of another size, or with other edges covered. Offsets of the old one mean nothing in it: see `Shown.resize`.
 * @param keepsRow says that the upper edge of the picture at the top stays where it is.
 */
function relayOut(keepsRow = false) {
  shown.resize(scroller.offset, keepsRow);
  request();
}

const contactSheets = new ContactSheets(sheet => { bands.redraw(sheet); slots.refill(); });
const bands = new Bands(byId("bands"), contactSheets);
const decoder = new Decoder();
const slots = new Slots(byId("slots"), byId("sheets"), byId("bands"), decoder, bands);
const headings = new Headings(byId("headings"), byId("sticky"));
const footer = new Footer(byId("footer"), byId("footer-status"), fetchNextPage, () => view.focus({ preventScroll: true }));
const stops = new Stops(byId("stops"));
const scroller = new Scroller(view, moved, () => painter.follow());
const scrubber = new Scrubber(byId("scrubber"), scroller, {
  go: jump,
  end: () => focus.giveKeys(),
  labels: (track, known) => scrubberLabels(shown, nextQuestion(), track, known),
  count: () => shown.plan?.count ?? 0,
  wheel: event => scroller.wheel(event),
});
const status = new Status(byId, scrubber, {
  elsewhere: () => shown.collections.find(({ id, count }) => id !== shown.collection && count > 0) ?? null,
  open: collection => navigation.change(collection),
  endSearch: () => search.close(),
});
const session = new Session(
  nextQuestion, (plan, asked) => painter.paint(plan, asked), sayOfServer, slots, decoder, contactSheets,
  problem => search.refuse(problem) || chartPanel.refuse(problem) || navigation.refuse(problem));
const magnifier = new Magnifier(slots, scroller, request);
const focus = new Focus(view, slots, {
  isHeld: () => Boolean(shown.hold),
  first: () => (shown.isLooking ? null : shown.plan?.anchor?.index),
});
const cells = new Cells(view, byId, {
  plan: () => (shown.current?.mosaic ? shown.current : null),
  entry: () => shown.entry,
  query: () => cellQuery(),
  corner: () => scroller.corner, inset: () => inset(), isHeld: () => originals.isOpen,
  show: index => bring({ index, align: "nearest" }),
  open: item => choosing.marks.choose(item) || navigation.open(item),
});
const cursor = new Cursor(focus, cells, {
  plan: () => shown.current,
  isAcross: () => shown.isStrip, isFree: () => shown.isPlane,
  isResting: () => scroller.isResting,
  hold: bring,
  open: place => choosing.marks.choose(place.item) || navigation.openAt(place),
});
const pickers = new Pickers(byId, {
  collection: id => navigation.change(id),
  change: change => navigation.arrange(change),
  fields: () => countFacets("").then(answer => answer?.fields.filter(({ present }) => present > 0)),
  chosen: () => focus.giveKeys(),
});
const bar = new Bar(byId, {
  zoom: steps => zoomBy({ magnifier, cursor }, steps), close: () => (shown.arePages ? navigation.leavePages() : navigation.close()), help: () => help.open(), copyLink: () => originals.copyLink(),
});
const filling = new Filling(byId("filling"));
const progress = new Progress(byId("progress"), () => [...slots.shown.values()].some(slot => !slot.ready));
const overview = new Overview(byId("overview"), {
  show: (parameters, isDragged) => magnifier.show(parameters, isDragged),
  end: () => focus.giveKeys(),
  resized: request,
});
const flags = new Flags(byId("flags"), text => status.note(text));
const below = new Below(byId, shown, { choose: change => chart.choose(change), zoom: parameters => magnifier.show(parameters),
  open: (collection, item) => navigation.openIn(collection, item), chosen: () => focus.giveKeys(), marked: () => chart.leave() });
const chartParts = ["view", "ticks", "context", "values", "legend", "cross", "reading", "range"];
const chart = new Chart({ ...Object.fromEntries(chartParts.map(id => [id, byId(id)])), overview, flags, below }, shown, request);
const plane = new Plane(view, byId, {
  entry: () => shown.entry, isShown: () => shown.isPlane, view: () => shown.view, offset: () => scroller.exactOffset, inset: () => inset(),
  change: (fields, hold) => navigation.look({ ...shown.view, zoom: undefined, ...fields }, hold), zoom: bar => bar.zoom && magnifier.to(bar.zoom.scale, bar.zoom),
  search: query => { navigation.showInGrid(query); focus.giveKeys(); }, chosen: () => focus.giveKeys(),
});
const brush = new Brush(view, byId("brush"), byId("brush-button"), {
  isChart: () => shown.isChart, isAll: () => scroller.isStill,
  show: parameters => magnifier.show(parameters),
});
/** The server's facets, fetched once for each query and revision: key → promise; only so many are kept. */
const counted = new Map();
const mostCounted = 12;
/** @returns {Promise<Wire.Facets | null>} */
function countFacets(query, field = null, begins = "") {
  const { links } = shown.entry;
  const parameters = { q: query, ...(field ? { field, limit: 1000 } : null), ...(begins ? { begins } : null) };
  const key = JSON.stringify([links.facets, parameters, shown.plan?.revision]);
  // A failed request is repeated.
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
  look: (query, isTyping = false) => navigation.search(query, isTyping),
  refused() { shown.refuse(); emptyView(); },
  facets: countFacets,
  closed: () => focus.giveKeys(),
};
const search = new Search(byId, {
  ...finding, collection: () => shown.entry.links.self, compared: request,
  /** The row covers the pictures below it; the first ones of the collection move out from under it. */
  resized() {
    document.body.style.setProperty("--find-height", `${search.height}px`);
    if (scroller.offset.y <= scroller.range.minY + 1 + search.height) relayOut();
    else request();
  },
});
/** Two panels leave pictures no room on a narrow screen. */
const isNarrow = matchMedia(upTo("middle"));
const facets = new Facets(byId, {
  ...finding, query: () => search.understood(finding.query()),
  opening() { if (isNarrow.matches && details.isOpen) details.toggle(false); },
  resized: () => relayOut(true),
});
const details = new Details(byId, {
  item: pictureInHand,
  file: fileOf,
  top: () => slots.lastSeen(shown.plan) ?? cells.lastSeen(shown.plan) ?? shown.plan?.anchor?.item ?? null,
  menuItem: () => originals.item,
  revision: () => shown.plan?.revision ?? null,
  address: addressOf,
  look: query => navigation.search(query, false),
  pages: pages => navigation.openPages(pages),
  manifest: () => shown.manifest,
  shown, request,
  note: text => status.note(text),
  opening() { if (isNarrow.matches && facets.isOpen) facets.toggle(false); },
  closed: () => focus.giveKeys(),
  resized: () => relayOut(true),
});
const exporting = new Exporting(byId, { entry: () => shown.entry, plan: () => shown.plan, view: () => shown.view, closed: () => focus.giveKeys() });
const figures = new Figures(byId, { entry: () => shown.entry, note: text => status.note(text) });
const chartPanel = new ChartPanel(byId, chart, shown, {
  read: (view, hold) => navigation.look(view, hold),
  closed: () => focus.giveKeys(),
  note: text => status.note(text),
});
const notes = new Notes(byId("notes-button"), byId("notes"), byId("more"));
const runs = new Runs(byId("runs"));
const painter = new Painter(
  shown, { view, scroller, scrubber, magnifier, session, pickers, bar, list: byId("slots"), chartFoot: byId("chart-foot") },
  { bands, slots, headings, chart, footer, stops, cells, runs, plane }, {
    entered: plan => navigation.enter(plan),
    left: () => navigation.close(),
    linkTo: () => navigation.linkTo(),
    painted: describe,
  });
const navigation = new Navigation(shown, {
  status, painter, focus, cursor, cells, magnifier, pickers, session, search, scroller, inset, title: byId("title"),
});
const originals = new Originals(view, byId("menu"), byId("original-button"), {
  item: pictureInHand,
  file: fileOf,
  address: addressOf,
  link: item => navigation.linkTo()(item), isOpen: () => shown.isLooking,
  open: item => navigation.open(item), print: item => printPicture(item, { shown, slots, navigation }),
  note: text => status.note(text),
  isPicture: () => !shown.isChart,
  isMosaic: () => cells.isThere,
  at: point => cells.at(point),
});
const folders = new Folders({ button: byId("folders-button"), panel: byId("folders"), crumbs: byId("crumbs") }, {
  entry: () => shown.entry,
  open: folder => (folder.query || folder.item || !shown.view.q || shown.isLooking ? navigation.openFolder(folder) : navigation.search("", false, true)),
});
const looking = new Looking(byId, { shown, view, scroller, slots, navigation, cursor, focus }, {
  relayOut: () => relayOut(), jump, pixels: () => pixels(), isActual: () => isActual(shown), rate: stars => choosing.annotating.note("rating", stars) });
new Fullscreen(byId("full"));
const presence = new Presence(text => status.note(text));
const choosing = new Choosing(byId, { shown, view, scroller, slots, headings, cells, runs, cursor, originals, navigation, search, exporting, pickers }, {
  item: pictureInHand, query: () => cellQuery(), inset, request,
  compare(items) {
    looking.slideshow.stop();
    compare.open(shown.entry, shown.view, items);
  },
  back() { if (shown.isLooking) navigation.close(); },
  note: (text, action) => status.note(text, action), resized: () => relayOut(true), cleared: () => focus.giveKeys(), rescue: () => focus.rescue(), facets: countFacets,
});
const compare = new Compare(byId, decoder, { gone: item => choosing.marks.drop(item), closed: () => focus.rescue() });
function nextQuestion() {
  return shown.isClosing || shown.isRefused ? null : ask(shown, scroller, magnifier, chart, inset(), session.lag);
}

/** Leads to 100 % and back. */
const pixels = () => zoomToPixels({ shown, magnifier }, () => status.note("This picture is seen at 100 % already."));

/** Returns the name of a picture's file. */
function fileOf(details) { return fileName(shown.entry, details); }

/** Returns the open picture, or the one with the focus; null for none. */
function pictureInHand() {
  return (shown.isLooking ? shown.picture : cursor.item) ?? null;
}

/** Returns the parameters of the painted plan, for questions about its cells; null while a gesture runs. */
function cellQuery() {
  const question = magnifier.isUnderWay || !shown.plan ? null : nextQuestion();
  if (!question) return null;
  const { columns, lead, mosaic } = shown.plan;
  const query = new URLSearchParams(question.query);
  // The painted plan counts, not the current state: rows stay in place while items come and go.
  for (const name of ["anchor", "anchorX", "anchorY", "anchorRounding", "revision", "rows", "item", "index", "align"]) query.delete(name);
  for (const [name, value] of Object.entries({ columns, lead })) if (value !== undefined) query.set(name, String(value));
  if (mosaic?.held) query.set("held", mosaic.held);
  return String(query);
}

/** Returns the address and parameters of an item's details. */
function addressOf(item) {
  return [shown.entry.links.item, { id: item }];
}

/** Returns the folder of the picture on top if pictures are sorted by name, else the open folder; null for none. */
function folderOnTop(/** @type {Page.Plan} */ { anchor, folder }) {
  const isTelling = shown.isLooking || (shown.view.order ?? "name").endsWith("name");
  return isTelling && anchor?.name ? anchor.name.split("/").slice(0, -1).join("/") : folder ?? null;
}

/** Returns the name of the open picture or folder; undefined for the whole collection. */
function nameOf(/** @type {Page.Plan} */ { anchor, folder }) {
  return (shown.isLooking ? anchor?.name : folder)?.split("/").at(-1);
}

/** Follows the view's scrolling. */
function moved() {
  request();
  scrubber.update();
  bar.move(scroller.offset.y, scroller.range.minY, shown.isPicture);
}

/** Says why there is no plan. @param text is null when there is one again. */
function sayOfServer(text) {
  // A plan of another view does not answer this question.
  if (text && shown.isFresh) emptyView();
  status.say(text, text && { name: "Try again", act: request });
}

function emptyView() {
  painter.empty();
  looking.show(null);
  status.empty();
}

/** Updates everything around the pictures after a plan was painted. @param asked is what it was asked for. */
function describe(/** @type {Page.Plan} */ plan, /** @type {Page.Question} */ asked) {
  lookForHEIC(plan, request);
  notes.show(shown.entry, plan);
  const query = shown.view.q ?? "";
  presence.watch(shown.isPaged ? plan.anchor : null, plan.revision);
  document.title = [nameOf(plan), shown.entry.name, "ScrollServer"].filter(Boolean).join(" · ");
  if (!query || plan.visible || plan.plane && plan.count) search.found(query, plan);
  else if (!plan.hasMore) search.missed(query, plan);
  facets.show(`${query}\n${plan.revision}`);
  details.show();
  figures.show(plan, asked.query);
  chartPanel.show(plan.chart);
  status.describe(plan, shown.isDense, shown.view.order, shown.entry, query);
  [bar.backTo, originals.isOffered] = [shown.isLooking ? "the others" : shown.arePages ? "the picture of these pages" : null, shown.isLooking];
  looking.show(plan);
  filling.watch(plan.chart || shown.isLooking ? null : shown.entry, plan);
  progress.watch(shown.isLooking ? plan.anchor?.url ?? null : null);
  if (shown.isLooking) slots.last = cells.last = shown.picture;
  choosing.painted(plan);
  exporting.painted();
  folders.show(folderOnTop(plan));
  navigation.note();
  cursor.painted(plan);
  focus.keep(plan);
  cells.painted(plan);
  tidy();
}

/** Has the server fetch a failed page of the collection again. */
async function fetchNextPage() {
  await tell(shown.entry.links.retry, { method: "POST" });
  // A session reports the change by itself; otherwise the next plan shows it.
  request();
}

async function start() {
  /** @type {Wire.Collections} */
  const { collections: entries, unshown = [], readOnly, states = [] } = await collections((text, action) => status.say(text, action));
  pickers.list(entries, unshown);
  await navigation.start(entries, readOnly, states);
  focus.rescue();
}

const actions = listenToHands(
  { view, shown, navigation, scroller, magnifier, cells, cursor, focus, chart, search, brush, looking, facets, details, originals, exporting, choosing },
  { jump, inset, pixels, item: pictureInHand, resized: () => relayOut(), note: text => status.note(text) });
const help = new Help(byId, actions, { isChart: () => shown.isChart, closed: () => focus.rescue() });
new Palette(byId, actions, { more: () => [...collectionActions(shown, navigation), ...choosing.lists.actions, ...below.actions], closed: () => focus.rescue() });
setUpPrinting(byId("print"), slots, scroller, shown);
setUpNames(byId("names"), view);
setUpTheme(byId("theme"), document.querySelector("meta[name=theme-color]"), request);
// For the browser tests.
window.scrollServer = { scroller, session, bands, slots, decoder, shown, marks: choosing.marks, choosing, compare, cells, magnifier, zoom: magnifier.zoom, show: range => magnifier.show(range) };
start();
