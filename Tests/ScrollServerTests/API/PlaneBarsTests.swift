// Bars of a plane: their numbers beside pandas, their zoom, and axes that stay.

import Foundation
import Testing

@testable import Catalog
@testable import Platform

@Suite struct PlaneBarsTests {
    private static let fields = ["years", "days", "score", "camera"]

    /// A list of 200 pictures, with two times, a number and a category, and its text.
    private static func world() throws -> (folder: TemporaryFolder, client: APIClient, text: String) {
        let folder = try TemporaryFolder()
        var noise = RepeatableNoise(seed: 5)
        var rows = ["path,years,days,score,camera"]
        for number in 0..<200 {
            try folder.write("\(number).png", TinyImage.png(width: 4, height: 3))
            let year = Int.random(in: 2021...2023, using: &noise)
            let month = String(format: "%02d", Int.random(in: 1...12, using: &noise))
            let day = String(format: "%02d", Int.random(in: 1...28, using: &noise))
            let score = number % 20 == 7 ? "" : "\(Double(Int.random(in: 0...1000, using: &noise)) / 10)"
            let camera = ["Ona", "Ber", "Cor"][number % 7 % 3]
            rows.append("\(number).png,\(year)-\(month)-\(day),2024-03-\(day),\(score),\(camera)")
        }
        let text = rows.joined(separator: "\n")
        let list = try folder.list("l.csv", text)
        return (folder, try APIClient([list]), text)
    }

    private static func plan(_ client: APIClient, _ query: String) throws -> JSONValue {
        let reply = try client.get("/api/collections/l/plan?width=1600&height=700&layout=plane&\(query)")
        try #require(reply.status == 200, "\(query): \(reply.text)")
        return try JSONReader.value(of: reply.body)
    }

    private static func counts(_ plan: JSONValue) -> [String: Int] {
        let bars = (plan["plane"]?["bars"]?.elements ?? []).map { ($0["label"]?.text ?? "", $0["count"]?.integer ?? 0) }
        return Dictionary(bars, uniquingKeysWith: +)
    }

