// A folder that changes under the reader, and the lazy stack of the second source document.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct LiveTests {
        /// Numbered names in order; every third picture three times as high as the others are taken to be.
        private static func write(_ folder: PictureFolder, _ names: some Sequence<String>) throws {
            for (number, name) in names.enumerated() {
                try folder.write(name, PictureFolder.svg(width: 300, height: number % 3 == 0 ? 600 : 200))
            }
        }

        private static func name(_ number: Int, _ suffix: String = "") -> String {
            String(format: "%05d", number) + suffix + ".svg"
        }

        @Test("Files come and go above, below and in the window; what is looked at stays where it is")
        func anchor() async throws {
            let folder = try PictureFolder()
            let count = 20_000
            try Self.write(folder, (0..<count).map { Self.name($0) })
            try await Page.open([folder.path], width: 500, height: 400, query: "#layout=stack") { page in
                try await page.settle(
                    when: "scrollServer.shown.plan.count === \(count) && !scrollServer.shown.plan.hasMore")
                try await page.jump(to: 0.5)
                let index: Int = try await page.value("scrollServer.shown.plan.anchor.index")
                try await page.browser.run(
                    """
                    const held = scrollServer.shown.plan.anchor.item;
                    const at = () => document.querySelector(`.slot.current[data-item="${held}"]`)?.getBoundingClientRect().y;
                    probe.start = at(); probe.turned = 0; probe.worst = 0; probe.looks = 0; probe.lost = 0;
                    const look = () => {
                      const y = at();
                      probe.looks += 1;
                      if (y === undefined) probe.lost += 1;
                      else if (!probe.scrolls) probe.worst = Math.max(probe.worst, Math.abs(y - probe.start - probe.turned));
                      requestAnimationFrame(look);
                    };
                    look();
                    probe.at = at;
                    """)
                var expected = count
                func change(_ numbers: [Int], adds: Bool) async throws {
                    if adds {
                        try Self.write(folder, numbers.map { Self.name($0, "-new") })
                        expected += numbers.count
                    } else {
                        for number in numbers {
                            try FileManager.default.removeItem(atPath: "\(folder.path)/\(Self.name(number, "-new"))")
                        }
                        expected -= numbers.count
                    }
                    try await page.settle(when: "scrollServer.shown.plan.count === \(expected)")
                }
                let (above, below) = (Array(1000..<1400), Array(15_000..<15_400))
                let inside = Array(index - 100..<index + 100)
                for numbers in [above, below, inside] { try await change(numbers, adds: true) }
                // Scrolled meanwhile: the wheel's way and nothing else.
                for (numbers, way) in [(above, 150), (below, -100), (inside, -200), (above, 120)] {
                    try await page.browser.run("probe.scrolls = true")
                    try await page.browser.wheel(deltaY: way)
                    try await change(numbers, adds: numbers == above && way == 120)
                    try await page.browser.run("probe.turned -= \(way); probe.scrolls = false")
                }
                try await page.settle()
                let (worst, lost, looks): (Double, Int, Int) = (
                    try await page.value("probe.worst"), try await page.value("probe.lost"),
                    try await page.value("probe.looks")
                )
                #expect(looks > 30 && lost == 0)
                #expect(worst <= 0.5)
                #expect(try await page.value("document.getElementById('position').value.endsWith(' of 20,400')"))
            }
        }

        @Test(
            "In a grid and in rows nothing that is seen moves while files come above, neither down nor sideways",
            arguments: ["grid", "justified"], ["", "?live=0"])
        func columns(layout: String, transport: String) async throws {
            let folder = try PictureFolder()
            let count = 900
            try Self.write(folder, (0..<count).map { Self.name($0) })
            try await Page.open([folder.path], width: 700, height: 500, query: "\(transport)#layout=\(layout)") {
                page in
                try await page.settle(
                    when: "scrollServer.shown.plan.count === \(count) && !scrollServer.shown.plan.hasMore")
                try await page.jump(to: 0.5)
                try await page.settle()
                try await page.browser.run(
                    """
                    probe.seen = () => new Map([...document.querySelectorAll(".slot.current[data-item]")].map(slot => {
                      const { x, y, width, height } = slot.getBoundingClientRect();
                      return [slot.dataset.item, [x, y, width, height]];
                    }).filter(([, [, y, , height]]) => y + height > 0 && y < innerHeight));
                    probe.start = probe.seen();
                    probe.moved = () => [...probe.start].map(([item, frame]) => {
                      const now = probe.seen().get(item);
                      return now ? Math.max(...frame.map((side, place) => Math.abs(side - now[place]))) : 999;
                    });
                    """)
                let first: Int = try await page.value("scrollServer.shown.plan.visible.first")
                for (number, above) in [300, 3, 20, 1].enumerated() {
                    try Self.write(folder, [Self.name(first - above, "-new")])
                    try await page.settle(when: "scrollServer.shown.plan.count === \(count + number + 1)")
                    let (worst, seen): (Double, Int) = (
                        try await page.value("Math.max(...probe.moved())"), try await page.value("probe.start.size")
                    )
                    #expect(worst < 0.1 && seen > 8, "\(above) above: \(worst) of \(seen)")
                }
            }
        }

        @Test("A new file is painted within moments, a rewritten one anew, without a reload")
        func appears() async throws {
            let folder = try PictureFolder()
            try Self.write(folder, (0..<5).map { Self.name($0) })
            try await Page.open([folder.path], width: 500, height: 400, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan.count === 5")
                try folder.write("00002-new.svg", PictureFolder.svg())
                try await page.settle(when: "scrollServer.shown.plan.count === 6 && probe.painted().length === 6")
                // Its tile has a version of its own in its address.
                let tile = "scrollServer.shown.plan.tiles.find(tile => tile.name === '00002-new.svg')?.url"
                let before: String = try await page.value(tile)
                try folder.write("00002-new.svg", PictureFolder.svg(width: 50, height: 70))
                try await page.settle(when: "\(tile) !== '\(before)'")
                try FileManager.default.removeItem(atPath: "\(folder.path)/00000.svg")
                try await page.settle(when: "probe.painted().length === 5")
                let names: [String] = try await page.value(
                    "probe.slots().map(slot => probe.name(slot)).sort()")
                #expect(names == ["00001.svg", "00002-new.svg", "00002.svg", "00003.svg", "00004.svg"])
            }
        }

        @Test("The lazy stack: late sizes, an insertion after three seconds, a box that changes its height")
        func lazyStack() async throws {
            try await Page.open([], width: 600, height: 900, query: "#collection=lazy-stack&layout=stack") { page in
                try await page.until("scrollServer.shown.plan?.collection === 'lazy-stack'")
                let count: Int = try await page.value("scrollServer.shown.plan.count")
                #expect(count == 4 || count == 5)
                // The fifth comes in at place 1.
                try await page.until("scrollServer.shown.plan.count === 5")
                try await page.browser.press(.end)
                // Heights in the window's scale: the one that toggles has three of them, in turn.
                try await page.browser.run(
                    """
                    probe.heights = new Set();
                    const look = () => {
                      for (const { index, height } of scrollServer.shown.plan.tiles) {
                        if (height > 1) probe.heights.add(`${index} ${Math.round(height)}`);
                      }
                      requestAnimationFrame(look);
                    };
                    look();
                    """)
                try await page.until(
                    "Math.max(...[...Map.groupBy([...probe.heights], entry => entry.split(' ')[0]).values()].map(list => list.length)) >= 3"
                )
            }
        }
    }
}
