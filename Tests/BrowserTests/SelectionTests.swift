// What readers select: with the mouse, by keys and with a finger.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct SelectionTests {
        private struct Cell: Decodable {
            let index: Int
            let x: Double
            let y: Double
        }

        @Test("Clicks with Ctrl select and deselect, with Shift they take a range; the check in a corner does, too")
        func mouse() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                #expect(try await page.value("document.getElementById('selection').hidden"))
                try await page.click(1, with: .control)
                try await page.untilChosen([1])
                #expect(try await page.value(Page.selectionText) == "1 of 1,000 selected")
                try await page.click(6, with: .shift)
                try await page.untilChosen(1...6)
                // A second one moves the end, also beyond the beginning.
                try await page.click(3, with: .shift)
                try await page.untilChosen(1...3)
                try await page.click(0, with: .shift)
                try await page.untilChosen(0...1)
                try await page.click(1, with: .control)
                try await page.untilChosen([0])
                let answer = try await page.selection()
                #expect(answer.count == 1 && answer.of == 1000 && answer.bytes == nil)
                // The check is there on every cell, and says what it does.
                let check = "document.querySelector('.slot.current[data-index=\"2\"] > .chooser')"
                #expect(
                    try await page.value("[\(check).ariaLabel, \(check).ariaPressed]") == ["Select 3.png", "false"])
                let corner: Page.Point = try await page.value(
                    "(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(\(check).getBoundingClientRect())"
                )
                try await page.browser.mouse(.move(corner.x, corner.y))
                try await page.browser.click(x: corner.x, y: corner.y)
                try await page.untilChosen([0, 2])
                #expect(try await page.value("\(check).ariaPressed") == "true")
                #expect(
                    try await page.value("document.querySelector('.slot.selected > a').ariaLabel") == "1.png, selected")
                #expect(try await page.value("scrollServer.shown.layout") == "grid")
                // Selected pictures are elsewhere in another order, and selected there.
                try await page.browser.run("location.hash = '#layout=grid&order=-name'")
                try await page.settle(
                    when: "scrollServer.shown.view.order === '-name' && scrollServer.shown.plan.anchor.index === 0")
                #expect(try await page.value(Page.chosen) == "")
                #expect(try await page.value(Page.selectedCount) == 2)
                try await page.browser.press(.end)
                try await page.settle(when: "\(Page.chosen) === '997,999'")
                // A plain click opens the picture and keeps what is selected; so does a press of Escape.
                try await page.click(998, with: [])
                try await page.settle(when: "scrollServer.shown.plan.layout === 'pages'")
                #expect(try await page.value("document.getElementById('selection').hidden"))
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan.layout === 'grid'")
                try await page.browser.press(.escape)
                #expect(try await page.value(Page.selectedCount) == 2)
                try await page.browser.run("document.getElementById('selection-clear').click()")
                try await page.until("\(Page.selectedCount) === 0 && document.getElementById('selection').hidden")
                try await page.until("document.getElementById('selection-said').textContent === 'Nothing is selected'")
            }
        }

        @Test("Keys select the cursor's cell, ranges, all, the others and none")
        func keys() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                // Without a cursor Space scrolls.
                let top = try await page.offset().y
                try await page.browser.press(.space)
                try await page.settle(when: "scrollServer.scroller.offset.y > \(top)")
                #expect(try await page.value(Page.selectedCount) == 0)
                try await page.browser.press(.home)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 0")
                try await page.focusFirst()
                let before = try await page.offset()
                try await page.browser.press(.space)
                try await page.untilChosen([0])
                #expect(try await page.offset() == before)
                for _ in 1...3 { try await page.browser.press(WebDriver.Key.right.rawValue, with: .shift) }
                try await page.untilChosen(0...3)
                try await page.until("\(Page.focusedIndex) === 3")
                for _ in 1...2 { try await page.browser.press(WebDriver.Key.left.rawValue, with: .shift) }
                try await page.untilChosen(0...1)
                let columns: Int = try await page.value("scrollServer.shown.plan.columns")
                try await page.browser.press(WebDriver.Key.down.rawValue, with: .shift)
                try await page.untilChosen(0...(columns + 1))
                try await page.until("\(Page.focusedIndex) === \(columns + 1)")
                try await page.browser.type("x")
                try await page.untilChosen(0...columns)
                try await page.browser.press("i", with: .control)
                try await page.until("\(Page.selectedCount) === \(1000 - columns - 1)")
                #expect(try await page.value(Page.selectionText) == "\(1000 - columns - 1) of 1,000 selected")
                try await page.browser.press("a", with: .control)
                try await page.until("\(Page.selectedCount) === 1000")
                try await page.browser.press("a", with: .control, .shift)
                try await page.until("\(Page.selectedCount) === 0")
                // By its name, too.
                try await page.browser.press("k", with: .control)
                try await page.browser.type("select all")
                try await page.browser.press(.enter)
                try await page.until("\(Page.selectedCount) === 1000")
                // In the slideshow Space pauses.
                try await page.browser.type("s")
                try await page.until("!document.getElementById('show').hidden || scrollServer.shown.isLooking")
                try await page.browser.press(.space)
                #expect(try await page.value(Page.selectedCount) == 1000)
            }
        }

        @Test("Ctrl and a chooses the text of the search field while that has the keys")
        func field() async throws {
            let folder = try PictureFolder.numbered(3)
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                try await page.browser.type("/svg")
                try await page.browser.press("a", with: .control)
                #expect(
                    try await page.value(
                        "(({ selectionStart, selectionEnd }) => selectionEnd - selectionStart)(document.activeElement)")
                        == 3)
                #expect(try await page.selection().count == 0)
            }
        }

        @Test("A long press begins, taps go on, and a finger that is drawn takes what it passes")
        func touch() async throws {
            try await Page.open(["--demo=1000"], width: 500, height: 800, isBlank: true, query: "#layout=grid") {
                page in
                let browser = page.browser
                try await browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 1])
                func finger(_ type: String, _ at: Page.Point?) async throws {
                    let points: [JSONValue] = at.map { [["x": .number($0.x), "y": .number($0.y)]] } ?? []
                    try await browser.tool(
                        "Input.dispatchTouchEvent", ["type": .text(type), "touchPoints": .list(points)])
                }
                func draw(_ start: Int, _ end: Int) async throws {
                    let (from, to) = (try await page.middle(of: start), try await page.middle(of: end))
                    for step in 1...8 {
                        let share = Double(step) / 8
                        try await finger(
                            "touchMove",
                            Page.Point(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
                    }
                }
                let offset = try await page.offset()
                try await finger("touchStart", try await page.middle(of: 1))
                try await page.untilChosen([1])
                try await finger("touchEnd", nil)
                #expect(try await page.value("!document.getElementById('menu').matches(':popover-open')"))
                for expected in [[1, 4], [1]] {
                    try await finger("touchStart", try await page.middle(of: 4))
                    try await finger("touchEnd", nil)
                    try await page.untilChosen(expected)
                }
                #expect(try await page.value("scrollServer.shown.layout") == "grid")
                // Held, then drawn on over rows and back.
                let columns: Int = try await page.value("scrollServer.shown.plan.columns")
                let far = 2 * columns + 1
                try await finger("touchStart", try await page.middle(of: columns))
                try await page.untilChosen([1, columns])
                try await draw(columns, far)
                try await page.untilChosen([1] + Array(columns...far))
                try await draw(far, 2 * columns - 1)
                try await page.untilChosen([1] + Array(columns...(2 * columns - 1)))
                try await finger("touchEnd", nil)
                #expect(try await page.offset() == offset)
                // Sideways it needs no wait; up and down it scrolls.
                try await page.browser.press("a", with: .control, .shift)
                try await page.until("\(Page.selectedCount) === 0")
                try await page.click(far, with: .control)
                try await page.untilChosen([far])
                try await finger("touchStart", try await page.middle(of: 0))
                try await draw(0, 1)
                try await page.untilChosen([0, 1, far])
                try await finger("touchEnd", nil)
                try await finger("touchStart", try await page.middle(of: far))
                try await draw(far, 1)
                try await finger("touchEnd", nil)
                try await page.settle(when: "scrollServer.scroller.offset.y > \(offset.y) + 20")
                #expect(try await page.value(Page.selectedCount) == 3)
                try await browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
            }
        }

        @Test("A frame that is drawn from a gap, or with Alt, selects what it meets")
        func frame() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                // Between the first two cells.
                let gap: Page.Point = try await page.value(
                    """
                    (() => {
                      const box = index => document.querySelector(`#slots .slot.current[data-index="${index}"] > a`).getBoundingClientRect();
                      return { x: (box(0).right + box(1).left) / 2, y: box(1).top + box(1).height / 2 };
                    })()
                    """)
                #expect(
                    try await page.value("document.elementFromPoint(\(gap.x), \(gap.y)).closest('.slot') === null"))
                let end = try await page.middle(of: 2)
                try await page.browser.drag(from: (gap.x, gap.y), to: (end.x, end.y + 10), isReleased: false)
                #expect(try await page.value("!document.getElementById('frame').hidden"))
                try await page.browser.press(.escape)
                try await page.until("document.getElementById('frame').hidden")
                // The button is let go of after that.
                try await page.browser.tool(
                    "Input.dispatchMouseEvent",
                    [
                        "type": "mouseReleased", "x": .number(end.x), "y": .number(end.y), "button": "left",
                        "clickCount": 1,
                    ])
                #expect(try await page.selection().count == 0)
                try await page.browser.drag(from: (gap.x, gap.y), to: (end.x, end.y + 10))
                try await page.untilChosen([1, 2])
                // With Alt from the middle of a picture, which is not opened; with Ctrl it selects and deselects.
                let start = try await page.middle(of: 0)
                try await page.browser.drag(
                    from: (start.x, start.y), to: (end.x, end.y + 10), with: [.alt, .control])
                try await page.untilChosen([0])
                #expect(try await page.value("scrollServer.shown.layout") == "grid")
            }
        }

        @Test("In a mosaic clicks, frames and keys select cells, which are drawn over")
        func mosaic() async throws {
            try await Page.open(["--demo=60000"], width: 900, height: 600, query: "#layout=grid&columns=60") { page in
                try await page.settle(when: "scrollServer.shown.plan?.mosaic && probe.isSharp()")
                let runs = "document.querySelector('#runs path').getAttribute('d') ?? ''"
                // A cell near a point: its index and its middle.
                func cell(_ x: Int, _ y: Int) async throws -> Cell {
                    try await page.browser.runAsync(
                        """
                        (async () => {
                          for (let away = 0; away < 9; away += 1) {
                            const cell = await scrollServer.cells.find({ x: \(x) + away, y: \(y) + away });
                            if (cell) return { index: cell.index, x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
                          }
                          return null;
                        })().then(arguments[0]);
                        """)
                }
                let (first, last) = (try await cell(300, 300), try await cell(400, 300))
                try await page.browser.click(x: first.x, y: first.y, with: .control)
                try await page.until("\(Page.selectedCount) === 1 && (\(runs)).split('z').length === 2")
                #expect(try await page.value("scrollServer.shown.layout") == "grid")
                // The drawing lies over the cell.
                #expect(
                    try await page.value(
                        """
                        (({ left, top, right, bottom }) =>
                          left <= \(first.x) && top <= \(first.y) && right >= \(first.x) && bottom >= \(first.y))(
                            document.querySelector("#runs path").getBoundingClientRect())
                        """))
                try await page.browser.click(x: last.x, y: last.y, with: .shift)
                try await page.until("\(Page.selectedCount) === \(last.index - first.index + 1)")
                try await page.browser.press("a", with: .control, .shift)
                try await page.until("\(Page.selectedCount) === 0")
                let (from, to) = (try await cell(200, 200), try await cell(420, 330))
                try await page.browser.drag(from: (from.x, from.y), to: (to.x, to.y), with: .alt)
                let columns: Int = try await page.value("scrollServer.shown.plan.columns")
                let rows = to.index / columns - from.index / columns + 1
                let width = to.index % columns - from.index % columns + 1
                try await page.until(
                    "\(Page.selectedCount) === \(rows * width) && (\(runs)).split('z').length === \(rows + 1)")
                // By keys: the first cell, and three more. The mouse rests on the bar.
                try await page.browser.mouse(.move(450, 10))
                try await page.browser.press("a", with: .control, .shift)
                try await page.until("\(Page.selectedCount) === 0")
                try await page.browser.press(.home)
                try await page.settle(when: "scrollServer.cells.element && scrollServer.cells.place?.index === 0")
                try await page.browser.press(.space)
                try await page.until("\(Page.selectedCount) === 1")
                for _ in 1...3 { try await page.browser.press(WebDriver.Key.right.rawValue, with: .shift) }
                try await page.until("\(Page.selectedCount) === 4 && scrollServer.cells.place.index === 3")
            }
        }
    }
}
