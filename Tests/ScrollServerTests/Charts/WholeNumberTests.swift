// Whole numbers that no Float64 is, read out with all of their digits.

import Foundation
import Testing

@testable import Catalog
@testable import Charts

@Suite struct WholeNumberTests {
    private static func points(_ text: String, as name: String, _ query: String = "") throws -> String {
        let file = try TableFile(text, as: name)
        let client = try APIClient([ChartCollection(try file.read(), id: "c", name: "C", source: "t")])
        return try client.get("/api/collections/c/points?\(query)").text
    }

    @Test func allDigitsAreReadOut() throws {
        let table = """
            x,id,y
            1,9007199254740993,0.5
            2,-9223372036854775807,
            3,18446744073709551615,1.25
            4,,2
            5,12,3
            6,123456789012345678901234567890,4

            """
        #expect(try Self.points(table, as: "t.csv") == table)
        let lines = try Self.points(table, as: "t.csv", "format=jsonl&lines=id")
        #expect(lines.hasPrefix("{\"x\":1,\"id\":9007199254740993}\n{\"x\":2,\"id\":-9223372036854775807}\n"))
        let members = [
            #"{"t":1,"id":9007199254740993}"#, #"{"t":2,"id":9007199254740995}"#, #"{"t":3}"#, #"{"t":4,"id":7}"#,
        ].joined(separator: "\n")
        #expect(
            try Self.points(members, as: "t.jsonl") == "t,id\n1,9007199254740993\n2,9007199254740995\n3,\n4,7\n")
    }

    /// Groups of three digits, and quotes, are the same number.
    @Test func otherWaysToWrite() throws {
        let text = "x;n\n1;9.007.199.254.740.993\n2;\"9.007.199.254.740.995\"\n3;1.234.567,5\n"
        #expect(
            try Self.points(text, as: "t.csv") == "x,n\n1,9007199254740993\n2,9007199254740995\n3,1234567.5\n")
    }

    /// Of a long table, each line has its own.
    @Test func linesOfALongTable() throws {
        let rows = (1...40).flatMap { day in
            ["a", "b"].enumerated().map {
                "2024-01-\(day < 10 ? "0" : "")\(min(day, 31)),\($1),\(9_007_199_254_740_993 + 2 * day + $0)"
            }
        }
        let points = try Self.points("date,key,n\n" + rows.prefix(60).joined(separator: "\n") + "\n", as: "t.csv")
        #expect(
            points.hasPrefix(
                "date,a,b\n2024-01-01T00:00:00Z,9007199254740995,\n2024-01-01T00:00:00Z,,9007199254740996\n"))
        #expect(points.hasSuffix("2024-01-30T00:00:00Z,9007199254741053,\n2024-01-30T00:00:00Z,,9007199254741054\n"))
    }

    /// The first rows do not tell that later ones have such numbers.
    @Test func theyMayComeLate() throws {
        let first = (0..<20_000).map { "\($0),\($0 * 3),0.5\n" }.joined()
        let text = "x,n,y\n\(first)20000,9007199254740993,1\n20001,36028797018963969,2\n"
        let points = try Self.points(text, as: "t.csv", "from=19999")
        #expect(points == "x,n,y\n19999,59997,0.5\n20000,9007199254740993,1\n20001,36028797018963969,2\n")
    }

    /// Rows out of order, and a second start from the cache.
    @Test(arguments: 0..<4) func theyOutliveSortingAndARestart(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let numbers = (0..<3000).map { _ in Int.random(in: .min ... .max, using: &noise) }
        let order = numbers.indices.shuffled(using: &noise)
        let file = try TableFile("x,n\n" + order.map { "\($0),\(numbers[$0])\n" }.joined())
        var options = TableFile.options
        (options.cacheFolder, options.xColumn) = (file.cacheFolder, "x")
        let expected = "x,n\n" + numbers.enumerated().map { "\($0),\($1)\n" }.joined()
        for start in 0..<2 {
            let series = try file.read(options)
            let client = try APIClient([ChartCollection(series, id: "c", name: "C", source: "t")])
            #expect(try client.get("/api/collections/c/points").text == expected, "seed \(seed), start \(start)")
        }
    }

    /// What is pointed at, and the statistics, have the digits; other numbers have none beside their value.
    @Test func digitsOfTheStatistics() throws {
        let file = try TableFile("x,n\n1,9007199254740993\n2,5\n")
        let client = try APIClient([ChartCollection(try file.read(), id: "c", name: "C", source: "t")])
        let text = try client.get("/api/collections/c/statistics").text
        #expect(text.contains("\"digits\":\"9007199254740993\""))
        #expect(text.components(separatedBy: "\"digits\"").count == 3)
        let plan = try client.get("/api/collections/c/plan?width=400&height=300&point=0").text
        #expect(plan.contains("\"value\":\"9007199254740993\""))
    }
}
