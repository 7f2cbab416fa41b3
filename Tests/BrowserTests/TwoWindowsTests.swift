// Windows of one browser, each with a place of its own.

import Testing

extension BrowserTests {
    @Suite struct TwoWindowsTests {
        /// What is painted at the rest of the driven window, with the address saying so.
        private static func painted(_ page: Page) async throws -> [Page.Tile] {
            try await page.until("probe.hashAgrees()")
            return try await page.painted()
        }

        private static func isSame(_ one: [Page.Tile], _ other: [Page.Tile]) -> Bool {
            one.count == other.count
                && zip(one, other).allSatisfy { $0.url == $1.url && abs($0.x - $1.x) <= 0.5 && abs($0.y - $1.y) <= 0.5 }
        }

        @Test("Two windows are scrolled to different places, reloaded, and each comes back to its own")
        func reload() async throws {
            try await Page.open(["--demo=1000000"], width: 500, height: 400) { page in
                let browser = page.browser
                let first = try await browser.window()
                try await page.jump(to: 0.3)
                let before = try await Self.painted(page)
                try await browser.openWindow()
                let second = try await browser.window()
                try await Page.prepare(browser)
                try await page.resize(width: 500, height: 400)
                try await browser.go(to: "\(page.address)/#layout=stack")
                try await page.settle()
                try await page.jump(to: 0.7)
                let other = try await Self.painted(page)
                for (window, tiles) in [(first, before), (second, other), (first, before)] {
                    try await browser.drive(window)
                    try await browser.reload()
                    try await page.settle()
                    #expect(Self.isSame(try await Self.painted(page), tiles))
                }
                try await browser.drive(second)
                try await browser.closeWindow()
                try await browser.drive(first)
            }
        }

        /// No rest for the page to write its address in: it does so while it scrolls, and when it is left.
        @Test("A window that is reloaded while it scrolls comes back to where it was")
        func reloadInTheMidst() async throws {
            try await Page.open(["--demo=1000000"], width: 500, height: 400, query: "#layout=stack") { page in
                try await page.jump(to: 0.5)
                try await page.until("probe.hashAgrees()")
                try await page.browser.run(
                    """
                    window.start = scrollServer.scroller.offset.y;
                    window.timer = setInterval(() => document.getElementById("view").scrollBy(0, 40), 20);
                    """)
                try await page.until("scrollServer.scroller.offset.y > window.start + 3000")
                let offset: Double = try await page.value(
                    "(sessionStorage.at = scrollServer.scroller.offset.y, location.reload(), Number(sessionStorage.at))"
                )
                try await page.settle(when: "window.start === undefined && scrollServer.shown.plan")
                #expect(abs(try await page.offset().y - offset) < 1600)
            }
        }
    }
}
