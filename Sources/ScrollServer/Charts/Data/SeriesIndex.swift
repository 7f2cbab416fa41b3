// The index of a cached series' file.

import Pixels
import Platform

/// The file, and the state of it, that a cached series was made from.
struct SeriesSource: Sendable, Equatable {
    /// The path of the file, with links resolved.
    var path: String
    var identity: FileIdentity
    /// The file's length in bytes when it had been read.
    var byteCount: Int
    var modified: FileTime
    var fingerprint: Fingerprint
}

/// The layout of a cached series' file, apart from the blocks' contents.
///
/// ```
///      0  slot: "SSS1", version: 4 + 4 bytes | generation: 8 | index offset, length: 8 + 8 | CRC-32 of the index: 4
///         | CRC-32 of the slot: 4
///   4096  the other slot; the one of the higher generation counts
///  16384  blocks and indices, each at a multiple of 16 KiB
/// ```
/// An index is only ever appended. When it is on the disk, its slot is written over the older of both slots. So a crash
/// leaves the index before it intact.
enum SeriesIndex {
    static let firstBlockOffset = FileSystem.pageByteCount
    /// The version of the layout; raise it when older files would be misread.
    static let version: UInt64 = 12
    private static let magic: UInt64 = 0x3153_5353
    private static let slotOffsets = [0, 4096]
    private static let slotByteCount = 40
    private static let limit = 1 << 30

    /// The newest valid index, its offset and its generation; nil where there is none.
    static func read(_ file: SeriesFile) -> (bytes: [UInt8], offset: Int, generation: UInt64)? {
        let slots = slotOffsets.compactMap { slot(file, at: $0) }.sorted { $0.generation > $1.generation }
        for slot in slots {
            guard slot.count <= limit, let bytes = file.bytes(at: slot.offset, count: slot.count),
                CRC32.checksum(bytes.span) == slot.checksum
            else { continue }
            return (bytes, slot.offset, slot.generation)
        }
        return nil
    }

    private static func slot(
        _ file: SeriesFile, at offset: Int
    ) -> (generation: UInt64, offset: Int, count: Int, checksum: UInt32)? {
        guard let bytes = file.bytes(at: offset, count: slotByteCount) else { return nil }
        var reader = IndexReader(bytes)
        guard reader.number() == magic | version << 32, let generation = reader.number(), let end = reader.integer(),
            let count = reader.integer(), let sums = reader.number(), end >= firstBlockOffset, count >= 0,
            sums >> 32 == UInt64(CRC32.checksum(bytes.span.extracting(..<(slotByteCount - 4))))
        else { return nil }
        return (generation, end, count, UInt32(truncatingIfNeeded: sums))
    }

    /// Appends an index at `offset`, after all blocks, and then its slot; false when writing fails.
    static func write(_ bytes: [UInt8], to file: SeriesFile, at offset: Int, generation: UInt64) -> Bool {
        guard bytes.count <= limit, file.write(bytes.span, at: offset), file.flush() else { return false }
        var writer = IndexWriter()
        writer.put(magic | version << 32)
        writer.put(generation)
        writer.put(offset)
        writer.put(bytes.count)
        let sum = UInt64(CRC32.checksum(bytes.span))
        var summed = writer
        summed.put(sum)
        writer.put(sum | UInt64(CRC32.checksum(summed.bytes.span.extracting(..<(slotByteCount - 4)))) << 32)
        return file.write(writer.bytes.span, at: slotOffsets[Int(generation % 2)])
    }
}
