import assert from "node:assert/strict";
import test from "node:test";
import { Source } from "./Public/site/source.js";

const [columns, cell, rows, count] = [[2, 4], 100, 2, 21];

/** The files of a site with grids of square pictures, one of which has a level of windows, and if `isMany` with a mosaic of 8 columns. */
function site(t, isMany = false) {
  const files = new Map();
  const item = index => `p${index}`;
  const grids = columns.map(across => {
    const [pitch, bandCount] = [cell + 4, across * rows];
    for (let band = 0; band * bandCount < count; band += 1) {
      const indices = Array.from({ length: Math.min(bandCount, count - band * bandCount) }, (_, place) => band * bandCount + place);
      const corners = indices.flatMap((_, place) => [place % across * pitch, Math.floor(place / across) * pitch]);
      files.set(`grid/${across}/${band}`, {
        corners,
        tiles: indices.map((index, place) => ({
          index, item: item(index), name: `${index}.png`, level: 0, column: 0, row: 0, x: corners[2 * place], y: corners[2 * place + 1], width: cell, height: cell,
          url: `t${index}`,
        })),
      });
    }
    const lines = Math.ceil(count / across);
    return { columns: across, width: across * pitch - 4, height: lines * pitch - 4, cell, bandHeight: rows * pitch, bandCount, bands: `grid/${across}/{band}` };
  });
  if (isMany) {
    const part = (index, x, y, width, height) => ({ index, column: x / 20, row: index >> 3, x, y, width, height, url: `m${index}` });
    files.set("mosaic/0", { tiles: [part(0, 0, 0, 80, 40), part(4, 80, 0, 80, 40)] });
    files.set("mosaic/1", { tiles: [part(16, 0, 0, 80, 20), part(20, 80, 0, 20, 20)] });
    grids.push({ columns: 8, width: 160, height: 60, cell: 20, bandHeight: 40, bandCount: 16, bands: "mosaic/{band}", mosaic: true });
  }
  const tile = (name, x, width = 500) => ({ column: x / 500, row: 0, x, y: 0, width, height: width, url: name });
  for (let index = 0; index < count; index += 1) {
    files.set(`picture/${item(index)}`, {
      id: item(index), name: `${index}.png`, width: 2000, height: 2000, url: `picture/${item(index)}`,
      levels: [
        { level: 0, width: 2000, height: 2000, window: 1000, columns: 2, rows: 2, windows: `window/{column}/{row}` },
        { level: 1, width: 1000, height: 1000, tiles: [tile("one", 0), tile("two", 500), { ...tile("three", 0), y: 500 }, { ...tile("four", 500), y: 500 }] },
        { level: 2, width: 500, height: 500, tiles: [tile("all", 0)] },
      ],
    });
  }
  for (const column of [0, 1]) for (const row of [0, 1]) files.set(`window/${column}/${row}`, { tiles: [{ ...tile(`w${column}${row}`, column * 1000, 1000), y: row * 1000 }] });
  files.set("names/all", Object.fromEntries(Array.from({ length: count }, (_, index) => [item(index), index])));
  const asked = [];
  t.mock.method(globalThis, "fetch", async address => {
    asked.push(address);
    const found = files.get(address);
    return new Response(JSON.stringify(found ?? {}), { status: found ? 200 : 404 });
  });
  const links = { self: "self", plan: "plan", item: "item", cell: "cell" };
  const entry = { id: "c", revision: 1, count, links, site: { picture: "picture/{name}", names: "names/{ending}", ending: 0, grids } };
  const source = new Source(/** @type {any} */ (entry));
  const answer = link => query => source.answer(link, new URLSearchParams({ width: 416, height: 300, layout: "grid", ...query }));
  return { asked, plan: answer("plan"), cell: answer("cell"), source };
}

test("a grid is scaled to the view, and its pictures meet without a seam", async t => {
  const { plan } = site(t);
  const { columns, contentSize, tiles, visible, anchor, edges } = await plan({ columns: 2, y: 50, scale: 1.5 });
  assert.equal(columns, 2);
  assert.deepEqual(contentSize, { width: 416, height: 1140 / 204 * 416 });
  assert.deepEqual(visible, { first: 0, last: 3 });
  assert.ok(!edges.top && !edges.bottom);
  assert.equal(anchor.item, "p0");
  assert.ok(Math.abs(anchor.fractionY - 50 / (100 / 204 * 416)) < 1e-9);
  for (const { x, width } of tiles) for (const edge of [x, x + width]) assert.ok(Math.abs(edge * 1.5 - Math.round(edge * 1.5)) < 1e-9);
});

test("offsets end where the content ends, and a picture is brought into view", async t => {
  const { plan } = site(t);
  const last = await plan({ columns: 4, y: 1e9, inset: "40,0,10,0" });
  assert.deepEqual([last.contentOffset.y, last.edges.bottom], [last.offsetRange.maxY, true]);
  assert.equal(last.visible.last, 20);
  const { contentOffset } = await plan({ columns: 4, item: "p17", align: "start", inset: "40,0,10,0" });
  assert.equal(contentOffset.y, Math.min(4 * 104 / 412 * 416 - 40, last.offsetRange.maxY));
  const shared = await plan({ columns: 2, anchor: "p5", fractionX: 0, fractionY: 0.5 });
  assert.deepEqual([shared.anchor.item, Math.round(shared.anchor.fractionY * 1000)], ["p4", 500]);
});

