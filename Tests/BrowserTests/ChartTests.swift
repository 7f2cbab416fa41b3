// A chart in the page: newest first, from all of it to a point, values by pointer and by key.

import Testing

extension BrowserTests {
    @Suite struct ChartTests {
        private static let chart = "scrollServer.shown.plan?.chart"

        /// Two million numbers in each of which its place can be read: opened by a page 900 px wide, which shows all of
        /// them, and then the newest, a point to a px.
        private static func open(
            width: Int = 900, height: Int = 600, query: String = "", _ body: (Page) async throws -> Void
        ) async throws {
            try await Page.open([], width: width, height: height, query: "#collection=weather\(query)") { page in
                try await page.until("\(chart)?.points === 1051920")
                try await page.settle(when: "\(chart).visiblePoints.first === 0")
                #expect(try await page.value("\(chart).visiblePoints.last") == 1_051_919)
                try await page.showNewest()
                try await page.browser.run(Self.probe)
                try await body(page)
            }
        }

        /// Days since the first point at an x of the viewport, by the slide that is painted there: its id says how far
        /// apart points are, and the browser where it is.
        private static let probe = """
            probe.unit = x => {
              for (const slot of scrollServer.slots.shown.values()) {
                const box = slot.element.getBoundingClientRect();
                if (!slot.ready || box.left > x || box.right <= x || box.top > 300 || box.bottom < 300) continue;
                const parts = slot.tile.item.split("-");
                const view = new DataView(new ArrayBuffer(8));
                view.setBigUint64(0, BigInt("0x" + parts[0].padEnd(16, "0")));
                const gap = view.getFloat64(0);
                const start = parseInt(parts[14], 36) * 512 + slot.tile.column * 512;
                return (start + (x - box.left) * slot.tile.width / box.width - 64) / gap;
              }
              return null;
            };
            // Px of the viewport that no slide covers, in a row of its middle.
            probe.bare = () => {
              const boxes = [...scrollServer.slots.shown.values()].filter(slot => slot.isDrawn || slot.isCovered)
                .map(({ element }) => element.getBoundingClientRect())
                .filter(box => box.top <= 300 && box.bottom > 300 && box.right > 0 && box.left < innerWidth)
                .map(box => [box.left, box.right]).sort((one, other) => one[0] - other[0]);
              let [end, bare] = [0, 0];
              for (const [left, right] of boxes) { bare = Math.max(bare, left - end); end = Math.max(end, right); }
              return Math.max(bare, innerWidth - end);
            };
            """

        @Test("The legend lies above the data, in as many rows as it needs", arguments: [390, 820, 1280])
        func legend(width: Int) async throws {
            try await Self.open(width: width, height: 844) { page in
                try await page.until("document.querySelectorAll('.legend button').length === 3")
                try await page.until(
                    "document.getElementById('legend').getBoundingClientRect().bottom <= \(Self.chart).section.top")
            }
        }

        @Test("A chart opens with all of its values, and every part of it can be reached")
        func fromEndToEnd() async throws {
            try await Self.open { page in
                #expect(try await page.value("\(Self.chart).visiblePoints.last") == 1_051_919)
                #expect(try await page.value("scrollServer.shown.plan.edges.right"))
                #expect(try await page.value("document.querySelectorAll('.legend button').length") == 3)
                let most: Int = try await page.value("document.querySelectorAll('*').length")
                // To the beginning, by wheel a bit of the way, and back to the end.
                try await page.browser.press(.home)
                try await page.settle(when: "probe.isSharp() && \(Self.chart).visiblePoints.first === 0")
                for _ in 0..<5 {
                    let before = try await page.offset().x
                    try await page.browser.wheel(deltaY: 700)
                    try await page.settle(when: "probe.isSharp() && scrollServer.scroller.offset.x === \(before + 700)")
                    #expect(try await page.value("probe.bare()") < 0.5)
                }
                try await page.browser.press(.end)
                try await page.settle(when: "probe.isSharp() && \(Self.chart).visiblePoints.last === 1051919")
                #expect(try await page.value("document.querySelectorAll('*').length <= \(most) + 40"))
                // Visible slides and one on each side, of two tiles' height.
                #expect(try await page.value("scrollServer.slots.shown.size") <= (3 + 2) * 2)
            }
        }

