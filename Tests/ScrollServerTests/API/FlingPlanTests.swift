// Flings, pulls and zooms beyond the limits, asked for over the API.

import Foundation
import Testing
import Tiling

@testable import ScrollServer

@Suite struct FlingPlanTests {
    private struct Rest: Decodable {
        struct Place: Decodable {
            var x: Double
            var y: Double
            var duration: Double
        }
        var rest: Place?
    }

    private let base = "/api/collections/demo/plan?width=640&height=480&layout=stack"

    /// From letting go to rest, and past the top and back.
    @Test func overTime() throws {
        let client = try APIClient(demo: 1000)
        let fling = "\(base)&y=400&velocityY=-2000&deceleration=normal&bounce=true"
        let rest = try #require(try client.get(fling).decoded(Rest.self).rest)
        #expect(rest.y == 0 && rest.duration > 0.5 && rest.duration < 5)
        #expect(try client.get(fling).plan().contentOffset.y == 0)
        var offsets: [Double] = []
        for t in stride(from: 0, through: rest.duration, by: rest.duration / 40) {
            offsets.append(try client.get("\(fling)&t=\(t)").plan().contentOffset.y)
        }
        #expect(offsets.first == 400)
        #expect(abs(offsets.last ?? 99) <= 0.51)
        #expect((offsets.min() ?? 0) < -20, "past the top: \(offsets)")
        let clamped = try client.get(fling.replacingOccurrences(of: "&bounce=true", with: "") + "&t=1").plan()
        #expect(clamped.contentOffset.y == 0)
    }

    @Test(arguments: [
        ("bounce=true&paging=true&velocityY=3", "bounce"), ("t=1", "t"), ("t=-1&deceleration=normal", "t"),
        ("t=1&deceleration=normal&paging=true", "t"), ("t=4000&deceleration=fast", "t"),
    ])
    func whatExcludesEachOtherIsNamed(query: String, name: String) throws {
        #expect(try APIClient(demo: 9).get("\(base)&\(query)").problem(400).parameter == name)
    }

    /// A zoom beyond the limits that the plan tells is the limit, as with `toZoom`; and the limits of all plans are within
    /// those of the collection.
    @Test(arguments: ["stack", "strip", "grid", "justified", "item&item=7"]) func zoomIsClamped(layout: String) throws {
        let client = try APIClient(demo: 1000)
        let collection: CollectionDocument = try client.get("/api/collections/demo").decoded()
        let query = "/api/collections/demo/plan?width=640&height=480&layout=\(layout)&x=100&y=100"
        let usual = try client.get("\(query)&zoom=1").plan()
        let lowest = try #require(collection.minimumZoomScale)
        #expect(lowest > 0)
        let highest = try #require(collection.maximumZoomScale)
        #expect(usual.minimumZoomScale >= lowest && usual.maximumZoomScale <= highest)
        let plan = try client.get("\(query)&zoom=\(highest)").plan()
        #expect(plan.zoomScale <= plan.maximumZoomScale * 1.5 && plan.zoomScale < highest)
        #expect(!plan.tiles.isEmpty)
        let to = try client.get("\(query)&zoom=1&toZoom=\(highest)").plan()
        if layout == "stack" || layout.hasPrefix("item") {
            #expect(abs(to.zoomScale - plan.zoomScale) < 1e-6 * to.zoomScale)
        }
        // Within the limits nothing is clamped.
        let within = try client.get("\(query)&zoom=\(usual.maximumZoomScale)").plan()
        // Other pictures, of other sizes, may be seen there.
        let highestThere = min(usual.maximumZoomScale, within.maximumZoomScale)
        #expect(within.zoomScale >= highestThere * 0.999_999)
    }
}
