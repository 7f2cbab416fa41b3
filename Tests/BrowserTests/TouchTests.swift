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
                let middle: (Page.Tile) -> Double = { axis == "x" ? $0.x + $0.width / 2 : $0.y + $0.height / 2 }
                // One that stays near: the pictures go up, or to the left.
                let held = try #require(before.max { middle($0) < middle($1) })
                let place = axis == "x" ? held.x : held.y
                let now = "(probe.painted().find(tile => tile.url === '\(held.url)')?.\(axis) ?? \(place))"
                try await page.settle(when: "\(now) < \(place) - 90")
                #expect(abs(place - 100 - (try await page.value(now))) <= 0.5)
                try await page.browser.touch(.up)
                try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
            }
        }
    }
}