test("a step of a zoom shows more columns with the same picture under the focus, or opens it", async t => {
  const { plan } = site(t);
  const out = await plan({ columns: 2, y: 400, zoomSteps: -2, focusX: 10, focusY: 150 });
  assert.equal(out.columns, 4);
  assert.ok(Math.abs(out.zoomFactor - 1 / 1.45 ** 2) < 1e-9);
  const kept = out.tiles.find(({ item }) => item === out.zoomFocus.item);
  assert.ok(kept.y <= 150 && kept.y + kept.height >= 150, `${kept.y}`);
  const open = await plan({ columns: 2, toZoom: 4, focusX: 10, focusY: 10 });
  assert.deepEqual([open.layout, open.item], ["item", "p0"]);
});

test("many pictures are seen at once in a mosaic, whose cells tell their pictures", async t => {
  const { plan, cell } = site(t, true);
  const all = await plan({ columns: "all" });
  const side = 20 * 416 / 160;
  assert.deepEqual([all.columns, all.mosaic], [8, { cell: side, pitch: side, isAll: true }]);
  assert.deepEqual([all.visible, all.anchor.item, all.contentSize], [{ first: 0, last: 20 }, "p0", { width: 416, height: 3 * side }]);
  assert.deepEqual(all.tiles.map(({ url, mosaic }) => [url, mosaic]).sort(), [["m0", true], ["m16", true], ["m20", true], ["m4", true]]);
  const { x, y, width, height } = all.tiles.find(({ url }) => url === "m20");
  assert.deepEqual([x, y, width, height], [4 * side, 2 * side, side, side]);
  // What is seen of a cell is told by its place.
  const at = async query => (await cell({ columns: 8, ...query })).cell;
  const { preview, ...last } = await at({ pointX: 4.5 * side, pointY: 2.5 * side });
  assert.deepEqual([last, preview], [{ index: 20, item: "p20", name: "20.png", x: 4 * side, y: 2 * side, width: side, height: side }, "t20"]);
  assert.equal(await at({ pointX: 6.5 * side, pointY: 2.5 * side }), null);
  assert.deepEqual([(await at({ at: 3, below: 1 })).item, (await at({ at: 15, below: 1 })).item], ["p11", "p15"]);
  // Out of a grid into the mosaic and back, with the same picture under the focus.
  const out = await plan({ columns: 4, y: 100, zoomSteps: -3, focusX: 10, focusY: 150 });
  assert.equal(out.columns, 8);
  const back = await plan({ columns: 8, toZoom: 2, focusX: 4.5 * side, focusY: 1.5 * side });
  assert.deepEqual([back.columns, back.mosaic, back.zoomFocus.item], [4, undefined, "p12"]);
});

test("a picture has tiles of the level with enough pixels, and only the windows that are seen", async t => {
  const { plan, asked } = site(t);
  const page = await plan({ layout: "pages", item: "p3", align: "start" });
  assert.deepEqual([page.layout, page.anchor.item, page.anchor.index], ["pages", "p3", 3]);
  assert.deepEqual(page.tiles.filter(({ item }) => item === "p3").map(({ url }) => url), ["all"]);
  assert.deepEqual(page.pages.map(({ index }) => index), [0, 1, 2, 3, 4, 5, 6]);
  const pixels = await plan({ layout: "item", item: "p3", zoom: 0.15, zoomTo: "pixels", focusX: 0, focusY: 0, x: 0, y: 0 });
  assert.deepEqual([pixels.zoomScale, pixels.contentOffset], [1, { x: 0, y: 0 }]);
  // Beneath the sharp tile lies nothing: there is only one.
  assert.deepEqual(pixels.tiles.map(({ url, x, width }) => [url, x, width]), [["w00", 0, 1000]]);
  assert.deepEqual(asked.filter(address => address.startsWith("window")), ["window/0/0"]);
  const all = await plan({ layout: "item", item: "p3", zoom: 1, zoomTo: "item" });
  assert.deepEqual([all.layout, all.anchor.item], ["pages", "p3"]);
  const next = await plan({ layout: "item", item: "p3", zoom: 1, turn: 1, x: 500, y: 700 });
  assert.deepEqual([next.item, next.contentOffset], ["p4", { x: 500, y: 700 }]);
});

test("what is not there is refused as a server refuses it", async t => {
  const { plan, source } = site(t);
  await assert.rejects(plan({ layout: "item", item: "none" }), { status: 404 });
  await assert.rejects(plan({ layout: "strip" }), { status: 400 });
  await assert.rejects(source.answer("item", new URLSearchParams({ id: "constructor" })), { status: 404 });
  assert.equal((await source.answer("item", new URLSearchParams({ id: "p4" }))).index, 4);
  assert.ok(source.knows("plan") && !source.knows("names/all"));
});
