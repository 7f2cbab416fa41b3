// Fingers.

import Testing

extension BrowserTests {
    @Suite struct TouchTests {
        @Test("A finger takes the pictures along", arguments: ["grid", "strip"])
        func drag(layout: String) async throws {
            try await Page.open(["--demo=1000000000"], query: "#layout=\(layout)") { page in
                try await page.browser.tool(
                    "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 1])
                try await page.jump(to: 0.5)
                let axis = layout == "strip" ? "x" : "y"
                func point(_ along: Double) -> WebDriver.Stroke {
                    layout == "strip" ? .move(along, 150) : .move(200, along)
                }
                // The first few pixels decide that it is a drag and not a tap; from then on it is 1:1.
                let start = try await page.offset()
                try await page.browser.touch(point(260), .down, point(200))
                try await page.settle(when: "scrollServer.scroller.offset.\(axis) > \(axis == "x" ? start.x : start.y) + 20")
                let before = try await page.painted()
                try await page.browser.touch(point(100))
                let held = try #require(before.first { ($0.x, $0.y) > (0, 0) && $0.x < 250 && $0.y < 250 } ?? before.first)
                try await page.settle(when: "probe.tile(\(held.index)) && probe.tile(\(held.index)).\(axis) < \(axis == "x" ? held.x : held.y) - 90")
                let after = try #require(try await page.painted().first { $0.index == held.index })
                #expect(abs((axis == "x" ? held.x - after.x : held.y - after.y) - 100) <= 0.5)
                try await page.browser.touch(.up)
                try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
            }
        }
    }
}
