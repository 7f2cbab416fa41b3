// The bar of the selection: its buttons keep their places, all of them can be reached, and it says what cannot be done.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct SelectionBarTests {
        private static let message = "document.querySelector('#message > p').textContent"
        private static let focused = "document.activeElement.id"
        private static let buttons =
            "[...document.querySelectorAll('#selection button')].filter(one => one.checkVisibility())"
        /// Where each button lies.
        private static let places = """
            \(buttons).map(one => {
              const { left, top, width, height } = one.getBoundingClientRect();
              return [one.id, left, top, width, height].join(" ");
            })
            """

        private static func open(
            width: Int, height: Int, _ body: (Page) async throws -> Void
        ) async throws {
            let folder = try PictureFolder.numbered(6)
            try await Page.open([folder.path], width: width, height: height, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 6")
                try await body(page)
            }
        }

        private static func press(_ button: String, _ page: Page) async throws {
            try await page.browser.run("document.getElementById('\(button)').click()")
        }

        private static func isOff(_ button: String, _ page: Page) async throws -> Bool {
            try await page.value("document.getElementById('\(button)').ariaDisabled === 'true'")
        }

        @Test(
            "No button moves while the selection grows; Compare says how many it needs",
            arguments: [(390, 844, 2), (820, 1180, 1), (1280, 800, 1)])
        func places(width: Int, height: Int, rows: Int) async throws {
            try await Self.open(width: width, height: height) { page in
                try await page.click(0, with: .control)
                try await page.untilChosen([0])
                let first: [String] = try await page.value(Self.places)
                #expect(first.contains { $0.hasPrefix("selection-compare ") })
                let tops: [Double] = try await page.value(
                    "[...new Set(\(Self.buttons).map(one => one.getBoundingClientRect().top))]")
                #expect(tops.count == rows)
                #expect(try await Self.isOff("selection-compare", page))
                try await Self.press("selection-compare", page)
                try await page.until("\(Self.message) === 'Select 2 to 4 pictures: then they are compared.'")
                #expect(try await page.value("document.getElementById('compare').open") == false)
                for last in 1...4 {
                    try await page.click(last, with: .control)
                    try await page.untilChosen(0...last)
                    #expect(try await page.value(Self.places) == first, "\(last + 1) selected")
                    #expect(try await Self.isOff("selection-compare", page) == (last == 4))
                }
                // Shown alone, the first button has its other name, in the same place.
                let across = "\(Self.buttons).map(one => Math.round(one.getBoundingClientRect().left))"
                let before: [Int] = try await page.value(across)
                try await Self.press("selection-show", page)
                try await page.settle(when: "(\(Page.query)) === 'is:selected' && scrollServer.shown.plan.count === 5")
                #expect(try await page.value("document.getElementById('selection-show').textContent") == "Show all")
                #expect(try await page.value(across) == before)
            }
        }

        @Test("Beside the filters, the pointer and Tab reach each button, and a menu has the rest")
        func beside() async throws {
            try await Self.open(width: 820, height: 1180) { page in
                for index in 0...1 { try await page.click(index, with: .control) }
                try await page.untilChosen(0...1)
                try await page.browser.type("f")
                try await page.until("document.querySelector('#facets:not([hidden]) #facets-list details')")
                let missed: [String] = try await page.value(
                    """
                    \(Self.buttons).filter(one => {
                      const { left, top, width, height } = one.getBoundingClientRect();
                      return [2, width / 2, width - 2].some(x => !one.contains(document.elementFromPoint(left + x, top + height / 2)));
                    }).map(({ id }) => id)
                    """)
                #expect(missed.isEmpty)
                let all: [String] = try await page.value("\(Self.buttons).map(({ id }) => id)")
                #expect(all.contains("selection-compare"))
                try await page.browser.run("document.getElementById('\(all[0])').focus()")
                for button in all.dropFirst() {
                    try await page.browser.press(.tab)
                    #expect(try await page.value(Self.focused) == button)
                }
                try await Self.press("selection-more", page)
                try await page.until("\(Self.focused) === 'selection-all'")
                try await page.browser.press(.down)
                try await page.until("\(Self.focused) === 'selection-invert'")
                try await page.browser.press(.enter)
                try await page.untilChosen(2...5)
                #expect(try await page.value("document.getElementById('selection-menu').hidden"))
                #expect(try await page.value(Self.focused) == "selection-more")
                try await Self.press("selection-more", page)
                try await Self.press("selection-all", page)
                try await page.untilChosen(0...5)
                // What is done with all of them stands in the same menu.
                try await Self.press("selection-more", page)
                let entries = """
                    [...document.querySelectorAll("#selection-menu button")].filter(one => one.checkVisibility())
                      .map(one => one.firstChild.data.trim()).join()
                    """
                #expect(
                    try await page.value(entries)
                        == "Select all,Invert the selection,Copy paths,Keywords…,Add to a list…,Export…")
                try await Self.press("selection-list-row", page)
                try await page.until("document.getElementById('lists').open")
            }
        }

        @Test("Of a list that was made here, bar, menu, key and dialog export the selected pictures alone")
        func list() async throws {
            try await Self.open(width: 900, height: 600) { page in
                try await page.browser.press("a", with: .control)
                try await page.untilChosen(0...5)
                try await page.browser.type("l")
                try await page.until("document.getElementById('lists').open")
                try await page.browser.run("document.getElementById('lists-name').value = 'Sea'")
                try await Self.press("lists-make", page)
                try await page.until(
                    "!document.getElementById('lists').open && \(Self.message).startsWith('Made the list')")
                try await page.browser.run("document.querySelector('#message .action').click()")
                try await page.settle(
                    when: "scrollServer.shown.entry.name === 'Sea' && scrollServer.shown.current?.count === 6")
                for index in 0...2 { try await page.click(index, with: .control) }
                try await page.untilChosen(0...2)
                #expect(try await page.value("document.getElementById('selection-export').checkVisibility()"))
                #expect(try await Self.isOff("selection-export", page) == false)
                let said = "document.getElementById('export-said').textContent"
                func expectSelected() async throws {
                    try await page.until("document.getElementById('export').open")
                    #expect(try await page.value("(\(said)).startsWith('3 pictures, as selected')"))
                    // The file has their paths alone.
                    let paths: String = try await page.value(
                        """
                        (async () => {
                          const kind = document.getElementById("export-kind");
                          kind.value = "paths.txt";
                          kind.dispatchEvent(new Event("input", { bubbles: true }));
                          return (await fetch(document.getElementById("export-save").href)).text();
                        })()
                        """)
                    #expect(paths.split(separator: "\n").count == 3)
                    try await page.browser.press(.escape)
                    try await page.until("!document.getElementById('export').open")
                }
                try await Self.press("selection-export", page)
                try await expectSelected()
                try await page.browser.type("e")
                try await expectSelected()
                try await page.browser.run(
                    """
                    document.querySelector('#slots .slot.selected').dispatchEvent(
                      new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 40, clientY: 90 }));
                    """)
                try await page.until("document.querySelector('#menu:popover-open') !== null")
                #expect(try await page.value("document.getElementById('export-selected-item').checkVisibility()"))
                try await Self.press("export-selected-item", page)
                try await expectSelected()
                try await Self.press("export-button", page)
                try await page.until("document.getElementById('export').open")
                #expect(try await page.value("(\(said)).startsWith('6 pictures, as found')"))
                let options = "[...document.getElementById('export-of').options].map(({ disabled }) => disabled)"
                #expect(try await page.value(options) == [false, false])
            }
        }
    }
}
