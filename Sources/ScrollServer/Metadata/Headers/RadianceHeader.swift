// The header of a Radiance picture (Greg Ward, "Radiance File Formats", Picture File Format).

import Pixels

extension FormatTraits {
    /// Other programs call headers of raw data `.hdr`.
    static let radiance = FormatTraits(
        "hdr", "image/vnd.radiance", title: "Radiance HDR", endings: ["rgbe"], sharedEndings: ["hdr", "pic"],
        decoding: .fromTop, header: RadianceHeader.reading(.radiance, hasDeepSamples: true)
    ) { RadianceHeader.begins($0) ? .radiance : nil }
}

/// The layout of a Radiance HDR, checked.
package struct RadianceHeader: SizedHeader, Equatable, Sendable {
    private static let limit = 1 << 16

    /// The size as it is shown, in pixels, at least 1.
    package let width: Int
    package let height: Int
    /// Where rows are stored upside down or mirrored.
    package let isBottomUp: Bool
    package let isMirrored: Bool
    package let dataOffset: Int

    static func begins(_ start: [UInt8]) -> Bool {
        start.starts(with: "#?RADIANCE".utf8) || start.starts(with: "#?RGBE".utf8)
    }

    /// Reads the lines up to the size; throws `ImageError` where they make no sense.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        let start = try reader.bytes(at: 0, limit: Self.limit)
        guard Self.begins(start) else { throw .notAnImage("the file is not a Radiance picture") }
        var line = start.prefix(0)
        var offset = 0
        // An empty line ends the header, and the line with the size follows.
        var isLast = false
        while true {
            guard let end = start[offset...].firstIndex(of: 10) else {
                throw .damaged("a Radiance picture without a size", offset: start.count)
            }
            line = start[offset..<end]
            offset = end + 1
            if isLast { break }
            isLast = line.isEmpty
            if line.elementsEqual("FORMAT=32-bit_rle_xyze".utf8) {
                throw .unsupported("a Radiance picture in XYZ colours")
            }
        }
        let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 4, let first = Int(words[1]), let second = Int(words[3]), first > 0, second > 0 else {
            throw .damaged("a Radiance picture without a size", offset: offset)
        }
        guard ["-Y", "+Y"].contains(words[0]), ["-X", "+X"].contains(words[2]) else {
            throw .unsupported("a Radiance picture that is stored by columns")
        }
        (height, width, isBottomUp, isMirrored) = (first, second, words[0] == "+Y", words[2] == "-X")
        dataOffset = offset
    }
}
