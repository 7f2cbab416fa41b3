// What is painted is what the server plans for anyone who asks.

import Foundation
import Testing

extension BrowserTests {
    @Suite struct PlanAgreementTests {
        struct Plan: Decodable {
            struct Tile: Decodable {
                let index: Int
                let x: Double
                let y: Double
                let width: Double
                let height: Double
                let url: String
            }

            let count: Int
            let contentOffset: Page.Offset
            let tiles: [Tile]
        }

        /// The plan, asked for apart from the page.
        static func plan(_ page: Page, layout: String, width: Int, height: Int) async throws -> Plan {
            let offset = try await page.offset()
            let bar: Int = try await page.value("document.getElementById('bar').offsetHeight")
            let query = "width=\(width)&height=\(height)&x=\(offset.x)&y=\(offset.y)&layout=\(layout)"
            let inset = width > 480 ? "\(bar),0,0,0" : "0,0,\(bar),0"
            return try await page.ask("/api/collections/demo/plan?\(query)&backdrop=true&inset=\(inset)")
        }

        @Test("Every tile of the plan is painted where the plan says", arguments: ["grid", "stack", "strip"])
        func agreement(layout: String) async throws {
            try await Page.open(["--demo=1000000"], width: 640, height: 400, query: "#layout=\(layout)") { page in
                for fraction in [0, 0.37, 1] {
                    try await page.jump(to: fraction)
                    let plan = try await Self.plan(page, layout: layout, width: 640, height: 400)
                    let painted = try await page.painted()
                    #expect(painted.count == plan.tiles.count)
                    #expect(!plan.tiles.isEmpty)
                    for tile in plan.tiles {
                        let match = painted.first { $0.url == tile.url }
                        let found = try #require(match, "picture \(tile.index) is not painted")
                        #expect(found.index == tile.index)
                        #expect(abs(found.x - tile.x) <= 0.5)
                        #expect(abs(found.y - tile.y) <= 0.5)
                        #expect(abs(found.width - tile.width) <= 0.5)
                        #expect(abs(found.height - tile.height) <= 0.5)
                    }
                }
            }
        }

        @Test("Sharper screens are given sharper tiles", arguments: [1.0, 2.0, 3.0])
        func sharpness(scale: Double) async throws {
            try await Page.open(["--demo=1000"], width: 200, height: 150, scale: scale) { page in
                try await page.until("probe.slots().every(slot => slot.matches('.shown'))")
                // Square cells show a picture's shorter side; a tile has at least as many pixels as the screen.
                let ratios: [Double] = try await page.value(
                    """
                    // Of a picture that has several, the coarse one behind the others does not count.
                    Promise.all([...Map.groupBy(scrollServer.slots.shown.values(), slot => slot.tile.item).values()].map(
                      async slots => Math.max(...await Promise.all(slots.map(async ({ source, width, height }) => {
                        const picture = await createImageBitmap(source.bytes.blob);
                        return Math.min(picture.width / width, picture.height / height);
                      })))))
                    """)
                let sharpest = try #require(ratios.max())
                let softest = try #require(ratios.min())
                // At most one level (a factor of two) above what is needed; never less than that.
                #expect(softest >= scale * 0.99)
                #expect(sharpest <= scale * 2.05)
            }
        }
    }
}
