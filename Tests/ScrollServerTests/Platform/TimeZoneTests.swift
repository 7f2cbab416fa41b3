// Dates as the reader's clocks show them, in zones of the whole world and over changes of daylight saving time.

import Foundation
import Testing
import Tiling

@testable import Platform

@Suite struct TimeZoneTests {
    private static let zones = [
        "UTC", "Asia/Tokyo", "Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles", "America/St_Johns",
        "Pacific/Apia",
        "Africa/Casablanca", "Australia/Lord_Howe",
    ]

    private static func offsets(_ name: String) throws -> ZoneOffsets {
        let zone = try #require(TimeZone(identifier: name), "\(name)")
        return ZoneOffsets(from: 0, to: 2_145_916_800) {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))
        }
    }

    @Test(arguments: zones, 0..<3) func offsetsAreThoseOfTheZone(name: String, seed: UInt64) throws {
        let zone = try #require(TimeZone(identifier: name))
        let offsets = try Self.offsets(name)
        var noise = RepeatableNoise(seed: seed)
        var next = Date(timeIntervalSince1970: 86_400)
        var moments = (0..<500).map { _ in Int.random(in: 0..<2_145_916_800, using: &noise) }
        // Each change to the second.
        while let change = zone.nextDaylightSavingTimeTransition(after: next),
            change.timeIntervalSince1970 < 2_145_000_000
        {
            moments += [-1, 0, 1].map { Int(clamping: change.timeIntervalSince1970) + $0 }
            next = change
        }
        let wrong = moments.filter {
            offsets.offset(at: $0) != zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))
        }
        #expect(wrong.isEmpty, "\(name), seed \(seed)")
    }

    /// Months, order and facts of the program, beside Python's calendar.
    ///
    /// One picture has its date from its camera.
    @Test(
        .needs(.builtProgram), .needs(.pillow),
        arguments: ["Asia/Tokyo", "Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles"], [true, false])
    func monthsAreTheReaders(name: String, byOption: Bool) throws {
        let folder = try ScratchFolder()
        // Around the ends of months, and the hours at which Berlin and Los Angeles change their clocks in 2024.
        let moments = [
            1_709_249_400, 1_709_251_200, 1_709_280_000, 1_711_846_799, 1_711_846_801, 1_711_920_600, 1_710_064_801,
            1_729_990_799, 1_729_994_401, 1_730_413_800, 1_730_440_000, 1_730_620_801, 1_730_624_401,
        ]
        for (number, moment) in moments.enumerated() {
            let path = "\(folder.path)/\(number).png"
            try Data(TinyImage.png()).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(moment))], ofItemAtPath: path)
        }
        let oracle = """
            import json, os, sys, zoneinfo, datetime
            from PIL import Image
            exif = Image.Exif()
            exif.get_ifd(0x8769)[0x9003] = "2024:03:31 23:59:58"
            Image.new("RGB", (8, 8)).save("\(folder.path)/camera.jpg", exif=exif)
            os.utime("\(folder.path)/camera.jpg", (0, 0))
            zone = zoneinfo.ZoneInfo("\(name)")
            clocks = [(datetime.datetime.fromtimestamp(os.stat(f"\(folder.path)/{n}").st_mtime, zone), n)
                for n in os.listdir("\(folder.path)") if n.endswith("png")]
            rows = sorted([(c.replace(tzinfo=None), n) for c, n in clocks]
                + [(datetime.datetime(2024, 3, 31, 23, 59, 58), "camera.jpg")])
            print(json.dumps([[n, c.strftime("%Y-%m")] for c, n in rows]))
            print(json.dumps({n: c.isoformat() for c, n in clocks}))
            """
        let lines = String(decoding: try PythonOracle.run(oracle), as: UTF8.self).split(separator: "\n")
        let rows = try JSONDecoder().decode([[String]].self, from: Data(lines[0].utf8))
        let clocks = try JSONDecoder().decode([String: String].self, from: Data(lines[1].utf8))

        let options = byOption ? ["--time-zone", name] : []
        let run = try ProgramRun(
            ["--port", "0", "--no-token"] + options + [folder.path],
            environment: ["TZ": byOption ? "Pacific/Honolulu" : name])
        let address = try run.address()
        struct Item: Decodable { let name: String, modified: String, taken: String? }
        struct Page: Decodable { let items: [Item] }
        struct Plan: Decodable {
            struct Heading: Decodable { let date: String, count: Int }
            let headings: [Heading]
        }
        let base = "\(address.absoluteString)api/collections"
        let list = try Curl.ask(base)
        let id = try #require(list.text.firstMatch(of: /"self":"\/api\/collections\/([^"]+)"/)?.output.1)
        func page() throws -> [Item] {
            try JSONDecoder().decode(
                Page.self, from: Data(try Curl.ask("\(base)/\(id)/items?order=date&limit=50").text.utf8)
            ).items
        }
        // The camera's date is known when its header has been read.
        #expect(try eventually { try page().contains { $0.taken != nil } })
        let items = try page()
        #expect(items.map(\.name) == rows.map { $0[0] })
        for item in items where item.taken == nil {
            let clock = clocks[item.name]?.replacingOccurrences(of: "+00:00", with: "Z")
            #expect(item.modified == clock, "\(item.name)")
        }
        #expect(items.compactMap(\.taken) == ["2024-03-31T23:59:58"])
        let plan = try JSONDecoder().decode(
            Plan.self,
            from: Data(
                try Curl.ask("\(base)/\(id)/plan?width=600&height=4000&layout=grid&columns=4&order=date&group=month")
                    .text.utf8))
        var months: [(String, Int)] = []
        for row in rows {
            if months.last?.0 == row[1] { months[months.count - 1].1 += 1 } else { months.append((row[1], 1)) }
        }
        #expect(plan.headings.map(\.date) == months.map(\.0))
        #expect(plan.headings.map(\.count) == months.map(\.1))
        run.send(SIGTERM)
        #expect(try run.ending().status == 0)
    }

    @Test(.needs(.builtProgram), arguments: ["Europe/Nowhere", "../../etc/passwd", "/etc/localtime", ""])
    func zonesThatDoNotExist(name: String) throws {
        let run = try ProgramRun(["--port", "0", "--time-zone=\(name)"])
        let ending = try run.ending()
        #expect(ending.status == 2)
        #expect(ending.errors.contains("--time-zone"))
    }

    @Test func textsWithOffsets() {
        let time = FileTime(seconds: 1_763_713_800, nanoseconds: 0)
        for (offset, text) in [
            (0, "2025-11-21T08:30:00Z"), (3600, "2025-11-21T09:30:00+01:00"), (20_700, "2025-11-21T14:15:00+05:45"),
            (-12_600, "2025-11-21T05:00:00-03:30"), (-28_800, "2025-11-21T00:30:00-08:00"),
        ] {
            #expect(time.iso8601(in: ZoneOffsets(offset: offset)) == text)
        }
        // The ends of what can be said do not overflow.
        for limit in [Int64.min, .max] {
            let time = FileTime(nanoseconds: limit)
            #expect(time.onClocks(of: ZoneOffsets(offset: limit < 0 ? -50_000 : 50_000)) == time)
        }
    }
}
