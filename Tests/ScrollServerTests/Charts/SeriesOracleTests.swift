// Random tables, written and judged by Python's csv and json.

import Testing

@testable import Charts

@Suite(.needs(.python))
struct SeriesOracleTests {
    /// Prints a table, a line of `=`, and for each point x and the values as Python understands them, sorted by x.
    private static let program = """
        import csv, io, json, random, sys
        seed, kind = @SEED, '@KIND'
        r = random.Random(seed)
        def number():
            return r.choice([lambda: repr(r.gauss(0, 1)), lambda: str(r.randrange(-10**6, 10**6)), lambda: '%.3f' % r.gauss(0, 99),
                             lambda: '%e' % r.gauss(0, 1e9), lambda: '', lambda: 'NA', lambda: repr(r.random() * 1e-9)])()
        def text():
            return ''.join(r.choice('ab ,;"\\n\\r\\t|1.') for _ in range(r.randrange(9)))
        columns = r.randrange(1, 6)
        rows, x = [], 0
        for i in range(r.choice([1, 2, 15, 16, 17, 300])):
            x += r.choice([0, 1, 1, 2.5]) if r.random() < 0.99 else -5
            rows.append([repr(x)] + [number() if i else '1.5' for _ in range(columns)] + [text()])
        out = io.StringIO()
        names = ['x'] + ['v%d' % c for c in range(columns)] + ['note, "quoted"']
        if kind == 'jsonl':
            for row in rows:
                pairs = [(n, float(v) if n == 'x' else None if v in ('', 'NA') else r.choice([v, float(v)]))
                         for n, v in zip(names[:-1], row)] + [(names[-1], row[-1])]
                if r.random() < 0.3: r.shuffle(pairs)
                json.dump(dict(pairs), out); out.write('\\n')
        else:
            w = csv.writer(out, delimiter=kind, lineterminator=r.choice(['\\n', '\\r\\n']),
                           quoting=r.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
            w.writerow(names)
            w.writerows(rows)
        sys.stdout.reconfigure(newline='')
        print(out.getvalue() + '=====')
        for row in sorted(rows, key=lambda row: float(row[0])):
            print(*(repr(float(v)) if v not in ('', 'NA') else '-' for v in row[:-1]))
        """

    @Test(arguments: [",", ";", "\\t", "|", "jsonl"])
    func `random tables are read as Python reads them`(_ kind: String) throws {
        for seed in 0..<6 {
            let program = Self.program.replacing("@SEED", with: "\(seed)").replacing("@KIND", with: kind)
            let output = String(decoding: try PythonOracle.run(program), as: UTF8.self)
            let cut = try #require(output.ranges(of: "=====").last)
            let series = try TableFile.read(
                String(output[..<cut.lowerBound]), as: kind == "jsonl" ? "t.jsonl" : "t.csv", xColumn: "x")
            let expected = output[cut.upperBound...].split(whereSeparator: \.isNewline)
                .map { $0.split(separator: " ").map { Double($0) } }
            #expect(series.count == expected.count, "seed \(seed)")
            #expect(series.allX.map { $0 } == expected.map { $0[0] }, "seed \(seed)")
            for line in series.lines.indices {
                let column = try #require(Int(series.lines[line].dropFirst()))
                #expect(series.values(line) == expected.map { $0[column + 1] }, "seed \(seed), \(series.lines[line])")
            }
            #expect(series.status.badRowCount == 0, "seed \(seed)")
        }
    }
}
