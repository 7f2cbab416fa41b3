// Boxes, the parts of HEIF pictures and of MP4 and QuickTime videos.

import Pixels

/// A box of the ISO base media file format (ISO/IEC 14496-12 §4.2).
struct ISOBox {
    /// Four-character code.
    let type: UInt32
    /// Offsets of the contents' first byte and of the byte after the last.
    let start: Int
    let end: Int

    /// Treats the file as a box that contains the others.
    init(_ reader: borrowing HeaderReader) { self.init(type: 0, start: 0, end: reader.count) }

    private init(type: UInt32, start: Int, end: Int) { (self.type, self.start, self.end) = (type, start, end) }

    /// Returns the four-character code of a string.
    static func code(_ text: String) -> UInt32 { text.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// Reads the box at an offset.
    ///
    /// - Throws: `ImageError.damaged` where it extends beyond `end`.
    static func read(at offset: Int, within end: Int, _ reader: inout HeaderReader) throws(ImageError) -> ISOBox {
        var size = try reader.uint32(offset)
        let type = UInt32(truncatingIfNeeded: try reader.uint32(offset + 4))
        var header = 8
        if size == 1 {
            size = try reader.uint64(offset + 8)
            header = 16
        } else if size == 0 {
            size = end - offset
        }
        guard size >= header, size <= end - offset else {
            throw .damaged("a box of \(size) bytes", offset: offset)
        }
        return ISOBox(type: type, start: offset + header, end: offset + size)
    }

    /// Returns the first child box of a type; `start` is where child boxes begin, if other fields come first.
    func child(
        _ name: String, from start: Int? = nil, _ reader: inout HeaderReader
    ) throws(ImageError) -> ISOBox? {
        let type = Self.code(name)
        var boxes = boxes(from: start)
        while let child = try boxes.next(&reader) {
            if child.type == type { return child }
        }
        return nil
    }

    /// Finds the first sample of a track, whose `mdia` box this is (ISO/IEC 14496-12 §8.7).
    ///
    /// - Returns: the sample's place in the file and its byte count, and the `stbl` box; nil where one is missing.
    func firstSample(
        _ reader: inout HeaderReader
    ) throws(ImageError) -> (start: Int, count: Int, table: ISOBox)? {
        guard let information = try child("minf", &reader), let table = try information.child("stbl", &reader),
            let sizes = try table.child("stsz", &reader)
        else { return nil }
        // The size of all samples, or 0 and a size for each.
        let common = try reader.uint32(sizes.start + 4)
        let count = common > 0 ? common : try reader.uint32(sizes.start + 12)
        if let chunks = try table.child("stco", &reader) { return (try reader.uint32(chunks.start + 8), count, table) }
        guard let chunks = try table.child("co64", &reader) else { return nil }
        return (try reader.uint64(chunks.start + 8), count, table)
    }

    /// The child boxes, at most `limit`, of which the first is at `start` if other fields come before it.
    func boxes(from start: Int? = nil, limit: Int = .max) -> ISOBoxes {
        ISOBoxes(next: start ?? self.start, end: end, left: limit)
    }
}

/// Neighbouring boxes, read one after the other.
struct ISOBoxes {
    /// Offset of the next box, and of the byte after the last.
    fileprivate var next: Int
    fileprivate let end: Int
    fileprivate var left: Int

    /// Reads the next box; nil behind the last one.
    ///
    /// - Throws: `ImageError.damaged` where it extends beyond the end.
    mutating func next(_ reader: inout HeaderReader) throws(ImageError) -> ISOBox? {
        guard next < end, left > 0 else { return nil }
        let box = try ISOBox.read(at: next, within: end, &reader)
        (next, left) = (box.end, left - 1)
        return box
    }

    /// Reads the boxes that are left.
    mutating func all(_ reader: inout HeaderReader) throws(ImageError) -> [ISOBox] {
        var boxes: [ISOBox] = []
        while let box = try next(&reader) { boxes.append(box) }
        return boxes
    }
}
