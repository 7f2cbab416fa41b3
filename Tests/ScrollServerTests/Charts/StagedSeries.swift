// Series that a test sets up.

import Foundation
import Testing

@testable import Catalog
@testable import Charts

/// Builds a series point by point, and goes on with it when the test says so.
final class StagedSeries {
    let series: Series
    let description: SeriesDescription
    private let publication: SeriesPublication
    private var builder: SeriesBuilder

    /// `values`: a list for each line; NaN is a gap.
    init(_ x: [Double], _ values: [[Double]], kind: SeriesXKind = .time) throws {
        let lines = values.indices.map { "Line \($0 + 1)" }
        description = SeriesDescription(lines: lines, xKind: kind, xName: kind == .index ? "" : "x")
        publication = SeriesPublication(description)
        series = Series(name: "staged", publication: publication)
        // Small blocks, so that a test of some hundred points has several.
        builder = try SeriesBuilder(lineCount: values.count, shift: 8, store: MemoryStore())
        try append(x, values)
    }

    func append(_ x: [Double], _ values: [[Double]]) throws {
        var first = 0
        while first < x.count {
            let batch = RowBatch(lineCount: values.count, capacity: 4096)
            let end = min(first + 4096, x.count)
            for index in first..<end { batch.append(x: x[index]) { values[$0][index] } }
            try builder.append(batch)
            first = end
        }
        let (builder, description) = (builder, description)
        publication.publish {
            $0.isComplete = true
        } view: {
            builder.view(revision: $0, description: description)
        }
    }

    var collection: ChartCollection { ChartCollection(series, id: "c", name: "C", source: "staged") }
}

/// The member `chart` of a plan, and of the plan what goes with it.
struct ChartDocument: Decodable {
    struct Tick: Decodable {
        var x: Double?
        var y: Double?
        var value: Double
        var label: String
        var context: String?
    }

    struct Line: Decodable, Equatable {
        var name: String
        var colour: String
        var isShown: Bool
    }

    struct Pointer: Decodable {
        struct Value: Decodable, Equatable {
            var line: Int
            var name: String
            var value: String?
            var y: Double?
        }

        var index: Int
        var x: Double
        var label: String
        var values: [Value]
    }

    struct Section: Decodable {
        var top: Double
        var bottom: Double
        var minValue: Double
        var maxValue: Double
    }

    struct Carry: Decodable {
        var scale: Double
        var scaleY: Double
        var x: Double
        var y: Double
    }

    struct Chart: Decodable {
        var axis: String
        var points: Int
        var lineGap: Double
        var minimumLineGap: Double
        var maximumLineGap: Double
        var slideWidth: Double
        var carry: Carry?
        var section: Section
        var visiblePoints: PlanDocument.Run?
        var span: String
        var xTicks: [Tick]
        var yTicks: [Tick]
        var lines: [Line]
        var pointer: Pointer?
        var progress: Double?
        var badRows: Int
        var notices: [String]
        var notice: String?
        var valueAxes: String
        var valueScale: String
        var panes: [Pane]
        var zone: Zone
        var leftContext: LeftContext?
        var base: Double?
    }

    struct Pane: Decodable {
        var top: Double
        var bottom: Double
        var minValue: Double
        var maxValue: Double
        var isRight: Bool
        var isFixed: Bool
        var unit: String
        var lines: [Int]
        var ticks: [Tick]
    }

    struct Zone: Decodable, Equatable {
        var name: String
        var isKnown: Bool
    }

    struct LeftContext: Decodable {
        var label: String
        var end: Double?
    }

    var chart: Chart
}
