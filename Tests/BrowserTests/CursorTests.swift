// The keyboard's place among the pictures: it goes along with what is shown.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct CursorTests {
        /// The index of the picture that has the focus; null for none.
        private static let focused = "Number(document.activeElement.closest('.slot')?.dataset.index ?? -1)"

        private static func begin(_ page: Page) async throws {
            try await page.browser.run("document.getElementById('view').focus();")
            try await page.browser.press(.tab)
            try await page.until("\(focused) === 0")
        }

        @Test("The focus goes along with Home, End and screens, and arrows go on from there")
        func follows() async throws {
            try await Page.open(["--demo=60000"], isBlank: true, query: "#layout=grid") { page in
                // An arrow across begins it with the first picture in view, as Tab does.
                try await page.settle(when: "scrollServer.shown.plan?.count === 60_000")
                try await page.browser.press(.right)
                try await page.until("\(Self.focused) === 0")
                try await page.browser.press(.right)
                try await page.until("\(Self.focused) === 1")
                #expect(try await page.value("document.activeElement.matches(':focus-visible')"))
                try await page.browser.run("document.getElementById('view').focus()")
                try await Self.begin(page)
                try await page.browser.press(.end)
                try await page.settle(when: "\(Self.focused) === 59_999")
                try await page.browser.press(.left)
                try await page.settle(when: "\(Self.focused) === 59_998")
                #expect(try await page.value("probe.seen().includes(59_999)"))
                try await page.browser.press(.home)
                try await page.settle(when: "\(Self.focused) === 0")
                for _ in 0..<2 {
                    let before = try await page.offset().y
                    try await page.browser.press(.pageDown)
                    try await page.settle(when: "scrollServer.scroller.offset.y > \(before)")
                }
                try await page.until("\(Self.focused) === scrollServer.shown.plan.anchor.index")
                let first: Int = try await page.value(Self.focused)
                #expect(first > 0)
                try await page.browser.press(.right)
                try await page.settle(when: "\(Self.focused) === \(first + 1)")
                #expect(try await page.value("probe.seen().includes(\(first + 1))"))
                // A wheel leaves the focus behind; the next arrow begins with what is seen.
                try await page.jump(to: 0.5)
                try await page.browser.press(.right)
                try await page.settle(when: "\(Self.focused) >= 0")
                #expect(try await page.value("Math.abs(\(Self.focused) - 30_000) < 100"))
            }
        }

        @Test("A picture that is on its way into view does not come after Home or End", arguments: ["grid", "strip"])
        func leaps(layout: String) async throws {
            try await Page.open(["--demo=60000"], isBlank: true, query: "#layout=\(layout)") { page in
                try await Self.begin(page)
                let keys = WebDriver.Key.self
                for count in 1...8 {
                    let steps = { (key: WebDriver.Key) in String(repeating: key.rawValue, count: count) }
                    try await page.browser.type(steps(keys.up) + keys.end.rawValue)
                    try await page.settle(when: "\(Self.focused) === 59_999 && probe.seen().includes(59_999)")
                    try await page.browser.type(steps(keys.down) + keys.home.rawValue)
                    try await page.settle(when: "\(Self.focused) === 0 && probe.seen().includes(0)")
                    try await page.browser.type(steps(keys.down) + keys.home.rawValue)
                    try await page.settle(when: "\(Self.focused) === 0 && probe.seen().includes(0)")
                }
            }
        }

        @Test("Enter after End opens the last picture")
        func opens() async throws {
            try await Page.open(["--demo=60000"], isBlank: true, query: "#layout=grid") { page in
                try await Self.begin(page)
                try await page.browser.type(WebDriver.Key.end.rawValue + WebDriver.Key.enter.rawValue)
                try await page.settle(when: "scrollServer.shown.isPaged && scrollServer.shown.plan.layout === 'pages'")
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == 59_999)
            }
        }

        @Test("In a mosaic the cursor goes along with what is shown, too")
        func mosaic() async throws {
            try await Page.open(["--demo=60000"], query: "#layout=grid&columns=40") { page in
                try await page.settle(when: "scrollServer.shown.plan?.mosaic")
                try await page.browser.press(.right)
                try await page.until("!document.getElementById('cell').hidden && scrollServer.cells.item")
                for _ in 0..<2 {
                    let before = try await page.offset().y
                    try await page.browser.press(.pageDown)
                    try await page.settle(when: "scrollServer.scroller.offset.y > \(before)")
                }
                try await page.until("scrollServer.cells.isSeen")
                let offset = try await page.offset()
                try await page.browser.press(.right)
                try await page.settle()
                #expect(try await page.offset() == offset)
            }
        }

        /// Pictures of several widths in folders of a few each, so that hardly a row is full.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for (place, count) in [5, 7, 2, 9, 1, 8].enumerated() {
                let name = ["a", "b", "c", "d", "e", "f"][place]
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
                for number in 0..<count {
                    let picture = PictureFolder.svg(width: 200 + 170 * (number % 4), height: 200)
                    try folder.write("\(name)/\(number).svg", picture)
                }
            }
            return folder
        }

        /// The index of the picture that is nearest to the middle of another one in the row below; as it is painted.
        private static func below(_ index: Int) -> String {
            """
            (() => {
              const tiles = scrollServer.shown.plan.tiles.map(({ index, x, y, width, height, clip }) => {
                const { left = 0, right = 0, top = 0 } = clip ?? {};
                return { index, top: y + top, left: x + left, right: x + width - right };
              });
              const from = tiles.find(({ index }) => index === \(index));
              const middle = (from.left + from.right) / 2;
              const next = tiles.filter(({ top }) => top > from.top + 1);
              const top = Math.min(...next.map(({ top }) => top));
              const row = next.filter(tile => tile.top < top + 1);
              const away = ({ left, right }) => Math.max(left - middle, middle - right, 0);
              return row.sort((one, other) => away(one) - away(other))[0]?.index ?? \(index);
            })()
            """
        }

        @Test(
            "↓ goes to the picture below, also from a row that is not full",
            arguments: ["layout=grid&group=folder", "layout=justified&group=folder", "layout=justified"])
        func down(view: String) async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 500, height: 1400, query: "#\(view)") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 32")
                try await Self.begin(page)
                try await page.browser.press(.right, times: 2)
                try await page.until("\(Self.focused) === 2")
                var index = 2
                for _ in 0..<4 {
                    let next: Int = try await page.value(Self.below(index))
                    try #require(next > index)
                    try await page.browser.press(.down)
                    try await page.settle(when: "\(Self.focused) === \(next)")
                    index = next
                }
            }
        }
    }
}
