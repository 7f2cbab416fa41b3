// Lines that are computed from others, beside pandas, and formulas that are refused.

import Foundation
import Testing

@testable import Catalog
@testable import Charts
@testable import HTTP

@Suite struct FormulaTests {
    /// A chart over a table, asked without a socket.
    private final class Chart {
        let file: TableFile
        let series: Series
        let client: APIClient

        init(_ text: String, _ options: SeriesOptions? = nil) throws {
            file = try TableFile(text)
            series = try file.read(options)
            client = try APIClient([ChartCollection(series, id: "c", name: "C", source: "t")])
        }

        func reply(_ formulas: String, _ route: String = "points?", _ rest: String = "") throws -> APIClient.Reply {
            let plain = CharacterSet.alphanumerics
            let text = formulas.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
            return try client.get("/api/collections/c/\(route)formulas=\(text)\(rest)")
        }

        /// The values of the last line, as points are read out; nil for gaps.
        func values(_ formula: String) throws -> [Double?] {
            let reply = try reply("F:\(formula)", "points?", "&lines=F")
            try #require(reply.status == 200, "\(formula): \(reply.text)")
            return reply.text.split(separator: "\n").dropFirst().map { row in
                row.lastIndex(of: ",").flatMap { Double(row[row.index(after: $0)...]) }
            }
        }
    }

    private static let small = "x,a,b,wind km/h\n0,1,10,5\n1,2,,6\n2,4,40,7\n3,8,0,8\n"

    @Test(
        arguments: [
            ("a - b", [-9, nil, -36, 8]), ("a*1.8 + 32", [33.8, 35.6, 39.2, 46.4]), ("-a^2", [-1, -4, -16, -64]),
            ("2^3^0.5 - 2^(3^0.5)", [0, 0, 0, 0]), ("a / b", [0.1, nil, 0.1, nil]), ("[wind km/h] + 1", [6, 7, 8, 9]),
            ("\"wind km/h\" \u{2212} a × 2", [3, 2, -1, -8]), ("diff(a)", [nil, 1, 2, 4]),
            ("diff(b)", [nil, nil, nil, -40]),
            ("cumsum(b)", [10, nil, 50, 50]), ("mean(a, 2)", [1, 1.5, 3, 6]), ("mean(b, 2)", [10, nil, 40, 20]),
            ("sum(a, 100)", [1, 3, 7, 15]), ("shift(a, 2)", [nil, nil, 1, 2]), ("rate(a)", [nil, 1, 2, 4]),
            ("max(a, b, 3)", [10, nil, 40, 8]), ("min(a, b)", [1, nil, 4, 0]),
            ("sqrt(a - 2)", [nil, 0, 2.0.squareRoot(), 6.0.squareRoot()]),
            ("abs(-a) + exp(0) + log(1) + log10(100)", [4, 5, 7, 11]), ("mean(diff(a), 2)", [nil, 1, 1.5, 3]),
            ("1 / 0", [nil, nil, nil, nil]), ("1e300 * 1e300 * 0", [nil, nil, nil, nil]),
        ] as [(String, [Double?])])
    func smallTables(formula: String, expected: [Double?]) throws {
        #expect(try Chart(Self.small).values(formula) == expected)
    }

