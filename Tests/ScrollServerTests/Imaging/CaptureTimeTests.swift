// Dates in the forms in which cameras and programs write them.

import Foundation
import Testing

@testable import Imaging
@testable import Platform

@Suite struct CaptureTimeTests {
    @Test(
        "A date is read in every form that programs write",
        arguments: [
            // EXIF, and what cameras make of it.
            ("2019:05:03 14:30:05", "2019-05-03T14:30:05", 0, nil),
            ("2019:05:03 14:30:05.25", "2019-05-03T14:30:05", 250_000, nil),
            ("2019:05:03 14:30:05.0000019+02:00", "2019-05-03T14:30:05", 1, "+02:00"),
            ("2019:05:03 14:30:05\0\0\0junk", "2019-05-03T14:30:05", 0, nil),
            ("  2019:05:03 14:30:05  ", "2019-05-03T14:30:05", 0, nil),
            ("2014: 3: 4  5: 6: 7", "2014-03-04T05:06:07", 0, nil),
            ("2014:03:04:05:06:07", "2014-03-04T05:06:07", 0, nil),
            ("1943:00:00 00:00:00", "1943", 0, nil), ("1943:  :     :  :  ", "1943", 0, nil),
            ("1943:05:00 00:00:00", "1943-05", 0, nil), ("1943:05:03   :  :  ", "1943-05-03", 0, nil),
            ("0001:01:01 00:00:00", "0001-01-01T00:00:00", 0, nil),
            ("9999:12:31 23:59:59.999999", "9999-12-31T23:59:59", 999_999, nil),
            ("2024:02:29 00:00:00", "2024-02-29T00:00:00", 0, nil),
            // ISO 8601, XMP.
            ("2019-05-03T14:30:05Z", "2019-05-03T14:30:05", 0, "+00:00"),
            ("2019-05-03T14:30:05.75+09:00", "2019-05-03T14:30:05", 750_000, "+09:00"),
            ("2019-05-03T14:30", "2019-05-03T14:30:00", 0, nil),
            ("2019-05-03T14:30-05:00", "2019-05-03T14:30:00", 0, "-05:00"),
            ("2019-05-03 14:30:05 -0530", "2019-05-03T14:30:05", 0, "-05:30"),
            ("2019-05-03T14:30:05+02", "2019-05-03T14:30:05", 0, "+02:00"),
            ("2019-05-03t14:30:05,5z", "2019-05-03T14:30:05", 500_000, "+00:00"),
            ("2019-05-03", "2019-05-03", 0, nil), ("2019-05", "2019-05", 0, nil), ("2019", "2019", 0, nil),
            ("2019-05-03Z", "2019-05-03", 0, "+00:00"), ("0033", "0033", 0, nil),
            ("20190503T143000Z", "2019-05-03T14:30:00", 0, "+00:00"),
            ("20190503T143000.5-0500", "2019-05-03T14:30:00", 500_000, "-05:00"),
            ("20190503143000", "2019-05-03T14:30:00", 0, nil), ("20190503T1430", "2019-05-03T14:30:00", 0, nil),
            // IPTC's date and time, one after the other.
            ("20190503143000+0200", "2019-05-03T14:30:00", 0, "+02:00"),
            ("20190503 143000+0200", "2019-05-03T14:30:00", 0, "+02:00"), ("20190503", "2019-05-03", 0, nil),
            ("19430000", "1943", 0, nil), ("19430500", "1943-05", 0, nil),
            // Other marks.
            ("2014/03/04 05:06:07", "2014-03-04T05:06:07", 0, nil), ("2014.03.04", "2014-03-04", 0, nil),
            ("2014-03-04 05-06-07", "2014-03-04T05:06:07", 0, nil),
            ("2014.03.04 05.06.07", "2014-03-04T05:06:07", 0, nil),
            ("2001/ 1/27  1:42PM", "2001-01-27T13:42:00", 0, nil), ("2005/11/28/ 09:19", "2005-11-28T09:19:00", 0, nil),
            ("2019:05:03 12:00:00 AM", "2019-05-03T00:00:00", 0, nil),
            // With the name of the month: RFC 1123, RFC 850, asctime, AVI, prose.
            ("Fri, 03 May 2019 14:30:00 +0200", "2019-05-03T14:30:00", 0, "+02:00"),
            ("3 May 2019 14:30 GMT", "2019-05-03T14:30:00", 0, "+00:00"),
            ("Friday, 03-May-19 14:30:00 EST", "2019-05-03T14:30:00", 0, "-05:00"),
            ("Fri May  3 14:30:00 2019", "2019-05-03T14:30:00", 0, nil),
            ("FRI MAY 03 14:30:00 2019\n", "2019-05-03T14:30:00", 0, nil),
            ("Fri May  3 14:30:00 CEST 2019", "2019-05-03T14:30:00", 0, nil),
            ("May 3, 2019 2:30:05 PM", "2019-05-03T14:30:05", 0, nil), ("May 3rd, 2019", "2019-05-03", 0, nil),
            ("Sept 2019", "2019-09", 0, nil), ("1 Jan 71", "1971-01-01", 0, nil),
        ] as [(String, String, Int, String?)]) func read(text: String, time: String, microseconds: Int, zone: String?)
    {
        let read = CaptureTime.parsed(text.utf8)
        #expect(read?.time.iso8601 == time && read?.time.microseconds == microseconds, "\(text)")
        #expect(read?.zone == zone, "\(text)")
    }

