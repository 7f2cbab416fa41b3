// The directory that Samsung's cameras write at the end of a JPEG.

import Pixels

/// Finds the film of a motion photo in the blocks behind a JPEG.
///
/// The file ends with a directory of the blocks, its length, and `SEFT`. The layout is that of exiftool's
/// documentation, since Samsung publishes none; all numbers are little-endian:
/// ```
/// block       0 2 │ type 2 │ length of the name 4 │ name │ data
/// directory   SEFH │ version 4 │ count 4 │ count × (0 2 │ type 2 │ distance of the block from here 4 │ length 4)
/// end         length of the directory 4 │ SEFT
/// ```
enum SamsungTrailer {
    /// The type of the block called `MotionPhoto_Data`.
    private static let filmType = 0x0A30
    /// Longest directory that is read, in bytes.
    private static let directoryLimit = 1 << 16

    /// Returns the bytes of the block with a film; nil where there is none.
    static func film(in source: ByteSource) -> Range<Int>? {
        let end = source.bytes(at: source.count - 8, count: 8)
        guard end.count == 8, end[4...].elementsEqual("SEFT".utf8) else { return nil }
        let byteCount = number(end, 0, 4)
        let start = source.count - 8 - byteCount
        guard (12...directoryLimit).contains(byteCount), start > 0 else { return nil }
        let directory = source.bytes(at: start, count: byteCount)
        guard directory.count == byteCount, directory.starts(with: "SEFH".utf8) else { return nil }
        let count = min(number(directory, 8, 4), (byteCount - 12) / 12)
        for entry in 0..<count where number(directory, 14 + 12 * entry, 2) == filmType {
            let (distance, length) = (number(directory, 16 + 12 * entry, 4), number(directory, 20 + 12 * entry, 4))
            guard distance <= start, length <= distance else { continue }
            let block = start - distance
            let head = source.bytes(at: block, count: 8)
            guard head.count == 8, case let nameByteCount = number(head, 4, 4), nameByteCount + 8 < length else {
                continue
            }
            return block + 8 + nameByteCount..<block + length
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
