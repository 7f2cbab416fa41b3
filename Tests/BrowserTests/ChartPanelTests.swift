// Choosing what a chart shows: by keys, by a drag over an axis, and again from the address.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct ChartPanelTests {
        private static let chart = "scrollServer.shown.plan?.chart"

        private static func table(_ header: String, _ rows: Int, _ row: (Int) -> String) throws -> PictureFolder {
            let folder = try PictureFolder()
            let text = header + "\n" + (0..<rows).map { row($0) + "\n" }.joined()
            try folder.write("table.csv", [UInt8](text.utf8))
            return folder
        }

        private static func stock() throws -> PictureFolder {
            try table("time,Open,High,Low,Close,Volume", 300) { row in
                let price = 100 + 20 * sin(Double(row) / 17)
                return
                    "\(1_700_000_000 + row * 86_400),\(price),\(price + 2),\(price - 2),\(price + 1),\(2_000_000 + row * 7000)"
            }
        }

        private static func open(
            _ folder: PictureFolder, width: Int = 900, height: Int = 600, _ body: (Page) async throws -> Void
        ) async throws {
            try await Page.open(["\(folder.path)/table.csv"], width: width, height: height, isBlank: true) { page in
                try await page.until("\(chart)?.points > 0")
                try await page.settle()
                try await body(page)
            }
        }

        @Test("The panel is used by keys at 320 px, and what is chosen stays in the address")
        func byKeys() async throws {
            try await Self.open(try Self.stock(), width: 320, height: 640) { page in
                try await page.browser.run("document.getElementById('chart-button').focus()")
                try await page.browser.press(.enter)
                try await page.until("document.getElementById('chart-panel').open")
                try await page.until("document.querySelectorAll('#panel-lines .checks input').length === 5")
                #expect(try await page.value("document.getElementById('chart-panel').scrollWidth <= innerWidth"))
                #expect(try await page.value("document.documentElement.scrollWidth <= 320"))
                // With Tab to a box, which a blank switches.
                for _ in 0..<20 {
                    if try await page.value("document.activeElement.value === 'High'") { break }
                    try await page.browser.press(.tab)
                }
                #expect(try await page.value("document.activeElement.value === 'High'"))
                try await page.browser.press(.space)
                try await page.until("\(Self.chart).lines[1].isShown === false")
                // The key stays where it was.
                #expect(try await page.value("document.activeElement.value === 'High'"))
                try await page.browser.press(.escape)
                try await page.until("!document.getElementById('chart-panel').open")
                try await page.until("location.hash.includes('hide=High')")
                #expect(try await page.value("\(Self.chart).valueAxes === 'panes'"))
                // A formula is a further line. What is wrong with one is said beside its field.
                let formula = "document.getElementById('panel-formula')"
                let add = "document.getElementById('panel-formula-add').click()"
                try await page.browser.run("document.getElementById('chart-button').click()")
                try await page.until("\(formula).placeholder === 'Open - High'")
                try await page.browser.run("\(formula).value = 'High - nobody'; \(add)")
                try await page.until("document.querySelector('.refused')?.textContent.includes('nobody')")
                #expect(try await page.value("\(formula).value === 'High - nobody'"))
                #expect(try await page.value("document.getElementById('chart-panel').scrollWidth <= innerWidth"))
                try await page.browser.run(
                    "document.getElementById('panel-formula-name').value = 'Spread'; \(formula).value = 'High - Low'; \(add)"
                )
                try await page.until("\(Self.chart).lines.at(-1).name === 'Spread' && \(formula).value === ''")
                try await page.until("location.hash.includes('formulas=Spread')")
                #expect(try await page.value("\(Self.chart).lines[1].isShown === false"))
                try await page.browser.run("document.querySelector('[aria-label=\"Remove Spread\"]').click()")
                try await page.until("\(Self.chart).lines.length === 5 && !location.hash.includes('formulas')")
            }
        }

        @Test("A link gives the same picture")
        func theAddress() async throws {
            try await Self.open(try Self.stock()) { page in
                let choices = [
                    "#hide=Low,Close&timeZone=Europe/Berlin", "#valueAxes=second&ranges=Open:90:105&hide=High",
                    "#valueScale=log&valueAxes=one", "#valueScale=index&show=Open,Volume", "#axis=even&range=visible",
                    "#lines=Close,Volume&xColumn=time", "#formulas=Spread:High%20-%20Low;:diff(Close)&hide=Volume",
                ]
                for choice in choices {
                    try await page.browser.go(to: "about:blank")
                    let collection: String = "table"
                    try await page.browser.go(to: "\(page.address)/#collection=\(collection)&\(choice.dropFirst())")
                    try await page.until("\(Self.chart)?.points > 0")
                    try await page.settle()
                    try await page.jump(to: 0.5)
                    try await page.settle()
                    try await page.until("probe.hashAgrees()")
                    let look = """
                        (({panes, lines, zone, valueScale, valueAxes, axis, lineGap, base}) =>
                          JSON.stringify([panes, lines, zone, valueScale, valueAxes, axis, lineGap, base]))(\(Self.chart))
                        """
                    let tiles = "[...scrollServer.slots.shown.keys()].sort().join()"
                    let before: String = try await page.value(look)
                    let shown: String = try await page.value(tiles)
                    let hash: String = try await page.value("location.hash")
                    try await page.browser.go(to: "about:blank")
                    try await page.browser.go(to: "\(page.address)/\(hash)")
                    try await page.until("\(Self.chart)?.points > 0")
                    try await page.settle()
                    #expect(try await page.value("location.hash") == hash, "\(choice)")
                    #expect(try await page.value(look) == before, "\(choice)")
                    #expect(try await page.value(tiles) == shown, "\(choice)")
                }
            }
        }

        @Test("The first lines are shown beside how they were read, and keys change that at 390 px")
        func howItWasRead() async throws {
            let folder = try PictureFolder()
            let rows = (1...9).map { "0\($0).02.2024;\($0),5;Ulm\n" }.joined()
            try folder.write("table.csv", [UInt8]("My year;;\nday;power;place\n\(rows)".utf8))
            try await Self.open(folder, width: 390, height: 844) { page in
                let panel = "document.getElementById('table-reading')"
                let focused = "document.activeElement"
                try await page.browser.run("document.getElementById('table-reading-button').click()")
                try await page.until("document.querySelectorAll('#panel-first-lines tr').length === 11")
                let header: String = try await page.value(
                    "document.querySelector('#panel-first-lines .header').innerText")
                #expect(header.contains("day;power"))
                let found: String = try await page.value(
                    "document.getElementById('panel-separator').selectedOptions[0].text")
                #expect(found.contains("semicolons"))
                #expect(try await page.value("\(panel).scrollWidth <= innerWidth"))
                #expect(try await page.value("document.documentElement.scrollWidth <= 390"))
                // With Tab to the third line's number, which makes it the one with the names.
                for _ in 0..<20 {
                    if try await page.value("\(focused).textContent === '3'") { break }
                    try await page.browser.press(.tab)
                }
                try await page.browser.press(.enter)
                try await page.until("location.hash.includes('headerLine=3') && \(Self.chart)?.points === 8")
                try await page.until("\(focused).textContent === '3' && \(focused).ariaPressed === 'true'")
                try await page.browser.run(
                    """
                    const order = document.getElementById('panel-order');
                    order.value = 'mdy';
                    order.dispatchEvent(new Event('change', { bubbles: true }));
                    """)
                try await page.until(
                    "location.hash.includes('dateOrder=mdy') && \(Self.chart)?.span.includes('Sep 2024')")
                // What the table does not allow is said beside its field, and what was there before stays.
                try await page.browser.run(
                    """
                    const marks = document.getElementById('panel-separator');
                    marks.value = 'bar';
                    marks.dispatchEvent(new Event('change', { bubbles: true }));
                    """)
                try await page.until(
                    "\(panel).querySelector('.refused')?.textContent.includes('no column holds numbers')")
                let hash: String = try await page.value("location.hash")
                #expect(hash.contains("headerLine=3") && !hash.contains("separator"))
                try await page.browser.run("document.getElementById('panel-found').click()")
                try await page.until("!/headerLine|dateOrder/.test(location.hash) && \(Self.chart)?.points === 9")
                // What is in view stays in view while the table is read in another way.
                try await page.browser.run("scrollServer.show({ from: '2024-02-03', to: '2024-02-06' })")
                try await page.until("\(Self.chart)?.span.endsWith(' 6 of 9')")
                try await page.browser.run(
                    """
                    const header = document.getElementById('panel-header');
                    header.value = '3';
                    header.dispatchEvent(new Event('change', { bubbles: true }));
                    """)
                try await page.until("\(Self.chart)?.span.endsWith(' 6 of 8')")
                try await page.browser.press(.escape)
                try await page.until("!\(panel).open")
            }
        }

        @Test("A drag over a value axis fixes its range; Escape and a double press let it go")
        func overAnAxis() async throws {
            try await Self.open(try Self.stock()) { page in
                let top: Double = try await page.value("\(Self.chart).panes[1].top")
                let before: Double = try await page.value("\(Self.chart).panes[1].maxValue")
                try await page.browser.mouse(.move(20, top + 20), .down, .move(20, top + 40), .move(20, top + 70), .up)
                try await page.settle(when: "\(Self.chart).panes[1].isFixed")
                #expect(try await page.value("\(Self.chart).panes[1].maxValue") < before)
                #expect(try await page.value("!\(Self.chart).panes[0].isFixed"))
                try await page.until("location.hash.includes('ranges=Volume')")
                try await page.browser.press(.escape)
                try await page.settle(when: "!\(Self.chart).panes[1].isFixed")
                #expect(try await page.value("\(Self.chart).panes[1].maxValue") == before)
                try await page.browser.mouse(.move(20, top + 20), .down, .move(20, top + 40), .move(20, top + 70), .up)
                try await page.settle(when: "\(Self.chart).panes[1].isFixed")
                try await page.browser.click(x: 20, y: top + 30, times: 2)
                try await page.settle(when: "!\(Self.chart).panes[1].isFixed")
            }
        }

        @Test("Many lines are found by letters, and switched all at once")
        func manyLines() async throws {
            let folder = try Self.table("time," + (0..<100).map { "s\($0)" }.joined(separator: ","), 40) { row in
                "\(1_700_000_000 + row * 60)," + (0..<100).map { "\($0 + row)" }.joined(separator: ",")
            }
            try await Self.open(folder) { page in
                let visible = "[...document.querySelectorAll('.legend-lines button')].filter(b => !b.hidden)"
                #expect(try await page.value("\(visible).length") == 100)
                // The list scrolls within itself.
                #expect(
                    try await page.value(
                        "document.getElementById('legend').getBoundingClientRect().bottom <= innerHeight"))
                try await page.browser.run("document.querySelector('.legend-tools input').focus()")
                try await page.browser.type("s9")
                try await page.until("\(visible).length === 11")
                try await page.browser.run("document.querySelectorAll('.legend-tools button')[1].click()")
                try await page.settle(when: "\(Self.chart).lines.every(line => !line.isShown)")
                try await page.browser.run("\(visible)[1].click()")
                try await page.settle(when: "\(Self.chart).lines.filter(line => line.isShown).length === 1")
                try await page.until("location.hash.includes('show=s90')")
                try await page.browser.run("document.querySelectorAll('.legend-tools button')[0].click()")
                try await page.settle(when: "\(Self.chart).lines.every(line => line.isShown)")
            }
        }

        @Test("Of a long table other values are chosen in the panel")
        func otherValues() async throws {
            let folder = try Self.table("country,year,value", 30 * 20) { row in
                "Land \(row / 20),\(1990 + row % 20),\(row)"
            }
            try await Self.open(folder) { page in
                #expect(try await page.value("\(Self.chart).lines.length") == 12)
                try await page.browser.run("document.getElementById('chart-button').click()")
                try await page.until("document.querySelectorAll('#panel-lines .checks input').length === 30")
                try await page.browser.run("document.querySelectorAll('#panel-lines [data-all]')[0].click()")
                try await page.settle(when: "\(Self.chart)?.lines.length === 30")
                try await page.browser.press(.escape)
                try await page.until("location.hash.includes('keys=')")
                let hash: String = try await page.value("location.hash")
                try await page.browser.go(to: "about:blank")
                try await page.browser.go(to: "\(page.address)/\(hash)")
                try await page.until("\(Self.chart)?.lines.length === 30")
            }
        }

        @Test("A table that could be either says what it was taken for")
        func eitherOr() async throws {
            let folder = try Self.table("path,time,size", 6) { "p\($0).svg,\(1_700_000_000 + $0 * 60),\($0)" }
            for row in 0..<6 { try folder.write("p\(row).svg", PictureFolder.svg()) }
            for arguments in [[], ["--x-column=time"]] {
                try await Page.open(["\(folder.path)/table.csv"] + arguments, isBlank: true) { page in
                    try await page.until("scrollServer.shown.plan?.count > 0")
                    try await page.until("!document.getElementById('notes-button').hidden")
                    try await page.browser.run("document.getElementById('notes-button').click()")
                    try await page.until("document.getElementById('notes').open")
                    let said: String = try await page.value("document.getElementById('notes').textContent")
                    #expect(said.contains("--x-column"))
                }
            }
        }
    }
}
