// Ranks pictures by their appearance, as recorded in the atlas.

import Catalog

/// Ranks the items of one collection.
final class AtlasRanking: ItemRanking {
    /// The fraction of a collection that must be known.
    private static let enough = 0.99

    fileprivate let atlas: Atlas
    private weak let filler: AtlasFiller?
    private weak let collection: (any ItemCollection)?
    fileprivate let source: UInt64

    init(_ atlas: Atlas, _ filler: AtlasFiller, _ collection: any ItemCollection) {
        (self.atlas, self.filler, self.collection) = (atlas, filler, collection)
        source = AtlasKey.source(collection.source)
    }

    var isReady: Bool {
        guard let collection, let progress = filler?.progress(of: collection), progress.total > 0 else { return false }
        return Double(progress.done) >= Double(progress.total) * Self.enough
    }

    var isComplete: Bool {
        guard let collection, let progress = filler?.progress(of: collection) else { return false }
        return progress.done >= progress.total
    }

    func ranks(of items: [ItemNumbers], by key: ItemOrder.Key) -> [Int64?] {
        var pixels = AtlasReader(atlas, side: 8)
        return items.map { numbers in
            let own = AtlasKey(source: source, numbers)
            guard let entry = atlas[own], !entry.isUnreadable else { return nil }
            switch key {
            case .colour: return ColourRank.rank(of: entry.colour)
            case .likeness: return pixels.bytes(of: entry, own).map { LikenessRank.rank(of: $0) }
            case .name, .date, .size: return nil
            }
        }
    }
}

extension AtlasRanking {
    var changeCount: Int { atlas.changeCount }

    func looks(of items: [ItemNumbers]) -> [Look?] {
        var pixels = AtlasReader(atlas, side: TinyPicture.side)
        return items.map { numbers in
            let own = AtlasKey(source: source, numbers)
            guard let entry = atlas[own], !entry.isUnreadable else { return nil }
            return pixels.bytes(of: entry, own).flatMap { Look(pixels: $0) }
        }
    }

    func makeComparer() -> any LookComparer { AtlasComparer(atlas, source: source) }
}

/// Compares tiny pictures.
private final class AtlasComparer: LookComparer {
    private let atlas: Atlas
    private let source: UInt64
    /// The chunks of both sides are kept, since rows and first pictures come in their own order.
    private var readers: (AtlasReader, AtlasReader)
    private var last: (key: AtlasKey, thumbnail: LookThumbnail)?

    init(_ atlas: Atlas, source: UInt64) {
        (self.atlas, self.source) = (atlas, source)
        readers = (AtlasReader(atlas, side: TinyPicture.side), AtlasReader(atlas, side: TinyPicture.side))
    }

    func areAlike(_ first: ItemNumbers, _ second: ItemNumbers) -> Bool {
        let (one, other) = (AtlasKey(source: source, first), AtlasKey(source: source, second))
        if last?.key != one { last = thumbnail(one, &readers.0).map { (one, $0) } }
        guard let last, let thumbnail = thumbnail(other, &readers.1) else { return false }
        return last.thumbnail.shows(thumbnail)
    }

    private func thumbnail(_ key: AtlasKey, _ reader: inout AtlasReader) -> LookThumbnail? {
        guard let entry = atlas[key], !entry.isUnreadable else { return nil }
        return reader.bytes(of: entry, key).flatMap { LookThumbnail(pixels: $0) }
    }
}

/// Reads one level of many pictures in sequence.
struct AtlasReader {
    private let atlas: Atlas
    private let part: AtlasRecord.Part
    private let range: Range<Int>
    private let chunks: [AtlasChunk?]
    private var last: (number: Int, pixels: AtlasChunk.Pixels)?

    /// - Parameters:
    ///   - atlas: the atlas to read.
    ///   - side: the side of the level, in pixels.
    init(_ atlas: Atlas, side: Int) {
        self.atlas = atlas
        part = AtlasRecord.Part(side: side)
        let first = TinyPicture.start(ofSide: side) - part.start
        range = first..<first + side * side * 3
        chunks = atlas.allChunks
    }

    /// Returns the level's pixels, three bytes each; nil if they are missing or damaged.
    ///
    /// Blocks.
    mutating func bytes(of entry: AtlasEntry, _ key: AtlasKey) -> [UInt8]? {
        let (number, position) = (
            Int(entry.pictureNumber) / AtlasChunk.count, Int(entry.pictureNumber) % AtlasChunk.count
        )
        guard entry.hasPixels, chunks.indices.contains(number), let chunk = chunks[number] else { return nil }
        if last?.number != number { last = atlas.pixels(part, of: chunk).map { (number, $0) } }
        guard let pixels = last?.pixels else { return nil }
        guard chunk.isSound(position, pixels, for: key) else {
            atlas.forget(key, pictureNumber: entry.pictureNumber)
            return nil
        }
        let bytes = Array(pixels.bytes(of: position)[range])
        return pixels.isDamaged ? nil : bytes
    }
}