    @Test(
        "What is no date, or one that no calendar or clock has, is none",
        arguments: [
            "", " ", "\0", "0000:00:00 00:00:00", "    :  :     :  :  ", "0000", "00000000", "2023:02:29 00:00:00",
            "2023:13:01 00:00:00", "2014:13:45 25:61:61", "2023:01:32", "2023:01:01 24:00:00", "2014:03:04 24:06:07",
            "2016:12:31 23:59:60", "2016:12:31 23:60:00", "12345", "123456", "2019-foo",
            "2019 was good", "May 2019 was good", "03/05/2019", "Monday", "14:30:00", "May", "-2019",
            "31 Feb 2019", "2019:05:035", "20190532", "99999999999999999999999999", "20195-01-01",
        ]) func refused(text: String)
    {
        #expect(CaptureTime.parsed(text.utf8) == nil, "\(text)")
    }

    @Test("A year comes before its first month, its first day and its first second; fractions count")
    func order() throws {
        let texts = [
            "0001", "0001:01:01 00:00:00", "1942:12:31 23:59:59.999999", "1943", "1943:01", "1943:01:01",
            "1943:01:01 00:00:00", "1943:01:01 00:00:00.000001", "1943:01:01 00:00:00.055", "1943:01:01 00:00:00.1",
            "1943:01:01 00:00:00.12", "1943:01:01 00:00:00.4", "1943:01:01 00:00:01", "1943:01:02", "1943:02",
            "1944", "9999:12:31 23:59:59",
        ]
        let times = try texts.map { try #require(CaptureTime(exif: $0.utf8), "\($0)") }
        #expect(times == times.sorted() && Set(times).count == times.count)
        for time in times {
            #expect(time.value != 0 && CaptureTime(value: time.value) == time)
            #expect(CaptureTime(secondsSince1970: time.secondsSince1970, detail: time.detail) == time)
            let again = try #require(CaptureTime.parsed(time.iso8601.utf8)?.time)
            #expect(again.precision == time.precision && again.secondsSince1970 == time.secondsSince1970)
        }
        for value in [0, 1 << 20, 1_000_004, .max] as [UInt64] { #expect(CaptureTime(value: value) == nil) }
        for seconds in [Int.min, .max, -62_135_596_801, 253_402_300_800] {
            #expect(CaptureTime(secondsSince1970: seconds) == nil)
        }
    }

    @Test("Universal times move with their fractions; dates without a time stay")
    func clocks() throws {
        let zone = ZoneOffsets(offset: 7200)
        let time = try #require(CaptureTime(exif: "2019:12:31 23:00:00.25".utf8)).onClocks(of: zone)
        #expect(time.iso8601 == "2020-01-01T01:00:00" && time.microseconds == 250_000)
        for text in ["2019", "2019:12", "2019:12:31"] {
            let date = try #require(CaptureTime(exif: text.utf8))
            #expect(date.onClocks(of: zone) == date)
        }
    }

    /// Replaces, removes and repeats characters of dates.
    @Test("Damaged dates are read as dates or as none") func mutants() throws {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        let texts = [
            "2019:05:03 14:30:05.25+02:00", "20190503T143000-0500", "Fri, 03 May 2019 14:30:00 +0200",
            "Fri May  3 14:30:00 2019", "2001/ 1/27  1:42PM", "1943:  :     :  :  ",
        ].map { Array($0.utf8) }
        let characters = Array("0123456789:-/.,+ TZPMay\0\u{7F}".utf8) + [0xFF]
        for number in 0..<20_000 {
            var bytes = texts[number % texts.count]
            for _ in 0..<Int.random(in: 1...5, using: &noise) where !bytes.isEmpty {
                let place = bytes.indices.randomElement(using: &noise) ?? 0
                switch Int.random(in: 0..<3, using: &noise) {
                case 0: bytes[place] = characters.randomElement(using: &noise) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...], at: place)
                }
                bytes = Array(bytes.prefix(200))
            }
            guard let (time, zone) = CaptureTime.parsed(bytes) else { continue }
            #expect(CaptureTime(value: time.value) == time, "seed \(seed), mutant \(number)")
            #expect(zone == nil || PictureFacts.zone(zone) == zone, "seed \(seed), mutant \(number)")
        }
    }
}
