// Dates in the forms in which cameras and programs write them.

import Foundation
import Testing

@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct CaptureTimeTests {
    @Test(
        "A date is read in every form that programs write",
        arguments: [
            // EXIF, and variants that cameras write.
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
            ("2016:12:31 23:59:60", "2016-12-31T23:59:59", 999_999, nil),
            // ISO 8601, XMP.
            ("2019-05-03T14:30:05Z", "2019-05-03T14:30:05", 0, "+00:00"),
            ("2019-05-03T14:30:05.75+09:00", "2019-05-03T14:30:05", 750_000, "+09:00"),
            ("2019-05-03T14:30", "2019-05-03T14:30:00", 0, nil),
            ("2019-05-03T14:30-05:00", "2019-05-03T14:30:00", 0, "-05:00"),
            ("2019-05-03-14-30-05", "2019-05-03T14:30:05", 0, nil), ("2019-05-03-05:00", "2019-05-03", 0, "-05:00"),
            ("2019:05:03   :  :  ", "2019-05-03", 0, nil), ("2019:05:03 14:  :  ", "2019-05-03", 0, nil),
            ("2019:05:03 14:30:  ", "2019-05-03T14:30:00", 0, nil),
            ("2019-05-03 14:30:05 -0530", "2019-05-03T14:30:05", 0, "-05:30"),
            ("2019-05-03T14:30:05+02", "2019-05-03T14:30:05", 0, "+02:00"),
            ("2019-05-03t14:30:05,5z", "2019-05-03T14:30:05", 500_000, "+00:00"),
            ("2019-05-03", "2019-05-03", 0, nil), ("2019-05", "2019-05", 0, nil), ("2019", "2019", 0, nil),
            ("2019-05-03Z", "2019-05-03", 0, "+00:00"), ("0033", "0033", 0, nil),
            ("20190503T143000Z", "2019-05-03T14:30:00", 0, "+00:00"),
            ("20190503T143000.5-0500", "2019-05-03T14:30:00", 500_000, "-05:00"),
            ("20190503143000", "2019-05-03T14:30:00", 0, nil), ("20190503T1430", "2019-05-03T14:30:00", 0, nil),
            // IPTC's date followed by its time.
            ("20190503143000+0200", "2019-05-03T14:30:00", 0, "+02:00"),
            ("20190503 143000+0200", "2019-05-03T14:30:00", 0, "+02:00"), ("20190503", "2019-05-03", 0, nil),
            ("19430000", "1943", 0, nil), ("19430500", "1943-05", 0, nil),
            // Other separators.
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
            "2016:12:31 23:59:61", "2016:12:31 23:60:00", "12345", "123456", "2019-foo",
            "2019 was good", "May 2019 was good", "03/05/2019", "Monday", "14:30:00", "May", "-2019",
            "31 Feb 2019", "2019:05:035", "20190532", "99999999999999999999999999", "20195-01-01",
        ]) func refused(text: String)
    {
        #expect(CaptureTime.parsed(text.utf8) == nil, "\(text)")
    }

    @Test("A year sorts before its first month, its first day and its first second; fractions count")
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

    @Test("Universal times are converted with their fractions; dates without a time are unchanged")
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
                let index = bytes.indices.randomElement(using: &noise) ?? 0
                switch Int.random(in: 0..<3, using: &noise) {
                case 0: bytes[index] = characters.randomElement(using: &noise) ?? 0
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: bytes[index...], at: index)
                }
                bytes = Array(bytes.prefix(200))
            }
            guard let (time, zone) = CaptureTime.parsed(bytes) else { continue }
            #expect(CaptureTime(value: time.value) == time, "seed \(seed), mutant \(number)")
            #expect(zone == nil || PictureFacts.zone(zone) == zone, "seed \(seed), mutant \(number)")
        }
    }
}

