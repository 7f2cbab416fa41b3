// The strip of pictures beside the open one.

import Testing

@testable import Pixels

extension BrowserTests {
    @Suite struct FilmstripTests {
        private static let panel = "document.getElementById('filmstrip')"
        private static let frames = "[...document.querySelectorAll('.frames a')]"
        private static let current = "document.querySelector('.frames [aria-current]')"
        /// How far the open picture's middle is from the strip's, in px.
        private static let slip = """
            ((box, strip) => Math.abs(box.left + box.width / 2 - strip.width / 2))(
              \(current).getBoundingClientRect(), document.querySelector('.strip').getBoundingClientRect())
            """
        /// The plans that the strip has asked for.
        private static let asked =
            "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/plan?layout=strip')).length"

        private static func width(_ window: Int) -> String { "innerWidth === \(window)" }

        @Test("It has the open picture in its middle, follows it, and leads to others")
        func follows() async throws {
            try await Page.open(["--demo=100000"], width: 900, height: 700, isBlank: true, query: "#layout=grid") {
                page in
                try await page.jump(to: 0.5)
                try await page.browser.run("probe.slots()[4].querySelector('a').click()")
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                let start: Int = try await page.value("scrollServer.shown.plan.anchor.index")
                // As in “Picture 7, 8 of 100,000”.
                let name = "\(Self.current)?.ariaLabel.replace(/ of [0-9,]+$/, '').split(' ').at(-1).replace(',', '')"
                try await page.until("\(name) === '\(start + 1)' && \(Self.slip) < 2")
                // It is a row of pictures in their order, each beside the one before.
                let places: [[Double]] = try await page.value(
                    "\(Self.frames).map(one => one.getBoundingClientRect()).map(({ left, right }) => [left, right])")
                #expect(places.count > 10)
                for (one, next) in zip(places, places.dropFirst()) { #expect(abs(next[0] - one[1] - 4) <= 1) }
                for step in 1...4 {
                    try await page.browser.press(.right)
                    try await page.settle(when: "scrollServer.shown.plan.anchor.index === \(start + step)")
                }
                try await page.until("\(name) === '\(start + 5)' && \(Self.slip) < 2")
                // The reader's own scrolling leaves the picture as it is.
                try await page.browser.wheel(x: 450, y: 670, deltaY: 3000)
                try await page.until("!\(Self.current) && \(Self.frames).length > 10")
                #expect(try await page.value("scrollServer.shown.plan.anchor.index") == start + 4)
                // A click goes there, and the strip goes back to following.
                struct Goal: Decodable {
                    var item: String
                    var x: Double
                    var y: Double
                }
                let goal: Goal = try await page.value(
                    """
                    (link => {
                      const { x, y, width, height } = link.getBoundingClientRect();
                      return { item: link.closest("li").dataset.item, x: x + width / 2, y: y + height / 2 };
                    })(\(Self.frames).find(link => link.getBoundingClientRect().left > 450))
                    """)
                try await page.browser.click(x: goal.x, y: goal.y)
                try await page.settle(when: "scrollServer.shown.picture === '\(goal.item)'")
                try await page.until("\(Self.slip) < 2")
                // At the end of the collection it ends, too.
                try await page.browser.press(.end)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 99999")
                try await page.until(
                    "\(Self.frames).at(-1) === \(Self.current) "
                        + "&& Math.abs(\(Self.current).getBoundingClientRect().right - 888) < 2")
                try await page.browser.press(.escape)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'grid'")
                #expect(try await page.value("\(Self.frames).length") == 0)
            }
        }

        @Test("Only the open picture of it is on the way of Tab, each has a name and an address, Enter opens")
        func keyboard() async throws {
            let folder = try PictureFolder()
            for number in 0..<9 { try folder.write("\(number).svg", PictureFolder.svg(width: 300, height: 200)) }
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=pages") { page in
                try await page.until("\(Self.frames).length === 9")
                let names: [String] = try await page.value("\(Self.frames).map(one => one.ariaLabel)")
                #expect(names == (0..<9).map { "\($0).svg, \($0 + 1) of 9" })
                #expect(try await page.value("\(Self.frames).filter(one => one.tabIndex === 0).length") == 1)
                #expect(try await page.value("\(Self.frames).every(one => one.hash.includes('layout=pages'))"))
                try await page.browser.run("\(Self.frames)[3].focus()")
                try await page.browser.press(.enter)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 3")
                try await page.until("\(Self.frames)[3].ariaCurrent === 'true' && \(Self.frames)[3].tabIndex === 0")
                // Arrows turn pages from here, too.
                try await page.browser.press(.right)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 4")
            }
        }