        @Test("While fingers pinch a chart, what is under them stays there in every frame, and nothing is blank")
        func everyFrame() async throws {
            try await Self.open { page in
                try await page.browser.tool(
                    "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
                try await page.jump(to: 0.4)
                try await page.settle(when: "probe.isSharp()")
                for (from, to) in [(60.0, 200.0), (220, 90)] {
                    let unit: Double = try await page.value("probe.unit(450)")
                    try await page.browser.run(
                        """
                        probe.drift = []; probe.bareness = []; probe.stops = false;
                        // The browser may tell of one finger's step before the other's: the middle is not always where it will be.
                        let middle = 450;
                        document.addEventListener("touchmove", ({ touches: [one, other] }) => {
                          if (other) middle = (one.clientX + other.clientX) / 2;
                        }, { capture: true, passive: true });
                        const look = () => {
                          // How many px away what was under the fingers is now.
                          const [left, right] = [probe.unit(middle), probe.unit(middle + 10)];
                          if (left !== null && right !== null) {
                            probe.drift.push(Math.abs(left - \(unit)) * 10 / Math.abs(right - left));
                          }
                          probe.bareness.push(probe.bare());
                          if (!probe.stops) requestAnimationFrame(look);
                        };
                        look();
                        """)
                    let gap: Double = try await page.value("\(Self.chart).lineGap")
                    try await page.browser.pinch(x: 450, y: 300, from: from, to: to, steps: 25)
                    try await page.settle(when: "probe.isSharp() && \(Self.chart).lineGap !== \(gap)")
                    let drift: [Double] = try await page.value("(probe.stops = true, probe.drift)")
                    let bareness: [Double] = try await page.value("probe.bareness")
                    #expect(drift.count > 2)
                    #expect(try #require(drift.max()) < 0.500_001, "\(drift)")
                    let after: Double = try await page.value("\(Self.chart).lineGap")
                    #expect(abs(after / gap / (to / from) - 1) < 0.02)
                    // Pinching in brings in what was outside: that has to be drawn first.
                    if to > from { #expect(try #require(bareness.max()) < 1) }
                    #expect(try await page.value("probe.bare()") < 0.5)
                }
            }
        }

        @Test("From all of a chart to one point and back, by keys")
        func allTheWay() async throws {
            try await Self.open { page in
                try await page.browser.type("0")
                try await page.settle(
                    when:
                        "probe.isSharp() && \(Self.chart).visiblePoints.first === 0 && \(Self.chart).visiblePoints.last === 1051919"
                )
                #expect(try await page.value("probe.bare()") < 0.5)
                try await page.photograph("chart-all")
                for _ in 0..<60 {
                    if try await page.value("\(Self.chart).lineGap === \(Self.chart).maximumLineGap") { break }
                    let gap: Double = try await page.value("\(Self.chart).lineGap")
                    try await page.browser.type("+")
                    try await page.settle(when: "probe.isSharp() && \(Self.chart).lineGap > \(gap)")
                }
                let count: Int = try await page.value(
                    "\(Self.chart).visiblePoints.last - \(Self.chart).visiblePoints.first + 1")
                #expect(count < 20)
                try await page.photograph("chart-points")
                try await page.browser.type("0")
                try await page.settle(when: "probe.isSharp() && \(Self.chart).lineGap === \(Self.chart).minimumLineGap")
            }
        }

        @Test("The values of a point are read by key and by pointer, and are said aloud")
        func values() async throws {
            try await Self.open { page in
                try await page.browser.press(.left)
                try await page.settle(when: "probe.isSharp() && \(Self.chart).pointer?.index === 1051919")
                try await page.browser.press(.left)
                try await page.settle(when: "probe.isSharp() && \(Self.chart).pointer?.index === 1051918")
                let said: String = try await page.value("document.getElementById('reading').textContent")
                #expect(said.hasPrefix("31 Dec 2024 23:40"))
                let value: String = try await page.value("String(\(Self.chart).pointer.values[0].value)")
                #expect(said.contains("Temperature (°C): \(value)"))
                #expect(try await page.value("document.getElementById('reading').ariaLive") == "polite")
                // The line stands at the point, a dot on each curve.
                let x: Double = try await page.value("\(Self.chart).pointer.x")
                let painted: Double = try await page.value(
                    "(box => box.left + box.width / 2)(document.getElementById('cross').getBoundingClientRect())")
                #expect(abs(painted - x) <= 1)
                // A line that is switched off is not read, nor drawn, and its button says so.
                try await page.browser.run("document.querySelectorAll('.legend button')[1].click()")
                try await page.settle(when: "probe.isSharp() && \(Self.chart).lines[1].isShown === false")
                #expect(try await page.value("document.querySelectorAll('.legend button')[1].ariaPressed") == "false")
                #expect(try await page.value("\(Self.chart).pointer.values.map(value => value.line)") == [0, 2])
                // Another range for what is left, into which what was painted moves; then by pointer.
                try await page.browser.run("document.querySelectorAll('.legend button')[2].click()")
                try await page.settle(when: "probe.isSharp() && \(Self.chart).section.maxValue < 100")
                try await page.browser.press(.escape)
                try await page.settle(when: "probe.isSharp() && \(Self.chart).pointer === null")
                #expect(try await page.value("document.getElementById('cross').hidden"))
                try await page.browser.mouse(.move(200, 120))
                try await page.until("!document.getElementById('cross').hidden")
                // No cell of several pictures: a tile says nothing over the lines.
                let words: [String] = try await page.value(
                    "probe.slots().map(slot => getComputedStyle(slot.querySelector('a'), '::after').content)")
                #expect(!words.isEmpty && words.allSatisfy { $0 == "none" }, "\(words)")
            }
        }

        @Test("A chart comes back where it was, and has room at 360 px")
        func comesBack() async throws {
            try await Self.open(width: 360, height: 640) { page in
                try await page.jump(to: 0.25)
                try await page.browser.type("-")
                try await page.settle(when: "probe.isSharp() && \(Self.chart).lineGap < 144")
                let before: Double = try await page.value("probe.unit(180)")
                let gap: Double = try await page.value("\(Self.chart).lineGap")
                try await page.until("probe.hashAgrees()")
                let hash: String = try await page.value("location.hash")
                try await page.browser.go(to: "about:blank")
                try await page.browser.go(to: "\(page.address)/\(hash)")
                try await page.until("\(Self.chart)?.points === 1051920")
                try await page.settle(when: "probe.isSharp()")
                try await page.browser.run(Self.probe)
                #expect(try await page.value("\(Self.chart).lineGap") == gap)
                let after: Double = try await page.value("probe.unit(180)")
                #expect(abs(after - before) * gap < 0.51)
                #expect(try await page.value("document.documentElement.scrollWidth <= 360"))
                #expect(try await page.value("document.querySelector('.bar').scrollWidth <= 360"))
            }
        }
    }
}
