// One zoom, from the whole collection to a pixel: fingers, trackpad, keys.

import Testing

extension BrowserTests {
    @Suite struct ZoomTests {
        /// A picture under a point of the viewport, and which point of it.
        private struct Spot: Decodable {
            let index: Int
            let u: Double
            let v: Double
            let width: Double
            let height: Double
        }

        private struct View: Decodable, Equatable {
            var layout: String
            var columns: Int?
            var item: String?
            var zoom: Double?
        }

        private static func spot(_ page: Page, _ x: Double, _ y: Double) async throws -> Spot {
            try #require(try await page.value("probe.under(\(x), \(y))") as Spot?, "nothing at \(x), \(y)")
        }

        private static func view(_ page: Page) async throws -> View { try await page.value("scrollServer.shown.view") }

        private static func fingers(_ page: Page) async throws {
            try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
        }

        /// How far the picture's point that was under the fingers is from them, in px.
        private static func slip(_ page: Page, of spot: Spot, _ x: Double, _ y: Double) async throws -> Double {
            let now = try await Self.spot(page, x, y)
            guard now.index == spot.index else { return .infinity }
            return max(abs(now.u - spot.u) * now.width, abs(now.v - spot.v) * now.height)
        }

        @Test("Keys, and notches of a wheel with pauses, lead from two columns into a picture", arguments: [390, 1280])
        func twoColumns(width: Int) async throws {
            let query = "#layout=grid&columns=2"
            try await Page.open(["--demo=5000"], width: width, height: 800, isBlank: true, query: query) { page in
                for _ in 0..<3 {
                    try await page.browser.type("+")
                    try await page.settle(when: "probe.isSharp()")
                }
                #expect(try await Self.view(page).layout == "item")
                try await page.browser.go(to: "about:blank")
                try await page.browser.go(to: "\(page.address)/\(query)")
                try await page.settle(when: "scrollServer.shown.plan?.columns === 2 && probe.isSharp()")
                let item: String = try await page.value(
                    "document.elementsFromPoint(200, 300).map(one => one.closest('.slot.current')).find(Boolean).dataset.item"
                )
                for _ in 0..<8 {
                    if try await Self.view(page).layout == "item" { break }
                    try await page.browser.pinchWheel(x: 200, y: 300, deltaY: -120)
                    // Until the page takes the notch for the last one.
                    try await page.settle(when: "!scrollServer.magnifier.isPinching && probe.isSharp()")
                }
                #expect(try await Self.view(page).item == item)
            }
        }

        @Test(
            "A pinch in a column or a row keeps the point under the fingers",
            arguments: ["stack", "strip"], [1_000, 1_000_000, 1_000_000_000])
        func geometric(layout: String, count: Int) async throws {
            let query = "#layout=\(layout)"
            try await Page.open(["--demo=\(count)"], width: 600, height: 500, isBlank: true, query: query) { page in
                try await Self.fingers(page)
                try await page.jump(to: 0.6)
                let (x, y) = (290.0, 260.0)
                for (from, to) in [(80.0, 200.0), (100, 180), (200, 120)] {
                    let start = try await Self.spot(page, x, y)
                    let before = try await Self.view(page).zoom ?? 1
                    try await page.browser.pinch(x: x, y: y, from: from, to: to)
                    try await page.settle(when: "probe.isSharp() && (scrollServer.shown.view.zoom ?? 1) !== \(before)")
                    let after = try await Self.view(page).zoom ?? 1
                    // Unless a pixel has eight of the screen's by then.
                    let isLargest: Bool = try await page.value(
                        "scrollServer.shown.plan.zoomScale === scrollServer.shown.plan.maximumZoomScale")
                    #expect(isLargest || abs(after / before / (to / from) - 1) < 0.01)
                    let slip = try await Self.slip(page, of: start, x, y)
                    #expect(slip < 0.500_001)
                }
                // By trackpad about another point, and back to as wide as the window.
                let other = try await Self.spot(page, 150, 330)
                try await page.browser.pinchWheel(x: 150, y: 330, deltaY: -9, times: 6)
                try await page.settle(when: "probe.isSharp()")
                let slip = try await Self.slip(page, of: other, 150, 330)
                #expect(slip < 0.500_001)
                // By notches with pauses between them: what each one rounds does not add up.
                let third = try await Self.spot(page, 210, 160)
                for notch in 0..<6 {
                    try await page.browser.pinchWheel(x: 210, y: 160, deltaY: notch < 3 ? -9 : 8)
                    try await page.settle(when: "probe.isSharp()")
                }
                let drift = try await Self.slip(page, of: third, 210, 160)
                #expect(drift < 0.500_001)
                try await page.browser.press("0", with: .alt)
                try await page.settle(when: "probe.isSharp() && scrollServer.shown.plan.zoomScale === 1")
            }
        }

