import assert from "node:assert/strict";
import test from "node:test";
import { actionsOf, collectionActions, groups, needsOf, ownKeys } from "./Public/input/actions.js";
import { ways } from "./Public/input/ways.js";

const layouts = ["grid", "justified", "stack", "strip", "pages", "plane"];

/** The table for what is shown, and what was done with it. */
function table({
  layout = "grid", isFinding = false, isSearchable = true, isPlaying = false, isChoosing = false, item = null, offered = [],
  isSelectable = true, selected = 0, isNotable = true, isList = false, isOfListLast = false, isMeasuring = false, stack = "",
} = {}) {
  const done = [];
  const isChart = layout === "slides";
  const note = name => (...given) => { done.push([name, ...given].join(" ")); };
  const noting = names => Object.fromEntries(names.map(name => [name, note(name)]));
  const shown = {
    isChart, isLooking: layout === "pages" || layout === "item", isPaged: layout === "pages", arePages: false, plan: { count: 12 },
    entry: { layouts: isChart ? ["slides"] : layouts, links: { export: "export" } },
  };
  const parts = {
    shown, search: { isOffered: isSearchable, isOpen: isFinding, open: note("find"), close: note("end search") },
    facets: { toggle: note("facets") }, details: { toggle: note("details") }, originals: { act: note("original") },
    exporting: { open: note("export") },
    choosing: {
      isOffered: isSelectable && !isChart, count: selected, marks: { isChoosing, toggle: note("mark"), cancel: note("cancel") },
      ...noting(["toggle", "all", "none", "invert", "show", "compare"]),
      annotating: { isOffered: isNotable && !isChart, ...noting(["note", "openKeywords", "undo", "redo"]) },
      lists: {
        isOffered: isSelectable && !isChart, isList, canMove: isList, canUndo: isOfListLast, canRedo: isOfListLast,
        ...Object.fromEntries(["add", "remove", "move", "rename", "delete", "undo", "redo"].map(name => [name, note(`list ${name}`)])),
      },
    },
    looking: {
      slideshow: { isRunning: isPlaying, pause: note("pause"), shuffle: note("shuffle") },
      measuring: { isOn: isMeasuring, isOffered: shown.isLooking, toggle: note("measure"), end: note("end measuring") },
      stack: { has: axis => stack.includes(axis), move: note("stack") },
    },
  };
  const hand = {
    ...noting(["open", "close", "start", "end", "fit", "group", "pixels", "zoom", "layout", "press", "print"]),
    item: () => item, isOffered: button => offered.includes(button),
  };
  const actions = actionsOf(parts, hand);
  const press = key => {
    done.length = 0;
    actions.find(({ keys, isPossible }) => keys.includes(key) && isPossible())?.run();
    return done.join(", ");
  };
  return { actions, press };
}

test("each action has an id, a name and a group of its own kind, and ways have what they are done by", () => {
  const { actions } = table();
  for (const name of ["id", "name"]) assert.equal(new Set(actions.map(action => action[name])).size, actions.length);
  for (const { id, group, name, keys, isPossible, run } of actions) {
    assert.ok(groups.includes(group) && name && Array.isArray(keys), id);
    assert.equal(typeof isPossible(), "boolean", id);
    assert.equal(typeof run, "function", id);
  }
  for (const { group, name, keys, how } of ways) assert.ok(groups.includes(group) && (keys?.length ?? 0) + (how?.length ?? 0) > 0, name);
});

test("an action that is not always possible says what it needs", () => {
  const nothing = table({ layout: "slides", isSearchable: false }).actions;
  const chartless = table({ isSearchable: false }).actions;
  for (const { id, needs, isPossible } of [...nothing, ...chartless]) {
    if (!isPossible() && !["palette", "help", "colours"].includes(id)) assert.ok(needs, id);
  }
});

test("what an action needs is true of what is shown", () => {
  const needs = (id, given) => needsOf(table(given).actions.find(action => action.id === id));
  for (const id of ["rate-selected", "copy-selected", "hide-rejected", "group"]) assert.equal(needs(id, { layout: "pages", selected: 438 }), "several pictures in view", id);
  assert.equal(needs("rate-selected", {}), "selected pictures that can be rated");
  assert.equal(needs("hide-rejected", { isNotable: false }), "pictures that can be rated and searched");
  assert.equal(needs("mark", {}), "pictures that cannot be selected");
  assert.equal(needs("select", { isSelectable: false, item: "a" }), "pictures that can be selected");
});

test("a key means what is possible where one is", () => {
  const grid = table();
  assert.equal(grid.press("Enter"), "open");
  assert.equal(grid.press("Escape"), "");
  assert.equal(table({ isChoosing: true }).press("Escape"), "cancel");
  assert.equal(grid.press("Alt+3"), "layout 2");
  assert.equal(grid.press("o"), "");
  assert.equal(grid.press("Ctrl+F"), "find");
  assert.equal(grid.press("+"), "zoom 1");
  assert.equal(table({ item: "a" }).press("o"), "original open");
  assert.equal(table({ layout: "pages" }).press(" "), "");
  assert.equal(table({ layout: "pages", isPlaying: true }).press(" "), "pause");
  assert.equal(table({ layout: "pages" }).press("m"), "measure");
  assert.equal(table({ layout: "item", isMeasuring: true }).press("Escape"), "end measuring");
  assert.equal(table({ isFinding: true }).press("Escape"), "end search");
  assert.equal(table({ isFinding: true, layout: "pages" }).press("Escape"), "close");
  assert.equal(table({ isSearchable: false }).press("Ctrl+F"), "");
  const chart = table({ layout: "slides" });
  assert.equal(chart.press("b"), "press #brush-button");
  assert.equal(chart.press("Escape"), "close");
  for (const key of ["1", "Alt+1", "k", "i", "x", "s", "m", "Enter"]) assert.equal(chart.press(key), "", key);
});

