// Fingers.

import Testing

extension BrowserTests {
    @Suite struct TouchTests {
        @Test("A finger takes the pictures along", arguments: ["grid", "strip"])
        func drag(layout: String) async throws {
            try await Page.open(["--demo=1000000000"], isBlank: true, query: "#layout=\(layout)") { page in
                try await page.browser.tool(
                    "Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 1])
                try await page.jump(to: 0.5)
                let axis = layout == "strip" ? "x" : "y"
                func point(_ along: Double) -> WebDriver.Stroke {
                    layout == "strip" ? .move(along, 150) : .move(200, along)
                }
                func drag(to end: Double) async throws -> Double {
                    let start = try await page.offset()
                    // Held still after each move: Chromium foresees a finger's way, and would throw what it lets go of.
                    try await page.browser.touch(point(280), .down, point(240), .rest, point(end), .rest, .up)
                    let from = axis == "x" ? start.x : start.y
                    try await page.settle(when: "scrollServer.scroller.offset.\(axis) > \(from) + 20")
                    let now = try await page.offset()
                    return (axis == "x" ? now.x : now.y) - from
                }
                // The first few pixels decide that it is a drag and not a tap; from then on it is 1:1.
                let (short, long) = (try await drag(to: 180), try await drag(to: 30))
                #expect(short > 70 && short <= 100)
                #expect(abs(long - short - 150) <= 1)
                try await page.browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
            }
        }
    }
}