    @Test(.needs(.pandas)) func barsCountAsPandasGroups() throws {
        let (folder, client, text) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let program = """
            import sys, io, json, pandas as pd
            t = pd.read_csv(io.StringIO(sys.stdin.read()))
            years, days = pd.to_datetime(t.years), pd.to_datetime(t.days)
            score = (t.score.dropna() // 5 * 5).astype(int)
            groups = {
                'years': years.dt.strftime('%b %Y'),
                'days': days.map(lambda day: f'{day.day} {day:%b} {day.year}'),
                'score': score.map(lambda low: f'{low}\\u2013{low + 5}'),
                'camera': t.camera,
            }
            print(json.dumps({name: t.groupby(keys).size().to_dict() for name, keys in groups.items()}))
            """
        let groups = try JSONReader.value(of: PythonOracle.run(program, input: Array(text.utf8)))
        for field in Self.fields {
            let size = "width=\(field == "score" ? 800 : 1600)&height=700"
            let reply = try client.get("/api/collections/l/plan?\(size)&layout=plane&fieldX=\(field)")
            let plan = try JSONReader.value(of: reply.body)
            let counts = Self.counts(plan)
            let expected = groups[field]
            for (label, count) in counts { #expect(expected?[label]?.integer == count, "\(field): \(label)") }
            #expect(counts.values.reduce(0, +) == 200 - (plan["plane"]?["unplaced"]?.integer ?? 0))
        }
    }

    /// Zooming divides bars, keeps what is at the focus and the feet, and leads to one bar, and into a picture.
    @Test func barsFollowTheZoom() throws {
        let (folder, client, _) = try Self.world()
        defer { withExtendedLifetime(folder) {} }
        let first = try Self.plan(client, "fieldX=years&overscan=0")
        #expect(Self.counts(first).values.reduce(0, +) == 200 && first["offsetRange"]?["maxY"]?.number == 0)
        let bars = first["plane"]?["bars"]?.elements ?? []
        let bar = try #require(bars.max { ($0["count"]?.integer ?? 0) < ($1["count"]?.integer ?? 0) })
        let (focus, label) = (try #require(bar["at"]?.number), try #require(bar["label"]?.text))
        let zoomed = try Self.plan(client, "fieldX=years&overscan=9000&toZoom=3&focusX=\(focus)&focusY=500")
        #expect(zoomed["zoomScale"]?.number == 3 && zoomed["contentOffset"]?["y"]?.number == 0)
        #expect(abs((zoomed["contentOffset"]?["x"]?.number ?? 0) - 2 * focus) < 0.5)
        #expect(Self.counts(zoomed).values.reduce(0, +) == 200)
        #expect(Self.counts(zoomed).count > Self.counts(first).count)
        // Shown alone, it fills the view.
        let zoom = try #require(bar["zoom"])
        let (scale, x, y) = (
            try #require(zoom["scale"]?.number), try #require(zoom["x"]?.number), try #require(zoom["y"]?.number)
        )
        let alone = try Self.plan(client, "fieldX=years&overscan=0&toZoom=\(scale)&focusX=\(x)&focusY=\(y)")
        let parts = Self.counts(alone).filter { $0.key.hasSuffix(label) || label.hasSuffix($0.key) }
        #expect(parts.values.reduce(0, +) == bar["count"]?.integer, "\(label): \(Self.counts(alone))")
        // Each picture is entered at last.
        let size = "width=1600&height=700&layout=plane"
        var (question, zoomScale, layout, steps) = ("fieldX=years", 1.0, "plane", 0)
        while layout == "plane", steps < 60 {
            let cell = try JSONReader.value(
                of: client.get("/api/collections/l/cell?\(size)&\(question)&at=17").body)["cell"]
            let middle = (
                (cell?["x"]?.number ?? 0) + (cell?["width"]?.number ?? 0) / 2,
                (cell?["y"]?.number ?? 0) + (cell?["height"]?.number ?? 0) / 2
            )
            let focus = "focusX=\(middle.0)&focusY=\(middle.1)"
            let next = try Self.plan(client, "\(question)&toZoom=\(zoomScale * 2)&\(focus)")
            layout = next["layout"]?.text ?? ""
            zoomScale = next["zoomScale"]?.number ?? 1
            question = "fieldX=years&zoom=\(zoomScale)&x=\(next["contentOffset"]?["x"]?.number ?? 0)"
            steps += 1
        }
        #expect(["pages", "item"].contains(layout), "\(question)")
    }

    /// Where nobody chose, an axis is logarithmic if nearly all values would be squeezed otherwise.
    @Test func outliersDoNotSqueeze() throws {
        func values(_ numbers: [Double]) -> FieldValues { FieldValues(kind: .number, numbers: numbers) }
        func kind(_ numbers: [Double], _ isLogarithmic: Bool? = nil) -> String {
            PlaneAxes.axis(
                of: values(numbers), isLogarithmic: isLogarithmic, isOfBars: false, nil, isKept: false
            ).axis.kind.rawValue
        }
        let usual = (0..<100).map { 8 + Double($0) / 10 }
        #expect(kind(usual) == "linear" && kind(usual + [20_000]) == "logarithmic")
        #expect(kind(usual + [20_000], false) == "linear" && kind(usual, true) == "logarithmic")
        // Not all are positive; half of them are large.
        #expect(kind(usual + [0, 20_000]) == "linear" && kind(usual + usual.map { $0 * 1000 }) == "linear")
    }

    /// While one has zoomed in, an axis stays when a value beyond it comes; then it spans all.
    @Test func axesStayWhileZoomedIn() {
        func axis(_ numbers: [Double], _ before: PlaneAxes?, isKept: Bool) -> PlaneAxes {
            PlaneAxes.axis(
                of: FieldValues(kind: .number, numbers: numbers), isLogarithmic: nil, isOfBars: false, before?.axis,
                isKept: isKept)
        }
        let first = axis([1, 5, 9], nil, isKept: false)
        let inside = axis([1, 5, 9, 7], first, isKept: false)
        #expect(inside.axis == first.axis && !inside.isOutgrown)
        let kept = axis([1, 5, 9, 70], inside, isKept: true)
        #expect(kept.axis == first.axis && kept.isOutgrown && kept.axis.share(of: 70) == nil)
        let wider = axis([1, 5, 9, 70], kept, isKept: false)
        #expect(wider.axis.share(of: 70) != nil && !wider.isOutgrown)
        // A name that comes does not move the others.
        func names(_ names: [String], _ before: PlaneAxes?, isKept: Bool) -> PlaneAxes {
            let numbers = names.indices.map(Double.init)
            return PlaneAxes.axis(
                of: FieldValues(kind: .category, numbers: numbers, names: names), isLogarithmic: nil, isOfBars: false,
                before?.axis, isKept: isKept)
        }
        let two = names(["ash", "oak"], nil, isKept: false)
        let three = names(["ash", "elm", "oak"], two, isKept: true)
        #expect(three.axis == two.axis && three.isOutgrown && three.numbers[2] == 1 && three.numbers[1].isNaN)
        #expect(names(["ash", "elm", "oak"], two, isKept: false).axis.names.count == 3)
    }
}
