// Plans of one picture among several that are compared, and the steps of a zoom.

import Foundation
import Testing

@testable import Catalog

@Suite struct ComparisonPlanTests {
    private struct Comparison: Decodable {
        struct Range: Decodable {
            var minX: Double
            var minY: Double
            var maxX: Double
            var maxY: Double
        }
        var magnification: Double
        var minimum: Double
        var maximum: Double
        var pixels: Double
        var detail: Double
        var step: Double
        var width: Double
        var height: Double
        var range: Range
    }

    private struct Answer: Decodable {
        var comparison: Comparison?
    }

    private struct World {
        let client: APIClient
        let ids: [String]
        private let folder: TemporaryFolder

        init(_ sizes: [(width: Int, height: Int)]) throws {
            folder = try TemporaryFolder()
            for (number, size) in sizes.enumerated() {
                try folder.write("\(number).png", TinyImage.png(width: size.width, height: size.height))
            }
            let collection = try folder.scanned()
            client = try APIClient([collection])
            ids = try sizes.indices.map { try #require(collection.summary(at: $0)?.id) }
        }

        func get(_ item: Int, _ more: String) throws -> APIClient.Reply {
            try client.get(
                "/api/collections/f/plan?width=400&height=300&overscan=0&layout=item&item=\(ids[item])&\(more)")
        }

        func plan(_ item: Int, _ more: String) throws -> (plan: PlanDocument, comparison: Comparison) {
            let reply = try get(item, more)
            let answer: Answer = try reply.decoded()
            return (try reply.plan(), try #require(answer.comparison))
        }
    }

    /// The place in the viewport of a point of the picture, given as fractions of its sides.
    private static func place(_ plan: PlanDocument, _ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (
            x * plan.contentSize.width * plan.zoomScale - plan.contentOffset.x,
            y * plan.contentSize.height * plan.zoomScale - plan.contentOffset.y
        )
    }

    @Test func theSamePartOfPicturesOfDifferentSizes() throws {
        let world = try World([(2000, 1500), (600, 900), (40, 30)])
        for (magnification, x, y) in [(1.0, 0.5, 0.5), (3.0, 0.25, 0.75), (1.5, 0.9, 0.1)] {
            for item in world.ids.indices {
                let more = "magnification=\(magnification)&middleX=\(x)&middleY=\(y)"
                let (plan, comparison) = try world.plan(item, more)
                let middle = Self.place(plan, x, y)
                #expect(abs(middle.x - 200) <= 0.5 && abs(middle.y - 150) <= 0.5, "\(item): \(more)")
                // As a multiple of what just fits, and at most eight device pixels to a pixel.
                let (width, height) = (plan.contentSize.width, plan.contentSize.height)
                let wish = min(400 / width, 300 / height) * magnification
                #expect(abs(plan.zoomScale / min(wish, 8) - 1) < 1e-9, "\(item): \(more)")
                #expect(abs(comparison.width - width * plan.zoomScale) < 1e-6)
                #expect(abs(comparison.height - height * plan.zoomScale) < 1e-6)
            }
        }
    }

    @Test func whatThereIsToSeeIsSaid() throws {
        let world = try World([(2000, 1500), (40, 30)])
        let (_, large) = try world.plan(0, "magnification=2&scale=2")
        #expect(large.magnification == 2 && large.minimum == 1 && large.maximum == 20)
        #expect(large.pixels == 2.5 && large.detail == 2.5 && large.step == 1.415)
        #expect(large.range.minX == 0.25 && large.range.maxX == 0.75)
        // Its pixels on those of the screen.
        #expect(try world.plan(0, "magnification=\(large.pixels)&scale=2").plan.zoomScale == 0.5)
        let (_, small) = try world.plan(1, "magnification=2")
        #expect(small.magnification == 0.8 && small.maximum == 0.8 && small.minimum == 0.1)
    }

    @Test func theNeighbourShowsTheSamePart() throws {
        let world = try World([(2000, 1500), (600, 900)])
        let (plan, comparison) = try world.plan(0, "magnification=2&middleX=0.7&middleY=0.4&turn=1")
        #expect(plan.item == world.ids[1] && comparison.magnification == 2)
        let middle = Self.place(plan, 0.7, 0.4)
        #expect(abs(middle.x - 200) <= 0.5 && abs(middle.y - 150) <= 0.5)
    }

    @Test func nothingIsSaidWithoutAQuestion() throws {
        let world = try World([(2000, 1500)])
        let answer: Answer = try world.get(0, "zoom=1").decoded()
        #expect(answer.comparison == nil)
    }

    @Test func contradictionsAreRefused() throws {
        let world = try World([(2000, 1500)])
        for (more, name) in [
            ("magnification=0", "magnification"), ("magnification=x", "magnification"), ("middleX=1.1", "middleX"),
            ("middleY=-0.1", "middleY"), ("magnification=2&zoom=1", "zoom"),
            ("magnification=2&zoomTo=pixels", "zoomTo"), ("magnification=2&toZoom=2", "toZoom"),
            ("magnification=2&anchor=a&revision=1", "anchor"),
        ] {
            #expect(try world.get(0, more).problem(400).parameter == name, "\(more)")
        }
        let grid = try world.client.get("/api/collections/f/plan?width=400&height=300&magnification=2")
        #expect(try grid.problem(400).parameter == "magnification")
    }

    /// A step is as `toZoom` with its factor, and the answer says which that is.
    @Test(arguments: [("grid", 1.45), ("justified", 1.45), ("stack", 1.415), ("strip", 1.415), ("pages", 1.415)])
    func steps(layout: String, step: Double) throws {
        struct Zooming: Decodable { var zoomFactor: Double? }
        let client = try APIClient(demo: 100)
        let view = "/api/collections/demo/plan?width=800&height=600&layout=\(layout)&focusX=300&focusY=200"
        for (count, factor) in [(1, step), (3, step * step * step), (-2, 1 / (step * step)), (0, 1)] {
            let stepped = try client.get("\(view)&zoomSteps=\(count)")
            let plan = try stepped.plan()
            let zooming: Zooming = try stepped.decoded()
            #expect(zooming.zoomFactor == factor)
            let plain = try client.get("\(view)&toZoom=\(factor)")
            #expect(try plain.plan() == plan)
            #expect(try plain.object()["zoomFactor"] == nil)
        }
        // On top of what fingers have zoomed.
        #expect(
            try client.get("\(view)&toZoom=1.2&zoomSteps=1").plan()
                == client.get("\(view)&toZoom=\(1.2 * step)").plan())
        for bad in ["zoomSteps=101", "zoomSteps=x", "zoomSteps=1.5"] {
            #expect(try client.get("\(view)&\(bad)").problem(400).parameter == "zoomSteps")
        }
        #expect(try client.get("\(view)&zoomSteps=1&zoomTo=item").problem(400).parameter == "zoomTo")
    }

    @Test func stepsOfAChart() throws {
        let chart = try StagedSeries((0..<1000).map { Double($0) * 86_400 }, [(0..<1000).map { Double($0 % 7) }])
            .collection
        let view = "/api/collections/\(chart.id)/plan?width=800&height=600&x=500&lineGap=2"
        let client = try APIClient([chart])
        let stepped = try client.get("\(view)&zoomSteps=2")
        #expect(try stepped.object()["zoomFactor"] as? Double == 1.415 * 1.415)
        #expect(try stepped.plan() == client.get("\(view)&toZoom=\(1.415 * 1.415)").plan())
    }

    /// From a picture's pixels the same question leads to all of it, and from anywhere else to its pixels.
    @Test func pixelsOrAllOfIt() throws {
        let world = try World([(2000, 1500)])
        for scale in [1.0, 2] {
            let near = try world.get(0, "scale=\(scale)&zoom=0.3&zoomTo=pixelsOrItem").plan()
            #expect(near.layout == "item" && near.zoomScale == 1 / scale)
            let back = try world.get(0, "scale=\(scale)&zoom=\(near.zoomScale)&zoomTo=pixelsOrItem").plan()
            #expect(back.layout == "pages")
        }
    }
}
