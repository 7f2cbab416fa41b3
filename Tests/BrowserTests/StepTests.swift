// Wheel and keys move as far anywhere, and reach every picture.

import Testing

extension BrowserTests {
    @Suite struct StepTests {
        /// Where a picture in the middle of the view is, and after `action` where the same one is.
        private static func distance(
            _ page: Page, _ action: () async throws -> Void
        ) async throws -> Double {
            let before = try await page.painted()
            let middle = before.min { abs($0.y + $0.height / 2 - 150) < abs($1.y + $1.height / 2 - 150) }
            let held = try #require(middle)
            let start = try await page.offset()
            try await action()
            try await page.settle(when: "Math.abs(scrollServer.scroller.offset.y - \(start.y)) > 0.5")
            let after = try #require(try await page.painted().first { $0.url == held.url })
            return held.y - after.y
        }

        @Test(
            "A notch and an arrow move exactly as far at 10⁹ pictures' end as at their start",
            arguments: ["grid", "stack"])
        func steps(layout: String) async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true, query: "#layout=\(layout)") { page in
                var steps: Set<[Double]> = []
                for fraction in [0.0, 0.5, 0.999_999_9] {
                    try await page.jump(to: fraction)
                    let notch = try await Self.distance(page) { try await page.browser.wheel(deltaY: 60) }
                    let back = try await Self.distance(page) { try await page.browser.wheel(deltaY: -60) }
                    let arrow = try await Self.distance(page) { try await page.browser.press(.down) }
                    let arrows = try await Self.distance(page) { try await page.browser.press(.down, times: 3) }
                    #expect(abs(notch - 60) < 0.01)
                    #expect(abs(back + 60) < 0.01)
                    #expect(abs(arrow - 40) < 0.01)
                    #expect(abs(arrows - 120) < 0.01)
                    steps.insert([notch, back, arrow, arrows].map { ($0 * 100).rounded() })
                }
                #expect(steps.count == 1)
            }
        }

        @Test func screens() async throws {
            try await Page.open(["--demo=1000000"], isBlank: true, query: "#layout=grid") { page in
                try await page.jump(to: 0.5)
                let start = try await page.offset().y
                try await page.browser.press(.pageDown)
                try await page.settle(when: "scrollServer.scroller.offset.y > \(start)")
                let screen = try await page.offset().y - start
                #expect(screen > 200 && screen <= 300 - 44)
                try await page.browser.press(.space)
                try await page.settle(when: "scrollServer.scroller.offset.y > \(start + screen)")
                #expect(abs(try await page.offset().y - start - 2 * screen) < 0.01)
                for _ in 0..<2 {
                    let before = try await page.offset().y
                    try await page.browser.press(.pageUp)
                    try await page.settle(when: "scrollServer.scroller.offset.y < \(before)")
                }
                #expect(abs(try await page.offset().y - start) < 0.01)
            }
        }

        @Test("End shows the last of 10⁹ pictures, Home the first", arguments: ["grid", "stack", "strip"])
        func ends(layout: String) async throws {
            try await Page.open(["--demo=1000000000"], width: 640, isBlank: true, query: "#layout=\(layout)") { page in
                let (along, side) = layout == "strip" ? ("x", 640.0) : ("y", 300.0)
                try await page.browser.press(.end)
                try await page.settle(when: "probe.tile(999_999_999)")
                let tile = try #require(try await page.painted().last)
                #expect(tile.index == 999_999_999)
                #expect(try await page.value("probe.seen().includes(999_999_999)"))
                let (x, y) = (tile.x + tile.width, tile.y + tile.height)
                let end = along == "x" ? x : y
                // A grid's cell cuts its picture off on either side, by less than half of it.
                #expect(end >= side - 0.5 && end <= side + (layout == "grid" ? tile.height / 2 : 0.5))
                // No further.
                let rest = try await page.offset()
                try await page.browser.wheel(deltaX: along == "x" ? 200 : 0, deltaY: along == "y" ? 200 : 0)
                try await page.settle()
                #expect(try await page.offset() == rest)
                try await page.browser.press(.home)
                try await page.settle(when: "probe.tile(0)")
                let start: Double = try await page.value("scrollServer.scroller.range.min\(along.uppercased())")
                let offset = try await page.offset()
                #expect((along == "x" ? offset.x : offset.y) == start)
                #expect(try await page.value("probe.seen().includes(0)"))
            }
        }

        @Test("A strip is scrolled by the wheel, arrows and screens too")
        func strip() async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true, query: "#layout=strip") { page in
                try await page.jump(to: 0.75)
                let start = try await page.offset().x
                func moves(to distance: Double, _ action: () async throws -> Void) async throws {
                    try await action()
                    try await page.settle(
                        when: "Math.abs(scrollServer.scroller.offset.x - \(start + distance)) < 0.01")
                }
                try await moves(to: 90) { try await page.browser.wheel(deltaY: 90) }
                try await moves(to: 130) { try await page.browser.press(.right) }
                try await moves(to: 170) { try await page.browser.press(.down) }
                try await moves(to: 130) { try await page.browser.press(.left) }
                try await moves(to: 90) { try await page.browser.press(.up) }
                try await moves(to: 450) { try await page.browser.press(.pageDown) }
                try await moves(to: 810) { try await page.browser.press(.space) }
                try await moves(to: 450) { try await page.browser.press(.pageUp) }
            }
        }
    }
}
