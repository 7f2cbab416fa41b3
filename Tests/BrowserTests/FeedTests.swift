// A source that is read page by page, in the page: what is said below the last picture, and that nothing jumps.

import Testing

extension BrowserTests {
    @Suite struct FeedTests {
        private static let footer = "scrollServer.shown.plan?.footer"
        /// The page that waits for the reader has failed.
        private static let isStuck =
            "(\(footer)?.state === 'failed' && \(footer).retryAfter === null && scrollServer.shown.plan.count === 480)"
        private static let isAtEnd = "(\(footer)?.state === 'end')"

        /// Turns the wheel again and again, each time something has come, until a condition holds.
        private static func wheel(_ page: Page, until condition: String) async throws {
            for _ in 0..<60 {
                try await page.settle()
                let count: Int = try await page.value("scrollServer.shown.plan.count")
                if try await page.value(condition) { return }
                try await page.browser.wheel(deltaY: 6000)
                try await page.until("scrollServer.shown.plan.count > \(count) || \(condition)")
            }
            throw Page.Lapse(description: "never came: \(condition)")
        }

        /// What lies above the last row, and is seen.
        private static func settled(_ tiles: [Page.Tile]) -> [Page.Tile] {
            let last = tiles.map(\.y).max() ?? 0
            return tiles.filter { $0.y < last - 1 }
        }

        @Test("A feed is scrolled to a page that fails, which is asked for again, and on to its end")
        func toTheEnd() async throws {
            try await Page.open(
                [], width: 500, height: 400, isBlank: true, query: "#collection=endless-feed&layout=justified"
            ) { page in
                try await page.until("scrollServer.shown.plan?.count > 0")
                try await page.until("document.getElementById('position').ariaLabel?.endsWith('so far, more to come')")
                #expect(
                    try await page.value("probe.slots().every(slot => slot.ariaHidden || slot.ariaSetSize === '-1')"))
                try await Self.wheel(page, until: Self.isStuck)
                try await page.browser.wheel(deltaY: 6000)
                try await page.settle(when: "probe.footer('Page 9') && probe.hasWholeFooter()")
                try await page.until("document.getElementById('footer-status').textContent.includes('Page 9')")
                try await page.photograph("failed")
                let before = try await page.painted()
                // Enter is the button's, not the page's.
                try await page.browser.run("document.querySelector('#footer button').focus({ preventScroll: true })")
                try await page.browser.run(
                    """
                    const top = () => scrollServer.scroller.offset.y;
                    const start = top();
                    probe.drift = 0;
                    const look = () => { probe.drift = Math.max(probe.drift, Math.abs(top() - start)); probe.watch = requestAnimationFrame(look); };
                    look();
                    """)
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan.count > 480")
                #expect(try await page.value("scrollServer.shown.plan.layout") == "justified")
                #expect(try await page.value("document.activeElement.id") == "view")
                try await page.browser.run("cancelAnimationFrame(probe.watch)")
                #expect(try await page.value("probe.drift") == 0.0)
                let after = try await page.painted()
                let kept = Self.settled(before)
                #expect(!kept.isEmpty)
                for tile in kept {
                    let same = after.first { $0.url == tile.url }
                    #expect(
                        same.map { abs($0.y - tile.y) <= 0.5 && abs($0.x - tile.x) <= 0.5 } == true, "\(tile.index)")
                }
                try await Self.wheel(page, until: Self.isAtEnd)
                try await page.browser.wheel(deltaY: 6000)
                try await page.settle(when: "probe.footer('1,500 pictures') && probe.hasWholeFooter()")
                #expect(try await page.value("scrollServer.shown.plan.count") == 1500)
                #expect(try await page.value("document.getElementById('position').ariaLabel === null"))
                #expect(
                    try await page.value("probe.slots().every(slot => slot.ariaHidden || slot.ariaSetSize === '1500')"))
            }
        }

        @Test("Over HTTP the button does the same")
        func overHTTP() async throws {
            try await Page.open(
                [], width: 500, height: 400, isBlank: true, query: "?live=0#collection=endless-feed&layout=grid"
            ) { page in
                try await page.until("scrollServer.shown.plan?.count > 0")
                try await Self.wheel(page, until: Self.isStuck)
                try await page.browser.wheel(deltaY: 6000)
                try await page.settle(when: "probe.footer('Page 9') && probe.hasWholeFooter()")
                let before = try await page.painted()
                struct Box: Decodable {
                    let x: Double
                    let y: Double
                    let width: Double
                    let height: Double
                }
                let box: Box = try await page.value("document.querySelector('#footer button').getBoundingClientRect()")
                try await page.browser.click(x: box.x + box.width / 2, y: box.y + box.height / 2)
                try await page.settle(when: "scrollServer.shown.plan.count > 480")
                let after = try await page.painted()
                for tile in before {
                    let same = after.first { $0.url == tile.url }
                    #expect(
                        same.map { abs($0.y - tile.y) <= 0.5 && abs($0.x - tile.x) <= 0.5 } == true, "\(tile.index)")
                }
                #expect(try await page.value("scrollServer.shown.plan.layout") == "grid", "no picture was opened")
            }
        }
    }
}