    @Test(
        arguments: [
            ("", nil), ("F:", "it is empty"), ("F:a -", "missing at the end (character 4)"),
            ("F:a b", "'b' is not expected (character 3)"),
            ("F:(a", "')' is missing at the end (character 3)"), ("F:a + nobody", "there is no line 'nobody'"),
            ("F:nothing(a)", "there is no function 'nothing'"),
            ("F:mean(a)", "',' is expected before ')' (character 7)"),
            ("F:mean(a, b)", "a time is expected"), ("F:mean(a, 24h)", "x holds no times"), ("F:mean(a, 0)", "above 0"),
            ("F:mean(a, 3parsecs)", "'parsecs' is no unit"), ("F:mean(a, 1.5)", "a whole number is expected"),
            ("F:3h", "only for times"), ("F:abs(a, b)", "abs takes one argument"), ("F:max(a)", "max takes 2 to 16"),
            ("F:a $ b", "'$' has no meaning here (character 3)"), ("F:\"a", "'\"' is missing behind the name"),
            ("F:[]", "the name is empty"), ("F:*a", "not '*'"), ("F:1.2.3", "is not expected"),
            ("F:1e999", "is no number"),
            ("a:b", "there is another line of this name"), ("F:a;F:b", "names 'F' twice"),
            ("F:" + String(repeating: "(", count: 300), "more than 24 deep"),
            ("F:" + String(repeating: "-", count: 300) + "a", "more than 24 deep"),
            ("F:" + String(repeating: "a+", count: 150) + "a", "more than 100 parts"),
            ("F:" + String(repeating: "a", count: 401), "more than 400 characters"),
            (String(repeating: "n", count: 101) + ":a", "more than 100 characters"),
            ((1...9).map { "F\($0):a" }.joined(separator: ";"), "more than 8 formulas"),
            ("F:a+a+a+a+a+a+a+a;G:F+F+F+F+F+F+F+F;H:G+G+G+G+G+G+G+G", "too many parts"),
            ("F:rate(a, 5)", "a rate is per time"), ("F:mean(a, 99999999999)", "whole number"),
        ] as [(String, String?)])
    func mistakesAreSaid(formulas: String, reason: String?) throws {
        let chart = try Chart(Self.small)
        let reply = try chart.reply(formulas)
        guard let reason else { return #expect(reply.status == 200) }
        #expect(reply.status == 400)
        let problem = try reply.object()
        #expect(problem["parameter"] as? String == "formulas")
        #expect((problem["detail"] as? String)?.contains(reason) == true, "\(formulas.prefix(60)): \(reply.text)")
    }

    /// Whatever is written either has a meaning or is refused with a place within the text.
    @Test(arguments: 0..<4) func everyTextHasAnEnd(seed: UInt64) {
        var random = SeededNumbers(state: seed)
        let words = ["a", "mean", "(", ")", ",", "+", "-", "^", "24h", "1.", "\"", "[", "]", "é", " ", "\u{301}", "1e"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }
            .joined()
            do {
                let formula = try Formula(name: "F", text: text)
                #expect(formula.tree.cost <= FormulaParser.mostParts)
            } catch {
                #expect(!error.reason.isEmpty && (0...text.count + 1).contains(error.position), "\(text)")
            }
        }
    }

    // MARK: Beside pandas

    /// Prints a table, a line of `=`, and the results of formulas as pandas computes them.
    private static let program = """
        import io, sys, numpy, pandas
        r = numpy.random.default_rng(@SEED)
        n = 900
        start = pandas.Timestamp('2019-12-30T00:00:00')
        steps = r.choice([1, 1, 1, 2, 30], n).cumsum()
        x = start + pandas.to_timedelta(steps, unit='h')
        if @SEED % 2: x = pandas.date_range(start, periods=n, freq='D')
        t = pandas.DataFrame({'a': r.normal(20, 5, n).round(2), 'b': r.normal(1e6, 1, n).round(3)}, index=x)
        t.loc[r.random(n) < 0.1, 'a'] = numpy.nan
        t.loc[r.random(n) < 0.05, 'b'] = numpy.nan
        a, b = t.a, t.b
        def gaps(result, line=a): return result.where(line.notna())
        def earlier(line, offset):
            at = x - offset
            days = at.day == x.day
            known = numpy.isin(at, x)
            return pandas.Series(numpy.where(days & known, line.reindex(at).values, numpy.nan), x)
        d = a - b
        results = {
            'a - b': d, '(a + b) / 2': (a + b) / 2, 'a * 1.8 + 32': a * 1.8 + 32,
            'mean(a, 24h)': gaps(a.rolling('24h').mean()), 'mean(b, 36h)': gaps(b.rolling('36h').mean(), b),
            'sum(a, 7d)': gaps(a.rolling('7D').sum()), 'mean(a, 7)': gaps(a.rolling(7, min_periods=1).mean()),
            'diff(a)': a.diff(), 'cumsum(b)': b.cumsum(), 'shift(a, 5)': a.shift(5),
            'mean(a - b, 24h)': gaps(d.rolling('24h').mean(), d),
            'rate(b, 1h)': b.diff() / (t.index.to_series().diff().dt.total_seconds() / 3600),
            'abs(a) ^ 0.5': a.abs() ** 0.5, 'max(a, b / 5e4)': pandas.concat([a, b / 5e4], axis=1).max(axis=1, skipna=False),
        }
        if @SEED % 2:
            results |= {'shift(a, 1y)': earlier(a, pandas.DateOffset(years=1)), 'shift(a, 1mo)': earlier(a, pandas.DateOffset(months=1)),
                        'a - shift(a, 1w)': a - a.shift(7)}
        print(t.to_csv(index_label='time', date_format='%Y-%m-%dT%H:%M:%S'), end='')
        for name, result in results.items():
            print('=' + name)
            print(*('-' if v != v else repr(float(v)) for v in result))
        """

