// Light and dark, narrow and wide.

import Testing

extension BrowserTests {
    @Suite struct AppearanceTests {
        private static let ground = "getComputedStyle(document.body).backgroundColor"

        private static func prefer(_ page: Page, _ scheme: String) async throws {
            try await page.browser.tool(
                "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": .text(scheme)]]])
        }

        @Test("Dark where the system is, unless the reader has chosen")
        func schemes() async throws {
            try await Page.open(["--demo=50"]) { page in
                try await Self.prefer(page, "light")
                let light: String = try await page.value(Self.ground)
                try await Self.prefer(page, "dark")
                let dark: String = try await page.value(Self.ground)
                #expect(light == "rgb(250, 250, 250)")
                #expect(dark == "rgb(16, 16, 16)")
                // System, light, dark, system.
                var seen: [String] = []
                for _ in 0..<3 {
                    try await page.browser.run("document.getElementById('theme').click()")
                    seen.append(try await page.value(Self.ground))
                }
                #expect(seen == [light, dark, dark])
                try await page.browser.run("document.getElementById('theme').click()")
                try await page.browser.reload()
                try await page.settle(when: "window.scrollServer?.shown.plan")
                let kept: String = try await page.value(Self.ground)
                #expect(kept == light, "the choice outlives a reload")
                try await page.browser.run("localStorage.clear()")
                try await Self.prefer(page, "light")
            }
        }

        @Test("Text stands out against its ground", arguments: ["light", "dark"])
        func contrast(scheme: String) async throws {
            try await Page.open(["--demo=50"]) { page in
                try await Self.prefer(page, scheme)
                let ratios: [Double] = try await page.value(
                    """
                    (() => {
                      const light = color => {
                        const [r, g, b] = color.match(/[0-9.]+/g).map(Number)
                          .map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
                        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                      };
                      const ground = light(\(Self.ground));
                      return ["#position", "#layout button", "#layout [aria-pressed=true]", "#collection", "#theme"].map(name => {
                        const ink = light(getComputedStyle(document.querySelector(name)).color);
                        return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
                      });
                    })()
                    """)
                #expect(ratios.allSatisfy { $0 >= 4.5 }, "\(ratios)")
                try await Self.prefer(page, "light")
            }
        }

        @Test("It fits any width", arguments: [(360, 640), (1280, 800), (3840, 2160)])
        func widths(width: Int, height: Int) async throws {
            try await Page.open(["--demo=1000000"], width: width, height: height) { page in
                #expect(try await page.value("document.scrollingElement.scrollWidth <= innerWidth"))
                // Every part of the bar is in view and nothing lies over it.
                let covered: [String] = try await page.value(
                    """
                    [...document.querySelectorAll("#bar select, #bar button, #bar output")].filter(part => {
                      // The way back, what is magnified and, on a phone, the buttons for it are there when they are needed.
                      if (!part.checkVisibility() || (part.id === "magnification" && !part.value)) return false;
                      const { left, top, right, bottom, width, height } = part.getBoundingClientRect();
                      const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
                      const front = document.elementFromPoint(left + width / 2, top + height / 2);
                      return !inside || width < 24 || height < 12 || !(part.contains(front) || front?.contains(part));
                    }).map(part => part.id)
                    """)
                #expect(covered.isEmpty)
                let columns: Int = try await page.value("probe.columns()")
                #expect(columns == (width == 360 ? 3 : width == 1280 ? 6 : 19))
                // Edge to edge.
                #expect(try await page.painted().contains { $0.x <= Double(columns) })
                #expect(try await page.painted().contains { $0.x + $0.width >= Double(width - columns) })
            }
        }

        @Test("A window of another size is planned anew")
        func resizing() async throws {
            try await Page.open(["--demo=1000"], width: 700, height: 300) { page in
                // What has left the window stays painted until its slot is needed: here nobody needs it at once.
                try await page.jump(to: 0.2)
                try await page.browser.wheel(deltaY: 600)
                try await page.settle()
                let before: Int = try await page.value("probe.columns()")
                try await page.resize(width: 1000, height: 300)
                try await page.settle(when: "innerWidth === 1000 && scrollServer.scroller.viewport.width === 1000")
                #expect(try await page.value("probe.columns()") > before)
                let left: Int = try await page.value(
                    """
                    [...document.querySelectorAll(".slot")].filter(slot => {
                      const { first, last } = scrollServer.shown.plan.window, index = Number(slot.dataset.index);
                      const isShown = slot.classList.contains("current") && first <= index && index <= last;
                      return getComputedStyle(slot).visibility === "visible" && !isShown;
                    }).length
                    """)
                #expect(left == 0, "pictures of the narrower grid are still seen")
            }
        }

        @Test("A window of another size shows the same picture", arguments: ["grid", "stack", "strip"])
        func resizingKeepsThePicture(layout: String) async throws {
            try await Page.open(
                ["--demo=1000000"], width: 700, height: 400, isBlank: true, query: "#layout=\(layout)"
            ) { page in
                try await page.jump(to: 0.7)
                let held: [Int] = try await page.value("probe.seen()")
                let first = try #require(held.first)
                for (width, height) in [(900, 300), (500, 500), (700, 400)] {
                    try await page.resize(width: width, height: height)
                    try await page.settle(
                        when: "innerWidth === \(width) && scrollServer.scroller.viewport.width === \(width)")
                    let seen: [Int] = try await page.value("probe.seen()")
                    #expect(seen.contains(first), "\(first) at \(width) × \(height): \(seen)")
                }
            }
        }
    }
}