        @Test("Pictures of few pixels are large enough to be pressed; in a grid they take half of a cell")
        func tiny() async throws {
            let folder = try PictureFolder()
            for (name, width, height) in [("a", 4, 4), ("b", 1, 1), ("c", 3, 90), ("d", 4, 4)] {
                let pixels = PixelBuffer(width: width, height: height, format: .rgb)
                try folder.write("\(name).png", PNGEncoder.encode(pixels))
            }
            try await Page.open([folder.path], width: 900, height: 700, query: "#layout=grid") { page in
                try await page.settle(when: "scrollServer.shown.plan?.count === 4 && probe.slots().length === 4")
                let frames = try await page.painted()
                #expect(frames.count == 4 && frames.allSatisfy { max($0.width, $0.height) > 50 })
                try await page.browser.run("probe.slots()[0].querySelector('a').click()")
                try await page.until("\(Self.frames).length === 4")
                let places: [[Double]] = try await page.value(
                    "\(Self.frames).map(one => one.getBoundingClientRect()).map(one => [one.left, one.right, one.height])"
                )
                for (one, next) in zip(places, places.dropFirst()) { #expect(next[0] - one[1] > 3) }
                #expect(places.allSatisfy { $0[1] - $0[0] >= 24 && $0[2] >= 24 })
            }
        }

        @Test("It asks for nothing while it is not shown, and is not shown where there is no room for it")
        func room() async throws {
            try await Page.open(["--demo=1000"], width: 900, height: 700, isBlank: true, query: "#layout=grid") {
                page in
                try await page.browser.run("localStorage.removeItem('filmstrip')")
                let isSeen = "\(Self.panel).checkVisibility({ visibilityProperty: true })"
                #expect(try await page.value("!\(isSeen) && \(Self.asked) === 0"))
                try await page.browser.press("5", with: .alt)
                try await page.settle(when: "scrollServer.shown.plan?.layout === 'pages'")
                try await page.until("\(isSeen) && \(Self.frames).length > 5")
                // The picture stands above it.
                let foot: Double = try await page.value(
                    "document.getElementById('caption').getBoundingClientRect().top")
                let last: Double = try await page.value("\(Self.panel).getBoundingClientRect().top")
                #expect(abs(last - foot - 44) < 1)
                #expect(try await page.painted().allSatisfy { $0.y + $0.height <= foot + 1 })
                for (width, height) in [(380, 800), (900, 470)] {
                    try await page.resize(width: width, height: height)
                    try await page.settle(when: "\(Self.width(width)) && !\(isSeen) && \(Self.frames).length === 0")
                    let before: Int = try await page.value(Self.asked)
                    try await page.browser.press(.right)
                    try await page.settle()
                    #expect(try await page.value(Self.asked) == before)
                }
                // On a phone with room for it the reader chooses it; in any window he sends it away.
                try await page.resize(width: 400, height: 800)
                try await page.settle(when: "\(Self.width(400)) && !\(isSeen)")
                let button = "document.getElementById('filmstrip-button')"
                try await page.browser.run("\(button).click()")
                try await page.until("\(isSeen) && \(Self.frames).length > 3 && \(button).ariaPressed === 'true'")
                try await page.resize(width: 900, height: 700)
                try await page.settle(when: Self.width(900))
                try await page.browser.run("\(button).click()")
                try await page.until("!\(isSeen) && \(Self.frames).length === 0")
                try await page.browser.reload()
                try await page.settle(when: "window.scrollServer?.shown.plan?.layout === 'pages'")
                #expect(try await page.value("!\(isSeen) && \(Self.asked) === 0"))
                try await page.browser.run("localStorage.removeItem('filmstrip')")
            }
        }

        @Test("Keys that come before the strip is there leave the open picture in its middle")
        func keysWhileItMoves() async throws {
            try await Page.open(["--demo=100000"], width: 1280, height: 800, isBlank: true, query: "#layout=pages") {
                page in
                try await page.until("\(Self.frames).length > 10")
                try await page.browser.press(.right, times: 20)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 20")
                try await page.until("\(Self.current) && \(Self.slip) < 2")
                // It does not move before both keys are answered.
                try await page.browser.run(
                    """
                    window.strip = document.querySelector(".strip");
                    window.ways = new Set();
                    strip.scrollTo = ({ left }) => ways.add(left);
                    """)
                for count in 1...2 {
                    try await page.browser.press(.right)
                    try await page.until("ways.size === \(count)")
                }
                try await page.browser.run(
                    "delete strip.scrollTo; strip.scrollTo({ left: [...ways].at(-1), behavior: 'instant' })")
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 22")
                try await page.until("\(Self.current) && \(Self.slip) < 2")
            }
        }

        @Test("Whatever moved it but the reader, the open picture comes back to its middle")
        func comesBack() async throws {
            try await Page.open(["--demo=100000"], width: 900, height: 700, isBlank: true, query: "#layout=pages") {
                page in
                try await page.until("\(Self.frames).length > 10")
                try await page.browser.press(.right, times: 20)
                try await page.settle(when: "scrollServer.shown.plan.anchor.index === 20")
                try await page.until("\(Self.current) && \(Self.slip) < 2")
                // As a browser that ends a glide elsewhere, and one that gives it up on its way.
                for way in [40, -200] {
                    try await page.browser.run("document.querySelector('.strip').scrollLeft += \(way)")
                    #expect(try await page.value("\(Self.slip) > 10"))
                    try await page.until("\(Self.current) && \(Self.slip) < 2")
                }
                try await page.browser.run(
                    """
                    const strip = document.querySelector(".strip");
                    strip.scrollTo({ left: strip.scrollLeft + 300, behavior: "smooth" });
                    """)
                try await page.until("\(Self.slip) > 30")
                try await page.until("\(Self.current) && \(Self.slip) < 2")
            }
        }

        @Test("Through 60 pictures it holds no more elements than are in view")
        func bounded() async throws {
            try await Page.open(["--demo=100000"], width: 700, height: 600, isBlank: true, query: "#layout=pages") {
                page in
                try await page.until("\(Self.frames).length > 5")
                var counts: [Int] = []
                for step in 1...4 {
                    try await page.browser.press(.right, times: 15)
                    try await page.settle(when: "scrollServer.shown.plan.anchor.index === \(15 * step)")
                    try await page.until("\(Self.current) && \(Self.slip) < 2")
                    counts.append(try await page.value("document.querySelectorAll('*').length"))
                }
                #expect(counts.allSatisfy { $0 < counts[0] + 60 }, "\(counts) elements")
            }
        }
    }
}
