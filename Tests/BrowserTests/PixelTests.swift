// What is painted, looked at pixel by pixel, and how little is kept for it.

import Foundation
import Testing

@testable import Pixels

extension BrowserTests {
    @Suite struct PixelTests {
        /// A PNG of one colour: red, green, blue and opacity.
        private static func plain(_ width: Int, _ height: Int, _ colour: [UInt8]) -> [UInt8] {
            let bytes = Array(repeatElement(colour, count: width * height).joined())
            return PNGEncoder.encode(PixelBuffer(width: width, height: height, format: .rgba, bytes: bytes))
        }

        /// The colours in a rectangle of the viewport: red, green, blue, opacity, each once.
        private static func colours(_ page: Page, _ rectangle: String) async throws -> Set<[Int]> {
            let found: [[Int]] = try await page.value(
                """
                (() => {
                  const { data } = probe.pixels(\(rectangle));
                  const found = new Map();
                  for (let at = 0; at < data.length; at += 4) {
                    const colour = [...data.slice(at, at + 4)];
                    found.set(String(colour), colour);
                  }
                  return [...found.values()];
                })()
                """)
            return Set(found)
        }

        @Test("A picture that a grid has cut off is whole again in rows")
        func wholeAgain() async throws {
            let folder = try PictureFolder()
            for name in ["1", "2", "3", "5", "6", "7", "8"] {
                try folder.write("\(name).png", Self.plain(300, 300, [0, 200, 0, 255]))
            }
            // As high as its row, so that it has the same size in both layouts.
            try folder.write("4.png", Self.plain(800, 80, [200, 0, 0, 255]))
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=justified") { page in
                for key in ["1", "2"] {
                    try await page.browser.press(key, with: .alt)
                    try await page.settle(
                        when: "probe.isSharp() && scrollServer.shown.plan.layout === ['grid', 'justified'][\(key) - 1]")
                }
                let place = """
                    ...(({ x, y, width, height }, { corner }) => [x - corner.x + 2, y - corner.y + 2, width - 4, height - 4])(
                      [...scrollServer.slots.shown.values()].find(({ tile }) => tile.name === "4.png").seen, scrollServer.scroller)
                    """
                #expect(try await Self.colours(page, place) == [[200, 0, 0, 255]])
            }
        }

        @Test(
            "A transparent picture lies over its paper exactly once, whatever was there before it",
            arguments: ["stack", "grid", "justified"], [("light", 255), ("dark", 140)])
        func transparent(layout: String, scheme: (name: String, paper: Double)) async throws {
            let folder = try PictureFolder()
            // Of several tiles, with a softer one behind them.
            for name in ["1", "2", "3"] { try folder.write("\(name).png", Self.plain(1400, 1000, [255, 0, 80, 128])) }
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=\(layout)") { page in
                try await page.browser.tool(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-color-scheme", "value": .text(scheme.name)]]])
                // The page hears of it with its next frame; a new one knows it from the start.
                try await page.browser.reload()
                try await page.until("window.scrollServer?.shown.plan")
                try await page.browser.run(
                    """
                    // A place 60 px and more within a picture that is seen.
                    probe.inside = () => {
                      for (let y = 60; y < innerHeight - 120; y += 20) {
                        for (let x = 0; x < innerWidth - 120; x += 20) {
                          const { corner } = scrollServer.scroller;
                          const isIn = ({ seen }) => seen.x < corner.x + x && seen.y < corner.y + y
                            && seen.x + seen.width > corner.x + x + 60 && seen.y + seen.height > corner.y + y + 60;
                          if ([...scrollServer.slots.shown.values()].some(slot => slot.tile.isFirst && isIn(slot))) return [x, y];
                        }
                      }
                    };
                    """)
                for _ in 0..<3 {
                    try await page.settle(when: "probe.isSharp() && scrollServer.shown.plan.count === 3")
                    let found = try await Self.colours(page, "...probe.inside(), 60, 60")
                    let expected = [255.0, 0, 80].map { $0 * 128 / 255 + scheme.paper * 127 / 255 } + [255]
                    #expect(found.count == 1, "\(found)")
                    for (one, other) in zip(found.first ?? [], expected) {
                        #expect(abs(Double(one) - other) <= 1.5, "\(found)")
                    }
                    // Once more, magnified: the tiles take the place of others.
                    try await page.browser.type("+")
                    try await page.settle()
                }
                try await page.browser.tool("Emulation.setEmulatedMedia", ["features": []])
            }
        }

