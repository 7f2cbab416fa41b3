// A tile's URL is kept by browsers for a year: it changes when the tile does, and only then.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Charts

@Suite struct ChartVersionTests {
    /// Years of days; the value of a day is no line's extreme but on few.
    private static func rows(_ days: Range<Int>) -> String {
        days.map { day in
            let date = CivilDate(year: 2000, month: 1, day: 1).daysSince1970 + day
            return "\(date * 86_400),\(100 + day * 7919 % 4001),\(day % 13)\n"
        }.joined()
    }

    private static func table(_ count: Int) throws -> TableFile {
        let file = try TableFile("time,a,b\n" + rows(0..<count))
        try stamp(file, 1)
        return file
    }

    /// So that the time of change does not depend on how fine the file system's clock is.
    private static func stamp(_ file: TableFile, _ seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000 + seconds)], ofItemAtPath: file.path)
    }

    private static func open(_ file: TableFile, isFollowed: Bool = true, isKept: Bool = false) throws -> Series {
        var options = TableFile.options
        options.isFollowed = isFollowed
        options.checkInterval = 10
        if isKept { options.cacheFolder = file.cacheFolder }
        let series = try Series.open(path: file.path, options: options)
        #expect(series.comesTrue { series.status.isComplete })
        return series
    }

    /// Points to a day, and how far to scroll: all of it, several days to a pixel, and pixels to a day.
    private static let views = [
        "zoomTo=item", "lineGap=0.4&x=200", "lineGap=0.9&x=300", "lineGap=1.7&x=700", "lineGap=9&x=2000",
    ]
    /// Wherever the range of values leads to, pixels are compared with those of before.
    private static let range = "minValue=0&maxValue=5000"

    private final class Chart {
        let client: APIClient

        init(_ series: Series) throws {
            client = try APIClient([ChartCollection(series, id: "c", name: "C", source: "c")])
        }

        func tiles(_ view: String) throws -> [PlanDocument.Tile] {
            let reply = try client.get(
                "/api/collections/c/plan?width=400&height=120&slideWidth=128&\(ChartVersionTests.range)&\(view)")
            return try reply.plan().tiles.sorted { $0.url < $1.url }
        }

        func urls(_ view: String) throws -> [String] { try tiles(view).map(\.url) }

        func bytes(_ url: String) throws -> [UInt8] {
            let reply = try client.get(url)
            #expect(reply.status == 200)
            return reply.body
        }
    }

    @Test(arguments: views) func aChangedValueChangesTheURLs(view: String) throws {
        let file = try Self.table(1000)
        let series = try Self.open(file)
        let chart = try Chart(series)
        let before = try chart.urls(view)
        // Neither an extreme nor near an edge, and as long as it was.
        let old = series.value(line: 0, at: 477)
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        let row = try #require(text.split(separator: "\n").dropFirst(478).first)
        let cells = row.split(separator: ",")
        let new = "\(cells[0]),\(Int(clamping: old) + (Int(clamping: old) % 10 == 9 ? -1 : 1)),\(cells[2])"
        #expect(new.utf8.count == row.utf8.count)
        try Data(text.replacing(row, with: new).utf8).write(to: URL(fileURLWithPath: file.path))
        try Self.stamp(file, 2)
        #expect(
            series.comesTrue {
                series.value(line: 0, at: 477) != old && series.count == 1000 && series.status.isComplete
            })
        #expect(series.value(line: 0, at: 477).magnitude.distance(to: old).magnitude == 1)
        #expect(Set(before).isDisjoint(with: try chart.urls(view)))
    }

    /// However a file grows: what has the same URL has the same bytes, and slides that lie well before the end keep theirs.
    @Test(arguments: views.dropFirst()) func aTailChangesWhatItTouches(view: String) throws {
        var noise = RepeatableNoise(seed: 4)
        var count = 700
        let file = try Self.table(count)
        let series = try Self.open(file)
        let chart = try Chart(series)
        var known: [String: [UInt8]] = [:]
        let early = try chart.urls("lineGap=0.9&x=0")
        for _ in 0..<12 {
            // Where the end is, and where it was.
            for place in [view, view + "&start=end"] {
                for tile in try chart.tiles(place) {
                    // Drawn anew, not taken from memory.
                    let bytes = try Chart(series).bytes(tile.url)
                    #expect(known[tile.url] ?? bytes == bytes, "slide \(tile.index) of \(count) points")
                    known[tile.url] = bytes
                }
            }
            let more = Int.random(in: 1...20, using: &noise)
            try file.append(Self.rows(count..<count + more))
            count += more
            #expect(series.comesTrue { series.count == count })
            #expect(try chart.urls("lineGap=0.9&x=0") == early)
        }
        #expect(known.count > 12)
    }

    @Test func aLateRowChangesTheURLs() throws {
        let file = try Self.table(1000)
        let series = try Self.open(file)
        let chart = try Chart(series)
        let before = try chart.urls("lineGap=0.4&x=0")
        let late = CivilDate(year: 2000, month: 4, day: 1).daysSince1970
        try file.append(Self.rows(1000..<1001) + "\(late * 86_400 + 7),555,5\n")
        #expect(series.comesTrue { series.count == 1002 })
        #expect(Set(before).isDisjoint(with: try chart.urls("lineGap=0.4&x=0")))
    }

    /// A last row without a line end is taken as it is, and again when it has got longer.
    @Test func anUnfinishedRowChangesTheURLs() throws {
        let last = CivilDate(year: 2001, month: 1, day: 1).daysSince1970 * 86_400
        let file = try TableFile("time,a,b\n" + Self.rows(0..<300) + "\(last),7,1")
        try Self.stamp(file, 1)
        let series = try Self.open(file)
        #expect(series.count == 301)
        let chart = try Chart(series)
        let (end, start) = (try chart.urls("lineGap=4&start=end"), try chart.urls("lineGap=4&x=0"))
        try file.append("2\n")
        #expect(series.comesTrue { series.value(line: 1, at: 300) == 12 })
        let after = try chart.urls("lineGap=4&start=end")
        #expect(after.count == end.count && after != end)
        #expect(try chart.urls("lineGap=4&x=0") == start)
    }

    /// What a browser has kept is still right, with the cache of the series and without.
    @Test(arguments: [true, false], [true, false]) func aRestartKeepsTheURLs(isKept: Bool, isSorted: Bool) throws {
        let file = try Self.table(1000)
        if !isSorted {
            try file.append("\(CivilDate(year: 2001, month: 1, day: 1).daysSince1970 * 86_400 + 5),123,4\n")
            try Self.stamp(file, 1)
        }
        func urls() throws -> [[String]] {
            let end: Promise<Bool>
            let answer: [[String]]
            do {
                let series = try Self.open(file, isFollowed: false, isKept: isKept)
                let chart = try Chart(series)
                answer = try Self.views.map { try chart.urls($0) }
                end = series.publication.end()
            }
            // Who reads the file lets go of it when all is kept.
            #expect(end.wait() == true)
            return answer
        }
        let before = try urls()
        if isKept {
            var options = TableFile.options
            options.cacheFolder = file.cacheFolder
            // All of it is there before anything is read.
            let reader = try SeriesReader(path: file.path, options: options, publication: nil)
            #expect(reader.published.status.count == (isSorted ? 1000 : 1001))
        }
        #expect(try urls() == before)
        // Added to while nobody looked: the beginning is what it was, if that is known.
        try file.append(Self.rows(1000..<1300))
        let grown = try urls()
        for view in [3, 4] { #expect((grown[view] == before[view]) == isKept) }
    }
}
