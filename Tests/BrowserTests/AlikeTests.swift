// Alike pictures in the page: groups, the best of each by one key, and the order by nearness from a picture's menu.

import Foundation
import Testing

@testable import Pixels

extension BrowserTests {
    @Suite struct AlikeTests {
        private static let message = "document.getElementById('message').querySelector('p').textContent"

        /// A picture of four areas, of which each has one of these lightnesses.
        private static func picture(_ side: Int, _ areas: [UInt8]) -> [UInt8] {
            var pixels = PixelBuffer(width: side, height: side, format: .rgb)
            for pixel in 0..<side * side {
                let area = (pixel / side * 2 / side) * 2 + pixel % side * 2 / side
                for channel in 0..<3 { pixels.bytes[pixel * 3 + channel] = areas[area] }
            }
            return PNGEncoder.encode(pixels)
        }

        private static func open(_ body: (Page) async throws -> Void) async throws {
            let folder = try PictureFolder()
            try folder.write("a-small.png", picture(40, [200, 40, 90, 10]))
            try folder.write("b-other.png", picture(40, [30, 220, 250, 120]))
            try folder.write("c-large.png", picture(80, [200, 40, 90, 10]))
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid&group=alike") { page in
                // Groups appear once the pictures are known.
                try await page.settle(when: "scrollServer.shown.plan?.headings?.length === 2")
                try await body(page)
            }
        }

        private static func label(_ name: String) -> String {
            "probe.name(probe.slots().find(slot => probe.name(slot).startsWith('\(name)')))"
        }

        @Test("One key shows the groups and asks; then the best of each is picked, and a button takes that back")
        func best() async throws {
            try await Self.open { page in
                try await page.browser.run("location.hash = '#layout=strip'")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'strip'")
                try await page.browser.type("P")
                let asked = "document.getElementById('best').open"
                try await page.settle(
                    when:
                        "\(asked) && scrollServer.shown.plan.headings?.length === 2 && scrollServer.shown.plan.layout === 'grid'"
                )
                #expect(
                    try await page.value("document.getElementById('best-words').textContent")
                        == "There is 1 group of alike pictures.")
                let does: String = try await page.value("document.getElementById('best-does').textContent")
                #expect(does.hasPrefix("Flags the best picture as picked, and the other one as rejected."))
                // Nothing is marked before the reader agrees.
                try await page.browser.press(.escape)
                try await page.until("!\(asked) && document.activeElement.id === 'view'")
                // What was shown before is shown again.
                let isAsBefore = "scrollServer.shown.current?.layout === 'strip' && !scrollServer.shown.view.group"
                try await page.settle(when: isAsBefore)
                #expect(try await page.value("\(Self.label("c-large.png")).includes('picked')") == false)
                try await page.browser.type("P")
                try await page.until(asked)
                // The question lies below the first groups, so that they are seen.
                #expect(
                    try await page.value(
                        "document.getElementById('best').getBoundingClientRect().top > innerHeight / 2"))
                try await page.until("document.activeElement.id === 'best-cancel'")
                try await page.browser.press(WebDriver.Key.enter.rawValue, with: .control)
                try await page.until("\(Self.message).endsWith(': 2 pictures.')")
                try await page.settle(when: isAsBefore)
                #expect(try await page.value(asked) == false)
                try await page.until("\(Self.label("c-large.png")).includes('picked')")
                try await page.until("\(Self.label("a-small.png")).includes('rejected')")
                let other: String = try await page.value(Self.label("b-other.png"))
                #expect(!other.contains("picked") && !other.contains("rejected"))
                try await page.browser.run("document.querySelector('#message > .action').click()")
                try await page.until("!\(Self.label("c-large.png")).includes('picked')")
                try await page.until("!\(Self.label("a-small.png")).includes('rejected')")
            }
        }

        @Test("A picture's menu finds what looks like it, the nearest first; its end leads back to the order before")
        func nearness() async throws {
            try await Self.open { page in
                try await page.browser.run(
                    """
                    probe.slots().find(slot => probe.name(slot) === 'c-large.png').querySelector('a').dispatchEvent(
                      new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 60, clientY: 90 }))
                    """)
                try await page.until("document.querySelector('#menu:popover-open #alike-item:not([hidden])') !== null")
                try await page.browser.run("document.getElementById('alike-item').click()")
                try await page.settle(
                    when: "scrollServer.shown.current?.count === 2 && !scrollServer.shown.view.group")
                #expect(try await page.value("scrollServer.shown.view.order.startsWith('alike:')") == true)
                #expect(
                    try await page.value("document.getElementById('sort-button').textContent.trim()") == "Similarity")
                #expect(
                    try await page.value("document.getElementById('find-chips').innerText") == "like c-large.png")
                let other = "scrollServer.shown.plan.tiles.find(tile => tile.name === 'b-other.png')"
                #expect(try await page.value("(\(other)) === undefined"))
                try await page.browser.run("document.getElementById('find-close').click()")
                try await page.settle(when: "scrollServer.shown.current?.count === 3")
                let view: [String?] = try await page.value(
                    "['q', 'order', 'group'].map(name => scrollServer.shown.view[name] ?? null)")
                #expect(view == [nil, nil, "alike"])
                // A picture that is like no other is found alone, and that is said.
                try await page.browser.run("scrollServer.choosing.alike.show((\(other)).item)")
                try await page.settle(when: "scrollServer.shown.current?.count === 1")
                try await page.until(
                    "document.getElementById('find-said').textContent === 'No other picture here looks like it.'")
            }
        }
    }
}