        @Test("While fingers move, what is painted keeps with them in every frame")
        func everyFrame() async throws {
            try await Page.open(["--demo=1000000"], width: 600, height: 500, isBlank: true, query: "#layout=stack") {
                page in
                try await Self.fingers(page)
                try await page.jump(to: 0.3)
                let start = try await Self.spot(page, 300, 250)
                try await page.browser.run(
                    """
                    probe.drift = []; probe.most = 0;
                    // The browser may tell of one finger's step before the other's: the middle is not always where it will be.
                    let middle = [300, 250];
                    document.addEventListener("touchmove", ({ touches: [one, other] }) => {
                      if (other) middle = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
                    }, { capture: true, passive: true });
                    const look = () => {
                      const spot = probe.under(...middle);
                      if (spot) probe.drift.push(Math.max(Math.abs(spot.u - \(start.u)) * spot.width,
                        Math.abs(spot.v - \(start.v)) * spot.height, spot.index === \(start.index) ? 0 : 1000));
                      probe.most = Math.max(probe.most, document.querySelectorAll("*").length);
                      if (!probe.stops) requestAnimationFrame(look);
                    };
                    look();
                    """)
                let elements: Int = try await page.value("document.querySelectorAll('*').length")
                try await page.browser.pinch(x: 300, y: 250, from: 60, to: 240, steps: 40)
                try await page.browser.pinch(x: 300, y: 250, from: 200, to: 100, steps: 30)
                try await page.settle(when: "probe.isSharp()")
                let drift: [Double] = try await page.value("(probe.stops = true, probe.drift)")
                #expect(drift.count > 20)
                // The browser rounds where it is scrolled to.
                let worst = try #require(drift.max())
                #expect(worst < 0.500_001, "\(drift)")
                #expect(try await page.value("probe.most <= \(elements) + 60"))
                #expect(try await page.value("probe.plans.most") == 1)
            }
        }

