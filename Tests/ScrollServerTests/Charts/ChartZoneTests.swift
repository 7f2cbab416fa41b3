// Times of charts by the clocks of zones, beside Foundation.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Charts
@testable import Platform
@testable import ScrollServer

@Suite struct ChartZoneTests {
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "America/Sao_Paulo", "UTC",
        "Asia/Tokyo", "Pacific/Apia",
    ]) func offsetsAreThoseOfTheDatabase(name: String) throws {
        let zone = try #require(ChartZone(name))
        let oracle = try #require(TimeZone(identifier: name))
        var noise = RepeatableNoise(seed: 11)
        for _ in 0..<2000 {
            let moment = Double.random(in: 0...1.7e9, using: &noise).rounded()
            #expect(
                zone.offset(at: moment) == Double(oracle.secondsFromGMT(for: Date(timeIntervalSince1970: moment))),
                "\(name) at \(moment)")
        }
    }

    /// Beyond the changes that files list, a rule holds.
    @Test func summersToCome() throws {
        let zone = try #require(ChartZone("Europe/Berlin"))
        // 1 January and 1 July 2090.
        #expect(zone.offset(at: 3_786_912_000) == 3600 && zone.offset(at: 3_802_550_400) == 7200)
        let rule = try #require(ZoneRule("EST5EDT,M3.2.0,M11.1.0"))
        #expect(rule.changes(years: 2024...2024).map(\.0) == [1_710_054_000, 1_730_613_600])
        #expect(rule.changes(years: 2024...2024).map(\.1) == [-14_400, -18_000])
        for bad in ["", "CET-1", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,J60,J300", "<+0330-3:30"] {
            #expect(ZoneRule(bad) == nil)
        }
    }

    /// Where summer time ends an hour is shown twice: only its times have their offset.
    @Test func theHourThatIsTwice() throws {
        let times = ["03-29T01:30", "10-24T23:30", "10-25T00:30", "10-25T01:30", "10-25T02:30"]
        let file = try TableFile("t,v\n" + times.map { "2026-\($0):00Z,1\n" }.joined())
        let view = try file.read().view
        let names = PointNames(view, zone: try #require(ChartZone("Europe/Berlin")))
        #expect(
            (0..<5).map { names[$0] } == [
                "29 Mar 2026 03:30", "25 Oct 2026 01:30", "25 Oct 2026 02:30 UTC+02:00", "25 Oct 2026 02:30 UTC+01:00",
                "25 Oct 2026 03:30",
            ])
        let universal = PointNames(view, zone: try #require(ChartZone("UTC")))
        #expect(universal[2] == "25 Oct 2026 00:30")
    }

    @Test func namesOfZones() throws {
        #expect(ChartZone("+02:00")?.name == "UTC+02:00" && ChartZone("UTC-03:30")?.offset(at: 0) == -12_600)
        #expect(ChartZone("+00:00")?.name == "UTC")
        for bad in ["Mars/Base", "../etc/passwd", "/etc/passwd", "UTC+25:00", "+2", "Europe", "zone.tab", " "] {
            #expect(ChartZone(bad) == nil, "\(bad)")
        }
        // Files that are cut short or spoilt are no zones.
        let bytes = try #require(ZoneOffsets.bytes(ofZone: "Europe/Berlin"))
        #expect(ZoneFile(bytes) != nil)
        for count in stride(from: 0, to: bytes.count / 2, by: 7) {
            #expect(ZoneFile(Array(bytes.prefix(count))) == nil)
        }
        var noise = RepeatableNoise(seed: 3)
        for _ in 0..<300 {
            var spoilt = bytes
            spoilt[Int.random(in: 0..<spoilt.count, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
            _ = ZoneFile(spoilt)
        }
    }

    /// Ticks are round on the clocks, also where these change.
    @Test(arguments: ["Europe/Berlin", "Asia/Kolkata", "America/New_York"]) func ticksAreRoundOnTheClocks(name: String)
        throws
    {
        let zone = try #require(ChartZone(name))
        let oracle = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = oracle
        // About the change of 31 March 2024.
        let middle = 1_711_846_800.0
        for (reach, apart) in [(40_000.0, 3600.0), (200_000, 6 * 3600.0), (4e6, 86_400.0), (4e7, 40 * 86_400.0)] {
            let ticks = TimeTicks.ticks(
                from: middle - reach, to: middle + reach, pointsPerSecond: 96 / apart, minimumSpacing: 90,
                offset: zone.offset(at:))
            #expect(ticks.count > 3)
            #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.value < $1.value })
            for tick in ticks {
                let parts = calendar.dateComponents(
                    [.hour, .minute, .second, .day, .month], from: Date(timeIntervalSince1970: tick.value))
                #expect(parts.minute == 0 && parts.second == 0, "\(tick)")
                if apart >= 86_400 { #expect(parts.hour == 0, "\(tick)") }
                if tick.label.contains(":") {
                    #expect(tick.label == String(format: "%02d:00", parts.hour ?? -1))
                }
            }
        }
    }

    private func chart(_ path: String, _ query: String) throws -> ChartDocument.Chart {
        let application = try CollectionSources(try Options([path, "--cache-limit=0"]))
        defer { application.cancel() }
        let series = try #require(application.collections[0].series)
        #expect(series.comesTrue { series.status.isComplete })
        let client = try APIClient(application.collections)
        let id = application.collections[0].id
        let reply = try client.get("/api/collections/\(id)/plan?width=800&height=400&\(query)")
        try #require(reply.status == 200, "\(reply.text)")
        return try reply.decoded(ChartDocument.self).chart
    }

    @Test(arguments: [
        ("2024-03-01T10:00:00+02:00", "UTC+02:00", "1 Mar 2024 10:00"),
        ("2024-03-01T10:00:00Z", "UTC", "1 Mar 2024 10:00"),
        ("2024-03-01 10:00:00", "", "1 Mar 2024 10:00"), ("1709287200", "UTC", "1 Mar 2024 10:00"),
    ]) func aTableIsShownInItsOwnZone(first: String, zone: String, label: String) throws {
        let isEpoch = Int(first) != nil
        let rows = (0..<5).map { row in
            (isEpoch
                ? "\(1_709_287_200 + row * 3600)"
                : first.replacingOccurrences(of: "T10", with: "T1\(row)").replacingOccurrences(
                    of: " 10", with: " 1\(row)"))
                + ",\(row)\n"
        }
        let file = try TableFile("time,value\n" + rows.joined())
        let own = try chart(file.path, "point=0")
        #expect(own.zone == .init(name: zone, isKnown: !zone.isEmpty) && own.pointer?.label == label)
        let other = try chart(file.path, "point=0&timeZone=America/New_York")
        if zone.isEmpty {
            // Times that name no zone are not moved.
            #expect(other.zone.name == "" && other.pointer?.label == label)
        } else {
            #expect(other.zone.name == "America/New_York")
            #expect(other.pointer?.label == (zone == "UTC" ? "1 Mar 2024 05:00" : "1 Mar 2024 03:00"))
        }
    }

    @Test func theLeftEdgeCarriesTheDate() throws {
        let rows = (0..<2000).map { "\(1_709_287_200 + $0 * 60),\($0)\n" }
        let file = try TableFile("time,value\n" + rows.joined())
        // One point per minute, ten points of the screen each: a tick every ten or twenty minutes.
        for x in [64.0, 3000, 9000] {
            let answer = try chart(file.path, "lineGap=14400&x=\(x)")
            let left = try #require(answer.leftContext)
            #expect(left.label.contains("Mar 2024"))
            let first = try #require(answer.xTicks.first { ($0.x ?? -1) >= 0 })
            #expect(first.context?.contains("Mar 2024") == true)
        }
    }
}