        @Test("A softer tile that comes last does not cover sharper ones")
        func softestLast() async throws {
            let folder = try PictureFolder()
            try folder.write("1.png", Self.plain(1400, 1000, [255, 0, 80, 128]))
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=stack") { page in
                try await page.settle(when: "probe.isSharp()")
                let before = try await Self.colours(page, "60, 100, 200, 200")
                // Again, from the softest to the sharpest and the other way round.
                try await page.browser.run(
                    """
                    const slots = [...scrollServer.slots.shown.values()];
                    probe.levels = new Set(slots.map(slot => slot.tile.level)).size;
                    return (async () => {
                      for (const order of [slots, slots.toReversed()]) {
                        for (const slot of order) {
                          slot.redraw();
                          await probe.until(() => slot.isDrawn, 5000);
                        }
                      }
                    })();
                    """)
                #expect(try await page.value("probe.levels") == 2)
                #expect(try await Self.colours(page, "60, 100, 200, 200") == before)
            }
        }

        @Test(
            "Pixels are kept for what is shown, and for little else",
            arguments: ["grid", "stack", "justified", "strip", "pages"])
        func budget(layout: String) async throws {
            try await Page.open(["--demo=100000"], width: 900, height: 700, query: "#layout=\(layout)") { page in
                try await page.settle(when: "probe.isSharp()")
                try await page.browser.run(
                    """
                    probe.most = { kept: 0, sheets: 0, held: 0, images: 0, filmstrip: 0 };
                    const look = () => {
                      const { decoder, slots } = scrollServer;
                      const pixels = [...document.querySelectorAll("#sheets canvas")].reduce((sum, { width, height }) => sum + width * height, 0);
                      const filmstrip = document.querySelectorAll("#filmstrip img").length;
                      const now = { kept: decoder.keptBytes, sheets: pixels, held: 0, images: document.images.length - filmstrip, filmstrip };
                      for (const name in now) probe.most[name] = Math.max(probe.most[name], now[name]);
                      if (!probe.stops) requestAnimationFrame(look);
                    };
                    look();
                    """)
                for _ in 0..<10 { try await page.browser.type("   ") }
                try await page.jump(to: 0.5)
                try await page.browser.type("\u{E00E}\u{E00E}\u{E00E}")
                try await page.settle(when: "probe.isSharp()")
                try await page.browser.run("probe.stops = true")
                #expect(try await page.value("probe.most.kept") <= 6 << 20)
                #expect(try await page.value("probe.most.images") == 0)
                // The pictures beside an open one, and those that wait at the ends of the strip.
                #expect(try await page.value("probe.most.filmstrip") <= 64)
                // Canvases reach a little beyond the view, and twice as many are there while a plan is painted.
                let pixels: Int = try await page.value("probe.most.sheets")
                #expect(pixels <= 8 * 900 * 700)
                #expect(pixels >= 900 * 700 / 2, "something is painted")
            }
        }

        @Test("What only a browser can show is let go of when it is out of sight")
        func elements() async throws {
            let folder = try PictureFolder()
            for number in 0..<120 {
                try folder.write("\(1000 + number).svg", PictureFolder.svg(width: 300, height: 200))
            }
            try await Page.open([folder.path], width: 600, height: 400, query: "#layout=stack") { page in
                for fraction in [0, 0.3, 0.6, 1] {
                    try await page.jump(to: fraction)
                    try await page.settle(when: "probe.isSharp() && document.images.length > 0")
                    #expect(try await page.value("[...document.images].every(image => image.naturalWidth === 300)"))
                    #expect(try await page.value("document.images.length === scrollServer.slots.shown.size"))
                }
            }
        }

        @Test("While a gesture scales what is painted, nothing shines through where its parts meet")
        func seams() async throws {
            let folder = try PictureFolder()
            try folder.write("1.png", Self.plain(1600, 1200, [200, 40, 90, 255]))
            try await Page.open([folder.path], width: 800, height: 700, query: "#layout=pages") { page in
                // All of what is looked at is picture.
                try await page.browser.pinchWheel(x: 400, y: 350, deltaY: -40, times: 3)
                try await page.settle(when: "scrollServer.shown.plan.tiles[0].width > 1000 && probe.isSharp()")
                // A wheel that is turned without an end, to and fro, about a scale between the one that is painted and the next.
                try await page.browser.run(
                    """
                    let turns = 0;
                    probe.timer = setInterval(() => {
                      turns += 1;
                      const deltaY = turns < 4 ? -2 : turns % 2 ? 0.4 : -0.4;
                      document.getElementById("view").dispatchEvent(new WheelEvent("wheel",
                        { deltaY, ctrlKey: true, clientX: 400, clientY: 350, bubbles: true, cancelable: true }));
                    }, 20);
                    """)
                for _ in 0..<4 {
                    let picture = try await page.browser.screenshot().base64EncodedString()
                    let farthest: Int = try await page.browser.runAsync(
                        """
                        const bytes = Uint8Array.from(atob("\(picture)"), letter => letter.charCodeAt(0));
                        createImageBitmap(new Blob([bytes], { type: "image/png" })).then(image => {
                          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
                          context.drawImage(image, 0, 0);
                          const { data } = context.getImageData(200, 100, 400, 480);
                          let farthest = 0;
                          for (let at = 0; at < data.length; at += 4) {
                            for (let part = 0; part < 3; part += 1) {
                              farthest = Math.max(farthest, Math.abs(data[at + part] - data[part]));
                            }
                          }
                          arguments[0](farthest);
                        });
                        """)
                    #expect(farthest <= 2, "levels between two pixels of one colour")
                }
                try await page.browser.run("clearInterval(probe.timer)")
                try await page.settle()
            }
        }

        @Test("A broken picture is asked for once over HTTP")
        func brokenOnce() async throws {
            let folder = try PictureFolder()
            try folder.write("1.svg", PictureFolder.svg())
            try folder.write("2.jpg", PictureFolder.garbage)
            try await Page.open([folder.path], width: 600, height: 400, query: "?live=0#layout=stack") { page in
                try await page.settle(when: "document.querySelector('.sign') && probe.isSharp()")
                #expect(try await page.value("probe.sources.size > 0"))
                #expect(try await page.value("Math.max(...probe.sources.values())") == 1)
            }
        }
    }
}
