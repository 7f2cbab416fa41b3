// The directory of icons and cursors (Microsoft, "Icons": ICONDIR and ICONDIRENTRY), and its largest picture's header.

import Pixels

/// The picture of an ICO or CUR file that is shown: the largest; of equals, the one with the most bits, then bytes.
package struct ICODirectory: SizedHeader, Equatable, Sendable {
    /// Most pictures examined: more than any program writes.
    private static let entryLimit = 1024
    private static let (headerByteCount, entryByteCount) = (6, 16)
    /// Bytes of the shortest picture header: BITMAPINFOHEADER.
    private static let pictureByteCount = 40

    /// The picture's bytes in the file.
    package let bytes: Range<Int>
    /// Whether it is a PNG; else it is a BMP without its first 14 bytes, with a mask below.
    package let isPNG: Bool
    /// In pixels, from the picture's own header, at least 1.
    package let width: Int
    /// In pixels, at least 1.
    package let height: Int

    /// Whether a file that starts like this is an icon or a cursor.
    ///
    /// Its four bytes are a weak signature, so the first entry must be plausible too.
    static func begins(_ start: [UInt8]) -> Bool {
        guard start.count >= headerByteCount + entryByteCount, start[0] == 0, start[1] == 0, start[3] == 0,
            start[2] == 1 || start[2] == 2
        else { return false }
        func number(_ offset: Int) -> Int { start[offset..<offset + 4].littleEndianNumber }
        let count = start[4..<6].littleEndianNumber
        return count > 0 && number(14) >= pictureByteCount && number(14) < 1 << 31
            && number(18) >= headerByteCount + count * entryByteCount && number(18) < 1 << 31
    }

    /// Finds the picture by reading the directory and the picture's header.
    ///
    /// - Throws: `ImageError` where the file is no icon, or none of its pictures is in the file.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard Self.begins(try reader.bytes(at: 0, limit: Self.headerByteCount + Self.entryByteCount)) else {
            throw .notAnImage("the file is not an icon")
        }
        let isCursor = try reader.byte(2) == 2
        let count = min(try reader.uint16(4, littleEndian: true), Self.entryLimit)
        var best: (rank: [Int], bytes: Range<Int>)?
        for index in 0..<count {
            let entryStart = Self.headerByteCount + index * Self.entryByteCount
            // A byte has no room for 256 or more: it is then 0.
            let sides = [try reader.byte(entryStart), try reader.byte(entryStart + 1)].map { $0 == 0 ? 256 : $0 }
            // A cursor has its hot spot in place of the bit count.
            let bitCount = isCursor ? 0 : try reader.uint16(entryStart + 6, littleEndian: true)
            let byteCount = try reader.uint32(entryStart + 8, littleEndian: true)
            let offset = try reader.uint32(entryStart + 12, littleEndian: true)
            guard byteCount >= Self.pictureByteCount, offset <= reader.count - Self.pictureByteCount else { continue }
            let rank = [sides[0] * sides[1], bitCount, byteCount]
            if let best, !best.rank.lexicographicallyPrecedes(rank) { continue }
            best = (rank, offset..<min(offset + byteCount, reader.count))
        }
        guard let best else { throw .damaged("no picture of the icon is in the file", offset: reader.count) }
        bytes = best.bytes
        let start = bytes.lowerBound
        isPNG = try reader.byte(start) == 0x89
        if isPNG {
            let header = try PNGHeader(try reader.bytes(at: start, limit: PNGHeader.byteCount))
            (width, height) = (header.width, header.height)
        } else {
            let length = try reader.uint32(start, littleEndian: true)
            guard length >= Self.pictureByteCount, BMPProbe.lengths.contains(length) else {
                throw .damaged("a header of \(length) bytes", offset: start)
            }
            let (storedWidth, storedHeight) = try BMPProbe.sides(&reader, at: start)
            // Picture and mask are stacked. A negative height means rows from the top, as in a BMP.
            (width, height) = (storedWidth, abs(storedHeight) / 2)
            guard width > 0, height > 0 else {
                throw .damaged("its header gives a size of \(storedWidth) × \(storedHeight) pixels", offset: start + 4)
            }
        }
    }
}
