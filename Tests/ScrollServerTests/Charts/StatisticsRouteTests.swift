// What a range of a chart is like, judged by numpy.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import Platform

@Suite struct StatisticsRouteTests {
    struct Document: Decodable {
        struct Place: Decodable {
            var index: Int
            var x: Double
            var value: Double?
            var label: String
        }

        struct Quantile: Decodable {
            var share: Double
            var value: Double?
        }

        struct Line: Decodable {
            var name: String
            var count: Int
            var gaps: Int
            var first: Place?
            var last: Place?
            var min: Place?
            var max: Place?
            var mean: Double?
            var slope: Double?
            var quantiles: [Quantile]
            var rankError: Double
        }

        var points: Int
        var slopePer: String
        var confidence: Double
        var lines: [Line]
    }

    private func ask(_ client: APIClient, _ query: String) throws -> Document {
        let reply = try client.get("/api/collections/c/statistics?\(query)")
        return try #require(reply.status == 200 ? try reply.decoded(Document.self) : nil, "\(reply.text)")
    }

    private static let program = """
        import sys, json, numpy as np
        data = json.load(sys.stdin)
        x = np.array(data['x'])
        out = []
        for q in data['ranges']:
            s = (x >= q[0]) & (x <= q[1])
            for line in data['values']:
                v = np.array([np.nan if a is None else a for a in line])[s]
                k = ~np.isnan(v)
                w, u, i = v[k], x[s][k], np.nonzero(s)[0][k]
                if not len(w):
                    out.append(None); continue
                d = u - u.mean()
                sxx = (d * d).sum()
                out.append(dict(count=len(w), gaps=int((~k).sum()), first=int(i[0]), last=int(i[-1]), min=int(i[w.argmin()]),
                    max=int(i[w.argmax()]), mean=float(w.mean()), spread=float(np.abs(w).max()),
                    slope=float((d * (w - w.mean())).sum() / sxx) if sxx > 0 else None,
                    quantiles=[float(np.quantile(w, p)) for p in data['shares']]))
        print(json.dumps(out))
        """

    private struct Judged: Decodable {
        var count: Int
        var gaps: Int
        var first: Int
        var last: Int
        var min: Int
        var max: Int
        var mean: Double
        var spread: Double
        var slope: Double?
        var quantiles: [Double]
    }

    /// Random tables and ranges: every number as numpy has it.
    @Test(.needs(.numpy), arguments: 0..<6) func asNumpyHasIt(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let count = [3, 40, 256, 1000, 5000, 9000][Int(seed)]
        var at = seed % 2 == 0 ? 1.7e9 : -50
        let x = (0..<count).map { _ in
            at += [0, 1, 1, 60.5, 1000][Int.random(in: 0..<5, using: &noise)]
            return at
        }
        let values: [[Double]] = (0..<3).map { line in
            (0..<count).map { index in
                if line == 2, index % 700 < 300 || Bool.random(using: &noise) { return .nan }
                let base = line == 1 ? 1e6 : 0
                return base + (Double.random(in: -5...5, using: &noise) * 8).rounded() / 8 + Double(index) * 0.001
            }
        }
        let staged = try StagedSeries(x, values, kind: seed % 2 == 0 ? .time : .number)
        let client = try APIClient([staged.collection])
        var ranges = [(x[0], x[count - 1])]
        for _ in 0..<12 {
            let ends = [x[Int.random(in: 0..<count, using: &noise)], x[Int.random(in: 0..<count, using: &noise)]]
                .sorted()
            ranges.append((ends[0], ends[1]))
        }
        let shares = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
        let question: [String: Any] = [
            "x": x, "ranges": ranges.map { [$0.0, $0.1] }, "shares": shares,
            "values": values.map { $0.map { $0.isNaN ? NSNull() : $0 as Any } },
        ]
        let input = try JSONSerialization.data(withJSONObject: question)
        let judged = try JSONDecoder().decode(
            [Judged?].self, from: Data(try PythonOracle.run(Self.program, input: [UInt8](input))))
        for (place, range) in ranges.enumerated() {
            let answer = try ask(
                client, "from=\(range.0)&to=\(range.1)&quantiles=\(shares.map { "\($0)" }.joined(separator: ","))")
            for (number, line) in answer.lines.enumerated() {
                let name: Comment = "seed \(seed), range \(range), line \(number)"
                guard let expected = judged[place * 3 + number] else {
                    #expect(line.count == 0 && line.first == nil && line.mean == nil && line.slope == nil, name)
                    #expect(line.quantiles.allSatisfy { $0.value == nil }, name)
                    continue
                }
                #expect(line.count == expected.count && line.gaps == expected.gaps, name)
                #expect(line.first?.index == expected.first && line.last?.index == expected.last, name)
                #expect(line.min?.index == expected.min && line.max?.index == expected.max, name)
                #expect(line.min?.value == values[number][expected.min], name)
                #expect(abs(try #require(line.mean) - expected.mean) <= 1e-12 * expected.spread, name)
                if let slope = expected.slope {
                    let unit = seed % 2 == 0 ? 86_400.0 : 1
                    #expect(abs(try #require(line.slope) / unit - slope) <= 1e-7 * max(slope.magnitude, 1e-6), name)
                } else {
                    #expect(line.slope == nil, name)
                }
                #expect(line.rankError == 0, name)
                for (one, other) in zip(line.quantiles, expected.quantiles) {
                    #expect(abs(try #require(one.value) - other) <= 1e-12 * expected.spread, name)
                }
            }
        }
    }

