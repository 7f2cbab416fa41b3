// Plans of a plane: pictures by the values of two fields.

import Foundation
import Testing

@testable import Catalog
@testable import Platform

@Suite struct PlanePlanTests {
    /// A list of 60 pictures: 40 on a slope, 10 at one place, and 10 that lack a value.
    private static func world() throws -> (folder: TemporaryFolder, client: APIClient) {
        let folder = try TemporaryFolder()
        var rows = ["path,left,above,kind,day"]
        for number in 0..<60 {
            try folder.write("\(number).png", TinyImage.png(width: 4 + number % 9, height: 3))
            let (x, y) = number < 40 ? ("\(number)", "\(2 * number)") : number < 50 ? ("7.5", "70") : ("", "3")
            rows.append("\(number).png,\(x),\(y),\(["sea", "hill", "wood"][number % 3]),2024-0\(1 + number % 9)-01")
        }
        let list = try folder.list("l.csv", rows.joined(separator: "\n"))
        return (folder, try APIClient([list]))
    }

    private static func plan(_ client: APIClient, _ query: String) throws -> JSONValue {
        let reply = try client.get("/api/collections/l/plan?width=800&height=600&layout=plane&\(query)")
        try #require(reply.status == 200, "\(query): \(reply.text)")
        return try JSONReader.value(of: reply.body)
    }

    private static func bins(_ plan: JSONValue) -> [Int: Int] {
        Dictionary(
            (plan["tiles"]?.elements ?? []).map { ($0["index"]?.integer ?? -1, $0["count"]?.integer ?? 1) },
            uniquingKeysWith: { one, _ in one })
    }

    @Test func picturesLieWhereTheirValuesAre() throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let plan = try Self.plan(client, "fieldX=left&fieldY=above&names=true&spacing=0")
        #expect(plan["layout"]?.text == "plane" && plan["zoomScale"]?.number == 1)
        #expect(plan["plane"]?["seen"]?.integer == 50 && plan["plane"]?["unplaced"]?.integer == 10)
        #expect(plan["contentSize"]?["width"]?.number == 800 && plan["contentSize"]?["height"]?.number == 600)
        let bins = Self.bins(plan)
        #expect(bins.values.reduce(0, +) == 50 && bins[40] == 10)
        // Values grow to the right and upwards, as the ticks say.
        func ticks(_ axis: String) -> [(value: Double, at: Double)] {
            (plan["plane"]?[axis]?["ticks"]?.elements ?? []).compactMap { tick in
                guard let value = Double(tick["label"]?.text ?? ""), let at = tick["at"]?.number else { return nil }
                return (value, at)
            }
        }
        func place(_ value: Double, _ axis: String) throws -> Double {
            let ticks = ticks(axis)
            let (first, last) = (try #require(ticks.first), try #require(ticks.last))
            return first.at + (value - first.value) / (last.value - first.value) * (last.at - first.at)
        }
        for tile in plan["tiles"]?.elements ?? [] {
            guard let number = tile["name"]?.text.flatMap({ Double($0.dropLast(4)) }), number < 40 else { continue }
            let (x, y) = (try place(number, "x"), try place(2 * number, "y"))
            // Within the bin around its picture.
            let middle = (
                (tile["x"]?.number ?? 0) + (tile["width"]?.number ?? 0) / 2,
                (tile["y"]?.number ?? 0) + (tile["height"]?.number ?? 0) / 2
            )
            #expect(abs(middle.0 - x) < 33 && abs(middle.1 - y) < 33, "\(number)")
        }
        #expect(ticks("y").first.map(\.at) ?? 0 > ticks("y").last.map(\.at) ?? 0)
    }

