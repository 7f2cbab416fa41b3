// The header of a WBMP of type 0 (WAP-237, Wireless Application Environment §4.5).

import Pixels

extension FormatTraits {
    /// Known by its name, since two zeros are no signature.
    static let wbmp = FormatTraits(
        "wbmp", "image/vnd.wap.wbmp", endings: ["wbmp"], needsName: true, decoding: .fromTop,
        header: WBMPHeader.reading(.wbmp)
    ) { $0.count > 4 && $0.starts(with: [0, 0]) ? .wbmp : nil }
}

/// The size of a WBMP.
package struct WBMPHeader: SizedHeader, Equatable, Sendable {
    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    package let dataOffset: Int

    /// Reads the header; throws `ImageError` where it is none.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard try reader.uint16(0) == 0 else { throw .notAnImage("the file is not a WBMP") }
        var offset = 2
        width = try Self.number(&offset, &reader)
        height = try Self.number(&offset, &reader)
        try ImageError.checkSize(width, height, offset: 2)
        dataOffset = offset
    }

    /// Reads a number of seven bits in a byte, the highest first; the eighth bit is set in all bytes but the last.
    private static func number(_ offset: inout Int, _ reader: inout HeaderReader) throws(ImageError) -> Int {
        var number = 0
        while number < 1 << 24 {
            let byte = try reader.byte(offset)
            offset += 1
            number = number << 7 | byte & 0x7F
            if byte & 0x80 == 0 { return number }
        }
        throw .damaged("a side of more than \(1 << 24) pixels", offset: offset)
    }
}
