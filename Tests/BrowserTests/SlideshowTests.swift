// The slideshow: how it goes on, pauses, shuffles and fades.

import Testing

@testable import Imaging
@testable import Pixels

extension BrowserTests {
    @Suite struct SlideshowTests {
        private static let index = "scrollServer.shown.plan.anchor?.index"
        private static let isBare = "document.body.classList.contains('bare')"

        /// Chooses two seconds a picture, the shortest time.
        private static func hurry(_ page: Page) async throws {
            try await page.browser.run(
                """
                localStorage.clear();
                const list = document.getElementById("show-interval");
                list.value = "2";
                list.dispatchEvent(new Event("change", { bubbles: true }));
                """)
        }

        @Test("Space pauses it and goes on; arrows turn in it; Escape ends it, then leads back")
        func pause() async throws {
            try await Page.open(["--demo=1000"], width: 500, height: 400, isBlank: true, query: "#layout=pages") {
                page in
                try await Self.hurry(page)
                try await page.browser.type("s")
                #expect(try await page.value("\(Self.isBare) && !document.getElementById('show').hidden"))
                try await page.until("\(Self.index) === 1")
                try await page.browser.press(.space)
                #expect(
                    try await page.value("document.getElementById('show-pause').ariaLabel")
                        == "Go on with the slideshow")
                let stays: Int = try await page.value(Self.index)
                try await page.browser.run("window.later = false; setTimeout(() => { later = true; }, 3500);")
                try await page.until("window.later")
                #expect(try await page.value(Self.index) == stays)
                try await page.browser.press(.right)
                try await page.settle(when: "\(Self.index) === \(stays + 1)")
                try await page.browser.press(.space)
                try await page.until("\(Self.index) === \(stays + 2)")
                try await page.browser.press(.escape)
                #expect(try await page.value("document.getElementById('show').hidden && !\(Self.isBare)"))
                try await page.settle(when: "scrollServer.shown.plan.layout === 'pages'")
            }
        }

        @Test("It has the whole window, and its choices are kept by the browser")
        func choices() async throws {
            let folder = try PictureFolder()
            for number in 0..<4 { try folder.write("\(number).svg", PictureFolder.svg(width: 800, height: 600)) }
            try await Page.open([folder.path], width: 800, height: 600, query: "#layout=pages") { page in
                try await Self.hurry(page)
                try await page.browser.type("s")
                try await page.settle(when: "probe.painted().some(({ y, height }) => y <= 0 && y + height >= 600)")
                try await page.browser.run("document.getElementById('show-shuffle').click()")
                #expect(try await page.value("document.getElementById('show-shuffle').ariaPressed") == "true")
                try await page.browser.reload()
                try await page.settle(when: "window.scrollServer?.shown.plan?.layout === 'pages'")
                #expect(try await page.value("document.getElementById('show-interval').value") == "2")
                #expect(try await page.value("document.getElementById('show-shuffle').ariaPressed") == "true")
                // Each comes once before one comes again.
                try await page.browser.run(
                    """
                    window.seen = [];
                    setInterval(() => { const now = \(Self.index); if (now !== undefined && now !== seen.at(-1)) seen.push(now); }, 50);
                    """)
                try await page.browser.type("s")
                try await page.until("seen.length >= 5")
                let seen: [Int] = try await page.value("seen.slice(0, 5)")
                #expect(Set(seen.prefix(4)).count == 4 && seen[4] == seen[0], "\(seen)")
                try await page.browser.press(.escape)
                try await page.browser.run("localStorage.clear()")
            }
        }

        /// Photographs in plain colours.
        private static func folder() throws -> PictureFolder {
            let folder = try PictureFolder()
            for (name, level) in [("a", 60), ("b", 200)] {
                let bytes = [UInt8](repeating: UInt8(level), count: 600 * 400 * 3)
                let pixels = PixelBuffer(width: 600, height: 400, format: .rgb, bytes: bytes)
                try folder.write("\(name).jpg", JPEGEncoder.encode(pixels, quality: 80, subsampling: .none))
            }
            return folder
        }

        @Test(
            "A picture fades into the next one, which is sharp by then; with reduced motion nothing fades",
            arguments: [false, true])
        func fades(isReduced: Bool) async throws {
            let folder = try Self.folder()
            try await Page.open([folder.path], width: 700, height: 500, query: "#layout=pages") { page in
                try await Self.hurry(page)
                try await page.browser.tool(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-reduced-motion", "value": isReduced ? "reduce" : "no-preference"]]])
                try await page.browser.run(
                    """
                    window.seen = [];
                    const look = () => {
                      const cover = document.querySelector(".cover");
                      const sharp = [...scrollServer.slots.shown.values()]
                        .filter(({ tile }) => tile.index === \(Self.index)).every(({ ready }) => ready);
                      const opacity = cover ? Number(getComputedStyle(cover).opacity) : null;
                      if (cover) seen.push({ index: \(Self.index), opacity, sharp });
                      requestAnimationFrame(look);
                    };
                    look();
                    """)
                try await page.browser.type("s")
                try await page.until("\(Self.index) === 1 && !document.querySelector('.cover')")
                try await page.until("\(Self.index) === 0 && !document.querySelector('.cover')")
                try await page.browser.press(.escape)
                #expect(try await page.value("seen.every(({ opacity, sharp }) => sharp || opacity === 1)"))
                #expect(
                    try await page.value("seen.some(({ opacity }) => opacity > 0 && opacity < 1)") == !isReduced)
                try await page.browser.tool("Emulation.setEmulatedMedia", ["features": []])
                try await page.browser.run("localStorage.clear()")
            }
        }

        @Test("A movement brings its controls, which leave again")
        func controls() async throws {
            try await Page.open(["--demo=1000"], width: 700, height: 500, isBlank: true, query: "#layout=pages") {
                page in
                try await page.browser.mouse(.move(300, 200))
                try await page.browser.type("s")
                let opacity = "getComputedStyle(document.getElementById('show')).opacity"
                try await page.until("\(opacity) === '0'")
                try await page.browser.mouse(.move(340, 220))
                try await page.until("\(opacity) === '1' && !\(Self.isBare)")
                try await page.until("\(opacity) === '0' && \(Self.isBare)")
                // A press shows them as well, and the show goes on.
                try await page.browser.click(x: 340, y: 220)
                try await page.until("\(opacity) === '1'")
                #expect(try await page.value("!document.getElementById('show').hidden"))
                try await page.browser.press(.escape)
            }
        }
    }
}
