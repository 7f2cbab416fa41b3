// Points of a chart, read out again.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import HTTP

@Suite struct PointsRouteTests {
    /// A chart over a file, asked without a socket.
    private final class Chart {
        let file: TableFile
        let client: APIClient

        init(_ text: String, as name: String = "t.csv") throws {
            file = try TableFile(text, as: name)
            client = try APIClient([ChartCollection(try file.read(), id: "c", name: "C", source: "t")])
        }

        func get(_ query: String = "", accept: String? = nil) throws -> APIClient.Reply {
            try client.get("/api/collections/c/points?\(query)", accept.map { [("Accept", $0)] } ?? [])
        }
    }

    private static let table = #"""
        time,Temperature (°C),"a, ""b""",n
        2024-03-01T00:00:00Z,1.5,10,1
        2024-03-01T01:00:00.25Z,,20,2
        2024-03-01T02:00:00.000001Z,-2.5e-7,30,3
        2024-03-02T00:00:00Z,1e300,-0.1,4

        """#

    @Test func whatWasReadIsWritten() throws {
        let chart = try Chart(Self.table)
        let reply = try chart.get()
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "text/csv; charset=utf-8")
        #expect(
            reply.text == #"""
                time,Temperature (°C),"a, ""b""",n
                2024-03-01T00:00:00Z,1.5,10,1
                2024-03-01T01:00:00.25Z,,20,2
                2024-03-01T02:00:00.000001Z,-2.5e-07,30,3
                2024-03-02T00:00:00Z,1e+300,-0.1,4

                """#)
        let lines = try chart.get(
            "format=jsonl&from=2024-03-01T01:00:00&to=2024-03-01T12:00:00&lines=2,Temperature%20(%C2%B0C)")
        #expect(lines.headers["Content-Type"] == "application/x-ndjson")
        #expect(
            lines.text == """
                {"time":"2024-03-01T01:00:00.25Z","n":2,"Temperature (°C)":null}
                {"time":"2024-03-01T02:00:00.000001Z","n":3,"Temperature (°C)":-2.5e-07}

