// The headers of PBM, PGM, PPM and PAM files (netpbm.sourceforge.net/doc: pbm, pgm, ppm and pam(5)).

import Pixels

/// The layout of the first picture of a PNM, validated.
package struct PNMHeader: SizedHeader, Equatable, Sendable {
    /// How the samples are stored.
    package enum Storage: Equatable, Sendable {
        /// P1: a digit per pixel, 1 for black.
        case plainBits
        /// P2 and P3: decimal numbers.
        case plainNumbers
        /// P4: eight pixels per byte, the highest bit first, 1 for black; each row begins at a byte boundary.
        case bits
        /// P5, P6 and P7: a byte per sample, or two, big-endian, if the maximum needs them.
        case numbers
    }

    /// Exclusive upper bound of numbers in headers.
    private static let numberLimit = 1 << 40
    /// Longest line of a PAM header, except comments.
    private static let lineLimit = 256

    /// In pixels, at least 1.
    package let width: Int
    /// In pixels, at least 1.
    package let height: Int
    package let storage: Storage
    package let format: PixelFormat
    /// The value of full intensity, 1...65535; larger samples are clamped to it.
    package let maximum: Int
    /// File offset of the pixels.
    package let dataOffset: Int

    /// Bytes of a row in binary formats.
    package var stride: Int {
        storage == .bits ? (width + 7) / 8 : width * format.channelCount * (maximum > 255 ? 2 : 1)
    }

    /// Whether the samples are gray or RGB of more than 8 bits.
    package var hasDeepSamples: Bool { maximum > 255 && !format.hasAlpha }

    /// Reads the header as that of any picture.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let own = try PNMHeader(&reader)
        var header = ImageHeader(format: .pnm, width: own.width, height: own.height)
        header.hasDeepSamples = own.hasDeepSamples
        return header
    }

    /// Whether a file of no known signature that starts like this is a PNM.
    ///
    /// The two-character signature may also begin a text, so what follows must be valid as well, as far as available.
    /// `start` is the first `MediaFormat.signatureByteCount` bytes of a file, or all of it.
    static func begins(_ start: [UInt8]) -> Bool {
        var reader = HeaderReader(prefix: start, count: .max)
        do throws(ImageError) {
            let fields = try Fields(&reader)
            guard fields.isPlain, start.indices.contains(fields.dataOffset) else { return true }
            let next = Int(start[fields.dataOffset])
            return Fields.isSpace(next) || Fields.digits.contains(next) || next == 0x23
        } catch {
            // Everything available is valid, and more than the signature.
            return reader.needsMoreThanPrefix && start.count > 3
        }
    }

    /// Reads the header; throws `ImageError` where the file is no PNM, or its header is invalid or unsupported.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        let fields = try Fields(&reader)
        (width, height, maximum) = (fields.width, fields.height, fields.maximum)
        (storage, dataOffset) = (fields.storage, fields.dataOffset)
        try ImageError.checkSize(width, height, offset: 3)
        guard (1...65_535).contains(maximum) else { throw .damaged("samples of up to \(maximum)", offset: 3) }
        format = try Self.format(fields)
    }

    private static func format(_ fields: Fields) throws(ImageError) -> PixelFormat {
        let known: [String: PixelFormat] = [
            "BLACKANDWHITE": .gray, "GRAYSCALE": .gray, "RGB": .rgb,
            "BLACKANDWHITE_ALPHA": .grayAlpha, "GRAYSCALE_ALPHA": .grayAlpha, "RGB_ALPHA": .rgba,
        ]
        // A PAM's tuple type is optional.
        let format = fields.kind.isEmpty ? PixelFormat(rawValue: fields.depth) : known[fields.kind]
        guard let format else {
            let kind = fields.kind.isEmpty ? "" : " of \(fields.kind)"
            throw .unsupported("a PAM of \(fields.depth) samples in a pixel\(kind)")
        }
        guard format.channelCount == fields.depth else {
            throw .damaged("\(fields.depth) samples in a pixel of \(fields.kind)", offset: 3)
        }
        return format
    }

    /// What the header declares, whether valid or not.
    private struct Fields {
        static let digits = 0x30...0x39

        var (width, height, maximum, depth) = (0, 0, 1, 1)
        var storage = Storage.numbers
        /// A PAM's tuple type.
        var kind = ""
        var dataOffset = 2

        var isPlain: Bool { storage == .plainBits || storage == .plainNumbers }

        static func isSpace(_ byte: Int) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

        /// Reads the fields; throws `notAnImage` where the bytes are no header, `damaged` where the file ends within
        /// it.
        init(_ reader: inout HeaderReader) throws(ImageError) {
            guard try reader.byte(0) == 0x50, (0x31...0x37).contains(try reader.byte(1)) else {
                throw .notAnImage("the file is not a PNM")
            }
            let digit = try reader.byte(1) - 0x30
            guard digit != 7 else {
                try readLines(&reader)
                return
            }
            storage = [.plainBits, .plainNumbers, .plainNumbers, .bits, .numbers, .numbers][digit - 1]
            if digit % 3 == 0 { (depth, kind) = (3, "RGB") } else { kind = "GRAYSCALE" }
            width = try number(&reader)
            height = try number(&reader)
            if digit % 3 != 1 { maximum = try number(&reader) }
            // A single white space character precedes the pixels, which may look like another one.
            guard Self.isSpace(try reader.byte(dataOffset)) else { throw .notAnImage("the file is not a PNM") }
            dataOffset += 1
        }

        /// Reads a number after white space and comments, which extend from # to the line's end.
        private mutating func number(_ reader: inout HeaderReader) throws(ImageError) -> Int {
            let start = dataOffset
            var byte = try reader.byte(dataOffset)
            while Self.isSpace(byte) || byte == 0x23 {
                if byte == 0x23 { try skipLine(&reader) } else { dataOffset += 1 }
                byte = try reader.byte(dataOffset)
            }
            guard dataOffset > start, Self.digits.contains(byte) else { throw .notAnImage("the file is not a PNM") }
            var value = 0
            while Self.digits.contains(byte) {
                value = min(value * 10 + byte - 0x30, numberLimit)
                dataOffset += 1
                byte = try reader.byte(dataOffset)
            }
            return value
        }

        private mutating func skipLine(_ reader: inout HeaderReader) throws(ImageError) {
            while ![0x0A, 0x0D].contains(try reader.byte(dataOffset)) { dataOffset += 1 }
            dataOffset += 1
        }

        /// Reads the lines of a PAM header up to its end line.
        private mutating func readLines(_ reader: inout HeaderReader) throws(ImageError) {
            guard try reader.byte(2) == 0x0A else { throw .notAnImage("the file is not a PNM") }
            dataOffset = 3
            (width, height, depth, maximum) = (0, 0, 0, 0)
            while true {
                if try reader.byte(dataOffset) == 0x23 {
                    try skipLine(&reader)
                    continue
                }
                let words = try line(&reader).split(separator: " ")
                guard let name = words.first else { continue }
                let value = words.count == 2 ? Int(words[1]).map { min($0, numberLimit) } : nil
                switch (name, value) {
                case ("ENDHDR", _): return
                case ("WIDTH", let value?): width = value
                case ("HEIGHT", let value?): height = value
                case ("DEPTH", let value?): depth = value
                case ("MAXVAL", let value?): maximum = value
                case ("TUPLTYPE", _): kind = (kind.split(separator: " ") + words.dropFirst()).joined(separator: " ")
                default: throw .notAnImage("the file is not a PNM")
                }
            }
        }

        /// Reads the line at `dataOffset`, with single spaces between its words.
        private mutating func line(_ reader: inout HeaderReader) throws(ImageError) -> String {
            var bytes: [UInt8] = []
            while true {
                let byte = try reader.byte(dataOffset)
                dataOffset += 1
                if byte == 0x0A { break }
                guard bytes.count < lineLimit else { throw .notAnImage("the file is not a PNM") }
                bytes.append(Self.isSpace(byte) ? 0x20 : UInt8(truncatingIfNeeded: byte))
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
