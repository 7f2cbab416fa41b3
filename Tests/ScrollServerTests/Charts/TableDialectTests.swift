// A table written in any dialect and locale reads back the same numbers.

import Foundation
import Testing
import Tiling

@testable import Charts
@testable import Platform

/// One way of writing tables.
private struct Dialect {
    var delimiter: Character
    var decimal: Character
    var thousands: Character?
    var lineEnd: String
    var date: Int
    var clock: Int
    var unit: String
    var encoding: String.Encoding

    static let dateCount = 9
    private static let english = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let german = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]

    init(_ generator: inout RepeatableNoise) {
        delimiter = [",", ";", "\t", "|"].randomElement(using: &generator) ?? ","
        decimal = [".", ","].randomElement(using: &generator) ?? "."
        let others: [Character?] = [nil, decimal == "." ? "," : ".", "'", " ", "\u{A0}"]
        thousands = others.randomElement(using: &generator) ?? nil
        lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &generator) ?? "\n"
        date = Int.random(in: 0..<Self.dateCount, using: &generator)
        clock = Int.random(in: 0...3, using: &generator)
        unit = ["", "", " km/h", " °C", "%", " €"].randomElement(using: &generator) ?? ""
        encoding = [.utf8, .utf8, .windowsCP1252, .utf16].randomElement(using: &generator) ?? .utf8
    }

    func cell(_ text: String) -> String {
        text.contains(delimiter) || text.contains("\"") ? "\"\(text)\"" : text
    }

    /// Hundredths as a number of this dialect.
    func number(_ hundredths: Int) -> String {
        let whole = String(hundredths.magnitude / 100)
        var text = ""
        for (place, digit) in whole.enumerated() {
            if let thousands, place > 0, (whole.count - place) % 3 == 0 { text.append(thousands) }
            text.append(digit)
        }
        let rest = String(hundredths.magnitude % 100 + 100).dropFirst()
        return cell("\(hundredths < 0 ? "-" : "")\(text)\(decimal)\(rest)\(unit)")
    }

    func time(_ seconds: Int) -> String {
        let day = CivilDate(daysSince1970: seconds / 86_400)
        func two(_ number: Int) -> String { String(String(number + 100).dropFirst()) }
        let (y, m, d) = (String(day.year), two(day.month), two(day.day))
        let dates = [
            "\(y)-\(m)-\(d)", "\(d).\(m).\(y)", "\(d)/\(m)/\(y)", "\(m)/\(d)/\(y)", "\(y)/\(m)/\(d)",
            "\(day.day)-\(Self.english[day.month - 1])-\(y)", "\(Self.english[day.month - 1]) \(day.day), \(y)",
            "\(y)\(m)\(d)", "\(day.day). \(Self.german[day.month - 1]) \(y)",
        ]
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
        let half = "\((hour + 11) % 12 + 1):\(two(minute)):\(two(second)) \(hour < 12 ? "AM" : "PM")"
        let clocks = ["", " \(two(hour)):\(two(minute))", " \(two(hour)):\(two(minute)):\(two(second))", " \(half)"]
        return cell(dates[date] + clocks[clock])
    }
}

