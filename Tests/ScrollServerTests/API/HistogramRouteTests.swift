// How often each brightness of a picture's colours occurs.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Pixels

@Suite struct HistogramRouteTests {
    private struct Answer: Decodable {
        var red: [Int]
        var green: [Int]
        var blue: [Int]
        var full: Int
    }

    /// The levels that more than one in a hundred of the pixels have, and how many pixels have these or a neighbour.
    private static func peaks(_ counts: [Int]) -> [(level: Int, count: Int)] {
        let peaks = counts.indices.filter { level in
            let near = counts[max(0, level - 3)...min(255, level + 3)]
            return counts[level] * 100 > counts.reduce(0, +) && counts[level] == near.max()
        }
        return peaks.map { level in
            (level: level, count: counts[max(0, level - 3)...min(255, level + 3)].reduce(0, +))
        }
    }

    private static func picture(_ format: PixelFormat, _ pixels: [[UInt8]]) -> [UInt8] {
        PNGEncoder.encode(
            PixelBuffer(width: 16, height: pixels.count / 16, format: format, bytes: Array(pixels.joined())))
    }

    private static func client(_ files: [String: [UInt8]]) throws -> (APIClient, TemporaryFolder) {
        let folder = try TemporaryFolder()
        for (name, bytes) in files { try folder.write(name, bytes) }
        return (try APIClient([try folder.scanned()]), folder)
    }

    private static func items(_ client: APIClient) throws -> [String: [String: Any]] {
        let page: ItemPage = try client.get("/api/collections/f/items").decoded()
        return try page.items.reduce(into: [:]) { items, item in
            items[item.name] = try client.get("/api/collections/f/items/\(item.id)").object()
        }
    }

    @Test func pixelsAreCounted() throws {
        let two = Array(repeating: [200, 10, 30] as [UInt8], count: 512) + Array(repeating: [40, 90, 250], count: 256)
        let clear =
            Array(repeating: [9, 9, 9, 0] as [UInt8], count: 128) + Array(repeating: [80, 80, 80, 255], count: 128)
        let (client, folder) = try Self.client([
            "two.png": Self.picture(.rgb, two), "clear.png": Self.picture(.rgba, clear),
            "grey.png": Self.picture(.gray, Array(repeating: [120], count: 256)),
        ])
        defer { withExtendedLifetime(folder) {} }
        let items = try Self.items(client)
        func answer(_ name: String) throws -> Answer {
            try client.get(try #require(items[name]?["histogram"] as? String)).decoded()
        }
        let answerOfTwo = try answer("two.png")
        let expected: [(counts: [Int], levels: [(level: Int, count: Int)])] = [
            (answerOfTwo.red, [(40, 256), (200, 512)]), (answerOfTwo.green, [(10, 512), (90, 256)]),
            (answerOfTwo.blue, [(30, 512), (250, 256)]),
        ]
        for (counts, levels) in expected {
            #expect(counts.count == 256 && counts.reduce(0, +) == 768)
            let peaks = Self.peaks(counts)
            #expect(peaks.count == 2, "\(peaks)")
            for (peak, level) in zip(peaks, levels) {
                #expect(
                    abs(peak.level - level.level) <= 3 && abs(peak.count - level.count) <= 8, "\(peak) for \(level)")
            }
        }
        #expect(answerOfTwo.full >= 1 && answerOfTwo.full < 256)
        // What is not seen does not count.
        #expect(try answer("clear.png").red.reduce(0, +) == 128)
        let grey = try answer("grey.png")
        #expect(grey.red == grey.green && grey.green == grey.blue && grey.full == 1)
        #expect(Self.peaks(grey.red).map { $0.count } == [256])
    }

    @Test func whatHasNoPixels() throws {
        let (client, folder) = try Self.client([
            "broken.png": [UInt8]("no picture".utf8),
            "drawn.svg": [UInt8]("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
            "good.png": Self.picture(.gray, Array(repeating: [1], count: 256)),
        ])
        defer { withExtendedLifetime(folder) {} }
        for (name, item) in try Self.items(client) where name != "good.png" {
            #expect(item["histogram"] == nil, "\(name)")
            let id = try #require(item["id"] as? String)
            let status = try client.get("/api/collections/f/items/\(id)/histogram").status
            #expect(status == 415 || status == 422, "\(name): \(status)")
        }
        _ = try client.get("/api/collections/f/items/nothing/histogram").problem(404)
    }
}
