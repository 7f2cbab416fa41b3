// How long a tile of a mosaic takes, from a filled atlas of a million items.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite(
    .serialized, .enabled(if: ImagingMeasurement.isWanted, "set SCROLLSERVER_BENCHMARK to run it"))
struct MosaicBenchmark {
    /// Items of which nothing is known but their numbers.
    private final class Items: ItemCollection {
        let (id, name, kind, source) = ("items", "Items", CollectionKind.folder, "/items")
        let count: Int

        init(count: Int) { self.count = count }

        var status: CollectionStatus { CollectionStatus(count: count, isComplete: true, revision: 1) }
        func index(ofItem id: String) -> Int? { Base36.decode(id) }
        func summaries(in range: Range<Int>) -> [ItemSummary] {
            range.clamped(to: 0..<count).map {
                ItemSummary(
                    id: Base36.encode($0), version: "1", size: PixelSize(width: 400, height: 300), error: nil,
                    format: .jpeg)
            }
        }
        func numbers(in range: Range<Int>) -> [ItemNumbers] {
            range.clamped(to: 0..<count).map { ItemNumbers(item: UInt64($0), version: 1) }
        }
        func details(at index: Int) -> ItemDetails? { nil }
        func measure(_ indices: [Int]) -> [Int] { [] }
        func measure(item id: String) {}
        func original(ofItem id: String) throws(ImageError) -> Original {
            throw .unreadable("there is none")
        }
    }

    /// A tile out of the middle of a square of all items.
    private static func scene(_ count: Int, side: Double, gap: Double) -> MosaicScene {
        let columns = Int(clamping: Double(count).squareRoot().rounded(.up))
        let pitch = side + gap
        let origin = max(0, Double(columns) * pitch / 2 - 256)
        let first = max(0, Int(clamping: origin / pitch) - 1)
        var rows: [MosaicRow] = []
        for row in first..<columns where Double(row) * pitch < origin + 512 {
            let items = min(count, row * columns)..<min(count, (row + 1) * columns)
            rows.append(MosaicRow(items: items, x: -origin, y: Double(row) * pitch - origin))
        }
        return MosaicScene(
            size: PixelSize(width: 512, height: 512), side: side, pitch: pitch, rows: rows)
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let start = System.monotonicNanoseconds()
        body()
        return Double(System.monotonicNanoseconds() - start) / 1e6
    }

    /// Pictures as photographs have them: smooth, with some grain.
    private static func pictures(_ count: Int) -> [TinyPicture] {
        (0..<count).map { number in
            var noise = UInt64(number) + 1
            func random() -> Float {
                noise = StableHash.mix(noise)
                return Float(noise & 0xFFFF) / 65_536
            }
            let corners = (0..<4).map { _ in SIMD4<Float>(random(), random(), random(), 0) * 200 }
            let pixels = (0..<256).map { pixel -> SIMD4<Float> in
                let (x, y) = (Float(pixel % 16) / 15, Float(pixel / 16) / 15)
                let top = corners[0] + (corners[1] - corners[0]) * x
                let bottom = corners[2] + (corners[3] - corners[2]) * x
                return (top + (bottom - top) * y) * (0.8 + 0.4 * random())
            }
            return TinyPicture(pixels: pixels, hasAlpha: false)
        }
    }

    @Test func tiles() throws {
        let count = 1_000_000
        let folder = NSTemporaryDirectory() + "mosaic-\(UInt32.random(in: 0 ... .max))"
        try FileSystem.makeFolder(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let items = Items(count: count)
        let source = AtlasKey.source(items.source)
        let pictures = Self.pictures(1000)
        let filled = Atlas(file: AtlasFile(folder: folder, byteLimit: 2 << 30))
        let filling = Self.milliseconds {
            for first in stride(from: 0, to: count, by: 1000) {
                filled.note(
                    (0..<1000).map { place in
                        let numbers = ItemNumbers(item: UInt64(first + place), version: 1)
                        return (
                            AtlasKey(source: source, numbers), pictures[(place * 7 + first / 1000) % 1000],
                            RecentAtlasItems.Item(source: source, id: "")
                        )
                    })
            }
        }
        print("bench: \(count) pictures stored in \(Int(clamping: filling)) ms")
        var atlas = Atlas()
        let loading = Self.milliseconds {
            atlas = Atlas(file: AtlasFile(folder: folder, byteLimit: 2 << 30))
        }
        #expect(atlas.count == count)
        print("bench: the index of \(count) read in \(Int(clamping: loading)) ms")
        let mosaics = Mosaics(atlas: atlas)
        let view = CatalogView(items)
        for (side, gap) in [
            (16, 2), (16, 0), (11, 1), (7, 1), (4, 0.5), (4, 0), (2, 0), (1, 0), (0.63, 0), (0.5, 0), (0.47, 0),
            (0.3, 0),
            (0.05, 0),
        ] {
            let scene = Self.scene(count, side: side, gap: gap)
            let first = Self.milliseconds { _ = mosaics.pixels(scene, of: view, in: items, on: 0xF6F6F6) }
            var tile = EncodedTile(bytes: [], mediaType: "")
            let times = (0..<5).map { _ in
                Self.milliseconds { tile = mosaics.tile(scene, of: view, in: items, on: 0xF6F6F6) }
            }
            let painting = (0..<5).map { _ in
                Self.milliseconds { _ = mosaics.pixels(scene, of: view, in: items, on: 0xF6F6F6) }
            }

            print(
                "bench: cells of \(side) px and gaps of \(gap): \(String(format: "%.2f", times.sorted()[2])) ms a tile, "
                    + "\(String(format: "%.2f", painting.sorted()[2])) of them painting; \(tile.mediaType), "
                    + "\(tile.bytes.count) bytes; the first time \(Int(clamping: first)) ms")
            #expect(!tile.bytes.isEmpty)
        }
        let demo = try #require(DemoCollection(count: 1_000_000_000))
        let all = CatalogView(demo)
        let scene = Self.scene(demo.count, side: 0.02, gap: 0)
        let time = Self.milliseconds { _ = mosaics.tile(scene, of: all, in: demo) }
        print("bench: 10⁹ computed items, cells of 0.02 px: \(String(format: "%.1f", time)) ms a tile")
    }
}