        @Test(
            "In a grid a pinch changes the density and keeps the picture under the fingers",
            arguments: [1_000, 1_000_000_000])
        func density(count: Int) async throws {
            try await Page.open(["--demo=\(count)"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await Self.fingers(page)
                try await page.jump(to: 0.5)
                for (x, y, from, to) in [
                    (500.0, 300.0, 100.0, 230.0), (200, 400, 200, 60), (700, 200, 150, 60), (450, 300, 60, 200),
                ] {
                    let start = try await Self.spot(page, x, y)
                    let columns: Int = try await page.value("scrollServer.shown.plan.columns")
                    try await page.browser.pinch(x: x, y: y, from: from, to: to)
                    try await page.settle(when: "probe.isSharp() && scrollServer.shown.plan.columns !== \(columns)")
                    let now = try await Self.spot(page, x, y)
                    #expect(now.index == start.index)
                    // As far down the cell as it was: half a pixel for the browser's rounding of the scroll position at the
                    // end, and what is left of that at the beginning, made smaller or larger as the cell is.
                    #expect(abs(now.v - start.v) * now.height <= 0.75)
                    let wanted = Double(columns) * from / to
                    let got: Int = try await page.value("scrollServer.shown.plan.columns")
                    #expect(abs(Double(got) - wanted) < max(1, wanted * 0.15))
                }
            }
        }

        @Test("From the whole collection into a picture's pixels, and out to where one came from")
        func allTheWay() async throws {
            try await Page.open(["--demo=100000"], width: 700, height: 600, query: "#layout=grid") { page in
                try await page.jump(to: 0.4)
                let before = try await page.offset()
                let columns: Int = try await page.value("scrollServer.shown.plan.columns")
                let start = try await Self.spot(page, 350, 300)
                var layouts: [String] = []
                for _ in 0..<60 {
                    try await page.browser.pinchWheel(x: 350, y: 300, deltaY: -15)
                    layouts.append(try await Self.view(page).layout)
                }
                try await page.settle(when: "probe.isSharp() && scrollServer.shown.view.layout === 'item'")
                #expect(try await Self.spot(page, 350, 300).index == start.index)
                #expect(try await page.value("scrollServer.shown.plan.zoomScale") == 8)
                #expect(try await page.value("document.getElementById('magnification').value") == "800 %")
                // Squares of eight screen pixels: colours change at every eighth, and nowhere between.
                let changes: [Int] = try await page.value(
                    """
                    (() => {
                      const { data, width, height } = probe.pixels(0, 100, 700, 400);
                      const changes = new Set();
                      for (let at = 4; at < data.length; at += 4) {
                        const x = (at / 4) % width;
                        if (x && [0, 1, 2].some(by => data[at + by] !== data[at + by - 4])) changes.add(x % 8);
                      }
                      return [...changes];
                    })()
                    """)
                #expect(changes.count == 1)
                #expect(layouts.first == "grid" && layouts.last == "item")
                try await page.photograph("pixels")
                // Out again.
                for _ in 0..<40 where try await Self.view(page).layout != "grid" {
                    try await page.browser.pinchWheel(x: 350, y: 300, deltaY: 15, times: 2)
                }
                try await page.settle(when: "probe.isSharp() && scrollServer.shown.view.layout === 'grid'")
                #expect(try await Self.spot(page, 350, 300).index == start.index)
                // And as dense as it was, where it was.
                for _ in 0..<40 where try await page.value("scrollServer.shown.plan.columns < \(columns)") as Bool {
                    try await page.browser.pinchWheel(x: 350, y: 300, deltaY: 10)
                    try await page.until("!scrollServer.session.busy")
                }
                try await page.settle(when: "probe.isSharp()")
                #expect(try await page.value("scrollServer.shown.plan.columns") == columns)
                #expect(try await Self.spot(page, 350, 300).index == start.index)
                #expect(abs(try await page.offset().y - before.y) < 220)
            }
        }

        @Test("Sharper tiles replace softer ones, and nothing is blank meanwhile")
        func neverBlank() async throws {
            try await Page.open(["--demo=1000"], width: 700, height: 500, query: "#layout=stack") { page in
                try await page.settle(when: "probe.isSharp()")
                try await page.browser.run(
                    """
                    probe.holes = 0; probe.looks = 0;
                    const look = () => {
                      probe.looks += 1;
                      for (const [x, y] of [[100, 100], [350, 250], [600, 400]]) {
                        if (!probe.pixels(x, y, 1, 1).data[3]) probe.holes += 1;
                      }
                      if (!probe.stops) requestAnimationFrame(look);
                    };
                    look();
                    """)
                for delta in [-12.0, 12, -20] {
                    try await page.browser.pinchWheel(x: 350, y: 250, deltaY: delta, times: 8)
                    try await page.settle(when: "probe.isSharp()")
                }
                let (holes, looks): (Int, Int) = (
                    try await page.value("probe.holes"), try await page.value("(probe.stops = true, probe.looks)")
                )
                #expect(looks > 20 && holes == 0)
                #expect(try await page.value("[...scrollServer.slots.shown.values()].every(slot => slot.isDrawn)"))
            }
        }
    }
}
