// A chart's flags, choices that are refused, and choices that are remembered, in the page.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct ChartMarkTests {
        private static let chart = "scrollServer.shown.plan?.chart"

        private static func open(_ body: (Page) async throws -> Void) async throws {
            let folder = try PictureFolder()
            let rows = (0..<300).map { "2024-\(10 + $0 / 28 % 3)-\(1 + $0 % 28),\($0 % 7),\($0 * 3 % 50),w" }.sorted()
            try folder.write("table.csv", [UInt8]((["date,Low,High,word"] + rows + [""]).joined(separator: "\n").utf8))
            let marks = "when,what\n2024-10-20,Release\n2024-11-10,Move\n2024-11-10,Again\n"
            try folder.write("marks.csv", [UInt8](marks.utf8))
            var shots = ["path,when"]
            for number in 0..<30 {
                try folder.write("\(number).svg", PictureFolder.svg(width: 30 + number, height: 20))
                shots.append("\(number).svg,2024-11-\(number < 20 ? 13 : number)T12:\(10 + number):00")
            }
            try folder.write("shots.csv", [UInt8]((shots + [""]).joined(separator: "\n").utf8))
            let tables = ["table.csv", "shots.csv"].map { "\(folder.path)/\($0)" }
            let arguments = ["--marks=\(folder.path)/marks.csv"] + tables
            try await Page.open(arguments, width: 900, height: 600, isBlank: true) { page in
                try await page.until("\(chart)?.points > 0")
                try await page.settle()
                try await body(page)
            }
        }

        private static func go(_ page: Page, to address: String) async throws {
            try await page.browser.go(to: "about:blank")
            try await page.browser.go(to: "\(page.address)/\(address)")
            try await page.until("\(chart)?.points > 0")
            try await page.settle()
        }

        @Test("Marks are flags where they lie, and say their names")
        func flags() async throws {
            try await Self.open { page in
                let names: String = "[...document.querySelectorAll('.flag button')].map(b => b.textContent).join()"
                #expect(try await page.value(names) == "Release,Move +1")
                let isThere = """
                    [...document.querySelectorAll('.flag')].every((flag, index) =>
                      Math.abs(flag.getBoundingClientRect().x - \(Self.chart).marks[index].x) < 2)
                    """
                #expect(try await page.value(isThere))
                try await page.browser.run("document.querySelectorAll('.flag button')[1].click()")
                let said: String = try await page.value("document.getElementById('message').textContent")
                #expect(said == "Move (10 Nov 2024), Again (10 Nov 2024)")
                // They go along, and are as wide as there is room for them.
                try await page.browser.type("+")
                try await page.settle()
                #expect(try await page.value(isThere))
                #expect(try await page.value("document.documentElement.scrollWidth <= innerWidth"))
                try await Self.lookBelow(page)
            }
        }

        /// Shows pictures below the chart, reads one at a value, marks one's moment, zooms to a pile, and opens one.
        private static func lookBelow(_ page: Page) async throws {
            try await page.browser.run(
                """
                const choice = document.getElementById("below-choice");
                choice.value = "shots";
                choice.dispatchEvent(new Event("change", { bubbles: true }));
                """)
            try await page.browser.type("0")
            try await page.until("\(chart).pictures?.seen === 30 && location.hash.includes('with=shots')")
            try await page.settle()
            let places = """
                (() => {
                  const said = \(chart).pictures.bins.flatMap(bin => bin.pictures);
                  const seen = [...document.querySelectorAll('.below-picture')].map(cell => cell.getBoundingClientRect());
                  return seen.length > 2 && seen.length === said.length && said.every(({ x, y }, place) =>
                    Math.abs(x - seen[place].x) < 1.5 && Math.abs(y - seen[place].y) < 1.5);
                })()
                """
            #expect(try await page.value(places))
            // The pile holds most of them; the picture of a value is beside its reading.
            let count: Int = try await page.value("Math.max(...\(chart).pictures.bins.map(bin => bin.count))")
            #expect(count >= 20)
            try await page.browser.run(
                """
                const at = { clientX: innerWidth / 2, clientY: 200, bubbles: true, pointerType: "mouse" };
                document.getElementById("view").dispatchEvent(new PointerEvent("pointermove", at));
                """)
            let read = "document.querySelector('#reading .nearest bdi')?.textContent"
            try await page.until("\(chart).pictures.nearest && \(read) === \(chart).pictures.nearest.name")
            try await page.browser.run(
                """
                const over = new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" });
                document.querySelector(".below-picture button").dispatchEvent(over);
                """)
            let moment = "document.getElementById('moment').getBoundingClientRect().x"
            let marked = "Math.abs(\(moment) - \(chart).pictures.bins[0].pictures[0].at) < 1.5"
            let named = "document.querySelector('#moment span').textContent.includes('Nov 2024')"
            #expect(try await page.value("\(marked) && \(named)"))
            let gap: Double = try await page.value("\(chart).lineGap")
            try await page.browser.run("document.querySelector('.below-pile button').click()")
            try await page.until("\(chart)?.lineGap > \(gap) * 2")
            try await page.settle()
            #expect(try await page.value(places.replacing("seen.length > 2", with: "seen.length > 0")))
            try await page.browser.run("document.querySelector('.below-picture button').click()")
            try await page.until("scrollServer.shown.collection === 'shots' && scrollServer.shown.isPaged")
            // The way back leads to the same range of the chart.
            try await page.browser.press(.escape)
            try await page.until("scrollServer.shown.collection === 'table' && \(chart)?.pictures?.seen > 0")
            #expect(try await page.value("\(chart).lineGap > \(gap) * 2"))
        }

        @Test("A choice that is refused gives way to the one before, and is told beside its field")
        func refused() async throws {
            try await Self.open { page in
                try await Self.go(page, to: "#collection=table&xColumn=nobody&hide=Low")
                try await page.until("!location.hash.includes('nobody')")
                #expect(try await page.value("\(Self.chart).lines.find(l => l.name === 'Low').isShown === false"))
                #expect(try await page.value("document.getElementById('message').textContent.includes('nobody')"))
                try await page.browser.run("document.getElementById('chart-button').click()")
                try await page.until("document.getElementById('panel-x').ariaInvalid === 'true'")
                let beside = "document.getElementById('panel-x').closest('.row').nextElementSibling"
                #expect(try await page.value("\(beside).className === 'refused'"))
                #expect(try await page.value("\(beside).textContent.includes('there is no column')"))
                // What is chosen next takes the words away.
                try await page.browser.run(
                    """
                    const box = document.getElementById("panel-band");
                    box.value = "mean";
                    box.dispatchEvent(new Event("change", { bubbles: true }));
                    """)
                try await page.until("location.hash.includes('band=mean')")
                #expect(try await page.value("document.querySelectorAll('.refused, [aria-invalid]').length === 0"))
            }
        }

        @Test("What was chosen is there again without an address, and an address goes before it")
        func remembered() async throws {
            try await Self.open { page in
                try await Self.go(page, to: "#collection=table&hide=Low&units=High:m&lines=Low,High")
                try await page.until("location.hash.includes('units=')")
                try await Self.go(page, to: "")
                try await page.until("location.hash.includes('units=High')")
                #expect(try await page.value("\(Self.chart).lines.find(l => l.name === 'Low').isShown === false"))
                #expect(try await page.value("\(Self.chart).lines.find(l => l.name === 'High').unit === 'm'"))
                try await Self.go(page, to: "#collection=table&layout=slides")
                #expect(try await page.value("\(Self.chart).lines.every(line => line.isShown && line.unit === '')"))
                // Which is what is remembered from then on.
                try await Self.go(page, to: "")
                #expect(try await page.value("\(Self.chart).lines.every(line => line.isShown)"))
            }
        }
    }
}
