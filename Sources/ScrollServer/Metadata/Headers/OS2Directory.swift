// OS/2's icons, pointers, and arrays of these and of bitmaps (IBM, "Presentation Manager Programming Reference").

import Pixels

extension FormatTraits {
    /// Its media type is not registered; the files have the extensions of Windows' icons and bitmaps, too.
    static let os2Icons = FormatTraits(
        "os2", "image/x-os2-icons", title: "OS/2 icon array", endings: ["ptr"], decoding: .fromTop,
        header: OS2Directory.reading(.os2Icons)
    ) { OS2Directory.begins($0) ? .os2Icons : nil }
}

/// The picture of such a file that is shown: the largest; of equals, the one with the most bits, then the first.
package struct OS2Directory: SizedHeader, Equatable, Sendable {
    /// Most pictures examined.
    private static let entryLimit = 256
    /// Bytes of the header of an entry of an array.
    private static let arrayByteCount = 14
    /// Icons and pointers, without colours and with.
    private static let (plainKinds, colourKinds) = (["IC", "PT"], ["CI", "CP"])

    /// In pixels, at least 1.
    package private(set) var width = 0
    package private(set) var height = 0
    /// The colours; of an icon without colours, `mask`.
    package private(set) var picture: Bitmap
    /// The bits of an icon; nil for a bitmap.
    ///
    /// It has twice the rows: in the file's order those in black and white, then those of the mask.
    package private(set) var mask: Bitmap?

    /// A bitmap in the file: its headers, and its pixels elsewhere.
    package struct Bitmap: Equatable, Sendable {
        /// Most pixels of a side that are believed.
        private static let sideLimit = 1 << 30

        /// File offset of its file header, of 14 bytes.
        package let offset: Int
        /// Bytes of the header behind that one.
        package let headerByteCount: Int
        /// In pixels.
        package let width: Int
        /// In pixels; negative where rows are stored from the top.
        package let height: Int
        package let bits: Int
        package let colourCount: Int
        /// Whether the pixels are stored without runs.
        package let isPlain: Bool
        /// File offset of the pixels.
        package let pixels: Int

        /// Bytes of headers and palette.
        package var byteCount: Int { 14 + headerByteCount + colourCount * colourByteCount }
        /// Bytes of a colour in the palette.
        package var colourByteCount: Int { headerByteCount == 12 ? 3 : 4 }

        /// Reads the headers at `offset`.
        init(_ reader: inout HeaderReader, at offset: Int) throws(ImageError) {
            self.offset = offset
            pixels = try reader.uint32(offset + 10, littleEndian: true)
            headerByteCount = try reader.uint32(offset + 14, littleEndian: true)
            guard BMPProbe.lengths.contains(headerByteCount) else {
                throw .damaged("a header of \(headerByteCount) bytes", offset: offset + 14)
            }
            (width, height) = try BMPProbe.sides(&reader, at: offset + 14)
            bits = try reader.uint16(offset + (headerByteCount == 12 ? 24 : 28), littleEndian: true)
            guard width > 0, height != 0, width <= Self.sideLimit, abs(height) <= Self.sideLimit else {
                throw .damaged("its header gives a size of \(width) × \(height) pixels", offset: offset + 18)
            }
            isPlain = headerByteCount <= 16 ? true : try reader.uint32(offset + 30, littleEndian: true) == 0
            let used = headerByteCount >= 36 && bits <= 8 ? try reader.uint32(offset + 46, littleEndian: true) : 0
            colourCount = bits > 8 ? 0 : used == 0 ? 1 << bits : used
            guard colourCount <= 1 << 16 else {
                throw .damaged("a palette of \(colourCount) colours", offset: offset + 46)
            }
        }
    }

    /// Whether a file that starts like this is one.
    ///
    /// Checks also for a known header length, since two letters are a weak signature.
    static func begins(_ start: [UInt8]) -> Bool {
        let isArray = start.starts(with: "BA".utf8)
        let offset = isArray ? arrayByteCount : 0
        guard start.count >= offset + 26 else { return false }
        let kind = String(decoding: start[offset..<offset + 2], as: UTF8.self)
        guard (plainKinds + colourKinds).contains(kind) || isArray && kind == "BM" else { return false }
        return BMPProbe.lengths.contains(start[offset + 14..<offset + 18].littleEndianNumber)
    }

    /// Finds the picture by reading the array's headers.
    ///
    /// - Throws: `ImageError` where the file is none of them, or none of its pictures is sound.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard Self.begins(try reader.bytes(at: 0, limit: MediaFormat.signatureByteCount)) else {
            throw .notAnImage("the file is not an icon of OS/2")
        }
        guard try reader.matches("BA", at: 0) else {
            self = try OS2Directory(entry: 0, &reader)
            return
        }
        var best: OS2Directory?
        var failure: ImageError?
        var offset = 0
        for _ in 0..<Self.entryLimit {
            guard try reader.matches("BA", at: offset) else { break }
            do throws(ImageError) {
                let found = try OS2Directory(entry: offset + Self.arrayByteCount, &reader)
                if best.map({ $0.rank.lexicographicallyPrecedes(found.rank) }) != false { best = found }
            } catch {
                failure = failure ?? error
            }
            // The next one lies behind this one, and the last one says 0.
            guard offset + Self.arrayByteCount <= reader.count,
                case let next = try reader.uint32(offset + 6, littleEndian: true), next > offset
            else { break }
            offset = next
        }
        guard let best else { throw failure ?? .damaged("an array without a picture", offset: offset) }
        self = best
    }

    private var rank: [Int] { [width * height, picture.bits] }

    /// Reads one picture's headers.
    private init(entry offset: Int, _ reader: inout HeaderReader) throws(ImageError) {
        let kind = String(decoding: try reader.bytes(at: offset, limit: 2), as: UTF8.self)
        let first = try Bitmap(&reader, at: offset)
        picture = first
        if kind == "BM" {
            (width, height) = (first.width, abs(first.height))
            return
        }
        if Self.colourKinds.contains(kind) {
            let second = try Bitmap(&reader, at: offset + first.byteCount)
            // The one of single bits has twice as many rows.
            let bits = first.bits == 1 ? first : second
            (picture, mask) = (first.bits == 1 ? second : first, bits)
            (width, height) = (picture.width, picture.height)
        } else if Self.plainKinds.contains(kind) {
            mask = first
            (width, height) = (first.width, first.height / 2)
        } else {
            throw .damaged("an unknown kind of picture", offset: offset)
        }
        guard let mask, mask.bits == 1, mask.isPlain, mask.width == width, height > 0, mask.height / 2 == height else {
            throw .damaged("an icon of \(width) × \(height) pixels without such a mask", offset: offset)
        }
    }
}
