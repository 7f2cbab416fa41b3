// The runway: of bounded length, moved along under the reader without a trace.

import Testing

extension BrowserTests {
    @Suite struct RunwayTests {
        @Test("Moving the runway moves nothing that is seen, and loads nothing again", arguments: ["grid", "stack"])
        func recentring(layout: String) async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true, query: "?runway=4000#layout=\(layout)") { page in
                try await page.jump(to: 0.5)
                let start = try await page.offset().y
                try await page.browser.run("probe.sources.clear(); probe.watch();")
                // Thirty-six screens there, in bursts, and as many back.
                for direction in [1.0, -1.0] {
                    let from = try await page.offset().y
                    for burst in 1...3 {
                        try await page.browser.wheel(deltaY: Int(direction) * 225, notches: 16)
                        let goal = from + direction * 3600 * Double(burst)
                        try await page.settle(when: "Math.abs(scrollServer.scroller.offset.y - \(goal)) < 0.01")
                    }
                    let most: Int = try await page.value("Math.max(0, ...probe.sources.values())")
                    #expect(most == 1, "a tile that was there has come again")
                }
                #expect(abs(try await page.offset().y - start) < 0.01)
                let slips: [String] = try await page.value("probe.slips")
                #expect(slips.isEmpty)
                let origins: Int = try await page.value("probe.origins.size")
                #expect(origins >= 8, "the runway was to be moved")
                let tallest: Double = try await page.value("probe.tallest")
                #expect(tallest <= 4000 + 300)
                let farthest: Double = try await page.value("probe.farthest")
                // A plan reaches ahead by three viewports at most; what of that lies beyond the runway is cut off.
                #expect(farthest <= 4000 + 300 + 3 * 300, "something is painted beyond the runway")
                let atATime: Int = try await page.value("probe.plans.most")
                #expect(atATime == 1)
                let (asked, frames): (Int, Int) = (
                    try await page.value("probe.plans.all"), try await page.value("probe.frames")
                )
                #expect(asked <= 2 * frames + 20, "plans are asked for once a frame at most")
            }
        }

        @Test("A hundred steps at once are a hundred steps")
        func quickKeysAtOnce() async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true, query: "?runway=20000#layout=grid") { page in
                try await page.jump(to: 0.25)
                let start = try await page.offset().y
                try await page.browser.press(.down, times: 100)
                try await page.settle(when: "Math.abs(scrollServer.scroller.offset.y - \(start + 4000)) < 0.01")
                // A jump in the middle of a smooth scroll leads to its own place, without what was left of the scroll.
                for number in 1...10 {
                    let goal = (start + 20000 * Double(number)).rounded()
                    try await page.browser.run(
                        """
                        const { scroller } = scrollServer;
                        const from = scroller.offset.y;
                        scroller.glide(0, 250);
                        const look = () => scroller.offset.y > from + 20
                          ? scroller.jump({ x: 0, y: \(goal) }) : setTimeout(look, 5);
                        look();
                        """)
                    try await page.until("Math.abs(scrollServer.scroller.offset.y - \(goal)) < 300")
                    try await page.settle()
                    #expect(abs(try await page.offset().y - goal) < 1)
                }
            }
        }

        @Test("Steps that come one upon the other add up across the runway's moves")
        func quickKeys() async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true, query: "?runway=8000#layout=grid") { page in
                try await page.jump(to: 0.25)
                let start = try await page.offset().y
                try await page.browser.run("probe.watch();")
                for burst in 1...25 {
                    // The browser's own smooth scrolling is under way when the next ones come.
                    try await page.browser.press(.down, times: 20)
                    try await page.until("scrollServer.scroller.offset.y > \(start + 800 * Double(burst) - 400)")
                }
                try await page.settle(when: "Math.abs(scrollServer.scroller.offset.y - \(start + 20000)) < 0.01")
                try await page.browser.press(.up, times: 20)
                try await page.settle(when: "Math.abs(scrollServer.scroller.offset.y - \(start + 19200)) < 0.01")
                let slips: [String] = try await page.value("probe.slips")
                #expect(slips.isEmpty)
                #expect(try await page.value("probe.origins.size >= 4"), "the runway was to be moved on the way")
            }
        }

        @Test(
            "Through a thousand screens and back nothing moves but by what was scrolled",
            arguments: [1_000, 1_000_000_000])
        func aThousandScreens(count: Int) async throws {
            // A thousand pictures in one column are more than a thousand screens long.
            let query = count == 1000 ? "?runway=20000#layout=stack" : "?runway=40000#layout=grid"
            try await Page.open(["--demo=\(count)"], isBlank: true, query: query) { page in
                try await page.jump(to: count == 1000 ? 0 : 0.5)
                let start = try await page.offset().y
                try await page.browser.run("probe.watch();")
                for direction in [1.0, -1.0] {
                    for burst in 1...10 {
                        try await page.browser.wheel(deltaY: Int(direction) * 750, notches: 40)
                        let far = direction > 0 ? Double(burst) : 10 - Double(burst)
                        try await page.until(
                            "Math.abs(scrollServer.scroller.offset.y - \(start + 30_000 * far)) < 0.51")
                    }
                    try await page.settle()
                }
                #expect(abs(try await page.offset().y - start) < 0.01)
                let slips: [String] = try await page.value("probe.slips")
                #expect(slips.isEmpty)
                #expect(try await page.value("probe.origins.size >= 12"), "the runway was to be moved")
                #expect(try await page.value("probe.plans.most") == 1)
            }
        }

        @Test("The page has as many elements at 10⁹ pictures as at 50")
        func elementCount() async throws {
            var counts: Set<Int> = []
            for count in [50, 1000, 1_000_000, 1_000_000_000] {
                try await Page.open(["--demo=\(count)"], isBlank: true, query: "#layout=grid") { page in
                    try await page.jump(to: 0.5)
                    counts.insert(try await page.value("document.querySelectorAll(':not(#sheets canvas)').length"))
                    // How many lie in the view depends on where in them the view is.
                    #expect(try await page.value("document.querySelectorAll('#sheets canvas').length") <= 8)
                }
            }
            #expect(counts.count == 1, "elements: \(counts)")
        }

        @Test("Nor does it get more of them while scrolling")
        func elementsWhileScrolling() async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true, query: "#layout=grid") { page in
                try await page.jump(to: 0.5)
                let others = "document.querySelectorAll(':not(.slot, .slot *, canvas)').length"
                let before: Int = try await page.value(others)
                for _ in 0..<5 { try await Self.scroll(page, by: 6000) }
                let after: Int = try await page.value(others)
                #expect(after == before)
                let (slots, elements): (Int, Int) = (
                    try await page.value("document.querySelectorAll('.slot').length"),
                    try await page.value("document.querySelectorAll('.slot, .slot *').length")
                )
                // Rows of 135 points, three to a row: the viewport's 300 points, 100 around it, 900 ahead.
                #expect(slots <= 3 * (1400 / 135 + 2) && elements == 2 * slots)
                let bands: Int = try await page.value("document.querySelectorAll('#bands canvas').length")
                let sheets: Int = try await page.value("document.querySelectorAll('#sheets canvas').length")
                #expect(bands <= 14)
                #expect(sheets <= 1400 / 256 + 4)
            }
        }

        private static func scroll(_ page: Page, by distance: Int) async throws {
            let goal = try await page.offset().y + Double(distance)
            try await page.browser.wheel(deltaY: distance / 15, notches: 15)
            try await page.settle(when: "Math.abs(scrollServer.scroller.offset.y - \(goal)) < 0.01")
        }
    }
}
