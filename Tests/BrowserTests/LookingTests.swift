// Looking at one picture, and coming back: taps, keys, history, restoration, focus.

import Testing

@testable import Imaging
@testable import Pixels

extension BrowserTests {
    @Suite struct LookingTests {
        private static func index(_ page: Page) async throws -> Int {
            try await page.value("scrollServer.shown.plan.anchor.index")
        }

        /// A JPEG whose EXIF block says when it was taken (CIPA DC-008 §4.6.6.1.1).
        private static func photograph(taken: String) -> [UInt8] {
            let pixels = PixelBuffer(width: 40, height: 30, format: .rgb, bytes: Array(repeating: 99, count: 3600))
            let jpeg: [UInt8] = JPEGEncoder.encode(pixels, quality: 80, subsampling: .none)
            func big(_ value: Int, _ count: Int) -> [UInt8] {
                (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            let header = Array("Exif\0\0MM".utf8) + big(42, 2) + big(8, 4)
            let first = big(1, 2) + big(0x8769, 2) + big(4, 2) + big(1, 4) + big(26, 4) + big(0, 4)
            let second = big(1, 2) + big(0x9003, 2) + big(2, 2) + big(20, 4) + big(44, 4) + big(0, 4)
            let block = header + first + second + Array(taken.utf8) + [0]
            return Array(jpeg[..<2]) + [0xFF, 0xE1] + big(block.count + 2, 2) + block + Array(jpeg[2...])
        }

        @Test("The panel is about the picture that was looked at last, while that is in view")
        func panelOfTheLast() async throws {
            let folder = try PictureFolder.numbered(6)
            try await Page.open([folder.path], width: 900, height: 600, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 6")
                let place = try await page.middle(of: 3)
                try await page.browser.click(x: place.x, y: place.y)
                try await page.settle(when: "scrollServer.shown.isLooking && scrollServer.shown.picture")
                try await page.browser.press(.escape)
                try await page.settle(
                    when: "scrollServer.shown.current?.layout === 'grid' && document.querySelector('.slot.last')")
                try await page.browser.run("document.getElementById('details-button').click()")
                try await page.until("document.getElementById('details-title').textContent === '04.svg'")
            }
        }

        @Test("The caption says when a picture was taken, not written, and its place in the order that is shown")
        func caption() async throws {
            let folder = try PictureFolder()
            for (name, taken) in [
                ("a", "2019:05:06 07:08:09"), ("b", "2021:01:02 03:04:05"), ("c", "2011:11:12 01:02:03"),
            ] {
                try folder.write("\(name).jpg", Self.photograph(taken: taken))
            }
            try await Page.open([folder.path], query: "#layout=pages&order=date") { page in
                let caption = "document.getElementById('caption').textContent"
                for (name, year, place) in [("c", 2011, 1), ("a", 2019, 2), ("b", 2021, 3)] {
                    try await page.until(
                        "\(caption).includes('\(name).jpg') && \(caption).includes('\(place) of 3') "
                            + "&& \(caption).includes('\(year)')")
                    if place < 3 { try await page.browser.press(.right) }
                }
                // Backwards, the same picture has another place.
                try await page.browser.go(to: "about:blank")
                try await page.browser.go(to: "\(page.address)/#layout=pages&order=-date")
                try await page.until("\(caption).includes('b.jpg') && \(caption).includes('1 of 3')")
                // The panel has the keys, and no use for these.
                try await page.browser.type("i")
                try await page.until("document.activeElement.closest('#details')")
                try await page.browser.press(.right)
                try await page.until("\(caption).includes('a.jpg') && \(caption).includes('2 of 3')")
                #expect(try await page.value("document.activeElement.closest('#details') !== null"))
                try await page.browser.press(.left)
                try await page.until("\(caption).includes('b.jpg') && \(caption).includes('1 of 3')")
            }
        }

        @Test(
            "A picture that is rewritten while it is looked at is described anew, in the caption and in the panel",
            arguments: ["", "?live=0"])
        func rewritten(query: String) async throws {
            let folder = try PictureFolder()
            for name in ["a", "b"] { try folder.write("\(name).svg", PictureFolder.svg(width: 300, height: 200)) }
            try await Page.open([folder.path], width: 800, height: 600, query: "\(query)#layout=pages") { page in
                let caption = "document.getElementById('caption').textContent"
                let panel = "document.getElementById('details-list').textContent"
                try await page.until("\(caption).includes('a.svg') && \(caption).includes('300 × 200')")
                try await page.browser.type("i")
                try await page.until("\(panel).includes('300 px')")
                let file = PictureFolder.svg(width: 120, height: 90)
                try folder.write("a.svg", file)
                try await page.until("\(caption).includes('a.svg') && \(caption).includes('120 × 90')")
                try await page.until("\(panel).includes('120 px') && !\(panel).includes('300 px')")
                #expect(try await page.value("\(panel).includes('\(file.count) bytes')"))
            }
        }

        @Test("A tap opens, arrows turn pages, Escape comes back to the place")
        func openAndClose() async throws {
            try await Page.open(["--demo=1000000"], width: 800, height: 600, query: "#layout=grid") { page in
                try await page.jump(to: 0.5)
                let (before, painted) = (try await page.offset(), try await page.painted())
                let tile = try #require(painted.first { $0.y > 150 && $0.x > 150 })
                try await page.browser.click(x: tile.x + tile.width / 2, y: tile.y + tile.height / 2)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages' && probe.isSharp()")
                #expect(try await Self.index(page) == tile.index)
                struct Details: Decodable { let name: String }
                let details: Details = try await page.ask(
                    "/api/collections/demo/items/\(tile.url.split(separator: "/")[4])")
                try await page.until("document.getElementById('caption').textContent.includes('\(details.name)')")
                // All of it is seen, not enlarged, in the middle of what nothing covers.
                let shown = try #require(
                    try await page.painted().filter { $0.index == tile.index }.max { $0.width < $1.width })
                let foot: Double = try await page.value(
                    "document.getElementById('caption').getBoundingClientRect().top")
                #expect(shown.x >= 0 && shown.y >= 44 && shown.x + shown.width <= 800 && shown.y + shown.height <= foot)
                #expect(
                    abs(shown.x + shown.width / 2 - 400) <= 1 && abs(shown.y + shown.height / 2 - (44 + foot) / 2) <= 1)
                for (key, step) in [(WebDriver.Key.right, 1), (.down, 2), (.space, 3), (.left, 2), (.pageUp, 1)] {
                    try await page.browser.press(key)
                    try await page.settle(when: "scrollServer.shown.plan.anchor.index === \(tile.index + step)")
                }
                try await page.browser.wheel(deltaY: 120)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === \(tile.index + 2)")
                // At rest on a page, to the pixel.
                #expect(
                    try await page.value(
                        "Math.abs(scrollServer.shown.plan.pages.find(page => page.index === \(tile.index + 2)).x) <= 0.5"
                    ))
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid' && probe.isSharp()")
                #expect(try await page.offset() == before)
                // Forward, and back again.
                try await page.browser.run("history.forward()")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                #expect(try await Self.index(page) == tile.index + 2)
                try await page.browser.run("history.back()")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                #expect(abs(try await page.offset().y - before.y) <= 0.5)
            }
        }