    /// Of more values than are sorted, the quantiles come from a sample; their ranks are as right as is said.
    @Test func quantilesOfManyAreAsRightAsIsSaid() throws {
        let count = 600_000
        let values = (0..<count).map { Double($0 * 7919 % count) }
        let staged = try StagedSeries((0..<count).map(Double.init), [values], kind: .number)
        let client = try APIClient([staged.collection])
        let line = try #require(try ask(client, "quantiles=0.01,0.1,0.5,0.9,0.99").lines.first)
        #expect(line.count == count && line.rankError > 0 && line.rankError < 0.006)
        for quantile in line.quantiles {
            // The values are 0 to n − 1, each once: a value's share is its rank.
            let rank = try #require(quantile.value) / Double(count - 1)
            #expect(abs(rank - quantile.share) <= line.rankError)
        }
        #expect(abs(try #require(line.mean) - Double(count - 1) / 2) < 1e-6)
    }

    /// The sums of a cached file are those of the file.
    @Test func theSameFromTheCache() throws {
        let file = try TableFile("x,y\n" + (0..<3000).map { "\($0),\($0 % 17)\n" }.joined())
        var options = TableFile.options
        options.cacheFolder = file.cacheFolder
        let first = try file.read(options)
        let again = try file.read(options)
        for range in [0..<3000, 1..<2999, 15..<17, 500..<501, 16..<2048] {
            let (one, two) = (first.view.moments(line: 0, in: range), again.view.moments(line: 0, in: range))
            #expect(one == two && one.count == range.count)
        }
    }

    @Test(arguments: ["quantiles=2", "quantiles=a", "quantiles=0.5,", "quantiles=-0.1"]) func badShares(query: String)
        throws
    {
        let client = try APIClient([try StagedSeries([1, 2], [[1, 2]]).collection])
        let reply = try client.get("/api/collections/c/statistics?\(query)")
        #expect(reply.status == 400 && reply.text.contains("\"parameter\":\"quantiles\""))
    }

    /// Charts without points, with one, and with values at the ends of all numbers.
    @Test func littleAndExtremeTables() throws {
        for (x, values) in [
            ([], []), ([5.0], [3.0]), ([5, 5], [1, 2]), ([1, 2], [.nan, .nan]),
            ([1, 2, 3], [-1.7e308, 1.7e308, 1.7e308]),
        ] as [([Double], [Double])] {
            let client = try APIClient([try StagedSeries(x, [values], kind: .number).collection])
            let answer = try ask(client, "")
            #expect(answer.points == x.count && answer.lines.count == 1)
        }
    }

    /// Moments are named by the clocks of the zone that the chart shows, and the zone by its name.
    @Test func timesHaveAZone() throws {
        let file = try TableFile("date,v\n2026-06-30T23:00:00Z,1\n2026-07-01T01:30:00Z,2\n")
        let client = try APIClient([ChartCollection(try file.read(), id: "c", name: "C", source: "t")])
        for (query, zone, label) in [
            ("", "UTC", "30 Jun 2026 23:00"), ("timeZone=Europe/Berlin", "Europe/Berlin", "1 Jul 2026 01:00"),
            ("timeZone=UTC-05:00", "UTC-05:00", "30 Jun 2026 18:00"),
        ] {
            let answer = try client.get("/api/collections/c/statistics?\(query)")
            #expect(try JSONReader.value(of: answer.body)["zone"]?.text == zone)
            #expect(try answer.decoded(Document.self).lines.first?.first?.label == label)
        }
        #expect(try client.get("/api/collections/c/statistics?timeZone=Nowhere").problem(400).parameter == "timeZone")
    }
}
