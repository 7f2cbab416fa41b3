// Queries and facets over ten million rows, without HTTP.

import Foundation
import Testing

@testable import Catalog

/// Run with `SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_OPTIMISED=1 swift test --filter FactBenchmark`.
///
/// Prints medians of five, asserts no times. SCROLLSERVER_BENCHMARK_ROWS sets the number of rows (10,000,000 unless
/// told). `Tests/Benchmarks/run --rows queries` measures the whole program beside SQLite and DuckDB.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil,
        "benchmarks run with SCROLLSERVER_BENCHMARK set"),
    .serialized)
struct FactBenchmark {
    private static let rowCount =
        ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK_ROWS"].flatMap(Int.init) ?? 10_000_000

    /// SplitMix64.
    private struct Noise {
        var state: UInt64 = 1

        mutating func below(_ limit: UInt64) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ (mixed >> 31)) % limit)
        }
    }

    /// Twelve fields; titles have 100,000 distinct words.
    private static func table() throws -> FactTable {
        var table = FactTable()
        var noise = Noise()
        func column(_ name: String) throws -> Int { try #require(table.columnIndex(of: name)) }
        let (name, folder, taken, camera) = (
            try column("name"), try column("folder"), try column("taken"), try column("camera")
        )
        let (iso, aperture, rating, title) = (
            try column("iso"), try column("aperture"), try column("rating"), try column("title")
        )
        let (bytes, width, label, focal) = (
            try column("bytes"), try column("width"), try column("label"), try column("focal")
        )
        let cameras = (0..<40).map { Array("Maker\($0 % 9) Model \($0)".utf8) }
        for row in 0..<rowCount {
            table.insert(row)
            table.set(.text(Array("IMG_\(row).jpg".utf8)), row: row, column: name)
            table.set(
                .text(Array("\(2005 + row * 18 / rowCount)/trip\(row / 500 % 1000)".utf8)), row: row, column: folder)
            let time = 1_100_000_000 + row * 500_000_000 / rowCount + noise.below(1000)
            table.set(.time(Int64(time)), row: row, column: taken)
            table.set(.text(cameras[noise.below(40)]), row: row, column: camera)
            table.set(.number(Double(100 << noise.below(7))), row: row, column: iso)
            table.set(.number([1.4, 2, 2.8, 4, 5.6, 8, 11][noise.below(7)]), row: row, column: aperture)
            table.set(.number(Double(noise.below(6))), row: row, column: rating)
            table.set(.text(Array("word\(noise.below(100_000))".utf8)), row: row, column: title)
            table.set(.number(Double(500_000 + noise.below(9_000_000))), row: row, column: bytes)
            table.set(.number(Double(1000 + noise.below(50) * 100)), row: row, column: width)
            table.set(.text(Array("label \(noise.below(8))".utf8)), row: row, column: label)
            table.set(.number(Double(10 + noise.below(90))), row: row, column: focal)
        }
        return table
    }

    private func residentByteCount() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }

    private func row(_ name: String, _ value: String) {
        print("facts │ \(name.padding(toLength: 56, withPad: " ", startingAt: 0)) │ \(value)")
    }

    /// The median of five runs.
    private func measure(_ name: String, _ body: () -> Int) {
        var times: [Double] = []
        var result = 0
        for _ in 0..<5 {
            let start = ContinuousClock.now
            result = body()
            let (seconds, attoseconds) = (ContinuousClock.now - start).components
            times.append(Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
        }
        times.sort()
        row(name, String(format: "%9.1f ms │ %d", times[2], result))
    }

    static let queries = [
        "word4711", "1234567", "img", "iso:>=1600 taken:2012..2014 camera:maker3",
        "rating:>=1 width:<3000 iso:100..800", "title:word4711 | label:\"label 3\"",
    ]

    @Test func queriesAndFacets() throws {
        let before = residentByteCount()
        let table = try Self.table()
        row(
            "memory",
            String(
                format: "%9.1f bytes a row, names and all", Double(residentByteCount() - before) / Double(Self.rowCount)
            ))
        let base = HandleTree(Array(0..<UInt32(Self.rowCount)))
        let snapshot = table.snapshot
        for text in Self.queries {
            let query = try QueryParser.query(text, fields: table.fields)
            measure("rows of \(text)") { PreparedQuery(query, for: snapshot).rows(of: snapshot).count }
            measure("facets of \(text)") { FacetCounting(query, of: snapshot, limit: 20).rows.count }
            let order = ArrangedOrder(arrangement: Arrangement(query: query), key: .name)
            measure("view of \(text)") { ArrangementBuilder(order, facts: snapshot, base: base).count }
        }
        let group = try #require(FactGroup("label", fields: table.fields))
        let order = ArrangedOrder(arrangement: Arrangement(group: group), key: .name)
        measure("all, grouped by label") { ArrangementBuilder(order, facts: snapshot, base: base).count }
    }
}