                """)
    }

    /// Both ends count, and a range without points has a header only.
    @Test func bothEndsOfTheRangeCount() throws {
        let chart = try Chart("x,y\n" + (0..<50).map { "\($0),\($0 * $0)\n" }.joined())
        #expect(try chart.get("from=10&to=12").text == "x,y\n10,100\n11,121\n12,144\n")
        #expect(try chart.get("from=48.5").text == "x,y\n49,2401\n")
        #expect(try chart.get("to=-1").text == "x,y\n" && chart.get("from=1e300").text == "x,y\n")
        #expect(try chart.get("format=jsonl&to=-1").text.isEmpty)
    }

    @Test func theFormatIsChosenByAccept() throws {
        let chart = try Chart("x,y\n1,2\n2,3\n")
        for (accept, type) in [
            ("text/csv", "text/csv"), ("application/x-ndjson", "application/x-ndjson"), ("*/*", "text/csv"),
            ("application/json;q=0.9, text/html", "application/x-ndjson"), ("text/html, */*;q=0.8", "text/csv"),
        ] {
            #expect(try chart.get(accept: accept).headers["Content-Type"]?.hasPrefix(type) == true, "\(accept)")
        }
        #expect(try chart.get(accept: "image/png").status == 406)
        #expect(try chart.get("format=jsonl", accept: "image/png").status == 200)
    }

    @Test(arguments: [
        ("format=xml", "format"), ("from=yesterday", "from"), ("from=2&to=1", "to"), ("lines=7", "lines"),
        ("lines=y,y", "lines"), ("lines=0,0", "lines"), ("lines=y,", "lines"), ("line=0", "line"), ("limit=5", "limit"),
        ("from=1&from=2", "from"), ("to=1e999", "to"),
    ])
    func badParameters(query: String, name: String) throws {
        let chart = try Chart("x,y\n1,2\n2,3\n")
        for route in ["points", "statistics"] where !(route == "statistics" && name == "format") {
            let reply = try chart.client.get("/api/collections/c/\(route)?\(query)")
            #expect(reply.status == 400 && reply.text.contains("\"parameter\":\"\(name)\""), "\(route): \(reply.text)")
        }
    }

    @Test func picturesHaveNoPoints() throws {
        let client = try APIClient(demo: 5)
        #expect(try client.get("/api/collections/demo/points").status == 404)
        #expect(try client.get("/api/collections/demo/statistics").status == 404)
        #expect(try client.get("/api/collections/demo").object()["points"] == nil)
    }

    /// Names that occur twice are told apart.
    @Test func namesAreUnique() {
        #expect(PointWriter.unique(["x", "a", "a", "a (2)", "x"]) == ["x", "a", "a (2)", "a (2) (2)", "x (2)"])
    }

    /// Whatever is read is written so that it reads back the same: random numbers of all sizes and times to a microsecond.
    @Test(arguments: 0..<8) func whatIsWrittenReadsBackTheSame(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let count = Int.random(in: 2...3000, using: &noise)
        func number() -> Double {
            switch Int.random(in: 0..<6, using: &noise) {
            case 0: Double(bitPattern: UInt64.random(in: 0..<0x7FE0_0000_0000_0000, using: &noise))
            case 1: -Double.random(in: 0...1, using: &noise)
            case 2: Double(Int.random(in: -1_000_000_000_000_000_000...1_000_000_000_000_000_000, using: &noise))
            case 3: .nan
            case 4: Double(Int.random(in: -99...99, using: &noise)) / 100
            default: Double.random(in: -1e6...1e6, using: &noise)
            }
        }
        var time = Double(Int.random(in: -2_000_000_000...4_000_000_000, using: &noise))
        let x = (0..<count).map { _ in
            time += Double(Int.random(in: 1...5_000_000, using: &noise)) / 1e6
            return (time * 1e6).rounded() / 1e6
        }
        let values = (0..<3).map { _ in (0..<count).map { $0 < 2 ? 1.5 : number() } }
        let client = try APIClient([try StagedSeries(x, values).collection])
        for format in ["csv", "jsonl"] {
            let text = try client.get("/api/collections/c/points?format=\(format)").text
            let again = try TableFile.read(text, as: "t.\(format)", xColumn: "x")
            #expect(again.count == count, "seed \(seed)")
            #expect(again.allX == x, "seed \(seed), \(format)")
            for line in 0..<3 {
                let name = again.lines.firstIndex(of: "Line \(line + 1)") ?? line
                let (one, two) = (again.all(name), values[line])
                let isSame = zip(one, two).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
                #expect(isSame, "seed \(seed), \(format), line \(line)")
            }
        }
    }

    /// pandas reads the same from what is written as from the file.
    @Test(.needs(.pandas)) func pandasReadsTheSame() throws {
        var noise = RepeatableNoise(seed: 11)
        var text = "when,a,b\n"
        for row in 0..<5000 {
            let a = row % 13 == 5 ? "" : "\(Double.random(in: -1000...1000, using: &noise))"
            text +=
                "2023-\(String(format: "%02d", row / 500 + 1))-01 \(String(format: "%02d:%02d:00", row % 500 / 60 % 24, row % 60)),\(a),\(Int.random(in: 0...9_007_199_254_740_991, using: &noise))\n"
        }
        let chart = try Chart(text)
        let csv = try chart.get("from=2023-02-01&to=2023-09-01").text
        let json = try chart.get("from=2023-02-01&to=2023-09-01&format=jsonl").text
        let program = """
            import sys, io, pandas as pd
            original, csv, lines = sys.stdin.read().split('=====')
            o = pd.read_csv(io.StringIO(original), float_precision='round_trip')
            o['when'] = pd.to_datetime(o['when'], utc=True)
            o = o.sort_values('when', kind='stable')
            o = o[(o.when >= '2023-02-01T00:00:00Z') & (o.when <= '2023-09-01T00:00:00Z')].reset_index(drop=True)
            c = pd.read_csv(io.StringIO(csv), float_precision='round_trip')
            c['when'] = pd.to_datetime(c['when'], utc=True)
            j = pd.read_json(io.StringIO(lines), lines=True, precise_float=True)
            j['when'] = pd.to_datetime(j['when'], utc=True)
            pd.testing.assert_frame_equal(o, c, check_exact=True, check_dtype=False)
            assert (j['b'] == o['b']).all() and len(j) == len(o) > 1000
            assert ((j['a'] - o['a']).abs().fillna(0) < 1e-9).all() and (j['a'].isna() == o['a'].isna()).all()
            """
        _ = try PythonOracle.run(program, input: Array((text + "=====" + csv + "=====" + json).utf8))
    }
}
