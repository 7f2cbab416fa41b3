// A grid of more pictures than there are pixels: all of it at once, in to one of them, and back.

import Testing

extension BrowserTests {
    @Suite struct MosaicTests {
        private struct Cell: Decodable {
            var index: Int
            var item: String
            var name: String?
            var x: Double
            var y: Double
            var width: Double
            var height: Double
        }

        private static func cell(_ page: Page, x: Double, y: Double) async throws -> Cell {
            try #require(
                try await page.value("scrollServer.cells.locate({ point: { x: \(x), y: \(y) } })") as Cell?,
                "nothing at \(x), \(y)")
        }

        private static func cell(_ page: Page, _ index: Int) async throws -> Cell {
            try #require(try await page.value("scrollServer.cells.locate({ index: \(index) })") as Cell?)
        }

        private static let isAll = "scrollServer.shown.plan.mosaic?.isAll && probe.isSharp()"

        /// Notes frames in which the middle of the view shows nothing.
        private static let watch = """
            probe.blank = 0; probe.looks = 0;
            const look = () => {
              if (probe.stops) return;
              requestAnimationFrame(look);
              // Beneath larger cells there are bands.
              if (!scrollServer.shown.plan.mosaic) return;
              const { data } = probe.pixels(280, 230, 40, 40);
              let seen = 0;
              for (let place = 3; place < data.length; place += 4) if (data[place]) seen += 1;
              probe.looks += 1;
              if (seen < data.length / 16) probe.blank += 1;
            };
            requestAnimationFrame(look);
            """

        @Test(
            "From all to single pictures and back in two hundred steps, the picture under the pointer stays there",
            arguments: [100_000, 1_000_000_000])
        func theFocusStays(count: Int) async throws {
            try await Page.open(["--demo=\(count)"], width: 600, height: 500, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.press("0", with: .alt)
                try await page.settle(when: Self.isAll)
                #expect(try await page.value("scrollServer.shown.plan.visible.last") == count - 1)
                let (x, y) = (290.0, 230.0)
                let start = try await Self.cell(page, x: x, y: y)
                let v = (y - start.y) / start.height
                try await page.browser.run(Self.watch)
                let delta = count > 1_000_000 ? 8.0 : 4.6
                var widths: [Double] = []
                for delta in [-delta, delta] {
                    for _ in 0..<10 {
                        try await page.browser.pinchWheel(x: x, y: y, deltaY: delta, times: 10)
                        try await page.settle(when: "probe.isSharp()")
                        // Beyond the mosaic there are cells no more; the plan knows where each picture is.
                        guard try await page.value("Boolean(scrollServer.shown.plan.mosaic)") else { continue }
                        let now = try await Self.cell(page, start.index)
                        widths.append(now.width)
                        let slip = abs(now.y + v * now.height - y)
                        #expect(slip <= 1, "\(slip) px at cells of \(now.width) px")
                        // Within its column, or the gap beside it.
                        #expect(now.x - now.width / 6 - 1 <= x && x <= now.x + now.width * 7 / 6 + 1)
                    }
                }
                #expect((widths.max() ?? 0) > 5 && widths.count > 8)
                #expect(abs((widths.last ?? 0) - start.width) < 1e-3)
                #expect(try await page.value("(probe.stops = true, probe.looks > 20 ? probe.blank : -1)") == 0)
            }
        }

        @Test("While a gesture zooms, bands stand for hundreds of pictures; once it rests these are there, every one")
        func hundreds() async throws {
            try await Page.open(
                ["--demo=100000"], width: 1280, height: 800, isBlank: true, query: "#layout=grid&columns=12"
            ) { page in
                try await page.browser.run(
                    """
                    probe.most = 0; probe.waits = 0; probe.bare = 0;
                    // An event in each frame, as a trackpad's: out to smaller cells, and then the hand lies still.
                    let events = 36, last = 0;
                    const tick = () => {
                      const { slots, bands, shown } = scrollServer;
                      const isZooming = events > 0;
                      if (isZooming) {
                        [events, last] = [events - 1, performance.now()];
                        document.getElementById("view").dispatchEvent(new WheelEvent("wheel",
                          { deltaY: 3, ctrlKey: true, clientX: 640, clientY: 400, bubbles: true, cancelable: true }));
                      }
                      if (shown.plan.columns > 20 && isZooming) probe.most = Math.max(probe.most, slots.shown.size);
                      if (slots.isWaiting) {
                        probe.waits += 1;
                        if (!bands.shown.size) probe.bare += 1;
                      }
                      if (isZooming || performance.now() < last + 400) requestAnimationFrame(tick); else probe.isOver = true;
                    };
                    requestAnimationFrame(tick);
                    """)
                try await page.settle(when: "probe.isOver && probe.isSharp()")
                // A grid of single pictures, not yet a mosaic.
                #expect(try await page.value("scrollServer.shown.plan.columns > 20 && !scrollServer.shown.plan.mosaic"))
                #expect(try await page.value("probe.waits > 0 ? probe.bare : -1") == 0)
                #expect(try await page.value("probe.most <= 200"), "of so many slots a frame cannot be in time")
                let (painted, planned) = (
                    try await page.value("scrollServer.slots.shown.size") as Int,
                    try await page.value("scrollServer.shown.plan.tiles.length") as Int
                )
                #expect(painted == planned && painted > 300)
            }
        }

