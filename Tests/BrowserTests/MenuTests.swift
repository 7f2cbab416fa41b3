// Menus: a press beside one only closes it, the menu ⋯ leaves once it has acted, and the bar stays with the search.

import Testing

extension BrowserTests {
    @Suite struct MenuTests {
        private static let isMoreOpen = "document.getElementById('bar').classList.contains('open')"

        private static func open(_ body: (Page) async throws -> Void) async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 600, isBlank: true, query: "#layout=grid") {
                page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 1000")
                try await body(page)
            }
        }

        @Test("A press on a picture beside a menu closes the menu; the next one opens the picture")
        func beside() async throws {
            try await Self.open { page in
                let menus = [
                    ("more-button", Self.isMoreOpen), ("sort-button", "!document.getElementById('sort-menu').hidden"),
                ]
                let place = try await page.middle(of: 2)
                for (button, isOpen) in menus {
                    try await page.browser.run("document.getElementById('\(button)').click()")
                    try await page.until(isOpen)
                    try await page.browser.click(x: place.x, y: place.y)
                    try await page.until("!(\(isOpen))")
                    #expect(try await page.value("scrollServer.shown.isLooking") == false)
                }
                try await page.browser.run(
                    """
                    document.querySelector('#slots .slot.current[data-index="1"]').dispatchEvent(
                      new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 40, clientY: 90 }));
                    """)
                try await page.until("document.querySelector('#menu:popover-open') !== null")
                let beside = try await page.middle(of: 3)
                try await page.browser.click(x: beside.x, y: beside.y)
                try await page.until("document.querySelector('#menu:popover-open') === null")
                #expect(try await page.value("scrollServer.shown.isLooking") == false)
                try await page.browser.click(x: beside.x, y: beside.y)
                try await page.settle(when: "scrollServer.shown.isLooking")
            }
        }

        @Test("The menu ⋯ closes behind the dialog that it opens, and stays for what is pressed several times")
        func more() async throws {
            let folder = try PictureFolder.numbered(3)
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 3")
                for button in ["export-button", "help-button"] {
                    try await page.browser.run("document.getElementById('more-button').click()")
                    #expect(try await page.value(Self.isMoreOpen))
                    try await page.browser.run("document.getElementById('\(button)').click()")
                    #expect(try await page.value("document.querySelector('dialog[open]') !== null"))
                    #expect(try await page.value(Self.isMoreOpen) == false)
                    try await page.browser.run("document.querySelector('dialog[open]').close()")
                }
                try await page.browser.run("document.getElementById('more-button').click()")
                for _ in 0..<2 { try await page.browser.run("document.getElementById('names').click()") }
                #expect(try await page.value(Self.isMoreOpen))
            }
        }

        @Test("The bar stays while somebody types into the search that hangs from it")
        func search() async throws {
            let folder = try PictureFolder.numbered(60)
            try await Page.open([folder.path], width: 500, height: 400, query: "#layout=stack") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 60")
                let isAway = "document.getElementById('bar').classList.contains('away')"
                try await page.browser.run("scrollServer.scroller.jump({ x: 0, y: 300 })")
                try await page.until(isAway)
                try await page.browser.type("/")
                try await page.until("document.activeElement.id === 'find-text' && !\(isAway)")
                try await page.browser.run("scrollServer.scroller.jump({ x: 0, y: 900 })")
                try await page.settle(when: "scrollServer.shown.plan.contentOffset.y === 900")
                #expect(try await page.value(isAway) == false)
            }
        }
    }
}
