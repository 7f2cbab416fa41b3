// What goes past too quickly for tiles, and what there is at its end.

import Testing
import Tiling

@testable import Pixels
@testable import Tiles

extension BrowserTests {
    @Suite struct FlingTests {
        /// What was painted with the plans of a fling.
        struct Outcome: Decodable {
            /// Plans in all, and those without tiles.
            var plans: Int
            var fleeting: Int
            /// Plans whose viewport was not all over bands.
            var bare: Int
            /// Canvases and slots in the page at a time, at most.
            var canvases: Int
            var slots: Int
        }

        /// Scrolls by so many viewports a second, in so many frames.
        private static func fling(_ page: Page, _ speed: Int, frames: Int) async throws -> Outcome {
            try await page.browser.runAsync(
                """
                const done = arguments[arguments.length - 1];
                const { bands, slots } = scrollServer;
                const view = document.getElementById("view");
                const outcome = { plans: 0, fleeting: 0, bare: 0, canvases: 0, slots: 0 };
                const paint = Object.getPrototypeOf(bands).paint;
                bands.paint = (all, corner) => {
                  paint.call(bands, all, corner);
                  const places = [...bands.shown.values()].map(({ y, band }) => [y, y + band.height]).sort((a, b) => a[0] - b[0]);
                  let end = corner.y;
                  for (const [from, to] of places) if (from <= end) end = Math.max(end, to);
                  outcome.plans += 1;
                  if (end < corner.y + innerHeight) outcome.bare += 1;
                  const look = document.querySelectorAll.bind(document);
                  outcome.canvases = Math.max(outcome.canvases, look("#bands canvas").length);
                  outcome.slots = Math.max(outcome.slots, look("#slots .slot").length);
                };
                const show = Object.getPrototypeOf(slots).paint;
                slots.paint = (plan, ...rest) => {
                  if (plan.tiles.length === 0) outcome.fleeting += 1;
                  show.call(slots, plan, ...rest);
                };
                let [left, last] = [\(frames), performance.now()];
                const step = () => {
                  const now = performance.now();
                  view.scrollTop += \(speed) * innerHeight * (now - last) / 1000;
                  last = now;
                  left -= 1;
                  if (left) return requestAnimationFrame(step);
                  delete bands.paint;
                  delete slots.paint;
                  done(outcome);
                };
                requestAnimationFrame(step);
                """)
        }

        @Test("At fifteen screens a second there are pictures over the colours", arguments: ["grid", "justified"])
        func pictures(layout: String) async throws {
            try await Page.open(["--demo=200000"], isBlank: true, query: "#layout=\(layout)") { page in
                try await page.jump(to: 0.3)
                let outcome = try await Self.fling(page, 15, frames: 90)
                #expect(outcome.plans > 2 && outcome.bare == 0)
                // A frame that comes late looks like a leap.
                #expect(outcome.fleeting < outcome.plans / 2)
            }
        }

        @Test(
            "At forty screens a second each plan has its colours beneath it, and no slots; at its end all is sharp",
            arguments: ["grid", "justified"])
        func quick(layout: String) async throws {
            try await Page.open(["--demo=200000"], isBlank: true, query: "#layout=\(layout)") { page in
                try await page.jump(to: 0.3)
                let outcome = try await Self.fling(page, 40, frames: 90)
                #expect(outcome.plans > 2 && outcome.bare == 0)
                #expect(outcome.fleeting > 0)
                // Nine screens ahead, and two behind.
                #expect(outcome.canvases <= 14)
                try await page.until("probe.isSharp()")
                let tiles = try await page.painted()
                let plan: Int = try await page.value("scrollServer.shown.plan.tiles.length")
                #expect(!tiles.isEmpty && tiles.count == plan)
                let canvases: Int = try await page.value(
                    "document.querySelectorAll('#bands canvas:not([hidden])').length")
                #expect((1...4).contains(canvases))
            }
        }

        /// Makes no tile.
        struct NoTileMaker: TileMaker {
            func byteEstimate(for pass: TilePass) -> Int { 1 }

            func make(_ pass: TilePass, to output: TileOutput) throws(ImageError) {}
        }