        @Test("0 shows all of it, and 0 again comes back", arguments: ["grid", "justified"])
        func allAndBack(layout: String) async throws {
            try await Page.open(["--demo=200000"], width: 700, height: 500, isBlank: true, query: "#layout=\(layout)") {
                page in
                try await page.jump(to: 0.4)
                let (columns, anchor, offset) = (
                    try await page.value("scrollServer.shown.plan.columns ?? 0") as Int,
                    try await page.value("scrollServer.shown.plan.anchor.item") as String, try await page.offset()
                )
                try await page.browser.press("0", with: .alt)
                try await page.settle(when: Self.isAll)
                let status: String = try await page.value("document.getElementById('position').value")
                #expect(status == "1–200,000 of 200,000")
                try await page.until("document.getElementById('cell-status').textContent === '200,000 pictures shown'")
                try await page.browser.press("0", with: .alt)
                try await page.settle(when: "!scrollServer.shown.plan.mosaic")
                #expect(try await page.value("scrollServer.shown.view.layout") == layout)
                #expect(try await page.value("scrollServer.shown.plan.columns ?? 0") == columns)
                #expect(try await page.value("scrollServer.shown.plan.anchor.item") == anchor)
                let now = try await page.offset()
                #expect(abs(now.y - offset.y) < 1)
            }
        }

