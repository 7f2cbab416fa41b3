// Plans of one picture that lead to its neighbour.

import Foundation
import Testing

@testable import Catalog

@Suite struct TurnPlanTests {
    @Test func theSamePartAtTheSameScale() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b", "c"] { try folder.write("\(name).png", TinyImage.png(width: 900, height: 700)) }
        let collection = try folder.scanned()
        let client = try APIClient([collection])
        let ids = try (0..<3).map { try #require(collection.summary(at: $0)?.id) }
        func plan(_ item: String, _ turn: Int) throws -> (item: String?, zoom: Double?, x: Double?, y: Double?) {
            let plan = try client.get(
                "/api/collections/f/plan?width=300&height=200&layout=item&item=\(item)&zoom=1&x=410&y=120&turn=\(turn)"
            ).object()
            let offset = plan["contentOffset"] as? [String: Double]
            return (plan["item"] as? String, plan["zoomScale"] as? Double, offset?["x"], offset?["y"])
        }
        for (from, turn, to) in [(0, 1, 1), (1, 1, 2), (1, -1, 0), (1, 0, 1), (2, 1, 2), (0, -1, 0)] {
            let found = try plan(ids[from], turn)
            #expect(found.item == ids[to] && found.zoom == 1 && found.x == 410 && found.y == 120, "\(from) \(turn)")
        }
        let bad = "/api/collections/f/plan?width=300&height=200&layout=item&item=\(ids[0])&turn="
        for turn in ["2", "x", "9223372036854775807"] { #expect(try client.get(bad + turn).status == 400) }
    }
}