    @Test(.needs(.pandas), arguments: 0..<4)
    func resultsArePandas(seed: Int) throws {
        let output = try PythonOracle.run(Self.program.replacing("@SEED", with: "\(seed)"))
        let parts = String(decoding: output, as: UTF8.self).split(separator: "\n=")
        let chart = try Chart(String(parts[0]) + "\n")
        #expect(parts.count > 14)
        for part in parts.dropFirst() {
            let lines = part.split(separator: "\n")
            let expected = lines[1].split(separator: " ").map { Double($0) }
            let values = try chart.values(String(lines[0]))
            #expect(
                values.count == expected.count && values.map { $0 == nil } == expected.map { $0 == nil }, "\(lines[0])")
            for (value, other) in zip(values, expected) {
                guard let value, let other else { continue }
                #expect((value - other).magnitude <= 1e-9 * max(1, other.magnitude), "\(lines[0]), seed \(seed)")
            }
        }
    }

    // MARK: With what else there is

    /// Rows of one x are one point, and its last row has the value.
    @Test func longTables() throws {
        var text = "day,kind,value\n"
        for day in 0..<60 {
            for kind in ["A", "B"] where day % 7 != 3 || kind == "A" {
                text += "\(day),\(kind),\(day * (kind == "A" ? 2 : 3))\n"
            }
        }
        let chart = try Chart(text)
        #expect(chart.series.lines == ["A", "B"])
        let found = try chart.values("B - A").compactMap(\.self)
        #expect(found == (0..<60).filter { $0 % 7 != 3 }.map(Double.init))
        #expect(try chart.values("diff(A)").compactMap(\.self) == [Double](repeating: 2, count: 59))
    }

    /// Appended rows, rows that come late and a last row that becomes longer give what the whole file gives.
    @Test func aFileThatGrows() throws {
        var options = TableFile.options
        options.isFollowed = true
        options.checkInterval = 10
        // A last line without an end is taken at once.
        options.settlingTime = -1_000_000
        let file = try TableFile("x,a\n" + (0..<40).map { "\($0),\($0 * $0)\n" }.joined())
        let series = try Series.open(path: file.path, options: options)
        let formulas = [try Formula(name: "F", text: "cumsum(a) - mean(a, 3)")]
        let computed = try series.adding(formulas)
        for more in ["40,1600\n41,1681\n", "5.5,7\n", "42,17", "64\n43,1\n"] {
            try file.append(more)
            let fresh = try file.read()
            let whole = try fresh.adding(formulas)
            #expect(whole.isComputed(within: 10_000))
            let expected = whole.all(1)
            #expect(computed.comesTrue { computed.view.isComputed && computed.all(1) == expected }, "\(more)")
            fresh.stop()
        }
        let extremes = try #require(computed.extremes(line: 1, in: 0..<computed.count))
        let values = computed.all(1)
        #expect(extremes.min == values.min() && extremes.max == values.max())
        let moments = computed.view.moments(line: 1, in: 3..<30)
        #expect((moments.mean - values[3..<30].reduce(0, +) / 27).magnitude < 1e-6)
        computed.stop()
    }

    /// A slide's address has its formulas, so it is drawn after another start.
    @Test func addressesHaveFormulas() throws {
        let chart = try Chart(Self.small)
        let formulas = "Sum:a + b;Mean:mean(Sum, 2)"
        // Points are answered when all of them are computed.
        #expect(try chart.reply(formulas).status == 200)
        let plan = try chart.reply(formulas, "plan?width=800&height=400&", "&point=2")
        let drawn = try plan.decoded(ChartDocument.self).chart
        #expect(drawn.lines.map(\.name) == ["a", "b", "wind km/h", "Sum", "Mean"])
        #expect(drawn.pointer?.values.map(\.value) == ["4", "40", "7", "44", "44"])
        let tile = try #require(try plan.plan().tiles.first)
        let bytes = try chart.client.get(tile.url).body
        let again = try APIClient([ChartCollection(try chart.file.read(), id: "c", name: "C", source: "t")])
        let reply = try again.get(tile.url)
        #expect(reply.status == 200 && reply.body == bytes)
        let choice = SeriesChoice(keys: ["k"], columns: ["a"], formulas: [try Formula(name: "", text: "a + 1")])
        #expect(SeriesChoice(token: choice.token) == choice && choice.ofTable.formulas.isEmpty)
    }

    /// A conversion of one column, which has no points of its own, is that formula computed and stored, bit for bit.
    @Test func conversionsAreReadFromTheirColumn() throws {
        let rows = (0..<300).map { row in "\(row),\(row % 41 == 7 ? "" : "\((row * 37 % 101) * 3 - 150).\(row % 10)")\n"
        }
        let file = try TableFile("x,a\n" + rows.joined())
        let texts = ["a * 1.8 + 32", "-a / 3", "5 - a * 2", "(a + 9 / 5) * -0.1", "a * 1e307 * 3"]
        let pairs = try texts.enumerated().flatMap { number, text in
            [
                try Formula(name: "linear\(number)", text: text),
                try Formula(name: "stored\(number)", text: "max(linear\(number), linear\(number))"),
            ]
        }
        // Formulas of one column alone wait for nothing.
        let alone = try file.read().adding(pairs.filter { $0.name.hasPrefix("linear") })
        #expect(alone.comesTrue { alone.status.isComplete } && alone.view.computed.isEmpty && alone.view.isComputed)
        alone.stop()
        let series = try file.read().adding(Array(pairs.prefix(Formula.limit)))
        let other = try file.read().adding(Array(pairs.suffix(2)))
        for (series, lines) in [(series, [1, 3, 5, 7]), (other, [1])] {
            try #require(series.isComputed(within: 10_000))
            let view = series.view
            for line in lines {
                func bits(_ line: Int) -> [UInt64] {
                    view.values(line: line, in: 0..<300).map { $0.isNaN ? 0 : $0.bitPattern }
                }
                #expect(bits(line) == bits(line + 1), "\(view.lines[line])")
                let boundaries = [0, 1, 2, 7, 8, 16, 48, 49, 120, 299, 300]
                #expect(
                    view.columns(line: line, boundaries: boundaries)
                        == view.columns(line: line + 1, boundaries: boundaries))
                let ends = [line, line + 1].map { view.extremeIndices(line: $0, in: 3..<290) }
                #expect(ends[0]?.least == ends[1]?.least && ends[0]?.greatest == ends[1]?.greatest)
                let moments = [line, line + 1].map { view.moments(line: $0, in: 3..<290) }
                #expect(moments[0].count == moments[1].count)
                guard series !== other else { continue }
                #expect(abs(moments[0].mean - moments[1].mean) < 1e-9)
                let slopes = moments.compactMap(\.slope)
                #expect(slopes.count == 2 && abs(slopes[0] - slopes[1]) < 1e-9)
            }
            series.stop()
        }
    }

    @Test func unitsStayWhereTheyAreKnown() throws {
        let view = try TableFile.read("x,Low (°C),High (°C),Rain (mm)\n0,1,2,3\n1,2,3,4\n").view
        let texts = ["[High (°C)] - [Low (°C)]", "[High (°C)] * 2", "cumsum([Rain (mm)])", "[Low (°C)] + [Rain (mm)]"]
        let formulas = try texts.enumerated().map { try Formula(name: "F\($0)", text: $1) }
        #expect(try ResolvedFormulas(formulas, view).formulas.map(\.unit) == ["°C", "", "mm", ""])
    }
}