@Suite struct TableDialectTests {
    @Test(arguments: 0..<60) func `a random table reads back the same numbers`(_ number: Int) throws {
        let seed = UInt64(number) &* 7919 &+ 16
        var generator = RepeatableNoise(seed: seed)
        let dialect = Dialect(&generator)
        let start = Int.random(in: 5000...20_000, using: &generator) * 86_400
        // Steps of a day where there is no clock, so that x tells the rows apart.
        let step = dialect.clock == 0 ? 86_400 : 86_400 / 4 + 60
        let rows = (0..<200).map { row in
            (
                x: start + row * step,
                values: (0..<2).map { _ in Int.random(in: -9_999_999...9_999_999, using: &generator) }
            )
        }
        let header = ["Zeit", "Größe", "b"].joined(separator: String(dialect.delimiter))
        let lines = rows.map { row in
            ([dialect.time(row.x)] + row.values.map(dialect.number)).joined(separator: String(dialect.delimiter))
        }
        let text = ([header] + lines).joined(separator: dialect.lineEnd) + dialect.lineEnd
        let bytes = [UInt8](try #require(text.data(using: dialect.encoding)))
        let series = try TableFile(bytes: bytes).read()
        let place: Comment = "seed \(seed): \(dialect)\n\(lines[0])"
        try #require(series.lines == ["Größe", "b"] && series.xKind == .time, place)
        #expect(series.status.badRowCount == 0, place)
        #expect(series.allX == rows.map { Double($0.x) }, place)
        for line in 0..<2 { #expect(series.all(line) == rows.map { Double($0.values[line]) / 100 }, place) }
    }

    @Test func `an order of dates that nothing tells is a guess, and the other is to be had`() throws {
        let text = "date,v\n" + (1...11).map { "0\($0)/\(String($0 + 101).dropFirst())/2024,\($0)\n" }.joined()
        let file = try TableFile(
            text.replacingOccurrences(of: "\n010/", with: "\n10/").replacingOccurrences(of: "\n011/", with: "\n11/"))
        let guessed = try file.read()
        #expect(guessed.status.notices.contains { $0.contains("guess") && $0.contains("--date-order mdy") })
        var options = TableFile.options
        options.dateOrder = .monthFirst
        let requested = try file.read(options)
        #expect(requested.allX.first == 1_704_153_600 && guessed.allX.first == 1_706_745_600)
        #expect(!requested.status.notices.contains { $0.contains("guess") })
    }

    @Test func `what a late row says of the dates, numbers and keys is read again`() throws {
        let days = (0..<5000).map { row in
            let day = CivilDate(daysSince1970: 19_000 + row / 500)
            return "\(day.day % 12 + 1)/\(row % 9 + 1)/2024,\(row)"
        }
        let late = try TableFile.read("date,v\n" + days.joined(separator: "\n") + "\n3/25/2024,1\n")
        #expect(late.status.badRowCount == 0 && late.status.notices.allSatisfy { !$0.contains("guess") })
        let numbers = (0..<5000).map { "\($0),\($0 % 900)\n" }.joined()
        let grouped = try TableFile.read("x,a\n" + numbers + "5000,\"1,234,567\"\n")
        #expect(grouped.value(line: 0, at: 5000) == 1_234_567)
        let keys = (0..<40).flatMap { key in
            (0..<(key < 20 ? 100 : 150)).map { "2024-01-01 \(10 + $0 / 50):\(10 + $0 % 50),k\(key),\($0)\n" }
        }
        let long = try TableFile.read("time,key,v\n" + keys.joined())
        #expect(long.view.isSparse && long.lines == (20..<32).map { "k\($0)" })
    }

    @Test(.needs(.python)) func `packed files, one after another, and damaged ones`() throws {
        let table = "x,a\n1,2\n"
        func packed(_ text: String, as encoding: String = "utf-8") throws -> [UInt8] {
            try PythonOracle.run(
                "import gzip, sys; text = sys.stdin.buffer.read().decode();"
                    + "sys.stdout.buffer.write(gzip.compress(text.encode('\(encoding)')))",
                input: [UInt8](text.utf8))
        }
        // Spreadsheets save UTF-16.
        #expect(try TableFile(bytes: try packed(table, as: "utf-16"), as: "t.csv.gz").read().all(0) == [2])
        let file = try TableFile(bytes: try packed(table) + packed("2,5\n"), as: "t.csv.gz")
        #expect(try file.read().all(0) == [2, 5])
        var damaged = try packed(table)
        damaged[damaged.count - 7] ^= 1
        #expect(throws: SeriesError.unreadable("the gzip data are damaged")) {
            try TableFile(bytes: damaged, as: "t.csv.gz").read()
        }
        #expect(throws: SeriesError.self) {
            try TableFile(bytes: Array(try packed(table).dropLast(9)), as: "t.csv.gz").read()
        }
        #expect(throws: SeriesError.self) { try TableFile(bytes: [0x28, 0xB5, 0x2F, 0xFD, 0, 0], as: "t.csv").read() }
    }

    /// What a table becomes is bounded by what it is and by the space that is free; both say what to do.
    @Test(.needs(.python)) func `a packed file that would fill the disk is refused`() throws {
        let packed = try PythonOracle.run(
            "import gzip, sys; sys.stdout.buffer.write(gzip.compress(b'x,a\\n' + b'1,2\\n' * 500000))")
        let file = try TableFile(bytes: packed, as: "t.csv.gz")
        let opened = try OpenFile(path: file.path)
        var limits = PlainCopy.Limits()
        #expect(try PlainCopy.of(opened, limits: limits)?.count == 2_000_004)
        limits.freeOfRatioByteCount = 1 << 20
        let tooMuch = #expect(throws: SeriesError.self) { try PlainCopy.of(opened, limits: limits) }
        guard case .expandsTooMuch(let count, let unpacked) = tooMuch else {
            Issue.record("\(tooMuch as Any)")
            return
        }
        #expect(count == packed.count && (1 << 19...1 << 20).contains(unpacked))
        #expect(tooMuch?.description.contains("unpack it") == true)
        limits.ratio = 1100
        #expect(try PlainCopy.of(opened, limits: limits)?.count == 2_000_004)
        // As the copy grows, the space that is free shrinks.
        let written = Counter()
        limits.freeByteCount = { descriptor in
            let count = (try? FileSystem.status(of: descriptor))?.count ?? 0
            written.add(count - written.value)
            return 3_000_000 - count
        }
        let noRoom = #expect(throws: SeriesError.self) { try PlainCopy.of(opened, limits: limits) }
        guard case .noRoomToUnpack(_, let free) = noRoom else {
            Issue.record("\(noRoom as Any)")
            return
        }
        #expect(free >= 1_000_000 && written.value <= 1_500_000)
        #expect(noRoom?.description.contains("TMPDIR") == true)
        #expect(try PlainCopy.of(opened, limits: .start(1000)).map { $0.count < 1_000_000 } == true)
    }

    @Test func `a header without rows is waited for`() throws {
        let file = try TableFile("time,v\n")
        #expect(throws: SeriesError.headerOnly(["time", "v"])) { try file.read() }
        var options = TableFile.options
        options.isFollowed = true
        options.checkInterval = 10
        let series = try Series.open(path: file.path, options: options)
        #expect(series.comesTrue { series.status.isComplete } && series.count == 0)
        try file.append("2024-01-01,5\n")
        #expect(series.comesTrue { series.count == 1 && series.lines == ["v"] })
        try file.append("2024-01-02,6\n")
        #expect(series.comesTrue { series.count == 2 })
    }
}
