// The reader of times beside Python's.

import Testing

@testable import Charts

@Suite struct TimeTextTests {
    private func read(_ text: String, allowsComma: Bool = true) -> (value: Double?, count: Int) {
        var reader = TimeText(allowsComma: allowsComma)
        let bytes = CellReader.padded([UInt8](text.utf8))
        var place = 0
        let value = reader.read(bytes.span, &place)
        return (value, place)
    }

    @Test(arguments: [
        ("1970-01-01", 0), ("2000-02-29", 951_782_400), ("2024-07", 1_719_792_000), ("1969-12-31T23:59:59Z", -1),
        ("2024-02-29T12:30", 1_709_209_800), ("2024-02-29 12:30:15", 1_709_209_815),
        ("2024-02-29t12:30:15z", 1_709_209_815), ("2024-02-29T12:30:15.25Z", 1_709_209_815.25),
        ("2024-02-29T12:30:15,5Z", 1_709_209_815.5), ("2024-02-29T12:30:15+02:00", 1_709_202_615),
        ("2024-02-29T12:30:15-0530", 1_709_229_615), ("2024-02-29T12:30:15+01", 1_709_206_215),
        ("2024/02/29 12:30:15", 1_709_209_815), ("2023-12-31T24:00:00Z", 1_704_067_200),
        ("2016-12-31T23:59:60Z", 1_483_228_800), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799), ("2024-02-29T12:30:15.123456789Z", 1_709_209_815.123_456_789),
        ("1969-12-31T23:59:59.75Z", -0.25),
    ])
    func `forms of ISO 8601`(_ text: String, _ seconds: Double) {
        let read = read(text)
        #expect(read.value == seconds)
        #expect(read.count == text.utf8.count)
    }

    @Test(arguments: [
        "", "2024", "2024-13-01", "2024-00-01", "2023-02-29", "2024-02-30", "2024-02-00", "24-02-01", "2024.02.01",
        "2024-02-01T25:00", "2024-02-01T12:60", "2024-02-01T12:30:61", "2024-02-01T24:00:01", "2024-02-01T12",
        "2024-02-01T1:30", "x", "2024-", "2024-0", "20240201",
    ])
    func `what is no time`(_ text: String) {
        #expect(read(text).value == nil)
    }

    @Test func `a date is not taken for the one before`() {
        var reader = TimeText(allowsComma: true)
        let text = "2024-01-02T00:00:00Z,2024-01-02T00:00:01Z,2024-01-03T00:00:00Z,2024-01,2024-01-03"
        let bytes = CellReader.padded([UInt8](text.utf8))
        var place = 0
        let values = (0..<5).map { _ in
            let value = reader.read(bytes.span, &place)
            place += 1
            return value
        }
        #expect(values == [1_704_153_600, 1_704_153_601, 1_704_240_000, 1_704_067_200, 1_704_240_000])
    }

    @Test func `where the comma divides cells it begins no fraction`() {
        let read = read("2024-02-29T12:30:15,5", allowsComma: false)
        #expect(read.value == 1_709_209_815 && read.count == 19)
    }

    @Test(.needs(.python))
    func `random times are what Python says, to the microsecond`() throws {
        let program = """
            import random, datetime as d
            r = random.Random(5); e = d.datetime(1970, 1, 1, tzinfo=d.timezone.utc)
            for _ in range(2000):
                z = d.timezone(d.timedelta(minutes=r.randrange(-840, 841)))
                t = d.datetime(r.randrange(1900, 2100), 1, 2, tzinfo=z) + d.timedelta(
                    days=r.randrange(364), seconds=r.randrange(86400), microseconds=r.choice([0, r.randrange(10**6)]))
                print(t.isoformat(r.choice('T ')), repr((t - e) / d.timedelta(seconds=1)))
            """
        let lines = String(decoding: try PythonOracle.run(program), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2000)
        for line in lines {
            let cut = try #require(line.lastIndex(of: " "))
            let value = read(String(line[..<cut])).value
            #expect(value == Double(line[line.index(after: cut)...]), "\(line)")
        }
    }
}
