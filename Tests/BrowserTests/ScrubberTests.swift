// The thumb, which maps a fraction of the whole.

import Testing

extension BrowserTests {
    @Suite struct ScrubberTests {
        private struct Box: Decodable {
            let x: Double
            let y: Double
            let width: Double
            let height: Double
        }

        private static func box(_ page: Page, _ id: String) async throws -> Box {
            try await page.value("document.getElementById('\(id)').getBoundingClientRect().toJSON()")
        }

        private static func drag(_ page: Page, to fraction: Double) async throws {
            let (track, thumb) = (try await box(page, "scrubber"), try await box(page, "thumb"))
            let isVertical = track.height > track.width
            let middle = (thumb.x + thumb.width / 2, thumb.y + thumb.height / 2)
            let along =
                isVertical
                ? track.y + thumb.height / 2 + fraction * (track.height - thumb.height)
                : track.x + thumb.width / 2 + fraction * (track.width - thumb.width)
            let goal = isVertical ? (middle.0, along) : (along, middle.1)
            try await page.browser.mouse(
                .move(middle.0, middle.1), .down, .move((middle.0 + goal.0) / 2, (middle.1 + goal.1) / 2),
                .move(goal.0, goal.1))
            try await page.until("getComputedStyle(document.getElementById('bubble')).display !== 'none'")
            try await page.browser.mouse(.up)
            try await page.settle()
        }

        @Test("Dragged to the middle it shows the middle, to the end the last picture", arguments: ["grid", "strip"])
        func drag(layout: String) async throws {
            let query = "#layout=\(layout)"
            try await Page.open(["--demo=1000000000"], width: 600, height: 400, isBlank: true, query: query) { page in
                try await Self.drag(page, to: 0.5)
                let middle = try #require(try await page.painted().first).index
                #expect(abs(Double(middle) - 5e8) < 1e7)
                let text: String = try await page.value("document.getElementById('position').value")
                #expect(text.hasSuffix(" of 1,000,000,000"))
                let number = Double(text.prefix { $0 != " " }.filter(\.isNumber)) ?? 0
                #expect(abs(number - 5e8) < 1e7)
                try await Self.drag(page, to: 1)
                #expect(try await page.painted().last?.index == 999_999_999)
                try await Self.drag(page, to: 0)
                #expect(try await page.painted().first?.index == 0)
            }
        }

        @Test("It lands on the picture it names", arguments: ["grid", "stack", "strip"])
        func names(layout: String) async throws {
            let query = "#layout=\(layout)"
            try await Page.open(["--demo=1000000"], width: 600, height: 400, isBlank: true, query: query) { page in
                for fraction in [0.1, 0.35, 0.8, 0.55] {
                    try await Self.drag(page, to: fraction)
                    // Its bubble names the number and the file of what is at the top, seen from the pictures themselves.
                    let text: String = try await page.value("document.getElementById('bubble').textContent")
                    let painted: String = try await page.value(
                        """
                        (() => {
                          const bar = document.getElementById("bar").getBoundingClientRect();
                          const top = bar.bottom > 0 ? bar.bottom : 0;
                          for (let reach = 4; reach < 200; reach += 4) {
                            const slot = document.elementsFromPoint(\(layout == "grid" ? "20" : "reach"), Math.max(top, 44) + reach)
                              .map(element => element.closest(".slot.current")).find(Boolean);
                            if (!slot) continue;
                            // One tile of several bears the name.
                            const name = probe.slots().filter(({ dataset }) => dataset.index === slot.dataset.index)
                              .map(slot => probe.name(slot)).find(Boolean);
                            return `${(Number(slot.dataset.index) + 1).toLocaleString()} of 1,000,000 · ${name}`;
                          }
                        })()
                        """)
                    #expect(text == painted)
                }
            }
        }

        @Test("The thumb takes keys and says where it is")
        func keys() async throws {
            try await Page.open(["--demo=100000"], isBlank: true, query: "#layout=grid") { page in
                try await page.browser.run("document.getElementById('scrubber').focus()")
                try await page.browser.press(.pageDown, times: 2)
                try await page.settle(when: "document.getElementById('scrubber').ariaValueNow === '10'")
                let first = try #require(try await page.painted().first).index
                #expect(abs(Double(first) - 10_000) < 1000)
                try await page.browser.press(.end)
                try await page.settle(when: "probe.tile(99_999)")
                let text: String = try await page.value(
                    "document.getElementById('scrubber').getAttribute('aria-valuetext')")
                #expect(text.contains(" of 100,000 · "))
            }
        }
    }
}