        @Test(
            "Where no tile has come there are tiny pictures, each where its own tile would be",
            arguments: ["grid&columns=4", "grid&columns=4&order=-name", "justified", "stack"], [1.0, 2.0])
        func tinyPictures(layout: String, scale: Double) async throws {
            let folder = try PictureFolder()
            // Each has a colour of its own to the left, and blue to the right.
            let count = 90
            for number in 0..<count {
                let colour = [UInt8(255 - number % 9 * 20), UInt8(60 + number / 9 * 20), 0]
                let row = (0..<80).flatMap { $0 < 40 ? colour : [0, 0, 255] }
                let bytes = (0..<80).flatMap { _ in row }
                try folder.write(
                    "\(100 + number).png",
                    PNGEncoder.encode(PixelBuffer(width: 80, height: 80, format: .rgb, bytes: bytes)))
            }
            try await Page.open([folder.path], scale: scale, maker: NoTileMaker(), query: "#layout=\(layout)") { page in
                struct Collection: Decodable {
                    struct Atlas: Decodable { var done: Int }
                    var id: String?
                    var atlas: Atlas?
                    var collections: [Collection]?
                }
                let all: Collection = try await page.ask("/api/collections")
                let id = try #require(all.collections?.first?.id)
                var done = 0
                while done < count {
                    let known: Collection = try await page.ask("/api/collections/\(id)")
                    done = known.atlas?.done ?? 0
                }
                try await page.browser.run("probe.jump(0.4);")
                // Two colours in the canvas where each picture is whose band has been drawn, each in its half.
                let wrong = """
                    (() => {
                      let [seen, wrong] = [0, []];
                      const isDescending = location.hash.includes("-name");
                      for (const { canvas, band } of scrollServer.bands.shown.values()) {
                        if (!canvas.sheets.size) return "not drawn";
                        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
                        let patch = 0;
                        for (let at = 0; at < band.runs.length; at += 3) {
                          for (let cell = 0; cell < band.runs[at + 2]; cell += 1, patch += 1) {
                            const [column, row, columns, rows] = band.patches.slice(patch * 5, patch * 5 + 4);
                            if (rows < 6 || columns < 12) continue;
                            const index = band.runs[at + 1] + cell;
                            const number = isDescending ? \(count) - 1 - index : index;
                            const middle = row + Math.floor(rows / 2);
                            const colour = x => [...data.slice(4 * (middle * canvas.width + x), 4 * (middle * canvas.width + x) + 3)];
                            const left = colour(column + Math.floor(columns / 4)), right = colour(column + Math.floor(columns * 3 / 4));
                            const own = [255 - number % 9 * 20, 60 + Math.floor(number / 9) * 20, 0];
                            const isNear = (one, other) => one.every((value, place) => Math.abs(value - other[place]) < 24);
                            seen += 1;
                            if (!isNear(left, own) || !isNear(right, [0, 0, 255])) wrong.push([number, left, own, right]);
                          }
                        }
                      }
                      return seen > 3 && !wrong.length ? "" : JSON.stringify([seen, wrong.slice(0, 3)]);
                    })()
                    """
                try await page.until("(\(wrong)) === ''")
            }
        }

        @Test("Bands scroll, move along with the runway, and are magnified with what lies over them")
        func places() async throws {
            try await Page.open(["--demo=200000"], isBlank: true, query: "?runway=4000#layout=grid") { page in
                // How far the patch of the item in the first slot is from the slot's frame, which holds it.
                let beside = """
                    (() => {
                      const { bands, slots } = scrollServer;
                      let worst = -1e9, found = 0;
                      for (const { canvas, band } of bands.shown.values()) {
                        const box = canvas.getBoundingClientRect();
                        const [sx, sy] = [box.width / band.columns, box.height / band.rows];
                        for (let at = 0; at < band.patches.length; at += 5) {
                          const [column, row, columns, rows] = band.patches.slice(at, at + 4);
                          const [x, y] = [box.x + (column + columns / 2) * sx, box.y + (row + rows / 2) * sy];
                          for (const { element, tile } of slots.shown.values()) {
                            const frame = element.getBoundingClientRect();
                            const clip = tile.clip ?? { top: 0, left: 0, bottom: 0, right: 0 };
                            const scale = frame.width / tile.width;
                            const [left, top] = [frame.left + clip.left * scale, frame.top + clip.top * scale];
                            const [right, bottom] = [frame.right - clip.right * scale, frame.bottom - clip.bottom * scale];
                            if (x < left || x > right || y < top || y > bottom) continue;
                            found += 1;
                            worst = Math.max(worst, left - box.x - column * sx, box.x + (column + columns) * sx - right,
                              top - box.y - row * sy, box.y + (row + rows) * sy - bottom);
                          }
                        }
                      }
                      return [found, worst];
                    })()
                    """
                func expectFits(_ what: String) async throws {
                    let values: [Double] = try await page.value(beside)
                    #expect(values[0] >= 6 && values[1] <= 0.01, "\(what): \(values)")
                }
                try await page.jump(to: 0.5)
                try await expectFits("at rest")
                let before: Double = try await page.value("scrollServer.scroller.origin.y")
                for _ in 0..<6 {
                    _ = try await Self.fling(page, 6, frames: 30)
                    try await page.settle()
                    try await expectFits("after a fling")
                }
                let origin: Double = try await page.value("scrollServer.scroller.origin.y")
                #expect(origin != before, "the runway was to be moved")
                try await page.browser.run(
                    "scrollServer.slots.magnify({ scale: 1.3, x: 20, y: -30 }, scrollServer.scroller.corner)")
                try await expectFits("magnified")
                try await page.browser.run(
                    "scrollServer.slots.magnify({ scale: 1, x: 0, y: 0 }, scrollServer.scroller.corner)")
                try await expectFits("let go")
            }
            // Without a connection there are none.
            try await Page.open(["--demo=200000"], isBlank: true, query: "?live=0#layout=grid") { page in
                let canvases: Int = try await page.value("document.querySelectorAll('#bands canvas').length")
                #expect(canvases == 0)
            }
        }
    }
}
