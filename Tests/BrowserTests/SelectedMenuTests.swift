// The menu's part about all that is selected: rated, undone by a button, opened alone by the bar, and the paths that are copied.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct SelectedMenuTests {
        private static let message = "document.getElementById('message').querySelector('p').textContent"
        private static let isOpen = "document.querySelector('#menu:popover-open') !== null"
        private static let heading = "document.getElementById('menu-count').textContent"

        private static func label(_ index: Int) -> String {
            "document.querySelector('#slots .slot.current:not(.over)[data-index=\"\(index)\"] > a').ariaLabel"
        }

        private static func openMenu(of index: Int, _ page: Page) async throws {
            try await page.browser.run(
                """
                document.querySelector('#slots .slot.current:not(.over)[data-index="\(index)"]').dispatchEvent(
                  new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 40, clientY: 90 }));
                """)
            try await page.until(isOpen)
        }

        private static func open(_ selected: [Int], _ body: (Page) async throws -> Void) async throws {
            let folder = try PictureFolder.numbered(6)
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 6")
                for index in selected { try await page.click(index, with: .control) }
                try await page.untilChosen(selected)
                try await body(page)
            }
        }

        @Test("The menu of a selected picture rates all that is selected, and a button takes that back")
        func all() async throws {
            try await Self.open([0, 2, 3]) { page in
                try await Self.openMenu(of: 2, page)
                #expect(try await page.value(Self.heading) == "All 3 selected")
                #expect(try await page.value("document.querySelector('.slot.of-menu').dataset.index") == "2")
                try await page.browser.run("document.querySelector('#menu [data-noted=\"rating:5\"]').click()")
                try await page.until("\(Self.message) === 'Rated 3 pictures ★★★★★.'")
                for index in [0, 2, 3] { try await page.until("\(Self.label(index)).includes('5 stars')") }
                try await page.browser.run("document.querySelector('#message .action').click()")
                try await page.until("\(Self.message) === 'Undone: 3 pictures.'")
                for index in [0, 2, 3] { try await page.until("!\(Self.label(index)).includes('star')") }
                // Another picture is meant alone, and its menu says so.
                try await Self.openMenu(of: 4, page)
                #expect(try await page.value(Self.heading) == "3 selected")
                try await page.browser.run("document.querySelector('#menu [data-noted=\"rating:2\"]').click()")
                try await page.until("\(Self.label(4)).includes('2 stars')")
                #expect(try await page.value("\(Self.label(2)).includes('star')") == false)
                #expect(try await page.value("document.querySelector('.slot.of-menu')") as String? == nil)
            }
        }

        @Test("The bar of the selection opens that part alone; keywords are given to all")
        func bar() async throws {
            try await Self.open([1, 5]) { page in
                try await page.browser.run("document.getElementById('selection-rate').click()")
                try await page.until(Self.isOpen)
                #expect(try await page.value("document.getElementById('menu-picture').checkVisibility()") == false)
                #expect(try await page.value("document.activeElement.dataset.noted") == "rating:0")
                try await page.browser.run("document.querySelector('#menu [data-noted=keywords]').click()")
                try await page.until(
                    "document.getElementById('keywords-of').textContent === 'For all 2 selected pictures.'")
                try await page.browser.type("sea")
                for _ in 0..<2 { try await page.browser.press(.enter) }
                try await page.until("!document.getElementById('keywords').open")
                // It closes before the answer comes, which is told all the same.
                try await page.until("\(Self.message) === 'Added sea: 2 pictures.'")
                struct Answer: Decodable {
                    struct Item: Decodable { let name: String }
                    let items: [Item]
                }
                let collection: String = try await page.value("scrollServer.shown.collection")
                let found: Answer = try await page.ask("/api/collections/\(collection)/items?q=keywords:sea")
                #expect(found.items.map(\.name) == ["02.svg", "06.svg"])
            }
        }

        @Test("The menu names each key once, at what it acts on, and has two columns in a low window")
        func keys() async throws {
            let keys = """
                [...document.querySelectorAll('#menu kbd')].filter(one => one.checkVisibility()).map(one => one.textContent)
                """
            try await Self.open([0, 2]) { page in
                try await Self.openMenu(of: 1, page)
                let shown: [String] = try await page.value(keys)
                #expect(shown.contains("c") && Set(shown).count == shown.count, "\(shown)")
                let picture = "document.querySelector('#menu-picture [data-act=copy] > kbd').checkVisibility()"
                #expect(try await page.value(picture) == false)
                #expect(try await page.value("document.querySelector('#menu.wide').scrollHeight <= innerHeight"))
            }
        }

        @Test("c copies the paths of all that is selected, one in each line")
        func paths() async throws {
            try await Self.open([1, 4]) { page in
                // The clipboard of the machine stays as it is.
                try await page.browser.run(
                    """
                    Object.defineProperty(navigator, "clipboard", {
                      configurable: true, value: { writeText: async text => { window.copied = text; } },
                    });
                    """)
                try await page.browser.type("c")
                try await page.until("\(Self.message) === 'Copied the paths of 2 pictures.'")
                let copied: String = try await page.value("copied")
                let lines = copied.split(separator: "\n").map(String.init)
                #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("/") })
                #expect(lines.map { $0.split(separator: "/").last.map(String.init) } == ["02.svg", "05.svg"])
            }
        }
    }
}
