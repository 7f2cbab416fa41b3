// A mosaic whose pictures come and go while it is looked at: what is pointed at is what is seen there.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

extension BrowserTests {
    @Suite struct MosaicLiveTests {
        private static let count = 300

        /// A picture of one colour, which its number tells.
        private static func picture(_ number: Int) -> [UInt8] {
            let colour = colour(number).map { UInt8($0) }
            let pixels = Array(repeatElement(colour, count: 48 * 48).joined())
            return JPEGEncoder.encode(
                PixelBuffer(width: 48, height: 48, format: .rgb, bytes: pixels), quality: 95, subsampling: .none)
        }

        private static func colour(_ number: Int) -> [Int] {
            [number % 7, number / 7 % 7, number / 49 % 7].map { $0 * 36 + 20 }
        }

        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for number in 1...count { try folder.write("\(1000 + number).jpg", picture(number)) }
            return folder
        }

        /// What `probe.wrong()` promises: cells that look other than the picture that they are said to be, at points all over.
        private static let watch = """
            probe.colour = (x, y) => {
              const { data } = probe.pixels(Math.round(x), Math.round(y), 1, 1);
              return [...data.slice(0, 3)];
            };
            probe.wrong = async () => {
              const wrong = [];
              for (let y = 60; y < 170; y += 23) {
                for (let x = 40; x < 1200; x += 167) {
                  const cell = await scrollServer.cells.locate({ point: { x, y } });
                  if (!cell || cell.name.startsWith("1000-")) continue;
                  const number = Number(cell.name.slice(0, 4)) - 1000;
                  const own = [number % 7, Math.floor(number / 7) % 7, Math.floor(number / 49) % 7].map(part => part * 36 + 20);
                  const seen = probe.colour(cell.x + cell.width / 2, cell.y + cell.height / 2);
                  if (own.some((part, channel) => Math.abs(part - seen[channel]) > 16)) wrong.push(`${cell.name} ${seen}`);
                }
              }
              return wrong;
            };
            """

        /// Waits until every cell is as it is said to be; what is wrong in the end.
        private static func wrong(_ page: Page) async throws -> [String] {
            try await page.browser.runAsync(
                """
                const done = arguments[arguments.length - 1];
                const end = performance.now() + 8000;
                const look = () => probe.wrong().then(wrong => {
                  if (!wrong.length || performance.now() > end) done(wrong);
                  else requestAnimationFrame(look);
                }, problem => done([String(problem)]));
                look();
                """)
        }

        private static func open(_ body: (Page, PictureFolder) async throws -> Void) async throws {
            let folder = try folder()
            try await Page.open(
                [folder.path], width: 1280, height: 500, query: "#layout=grid&columns=60"
            ) { page in
                try await page.settle(when: "scrollServer.shown.plan.count === \(count) && probe.isSharp()")
                try await page.browser.run(watch)
                #expect(try await wrong(page) == [])
                try await body(page, folder)
            }
        }

        @Test("While pictures come and go before them, cells are what they look like, and none stays behind")
        func pointing() async throws {
            try await Self.open { page, folder in
                for step in 0..<3 {
                    if step < 2 {
                        try folder.write("000\(step).jpg", Self.picture(5))
                        try FileManager.default.moveItem(
                            atPath: "\(folder.path)/000\(step).jpg", toPath: "\(folder.path)/1000-\(step).jpg")
                    } else {
                        for gone in 0..<2 {
                            try FileManager.default.removeItem(atPath: "\(folder.path)/1000-\(gone).jpg")
                        }
                    }
                    let count = Self.count + [1, 2, 0][step]
                    try await page.settle(when: "scrollServer.shown.plan.count === \(count) && probe.isSharp()")
                    #expect(try await Self.wrong(page) == [], "after change \(step)")
                }
                // Below the last row there is nothing.
                let last: [Double] = try await page.browser.runAsync(
                    """
                    const done = arguments[arguments.length - 1];
                    scrollServer.cells.locate({ index: \(Self.count - 1) }).then(({ y, height }) => {
                      const { data } = probe.pixels(0, Math.ceil(y + height) + 2, 1200, 40);
                      done([data.filter((part, place) => place % 4 === 3 && part).length]);
                    });
                    """)
                #expect(last == [0])
            }
        }

        @Test("The keys' cursor stays on its picture while others come before it, and Enter opens that one")
        func cursor() async throws {
            try await Self.open { page, folder in
                let (name, number) = ("1062.jpg", 62)
                for key in [WebDriver.Key.right, .down, .right] { try await page.browser.press(key) }
                let status = "document.getElementById('cell-status').textContent"
                try await page.until("\(status) === '\(name), \(number) of 300'")
                try folder.write("0001.jpg", Self.picture(5))
                try await page.until("\(status) === '\(name), \(number + 1) of 301'")
                #expect(try await page.value("scrollServer.cells.item !== null"))
                // It is where the outline is.
                let colour: [Int] = try await page.value(
                    """
                    (() => {
                      const { x, y, width, height } = document.getElementById("cell").getBoundingClientRect();
                      return probe.colour(x + width / 2, y + height / 2);
                    })()
                    """)
                let own = Self.colour(number)
                #expect(zip(colour, own).allSatisfy { abs($0 - $1) <= 16 }, "\(colour) \(own)")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.isLooking")
                #expect(try await page.value("scrollServer.shown.plan.anchor.name") == name)
            }
        }

        @Test("A wheel over the scrubber scrolls, and zooms with Ctrl, as everywhere")
        func wheelOverTheScrubber() async throws {
            try await Page.open(["--demo=200000"], width: 800, height: 500, query: "#layout=grid&columns=20") { page in
                let before = try await page.offset()
                let turn = """
                    const wheel = more => document.getElementById("scrubber").dispatchEvent(new WheelEvent("wheel",
                      { deltaY: 120, clientX: 795, clientY: 250, bubbles: true, cancelable: true, ...more }));
                    """
                let isTaken: Bool = try await page.value("(() => { \(turn) return !wheel({}); })()")
                #expect(isTaken)
                try await page.until("scrollServer.scroller.offset.y > \(before.y + 50)")
                let zoom = "for (let n = 0; n < 8; n += 1) wheel({ ctrlKey: true });"
                _ = try await page.value("(() => { \(turn) \(zoom) return 1; })()") as Int
                try await page.settle(when: "scrollServer.shown.plan.columns > 20")
            }
        }
    }
}
