// The header of PFM files: text as of a PNM (Paul Debevec's description of the format).

import Pixels

extension FormatTraits {
    /// Its media type is not registered; printers' font metrics are called `.pfm`, too.
    static let pfm = FormatTraits(
        "pfm", "image/x-portable-floatmap", endings: [], sharedEndings: ["pfm"], decoding: .fromTop,
        header: PFMHeader.reading(.pfm, hasDeepSamples: true)
    ) { PFMHeader.begins($0) ? .pfm : nil }
}

/// The layout of a portable float map, checked.
package struct PFMHeader: SizedHeader, Equatable, Sendable {
    private static let limit = 256

    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    package let isGray: Bool
    package let isLittleEndian: Bool
    package let dataOffset: Int

    /// Whether a file begins like a PFM: `PF` or `Pf`, a space or a new line, and a digit or a comment.
    static func begins(_ start: [UInt8]) -> Bool {
        guard start.count > 4, start.starts(with: "PF".utf8) || start.starts(with: "Pf".utf8) else { return false }
        return start[2] <= 0x20
            && start[3...].prefix(64).drop { $0 <= 0x20 }.first.map { 0x30...0x39 ~= $0 || $0 == 0x23 } == true
    }

    /// Reads the header; throws `ImageError` where it is none.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        let start = try reader.bytes(at: 0, limit: Self.limit)
        guard Self.begins(start) else { throw .notAnImage("the file is not a PFM") }
        isGray = start[1] == UInt8(ascii: "f")
        var offset = 2
        /// The next word; one space or new line ends it.
        func word() -> String {
            while offset < start.count, start[offset] <= 0x20 || start[offset] == UInt8(ascii: "#") {
                // A comment goes on to the end of its line.
                let isComment = start[offset] == UInt8(ascii: "#")
                offset = isComment ? start[offset...].firstIndex(of: 10) ?? start.count : offset + 1
            }
            let end = start[offset...].firstIndex { $0 <= 0x20 } ?? start.count
            defer { offset = min(end + 1, start.count) }
            return String(decoding: start[offset..<end], as: UTF8.self)
        }
        guard let width = Int(word()), let height = Int(word()), let scale = Double(word()) else {
            throw .damaged("a PFM without a size or a scale", offset: 2)
        }
        try ImageError.checkSize(width, height, offset: 2)
        (self.width, self.height) = (width, height)
        isLittleEndian = scale < 0
        dataOffset = offset
    }
}
