// The index of a JPEG that has several pictures.

import Pixels

/// The entries of the index of a JPEG with further JPEGs behind it (CIPA DC-007-2009 §5.2, MP Index IFD).
///
/// The index lies in an APP2 segment of less than 64 KiB, so it has fewer than 4,096 entries, whatever it claims.
struct MultiPictureIndex {
    /// What a picture is for (CIPA DC-007-2009 §5.2.3.3, MP Type Code).
    enum Kind: Equatable {
        case undefined
        /// One of several that belong together: parts of a panorama, views of a stereo pair, angles.
        case multiFrame
        case gainMap
        /// The first picture, a large thumbnail for screens, or a kind that is not known.
        case other

        init(code: UInt32) {
            self =
                switch code {
                case 0: .undefined
                case 0x02_0001...0x02_0003: .multiFrame
                case 0x05_0000: .gainMap
                default: .other
                }
        }
    }

    /// A picture of the index; nothing in it is checked.
    struct Entry: Equatable {
        let kind: Kind
        /// Offset from the index; 0 for the first picture of the file.
        let offset: Int
        let byteCount: Int
    }

    private static let entryByteCount = 16

    let entries: [Entry]

    /// Reads the index in the bytes of a segment behind its name; nil where there is none, or it is damaged.
    ///
    /// Entries of other formats than JPEG are left out.
    init?(_ reader: inout HeaderReader, in segment: Range<Int>) {
        guard
            let directory = try? TIFFDirectory(
                firstOf: &reader, at: segment.lowerBound, end: segment.upperBound, versions: [42]),
            let list = directory[0xB002], list.size == 1,
            let bytes = try? reader.bytes(
                at: list.offset, limit: min(list.count, directory.structure.end - list.offset))
        else { return nil }
        let isLittleEndian = directory.structure.isLittleEndian
        func number(_ start: Int) -> Int { TIFFFields.number(bytes[start..<start + 4], isLittleEndian) }
        let starts = stride(from: 0, through: bytes.count - Self.entryByteCount, by: Self.entryByteCount)
        entries = starts.compactMap { start in
            // Bits 24 to 26 are the format, those below the type.
            let attribute = UInt32(clamping: number(start))
            guard attribute >> 24 & 0b111 == 0 else { return nil }
            return Entry(
                kind: Kind(code: attribute & 0xFF_FFFF), offset: number(start + 8), byteCount: number(start + 4))
        }
    }
}
