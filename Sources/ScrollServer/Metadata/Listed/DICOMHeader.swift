// DICOM: rows and columns among the elements of the data set (DICOM PS3.5 §7, PS3.10 §7).

import Pixels
import Tiling

extension FormatTraits {
    /// Listed only if it is named so, since it is seldom meant as a picture.
    static let dicom = listed(
        .dicom, "dicom", "application/dicom", sharedEndings: ["dcm", "dicom"], needsName: true,
        size: { (reader) throws(ImageError) in
            var elements = DICOMElements()
            return try elements.size(&reader)
        }
    ) { $0.count >= 132 && $0[128..<132].elementsEqual("DICM".utf8) }
}

/// Walks the elements up to the picture's size.
struct DICOMElements {
    private static let elementLimit = 4096
    /// A length that says that the value goes on up to a delimiter.
    private static let undefined = 0xFFFF_FFFF
    /// Kinds of values that have a length of 32 bits.
    private static let longKinds = ["OB", "OD", "OF", "OL", "OV", "OW", "SQ", "SV", "UC", "UN", "UR", "UT", "UV"]
        .map { [UInt8]($0.utf8) }

    private var isLittleEndian = true
    private var hasKinds = true
    /// How many values of undefined length the walk is in.
    private var depth = 0

    private struct Element {
        var tag = 0
        var start = 0
        var byteCount = 0
    }

    mutating func size(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        var offset = 132
        var syntax: [UInt8] = []
        var (width, height): (Int?, Int?)
        var isInSet = false
        for _ in 0..<Self.elementLimit {
            // The elements of group 2 say how the others are written.
            if !isInSet, try reader.uint16(offset, littleEndian: true) != 2 {
                isInSet = true
                guard !syntax.elementsEqual("1.2.840.10008.1.2.1.99".utf8) else { return nil }
                hasKinds = !syntax.elementsEqual("1.2.840.10008.1.2".utf8)
                isLittleEndian = !syntax.elementsEqual("1.2.840.10008.1.2.2".utf8)
            }
            let element = try element(at: offset, &reader)
            offset = element.start
            switch element.tag {
            case 0x0002_0010:
                syntax = try reader.bytes(at: offset, limit: min(element.byteCount, 64)).filter { $0 > 0x20 }
            case 0x0028_0010 where depth == 0: height = try reader.uint16(offset, littleEndian: isLittleEndian)
            case 0x0028_0011 where depth == 0: width = try reader.uint16(offset, littleEndian: isLittleEndian)
            case 0x7FE0_0010: return nil
            case 0xFFFE_E00D, 0xFFFE_E0DD: depth = max(0, depth - 1)
            default: break
            }
            if let width, let height { return PixelSize(width: width, height: height) }
            if element.byteCount == Self.undefined { depth += 1 } else { offset += element.byteCount }
        }
        return nil
    }

    private func element(at offset: Int, _ reader: inout HeaderReader) throws(ImageError) -> Element {
        let group = try reader.uint16(offset, littleEndian: isLittleEndian)
        let tag = group << 16 | (try reader.uint16(offset + 2, littleEndian: isLittleEndian))
        // Items and delimiters have no kind.
        guard hasKinds, group != 0xFFFE else {
            return Element(
                tag: tag, start: offset + 8,
                byteCount: try reader.uint32(offset + 4, littleEndian: isLittleEndian))
        }
        if Self.longKinds.contains(try reader.bytes(at: offset + 4, limit: 2)) {
            return Element(
                tag: tag, start: offset + 12,
                byteCount: try reader.uint32(offset + 8, littleEndian: isLittleEndian))
        }
        return Element(
            tag: tag, start: offset + 8, byteCount: try reader.uint16(offset + 6, littleEndian: isLittleEndian))
    }
}