test("a row with a button alone presses it where it is offered", () => {
  const { press } = table({ offered: ["#full"] });
  assert.equal(press("F11"), "press #full");
  assert.equal(table().press("F11"), "");
});

test("the selection's keys act where pictures can be selected, and some only where any is", () => {
  const none = table();
  assert.equal(none.press("x"), "toggle");
  assert.equal(none.press("Ctrl+A"), "all");
  assert.equal(none.press("Ctrl+I"), "invert");
  for (const key of ["Ctrl+Shift+A", "v", "e"]) assert.equal(none.press(key), "", key);
  const some = table({ selected: 3 });
  assert.equal(some.press("Ctrl+Shift+A"), "none");
  assert.equal(some.press("v"), "show");
  assert.equal(some.press("e"), "export true");
  assert.equal(some.press("Escape"), "");
  assert.equal(table({ selected: 3, isSearchable: false }).press("v"), "");
  // In a list that was made here it says what leads there.
  assert.equal(table({ selected: 3, isSearchable: false }).press("e"), "export true");
  assert.equal(table({ isSelectable: false }).press("x"), "mark");
  assert.equal(table({ isSelectable: false }).press("Ctrl+A"), "");
  assert.ok(some.actions.filter(({ keys }) => keys.some(key => /^(Ctrl|Cmd)\+(Shift\+)?[AI]$/.test(key))).every(({ isOfFields }) => isOfFields));
});

test("keys note what can be noted, as in Lightroom", () => {
  const { press, actions } = table();
  for (const rating of [0, 1, 2, 3, 4, 5]) assert.equal(press(String(rating)), `note rating ${rating}`);
  const others = { p: "flag pick", r: "flag reject", Delete: "flag reject", 6: "label red", 7: "label yellow", 8: "label green", 9: "label blue" };
  for (const [key, said] of Object.entries(others)) assert.equal(press(key), `note ${said}`, key);
  assert.equal(press("u"), "note flag none");
  assert.equal(press("k"), "openKeywords");
  assert.equal(press("Ctrl+Z"), "undo");
  assert.equal(press("Ctrl+Shift+Z"), "redo");
  assert.ok(actions.filter(({ id }) => ["undo", "redo"].includes(id)).every(({ isOfFields }) => isOfFields));
  // Where nothing can be noted, 0 shows all of it, as in a chart.
  assert.equal(table({ isNotable: false }).press("0"), "fit");
  assert.equal(table({ layout: "slides" }).press("0"), "fit");
  assert.equal(press("Alt+0"), "fit");
  for (const key of ["1", "p", "6", "k", "Ctrl+Z"]) assert.equal(table({ isNotable: false }).press(key), "", key);
});

test("another collection is an action", () => {
  const shown = { collection: "a", collections: [{ id: "a", name: "A" }, { id: "b", name: "B" }] };
  const gone = [];
  const actions = collectionActions(shown, { change: id => gone.push(id) });
  assert.deepEqual(actions.map(({ name }) => name), ["B"]);
  actions[0].run();
  assert.deepEqual(gone, ["b"]);
});

test("a picture can be printed, and its link copied, where there is one", () => {
  for (const [id, act] of [["copy-link", "link"], ["print-picture", "print"]]) {
    const find = item => table({ item }).actions.find(action => action.id === id);
    assert.ok(!find(null).isPossible() && find(null).needs, id);
    assert.ok(find("a").isPossible() && find("a").button.includes(`data-act=${act}`), id);
  }
});

test("keys edit the list that is shown", () => {
  const { press } = table({ isList: true });
  assert.equal(press("l"), "list add");
  assert.equal(press("L"), "list remove");
  assert.deepEqual(["Alt+ArrowUp", "Alt+ArrowDown"].map(press), ["list move -1", "list move 1"]);
  assert.ok(/^list move -\d{6,}$/.test(press("Alt+PageUp")) && /^list move \d{6,}$/.test(press("Alt+PageDown")));
  const others = table();
  assert.equal(others.press("l"), "list add");
  assert.deepEqual(["L", "Alt+ArrowUp", "Alt+PageDown"].map(others.press), ["", "", ""]);
  assert.equal(table({ layout: "slides" }).press("l"), "");
});

test("one key undoes what was changed last, a list or marks", () => {
  assert.equal(table({ isOfListLast: true }).press("Ctrl+Z"), "list undo");
  assert.equal(table({ isOfListLast: true }).press("Ctrl+Shift+Z"), "list redo");
  assert.equal(table().press("Ctrl+Z"), "undo");
});

test("a key of one character is named at the action that it does now", () => {
  const keysOf = (actions, id) => ownKeys(actions, actions.find(action => action.id === id));
  const rated = table().actions;
  assert.deepEqual([keysOf(rated, "fit"), keysOf(rated, "rate-0")], [["Alt+0"], ["0"]]);
  const unrated = table({ isNotable: false }).actions;
  assert.deepEqual(keysOf(unrated, "fit"), ["Alt+0", "0"]);
  // Keys of several characters mean what is open, and are named everywhere.
  assert.deepEqual(keysOf(table({ isFinding: true, layout: "pages" }).actions, "end-search"), ["Escape"]);
});
