// Generated pictures, up to a billion, of which nothing is stored.

import Pixels
import Platform
import Tiling

/// A collection of up to 10⁹ pictures, each with its index written on it.
package final class DemoCollection: IndexedCollection {
    /// The number of pictures that a collection may have.
    package static let countRange = 1...1_000_000_000

    /// The size in pixels of picture i is `sizePattern[i % sizePattern.count]`, so that layouts have a closed form.
    static let sizePattern: [PixelSize] = [
        PixelSize(width: 960, height: 640), PixelSize(width: 640, height: 960),
        PixelSize(width: 1280, height: 720), PixelSize(width: 800, height: 800),
        PixelSize(width: 960, height: 720), PixelSize(width: 720, height: 1280),
        PixelSize(width: 1200, height: 800), PixelSize(width: 720, height: 960),
        PixelSize(width: 1920, height: 640), PixelSize(width: 800, height: 1000),
        PixelSize(width: 1024, height: 768), PixelSize(width: 1280, height: 800),
        PixelSize(width: 768, height: 1024), PixelSize(width: 2048, height: 512),
        PixelSize(width: 1000, height: 800), PixelSize(width: 800, height: 1200),
    ]

    package let id: String
    package let name: String
    package let kind = CollectionKind.demo
    package let source = "demo"
    let count: Int
    var finalCount: Int { count }
    let chosen = IndexSelection()

    /// Returns nil when `count` is outside `countRange`.
    package init?(count: Int, id: String = "demo", name: String = "Demo") {
        guard Self.countRange.contains(count) else { return nil }
        self.count = count
        self.id = id
        self.name = name
    }

    package var sizePattern: [PixelSize]? { Self.sizePattern }
    package var status: CollectionStatus { CollectionStatus(count: count, isComplete: true, revision: 1) }

    /// The size in pixels of the picture at `index`, which must not be negative.
    static func size(at index: Int) -> PixelSize {
        sizePattern[index % sizePattern.count]
    }

    /// Reads the index that an id spells in base 36; nil unless spelled exactly so (no sign, leading zero or capital
    /// letter) and less than `count`.
    package func index(ofItem id: String) -> Int? {
        guard let index = Base36.decode(id), index < count else { return nil }
        return index
    }

    func summary(at index: Int) -> ItemSummary? {
        index >= 0 && index < count ? Self.summary(at: index) : nil
    }

    private static func summary(at index: Int) -> ItemSummary {
        ItemSummary(
            id: Base36.encode(index), version: version, size: size(at: index), error: nil, format: .png,
            isDrawn: true, colour: DemoPalette.average(index: index))
    }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        range.clamped(to: 0..<count).map { Self.summary(at: $0) }
    }

    package var computedColour: (@Sendable (Int) -> UInt32)? { { DemoPalette.average(index: $0) } }
    package var computedPicture: (@Sendable (_ index: Int, _ side: Int) -> PixelBuffer)? {
        { DemoPicture(index: $0).middle(side: $1) }
    }

    package func sizes(in range: Range<Int>) -> [PixelSize?] {
        range.clamped(to: 0..<count).map { Self.size(at: $0) }
    }

    package func details(at index: Int) -> ItemDetails? {
        guard let summary = summary(at: index) else { return nil }
        let size = Self.size(at: index)
        return ItemDetails(
            index: index, id: summary.id, version: summary.version, name: "\(index + 1).png", width: size.width,
            height: size.height, isMeasured: true, orientation: 1, format: .png, byteCount: nil, modified: nil,
            error: nil)
    }

    package func measure(_ indices: [Int]) -> [Int] { [] }

    /// The version of every picture; raise it when the pictures change, so that clients and caches drop the old ones.
    private static let version = "2"

    /// Encodes level 0 of the picture as a PNG, in about a millisecond.
    package func original(ofItem id: String) throws(ImageError) -> Original {
        guard let index = index(ofItem: id) else { throw .unreadable("there is no picture '\(id)'") }
        return .bytes(DemoPicture(index: index).png, .png)
    }

    package func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
        guard let index = index(ofItem: id) else { throw .unreadable("there is no picture '\(id)'") }
        return .drawing(DemoPicture(index: index))
    }

    /// Draws a rectangle, first clipped to the level, of a level of picture `index`; empty when there is no such
    /// picture.
    ///
    /// The cost is proportional to the pixels. Neighbouring rectangles have the same pixels as one that covers both.
    func picture(at index: Int, region: PixelRect, level: Int) -> PixelBuffer {
        guard index >= 0, index < count else { return PixelBuffer(width: 0, height: 0, format: .rgb) }
        return DemoPicture(index: index).pixels(in: region, level: level)
    }
}