    @Test func ordersQueriesAndScalesHold() throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let fields = "fieldX=left&fieldY=above"
        // The first in the order chosen stands for all at one place.
        let backwards = try Self.plan(client, "\(fields)&order=-name")
        #expect(Self.bins(backwards)[10] == 10)
        let found = try Self.plan(client, "\(fields)&q=kind:sea")
        #expect(found["count"]?.integer == 20 && Self.bins(found).values.reduce(0, +) == 17)
        let logarithmic = try Self.plan(client, "\(fields)&logX=true&logY=true")
        #expect(logarithmic["plane"]?["x"]?["scale"]?.text == "logarithmic")
        // 0 has no logarithm.
        #expect(logarithmic["plane"]?["unplaced"]?.integer == 11)
        let other = try Self.plan(client, "fieldX=kind&fieldY=day")
        #expect(other["plane"]?["x"]?["scale"]?.text == "category" && other["plane"]?["y"]?["scale"]?.text == "time")
        let names = (other["plane"]?["x"]?["ticks"]?.elements ?? []).compactMap { $0["label"]?.text }
        #expect(names == ["hill", "sea", "wood"] && Self.bins(other).values.reduce(0, +) == 60)
        // Without fields, the list's own numbers place its pictures.
        let usual = try Self.plan(client, "")
        #expect(usual["plane"]?["x"]?["field"]?.text == "left" && usual["plane"]?["y"]?["field"]?.text == "above")
    }

    /// One field alone stacks its pictures: all are counted, in towers as high as their numbers.
    @Test(arguments: ["kind", "left", "day"]) func barsStackPictures(field: String) throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let plan = try Self.plan(client, "fieldX=\(field)&names=true")
        let unplaced = field == "left" ? 10 : 0
        #expect(plan["plane"]?["unplaced"]?.integer == unplaced && plan["plane"]?["y"]?["field"] == nil)
        #expect(plan["plane"]?["y"]?["scale"]?.text == "linear")
        #expect(Self.bins(plan).values.reduce(0, +) == 60 - unplaced)
        guard field == "kind" else { return }
        var heights: [Int: Int] = [:]
        for tile in plan["tiles"]?.elements ?? [] {
            let number = try #require((tile["name"]?.text).flatMap { Int($0.dropLast(4)) })
            heights[number % 3, default: 0] += tile["count"]?.integer ?? 1
        }
        #expect(heights == [0: 20, 1: 20, 2: 20])
    }

    /// Zooming keeps the focus, divides bins, and leads into a picture.
    @Test func zoomLeadsToEachPicture() throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let fields = "fieldX=left&fieldY=above&spacing=0&overscan=0"
        let first = try Self.plan(client, fields)
        let tile = try #require(first["tiles"]?.elements.first { $0["index"]?.integer == 40 })
        let focus = (
            try #require(tile["x"]?.number) + (tile["width"]?.number ?? 0) / 2,
            try #require(tile["y"]?.number) + (tile["height"]?.number ?? 0) / 2
        )
        let zoomed = try Self.plan(client, "\(fields)&toZoom=8&focusX=\(focus.0)&focusY=\(focus.1)")
        #expect(zoomed["zoomScale"]?.number == 8)
        let offset = try #require(zoomed["contentOffset"])
        #expect(abs((offset["x"]?.number ?? 0) + focus.0 - 8 * focus.0) < 0.5)
        #expect(abs((offset["y"]?.number ?? 0) + focus.1 - 8 * focus.1) < 0.5)
        // There is room for all that lie at one place.
        let held = Self.bins(zoomed)
        let seen = (40..<50).compactMap { held[$0] }
        #expect(seen.count > 3 && seen.allSatisfy { $0 == 1 })
        let inside = try Self.plan(client, "\(fields)&toZoom=900&focusX=\(focus.0)&focusY=\(focus.1)")
        #expect(["pages", "item"].contains(inside["layout"]?.text ?? ""))
        // Keys lead to the nearest picture in a direction.
        let base = "/api/collections/l/cell?width=800&height=600&layout=plane&\(fields)&at=20"
        for (step, isOn) in [("beside=1", true), ("below=-1", true), ("beside=-1", false), ("below=1", false)] {
            let cell = try JSONReader.value(of: client.get("\(base)&\(step)").body)["cell"]
            let index = try #require(cell?["index"]?.integer)
            #expect(isOn ? index > 20 && index < 26 : index < 20 && index > 14, "\(step): \(index)")
        }
    }

    @Test func whatIsNoFieldIsRefused() throws {
        let (folder, client) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let reply = try client.get("/api/collections/l/plan?width=800&height=600&layout=plane&fieldX=lefft")
        let problem = try reply.problem(400)
        #expect(problem.parameter == "fieldX" && problem.detail.contains("'left'"), "\(problem.detail)")
        let demo = try APIClient(demo: 10).get("/api/collections/demo/plan?width=800&height=600&layout=plane")
        #expect(try demo.problem(400).parameter == "layout")
    }
}
