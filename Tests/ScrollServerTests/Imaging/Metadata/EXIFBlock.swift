// EXIF blocks with any entries, for tests.

@testable import Metadata

/// A TIFF structure with an EXIF and a GPS directory.
struct EXIFBlock {
    /// An entry's tag, type, count, and values as bytes.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        let bytes: [UInt8]
    }

    var main: [Entry] = []
    var exif: [Entry] = []
    var gps: [Entry] = []
    var isLittleEndian = true
    /// The type of the pointers to the other directories.
    var pointerType = 4

    /// Encodes a number of `byteCount` bytes in the block's byte order.
    func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
        isLittleEndian ? TinyImage.little(value, byteCount) : TinyImage.big(value, byteCount)
    }

    func text(_ tag: Int, _ text: String, type: Int = 2) -> Entry {
        let bytes = Array(text.utf8) + [0]
        return Entry(tag: tag, type: type, count: bytes.count, bytes: bytes)
    }

    /// Makes an entry of whole numbers.
    func numbers(_ tag: Int, _ type: Int, _ values: [Int]) -> Entry {
        let size = TIFFFields.byteCount(ofType: type)
        return Entry(tag: tag, type: type, count: values.count, bytes: values.flatMap { number($0, size) })
    }

    /// Makes an entry of fractions, given as pairs.
    func fractions(_ tag: Int, _ parts: [Int], type: Int = 5) -> Entry {
        Entry(tag: tag, type: type, count: parts.count / 2, bytes: parts.flatMap { number($0, 4) })
    }

    func doubles(_ tag: Int, _ values: [Double]) -> Entry {
        Entry(
            tag: tag, type: 12, count: values.count,
            bytes: values.flatMap { number(Int(truncatingIfNeeded: $0.bitPattern), 8) })
    }

    func floats(_ tag: Int, _ values: [Float]) -> Entry {
        Entry(tag: tag, type: 11, count: values.count, bytes: values.flatMap { number(Int($0.bitPattern), 4) })
    }

    func wide(_ tag: Int, _ text: String) -> Entry {
        let bytes: [UInt8] = (Array(text.utf16) + [0]).flatMap { TinyImage.little(Int($0), 2) }
        return Entry(tag: tag, type: 1, count: bytes.count, bytes: bytes)
    }

    func bytes(_ tag: Int, _ bytes: [UInt8], type: Int = 7) -> Entry {
        Entry(tag: tag, type: type, count: bytes.count, bytes: bytes)
    }

    /// The whole structure.
    var encoded: [UInt8] {
        var all = (isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8, 4)
        var first = main
        var start = 8 + byteCount(of: main) + (exif.isEmpty ? 0 : 12) + (gps.isEmpty ? 0 : 12)
        var rest: [UInt8] = []
        for (tag, entries) in [(0x8769, exif), (0x8825, gps)] where !entries.isEmpty {
            first.append(numbers(tag, pointerType, [start]))
            let directory = encoded(entries, at: start)
            rest += directory
            start += directory.count
        }
        all += encoded(first, at: 8) + rest
        return all
    }

    private func byteCount(of entries: [Entry]) -> Int {
        6 + entries.reduce(0) { $0 + 12 + ($1.bytes.count > 4 ? $1.bytes.count + $1.bytes.count % 2 : 0) }
    }

    /// Encodes a directory at an offset, with its values after it.
    private func encoded(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var table = number(entries.count, 2)
        var values: [UInt8] = []
        for entry in entries {
            table += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
            guard entry.bytes.count > 4 else {
                table += entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count)
                continue
            }
            table += number(offset + 6 + 12 * entries.count + values.count, 4)
            values += entry.bytes + [UInt8](repeating: 0, count: entry.bytes.count % 2)
        }
        return table + number(0, 4) + values
    }

    var read: EXIF { EXIF(encoded) }
    var facts: PictureFacts { read.facts }
}