        @Test("A button of the menu ⋯ shows all of it, and comes back; other layouts have none")
        func allByButton() async throws {
            try await Page.open(["--demo=200000"], width: 700, height: 500, isBlank: true, query: "#layout=grid") {
                page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 200000")
                let button = "document.getElementById('whole-view')"
                #expect(try await page.value("\(button).querySelector('kbd').textContent") == "Alt+0")
                try await page.browser.run("\(button).click()")
                try await page.settle(when: Self.isAll)
                try await page.browser.run("\(button).click()")
                try await page.settle(when: "!scrollServer.shown.plan.mosaic")
                // The history's Back leads out of it, too, to where the reader was.
                try await page.jump(to: 0.5)
                let top: Int = try await page.value("scrollServer.shown.plan.anchor.index")
                try await page.browser.run("\(button).click()")
                try await page.settle(when: Self.isAll)
                try await page.browser.run("history.back()")
                try await page.settle(when: "!scrollServer.shown.plan.mosaic")
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == top)
                try await page.browser.run("document.querySelector('#layout [data-layout=stack]').click()")
                try await page.settle(when: "scrollServer.shown.current?.layout === 'stack'")
                #expect(try await page.value("\(button).hidden"))
            }
        }

        @Test("Screen readers hear of as many pictures as the bar says, without those that it covers")
        func theSameCount() async throws {
            try await Page.open(
                ["--demo=20000"], width: 1280, height: 800, isBlank: true, query: "#layout=grid&columns=100"
            ) { page in
                try await page.jump(to: 0.5)
                try await page.until(
                    """
                    (([first, last]) => first > 1 && document.getElementById("cell-status").textContent
                      === `${(last - first + 1).toLocaleString()} pictures shown`)(
                      document.getElementById("position").value.replaceAll(",", "").match(/\\d+/g).map(Number))
                    """)
            }
        }

        @Test("The cell under the pointer is outlined, its picture floats beside it, and a click opens it")
        func pointing() async throws {
            try await Page.open(
                ["--demo=20000"], width: 800, height: 500, isBlank: true, query: "#layout=grid&columns=60"
            ) {
                page in
                try await page.browser.mouse(.move(400, 250))
                try await page.until("!document.getElementById('preview').hidden")
                let cell = try await Self.cell(page, x: 400, y: 250)
                // The gap beside a cell belongs to it.
                #expect(cell.x - 2 <= 400 && 400 <= cell.x + cell.width + 2)
                #expect(cell.y - 2 <= 250 && 250 <= cell.y + cell.height + 2)
                let outline: [Double] = try await page.value(
                    """
                    (({ x, y, width, height }) => [x, y, width, height])(
                      document.getElementById("cell").getBoundingClientRect())
                    """)
                for (found, expected) in zip(outline, [cell.x, cell.y, cell.width, cell.height]) {
                    #expect(abs(found - expected) < 1)
                }
                let words: String = try await page.value("document.querySelector('#preview figcaption').textContent")
                #expect(words.contains("\(cell.index + 1)".suffix(3)) && words.contains("of 20,000"))
                #expect(words.contains(cell.name?.split(separator: "/").last.map(String.init) ?? "?"))
                // Beside the cell, and within the window.
                let isBeside: Bool = try await page.value(
                    """
                    (({ left, right, top, bottom }) => (left > \(cell.x + cell.width) || right < \(cell.x))
                      && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)(
                      document.getElementById("preview").getBoundingClientRect())
                    """)
                #expect(isBeside)
                // It goes with the pointer.
                try await page.browser.mouse(.move(100, 120))
                let other = try await Self.cell(page, x: 100, y: 120)
                try await page.until("scrollServer.cells.item === '\(other.item)'")
                try await page.browser.click(x: 100, y: 120)
                try await page.settle(when: "scrollServer.shown.isLooking")
                #expect(try await page.value("scrollServer.shown.picture") == other.item)
                #expect(try await page.value("document.getElementById('preview').hidden"))
                try await page.browser.press(.escape)
                try await page.settle(when: "Boolean(scrollServer.shown.plan.mosaic)")
                #expect(try await page.value("scrollServer.shown.plan.columns") == 60)
            }
        }

        @Test("The bar does not cover the picture that floats beside a cell", arguments: [1280, 390])
        func clearOfTheBar(width: Int) async throws {
            try await Page.open(
                ["--demo=20000"], width: width, height: 800, isBlank: true, query: "#layout=grid&columns=100"
            ) { page in
                let isClear = """
                    (({ top, bottom, height }, bar) => height > 0 && (top >= bar.bottom || bottom <= bar.top))(
                      document.getElementById("preview").getBoundingClientRect(),
                      document.getElementById("bar").getBoundingClientRect())
                    """
                // In the first row, below a bar at the top.
                try await page.browser.press(.right, times: 2)
                try await page.until(isClear)
                // In one of the last rows that are seen, above a bar at the foot.
                let item: String = try await page.value("scrollServer.cells.item")
                try await page.browser.mouse(.move(Double(width) / 2, 745))
                try await page.until("scrollServer.cells.item !== '\(item)' && \(isClear)")
            }
        }

        @Test("Arrow keys go from cell to cell, screen readers hear which, and Enter opens it")
        func keys() async throws {
            try await Page.open(
                ["--demo=5000"], width: 600, height: 400, isBlank: true, query: "#layout=grid&columns=50"
            ) {
                page in
                try await page.browser.press(.right)
                try await page.until("scrollServer.cells.item !== null")
                for (key, index) in [(WebDriver.Key.right, 1), (.right, 2), (.down, 52), (.left, 51), (.down, 101)] {
                    try await page.browser.press(key)
                    try await page.until(
                        "document.getElementById('cell-status').textContent.endsWith(', \(index + 1) of 5,000')")
                }
                // Down to what is out of view: it comes into view.
                try await page.browser.press(.down, times: 60)
                try await page.settle(
                    when: "document.getElementById('cell-status').textContent.endsWith(', 3,102 of 5,000')")
                try await page.settle(when: "scrollServer.shown.plan.visible.last >= 3101")
                try await page.browser.type("+")
                try await page.settle(when: "scrollServer.shown.plan.columns < 50 && probe.isSharp()")
                let item: String = try await page.value("scrollServer.cells.item")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.isLooking")
                #expect(try await page.value("scrollServer.shown.picture") == item)
            }
        }

        @Test("A key that comes before the view has followed the last one goes on from there")
        func keysBeforeTheView() async throws {
            try await Page.open(
                ["--demo=5000"], width: 600, height: 400, isBlank: true, query: "#layout=grid&columns=50"
            ) { page in
                try await page.browser.press(.right)
                try await page.until("scrollServer.cells.item !== null")
                // Each key at the very moment at which the last one has been answered.
                let said: String = try await page.browser.runAsync(
                    """
                    const done = arguments[arguments.length - 1];
                    const status = document.getElementById("cell-status");
                    let left = 60;
                    const press = () => {
                      if (!left--) return done(status.textContent);
                      const event = { key: "ArrowDown", bubbles: true, cancelable: true };
                      document.getElementById("view").dispatchEvent(new KeyboardEvent("keydown", event));
                    };
                    new MutationObserver(press).observe(status, { childList: true, characterData: true, subtree: true });
                    press();
                    """)
                #expect(said.hasSuffix(", 3,001 of 5,000") || said.hasSuffix(", 3,002 of 5,000"), "\(said)")
            }
        }

        @Test(
            "Home and End lead to the first and the last picture, also where all of them are seen", arguments: [80, 50])
        func ends(columns: Int) async throws {
            try await Page.open(
                ["--demo=3000"], width: 600, height: 400, isBlank: true, query: "#layout=grid&columns=\(columns)"
            ) { page in
                let said = "document.querySelector('#preview span').textContent"
                try await page.browser.press(.end)
                try await page.settle(
                    when: "\(said) === '3,000 of 3,000' && scrollServer.shown.plan.visible.last === 2999")
                try await page.browser.press(.home)
                try await page.settle(when: "\(said) === '1 of 3,000' && scrollServer.shown.plan.visible.first === 0")
            }
        }

        @Test("A cell has the menu of a picture, and the keys go on from a picture that was looked at")
        func menuAndWayBack() async throws {
            try await Page.open(
                ["--demo=5000"], width: 600, height: 400, isBlank: true, query: "#layout=grid&columns=50"
            ) { page in
                let cell = try await Self.cell(page, x: 300, y: 200)
                try await page.browser.mouse(.move(300, 200))
                for type in ["mousePressed", "mouseReleased"] {
                    try await page.browser.tool(
                        "Input.dispatchMouseEvent",
                        ["type": .text(type), "x": 300, "y": 200, "button": "right", "clickCount": 1])
                }
                try await page.until("document.getElementById('menu').matches(':popover-open')")
                #expect(
                    try await page.value("document.querySelector('#menu [data-page]').href.includes('\(cell.item)')"))
                try await page.browser.press(.escape)
                try await page.until("!document.getElementById('menu').matches(':popover-open')")
                try await page.browser.run("document.getElementById('view').focus()")
                let said = "document.getElementById('cell-status').textContent"
                try await page.browser.mouse(.move(300, 5))
                // Keys go on from the picture under the pointer, until the page hears that it has left.
                try await page.until("scrollServer.cells.item === null")
                for (key, index) in [(WebDriver.Key.right, nil), (.down, nil), (.right, 51)] as [(WebDriver.Key, Int?)]
                {
                    try await page.browser.press(key)
                    if let index { try await page.until("\(said).endsWith(', \(index + 1) of 5,000')") }
                }
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.isLooking")
                try await page.browser.press(.escape)
                try await page.settle(when: "Boolean(scrollServer.shown.plan.mosaic)")
                try await page.until("scrollServer.cells.item !== null")
                try await page.browser.press(.right)
                try await page.until("\(said).endsWith(', 53 of 5,000')")
            }
        }

        @Test("On a phone two fingers go all the way, and a tap opens a picture")
        func fingers() async throws {
            try await Page.open(
                ["--demo=1000000"], width: 390, height: 700, scale: 2, isBlank: true, query: "#layout=grid"
            ) { page in
                try await page.browser.tool(
                    "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
                for _ in 0..<8 {
                    if try await page.value("Boolean(scrollServer.shown.plan.mosaic?.isAll)") { break }
                    try await page.browser.pinch(x: 195, y: 300, from: 300, to: 60)
                    try await page.settle(when: "probe.isSharp()")
                }
                #expect(try await page.value("scrollServer.shown.plan.mosaic.isAll"))
                for _ in 0..<8 {
                    if try await page.value("scrollServer.shown.plan.mosaic.cell > 10") { break }
                    try await page.browser.pinch(x: 195, y: 300, from: 100, to: 250)
                    try await page.settle(when: "probe.isSharp()")
                }
                let cell = try await Self.cell(page, x: 200, y: 310)
                try await page.browser.touch(.move(200, 310), .down, .up)
                try await page.settle(when: "scrollServer.shown.isLooking")
                #expect(try await page.value("scrollServer.shown.picture") == cell.item)
                #expect(try await page.value("document.getElementById('preview').hidden"))
            }
        }
    }
}
