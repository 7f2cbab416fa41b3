// OpenEXR: the data window in the first part's header (OpenEXR file layout, "Header").

import Pixels
import Tiling

extension FormatTraits {
    /// Its media type is not registered.
    static let openEXR = listed(
        .openEXR, "exr", "image/x-exr", title: "OpenEXR", endings: ["exr"], size: OpenEXRHeader.size
    ) { $0.starts(with: [0x76, 0x2F, 0x31, 0x01]) }
}

/// Reads attributes, each of which is a name, a type, a length and a value.
enum OpenEXRHeader {
    /// Most bytes of a name or a type with the byte that ends it.
    private static let nameLimit = 256

    static func size(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        var offset = 8
        while true {
            let name = try text(at: &offset, &reader)
            if name.isEmpty { return nil }
            let type = try text(at: &offset, &reader)
            let byteCount = try reader.uint32(offset, littleEndian: true)
            offset += 4
            if name.elementsEqual("dataWindow".utf8), type.elementsEqual("box2i".utf8), byteCount == 16 {
                var sides: [Int] = []
                for place in stride(from: offset, to: offset + 16, by: 4) {
                    sides.append(
                        Int(Int32(truncatingIfNeeded: try reader.uint32(place, littleEndian: true))))
                }
                return PixelSize(width: sides[2] - sides[0] + 1, height: sides[3] - sides[1] + 1)
            }
            offset += byteCount
        }
    }

    /// Reads a text and the zero after it, and moves `offset` behind both.
    private static func text(at offset: inout Int, _ reader: inout HeaderReader) throws(ImageError) -> [UInt8] {
        let bytes = try reader.bytes(at: offset, limit: nameLimit)
        guard let end = bytes.firstIndex(of: 0) else { throw .damaged("a name without an end", offset: offset) }
        offset += end + 1
        return Array(bytes[..<end])
    }
}