        @Test("A finger that taps opens, a finger that drags scrolls, two taps zoom")
        func fingers() async throws {
            try await Page.open(["--demo=1000000"], width: 500, height: 600, query: "#layout=grid") { page in
                try await page.browser.tool(
                    "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 1])
                try await page.jump(to: 0.5)
                let start = try await page.offset().y
                try await page.browser.touch(
                    .move(250, 400), .down, .move(250, 340), .rest, .move(250, 250), .rest, .up)
                try await page.settle(when: "scrollServer.scroller.offset.y > \(start) + 50")
                #expect(try await page.value("scrollServer.shown.view.layout") == "grid")
                try await page.browser.touch(.move(250, 300), .down, .up)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages' && probe.isSharp()")
                for layout in ["item", "pages"] {
                    // In one request: two may come more than 300 ms apart. The page may have been opened faster than that,
                    // and a tap that follows at once would be the second of two with the one that has opened it.
                    try await page.browser.touch(
                        .rest, .rest, .rest, .move(250, 300), .down, .up, .move(252, 301), .down, .up)
                    try await page.settle(when: "scrollServer.shown.plan?.layout === '\(layout)' && probe.isSharp()")
                }
                // A swipe turns one page, whichever picture it was.
                let index = try await Self.index(page)
                try await page.browser.touch(.move(400, 300), .down, .move(300, 300), .move(120, 300), .up)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === \(index + 1)")
                try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
            }
        }

        @Test("Tab and arrows go from picture to picture, and the focus outlives the recycling of its slot")
        func focus() async throws {
            try await Page.open(["--demo=1000000"], width: 800, height: 500, isBlank: true, query: "#layout=grid") {
                page in
                try await page.jump(to: 0.5)
                try await page.browser.run("document.getElementById('view').focus()")
                try await page.browser.press(.tab)
                let first: Int = try await page.value("Number(document.activeElement.closest('.slot').dataset.index)")
                let columns: Int = try await page.value("scrollServer.shown.plan.columns")
                // Far below the window: it is scrolled along.
                for row in 1...12 {
                    try await page.browser.press(.down)
                    try await page.settle(
                        when:
                            "Number(document.activeElement.closest('.slot').dataset.index) === \(first + row * columns)"
                    )
                }
                try await page.browser.press(.right)
                let last = first + 12 * columns + 1
                try await page.settle(when: "Number(document.activeElement.closest('.slot').dataset.index) === \(last)")
                // All of its cell is seen.
                let isSeen: Bool = try await page.value(
                    """
                    scrollServer.shown.plan.tiles.filter(tile => tile.index === \(last)).every(({ y, height, clip }) =>
                      y + (clip?.top ?? 0) >= 43.5 && y + height - (clip?.bottom ?? 0) <= 500.5)
                    """)
                #expect(isSeen)
                #expect(
                    try await page.value("document.activeElement.closest('.slot').getAttribute('aria-posinset')")
                        == "\(last + 1)")
                #expect(
                    try await page.value("document.activeElement.closest('.slot').getAttribute('aria-setsize')")
                        == "1000000")
                // Scrolled away it is no other picture's; scrolled back it has the focus again.
                try await page.browser.wheel(deltaY: 3000)
                try await page.settle(when: "!probe.tile(\(last))")
                #expect(try await page.value("document.activeElement.id") == "view")
                try await page.browser.wheel(deltaY: -3000)
                try await page.settle(when: "probe.tile(\(last))")
                #expect(try await page.value("Number(document.activeElement.closest('.slot').dataset.index)") == last)
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                #expect(try await Self.index(page) == last)
                try await page.browser.press(.right)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === \(last + 1)")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                #expect(
                    try await page.value("Number(document.activeElement.closest('.slot').dataset.index)") == last + 1)
            }
        }

        @Test("A picture of many tiles is one picture to a screen reader")
        func oneLabel() async throws {
            try await Page.open(["--demo=1000"], width: 800, height: 600, query: "#layout=pages") { page in
                try await page.browser.type("zz")
                try await page.browser.pinchWheel(x: 400, y: 300, deltaY: -20, times: 4)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'item' && probe.isSharp()")
                #expect(try await page.value("probe.slots().length > 1"))
                #expect(try await page.value("probe.slots().filter(slot => !slot.ariaHidden).length") == 1)
                #expect(try await page.value("probe.slots().filter(slot => probe.name(slot)).length") == 1)
            }
        }

        @Test("The page comes back to where it was, in another server, at another size")
        func restoration() async throws {
            let (folder, pictures) = (try PictureFolder(), try PictureFolder())
            for number in 1...400 {
                try pictures.write("\(number).svg", PictureFolder.svg(width: 30, height: 20 + number % 17))
            }
            let arguments = ["--state=\(folder.path)", pictures.path]
            var before: [Page.Tile] = []
            var top = ""
            try await Page.open(arguments, width: 500, height: 400, query: "#layout=stack") { page in
                try await page.settle(when: "!scrollServer.shown.plan.hasMore")
                try await page.jump(to: 0.6)
                try await page.until("probe.hashAgrees()")
                before = try await page.painted()
                top = try await page.value("scrollServer.shown.plan.anchor.name")
            }
            // Another start, an address that says nothing; files that come before all others were added meanwhile.
            for number in 1...40 { try pictures.write("0\(number)-new.svg", PictureFolder.svg(width: 30, height: 90)) }
            for (width, height) in [(500, 400), (700, 500)] {
                try await Page.open(arguments, width: width, height: height) { page in
                    try await page.settle(when: "!scrollServer.shown.plan.hasMore")
                    #expect(try await page.value("scrollServer.shown.plan.layout") == "stack")
                    #expect(try await page.value("scrollServer.shown.plan.anchor.name") == top)
                    guard width == 500 else { return }
                    let after = try await page.painted()
                    let same = before.filter { old in
                        after.contains { $0.url.dropFirst(60) == old.url.dropFirst(60) && abs($0.y - old.y) <= 0.5 }
                    }
                    #expect(same.count == before.count, "\(before) \(after)")
                }
            }
        }
    }
}