/// The date of each file is what exiftool reads from its first tag in the order of the MWG guidelines.
@Suite(.needs(.cases))
struct CaptureTimeCaseTests {
    private static let dates: [String: String?] = [
        "01-dates/bad-month.jpg": nil,
        "01-dates/blank.jpg": nil,
        "01-dates/burst-055.jpg": "2022-02-02T02:02:02",
        "01-dates/burst-100.jpg": "2022-02-02T02:02:02",
        "01-dates/burst-12.jpg": "2022-02-02T02:02:02",
        "01-dates/burst-40.jpg": "2022-02-02T02:02:02",
        "01-dates/burst-5.jpg": "2022-02-02T02:02:02",
        "01-dates/burst-9.jpg": "2022-02-02T02:02:02",
        "01-dates/create-only.jpg": "2011-05-06T07:08:09",
        "01-dates/dash.jpg": "2014-03-04T05:06:07",
        "01-dates/dateonly.jpg": "2014-03-04",
        "01-dates/gps1970.jpg": "2024-02-23T16:09:35",
        "01-dates/hour24.jpg": nil,
        "01-dates/iptc-date.jpg": "2003-02-03T04:05:06",
        "01-dates/iptc-dateonly.jpg": "2003-02-03",
        "01-dates/iso.jpg": "2014-03-04T05:06:07",
        "01-dates/leap.jpg": "2024-02-29T12:00:00",
        "01-dates/modify-only.jpg": nil,
        "01-dates/offset-0530.jpg": "2024-02-21T10:14:22",
        "01-dates/offsetorig.jpg": "2024-06-01T02:52:00",
        "01-dates/only-offsettime.jpg": "2024-06-01T02:13:00",
        "01-dates/png-ctime.png": "2005-02-03T04:05:06",
        "01-dates/png-exif.png": "2004-02-03T04:05:06",
        "01-dates/png-xmp.png": "2006-02-03T04:05:06",
        "01-dates/sec60.jpg": "2016-12-31T23:59:59",
        "01-dates/slash.jpg": "2014-03-04T05:06:07",
        "01-dates/spaced.jpg": "2014-03-04T05:06:07",
        "01-dates/tif-exif.tif": "2009-02-03T04:05:06",
        "01-dates/webp-exif.webp": "2007-02-03T04:05:06",
        "01-dates/webp-xmp.webp": "2008-02-03T04:05:06",
        "01-dates/xmp-create.jpg": "2002-02-03T04:05:06",
        "01-dates/xmp-day.jpg": "1943-06-06",
        "01-dates/xmp-exif-dto.jpg": "2001-02-03T04:05:06",
        "01-dates/xmp-month.jpg": "1943-06",
        "01-dates/xmp-year.jpg": "1943",
        "01-dates/y0001.jpg": "0001-01-01T00:00:00",
        "01-dates/y0111.jpg": "2011-11-04T09:56:51",
        "01-dates/y1826.jpg": "1826-07-04T12:00:00",
        "01-dates/y1904.jpg": "1904-01-01T00:00:00",
        "01-dates/y1943.jpg": "1943-06-06T06:30:00",
        "01-dates/y1965.jpg": "1965-12-31T23:59:59",
        "01-dates/y2099.jpg": "2099-01-01T00:00:00",
        "01-dates/zero-then-create.jpg": "2011-05-06T07:08:09",
        "01-dates/zero.jpg": nil,
        "16-datekinds/gps-only.jpg": "2018-03-04T05:06:07",
        "16-datekinds/iptc-digital.jpg": "2003-02-03T04:05:06",
        "16-datekinds/iptc-only.jpg": "2003-02-03T04:05:06",
        "16-datekinds/png-ct-rfc.png": "2005-02-03T04:05:06",
        // When a program last wrote it, which ImageMagick calls `date:create`.
        "16-datekinds/png-datecreate.png": nil,
        "16-datekinds/png-iso.png": "2005-02-03T04:05:06",
        "16-datekinds/png-rfc1123.png": "2005-02-03T04:05:06",
        "16-datekinds/png-time.png": nil,
        "16-datekinds/ps-date.jpg": "1943-06-06",
        "16-datekinds/ps-datetime.jpg": "1943-06-06T12:00:00",
        "16-datekinds/scan-mwg.jpg": "1943-06-06T12:00:00",
        "16-datekinds/shot-517.png": "2016-01-28T12:21:20",
        "16-datekinds/xmp-create-date.jpg": "1943-06-06",
        "16-datekinds/xmp-digitized.jpg": "2001-02-03T04:05:06",
        "16-datekinds/xmp-dto-date.jpg": "1943-06-06",
        "16-datekinds/xmp-offset.jpg": "2001-02-03T04:05:06",
        "16-datekinds/xmp-subsec.jpg": "2001-02-03T04:05:06",
        "16-datekinds/y1642x.jpg": "1642-01-01T00:00:00",
        "16-datekinds/y1849.jpg": "1849-12-31T12:00:00",
        "16-datekinds/y1850.jpg": "1850-01-01T12:00:00",
        "20-subsec/jpg-a.jpg": "2022-02-02T02:02:02",
        "20-subsec/jpg-b.jpg": "2022-02-02T02:02:02",
        "20-subsec/png-a.png": "2022-02-02T02:02:02",
        "20-subsec/png-b.png": "2022-02-02T02:02:02",
        "20-subsec/tif-a.tif": "2022-02-02T02:02:02",
        "20-subsec/tif-b.tif": "2022-02-02T02:02:02",
        "20-subsec/webp-a.webp": "2022-02-02T02:02:02",
        "20-subsec/webp-b.webp": "2022-02-02T02:02:02",
        "20-subsec/xmp-a.jpg": "2022-02-02T02:02:03",
        "20-subsec/xmp-b.jpg": "2022-02-02T02:02:03",
    ]

    @Test("Capture times are read from files of programs and cameras", arguments: dates.keys.sorted())
    func taken(name: String) throws {
        let bytes = Array(try Data(contentsOf: Corpus.cases.appendingPathComponent(name)))
        let header = try ImageHeader.read(from: ByteSource(bytes))
        #expect(header.taken?.iso8601 == Self.dates[name] ?? nil)
        #expect(header.taken == header.facts?.taken)
    }

    @Test("Every file of these folders is in the table")
    func everyFile() throws {
        var names: [String] = []
        for folder in ["01-dates", "16-datekinds", "20-subsec"] {
            let path = Corpus.cases.appendingPathComponent(folder).path
            names += try FileManager.default.contentsOfDirectory(atPath: path).map { "\(folder)/\($0)" }
        }
        #expect(names.filter { !$0.hasSuffix(".json") }.sorted() == Self.dates.keys.sorted())
    }

    @Test("Pictures of a burst sort by fractions of a second")
    func bursts() throws {
        func taken(_ name: String) throws -> CaptureTime {
            let bytes = Array(try Data(contentsOf: Corpus.cases.appendingPathComponent(name)))
            return try #require(try ImageHeader.read(from: ByteSource(bytes)).taken, "\(name)")
        }
        let burst = try ["055", "100", "12", "40", "5", "9"].map { try taken("01-dates/burst-\($0).jpg") }
        #expect(burst == burst.sorted() && Set(burst).count == burst.count)
        for ending in ["jpg", "png", "tif", "webp"] {
            #expect(try taken("20-subsec/\(ending)-a.\(ending)").microseconds == 750_000)
            #expect(try taken("20-subsec/\(ending)-b.\(ending)").microseconds == 250_000)
        }
        #expect(try taken("20-subsec/xmp-a.jpg") > taken("20-subsec/xmp-b.jpg"))
    }
}
