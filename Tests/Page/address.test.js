import assert from "node:assert/strict";
import test from "node:test";
import { isSame, linksFrom, manifestOf, read, viewOf, write } from "./Public/values/address.js";

const anchor = { item: "00ABC", fractionX: 0.25, fractionY: 0.5 };

test("what is written is read again", () => {
  const views = [
    { layout: "grid" },
    { layout: "grid", order: "-date", group: "month", q: "camera:\"X 100\" | a&b #1 +%", columns: 12, lead: 3 },
    { layout: "justified", rowHeight: 180.5 },
    { layout: "item", item: "0000000000042", zoom: 0.125 },
    { layout: "slides", xColumn: "Zeit", lines: "a%2Cb,c", hide: "", range: "visible" },
  ];
  for (const view of views) {
    const { collection, view: found, hold } = read(write({ collection: "Bilder & more", view, anchor }));
    assert.equal(collection, "Bilder & more");
    assert.deepEqual(found, view);
    assert.deepEqual(hold, { anchor: "00ABC", fractionX: 0.25, fractionY: 0.5 });
  }
});

test("what is no number, or missing, is left out", () => {
  assert.deepEqual(read("#layout=grid&columns=many&lead=-1&zoom=&rowHeight=1e3"), {
    collection: null, view: { layout: "grid", rowHeight: 1000 }, hold: null,
  });
  assert.deepEqual(read("").view, {});
  assert.deepEqual(read("#anchor=1&at=x,").hold, { anchor: "1", fractionX: 0, fractionY: 0 });
});

test("a grid's columns are the server's until somebody has zoomed", () => {
  const plan = { layout: "grid", columns: 7, lead: 2, zoomScale: 1 };
  assert.deepEqual(viewOf(plan, { layout: "grid", q: "x" }, false), { layout: "grid", q: "x", lead: undefined });
  assert.deepEqual(viewOf(plan, { layout: "grid" }, true), { layout: "grid", columns: 7, lead: 2 });
  assert.equal(viewOf(plan, { columns: 5, lead: 1 }, false).columns, 7);
  assert.equal(viewOf({ ...plan, layout: "stack" }, { group: "month" }, false).group, undefined);
});

test("an axis by logarithms, or without them, is told from one that nobody chose", () => {
  const view = { layout: "plane", fieldX: "bytes", logX: false };
  assert.deepEqual(read(write({ collection: "x", view })).view, view);
  assert.ok(!isSame(view, { layout: "plane", fieldX: "bytes" }) && !isSame(view, { ...view, logX: true }));
  assert.ok(isSame({ ...view, logX: undefined }, { layout: "plane", fieldX: "bytes" }));
});

test("two views are the same whatever their zoom", () => {
  assert.ok(isSame({ layout: "item", item: "1", zoom: 2 }, { layout: "item", item: "1" }));
  assert.ok(isSame({ layout: "grid", lead: 0 }, { layout: "grid" }));
  assert.ok(!isSame({ layout: "grid", order: "date" }, { layout: "grid" }));
  assert.ok(!isSame(null, { layout: "grid" }));
});

test("a link to an item is read as the item at the top of its page", () => {
  const link = linksFrom({ collection: "x", view: { layout: "pages", q: "a b" } }, "?live=0")("1&2");
  assert.ok(link.startsWith("./?live=0#"));
  assert.deepEqual(read(link.slice(link.indexOf("#"))), {
    collection: "x", view: { layout: "pages", q: "a b" }, hold: { anchor: "1&2", fractionX: 0, fractionY: 0 },
  });
});

test("a zoom is written with six significant digits, and that of a picture's own size not at all", () => {
  const zoom = value => new URLSearchParams(write({ collection: "x", view: { layout: "item", item: "1", zoom: value } }).slice(1)).get("zoom");
  assert.equal(zoom(0.9999999999999999), null);
  assert.equal(zoom(1), null);
  assert.equal(zoom(2 / 3), "0.666667");
  assert.equal(zoom(123456.75), "123457");
  assert.equal(zoom(0.00012345678), "0.000123457");
  assert.equal(zoom(1e-7), "1e-7");
  assert.equal(read(`#zoom=${zoom(1e-7)}`).view.zoom, 1e-7);
});

test("the manifest is of what is found, in its order", () => {
  const entry = { links: { manifest: "/iiif/3/pictures/manifest.json" } };
  assert.equal(manifestOf(entry, { layout: "grid", columns: 3, q: "" }), "/iiif/3/pictures/manifest.json");
  assert.equal(
    manifestOf(entry, { layout: "item", item: "1", q: "a&b", order: "-date", group: "month" }),
    "/iiif/3/pictures/manifest.json?q=a%26b&order=-date&group=month");
});
