// The header of PCX files (ZSoft PCX File Format Technical Reference Manual).

import Pixels

extension FormatTraits {
    /// Its media type is not registered.
    static let pcx = FormatTraits(
        "pcx", "image/x-pcx", endings: ["pcx"], decoding: .fromTop, header: PCXHeader.reading(.pcx)
    ) { PCXHeader.begins($0) ? .pcx : nil }
}

/// The layout of a PCX, checked.
package struct PCXHeader: SizedHeader, Equatable, Sendable {
    package static let byteCount = 128

    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    /// Bits of a sample in a plane, and how many planes a row has: 1, 2, 4 or 8, and 1 to 4.
    package let bits: Int
    package let planeCount: Int
    /// Bytes of a row of one plane.
    package let planeByteCount: Int
    package let hasRuns: Bool
    /// Whether the 16 colours in the header count: files of version 3 have none.
    package let hasPalette: Bool

    /// Whether a file begins like a PCX; four small numbers are a weak signature, so the others must fit too.
    static func begins(_ start: [UInt8]) -> Bool { PCXHeader(start) != nil }

    /// Reads the header; throws `ImageError` where the bytes cannot be a PCX's.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard let header = PCXHeader(try reader.bytes(at: 0, limit: Self.byteCount)) else {
            throw .notAnImage("the file is not a PCX")
        }
        self = header
    }

    /// Parses the header; nil where no PCX begins like this.
    private init?(_ start: [UInt8]) {
        guard start.count >= Self.byteCount, start[0] == 10, [0, 2, 3, 4, 5].contains(start[1]), start[2] <= 1 else {
            return nil
        }
        func short(_ offset: Int) -> Int { start[offset..<offset + 2].littleEndianNumber }
        (width, height) = (short(8) - short(4) + 1, short(10) - short(6) + 1)
        (bits, planeCount, planeByteCount) = (Int(start[3]), Int(start[65]), short(66))
        hasRuns = start[2] == 1
        hasPalette = start[1] != 3 && start[1] != 0
        guard width > 0, height > 0, [1, 2, 4, 8].contains(bits), (1...4).contains(planeCount),
            planeByteCount * 8 >= width * bits
        else { return nil }
    }
}
