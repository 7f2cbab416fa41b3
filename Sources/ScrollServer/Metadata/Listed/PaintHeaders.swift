// The sizes of pictures of paint programs and games: PCX, XCF, DDS.

import Pixels
import Tiling

extension FormatTraits {
    /// Its media type is not registered.
    static let dds = listed(
        .dds, "dds", "image/vnd.ms-dds", endings: ["dds"],
        size: { (reader) throws(ImageError) in
            PixelSize(
                width: try reader.uint32(16, littleEndian: true), height: try reader.uint32(12, littleEndian: true))
        }
    ) { $0.starts(with: "DDS \u{7C}\0\0\0".utf8) }

    /// Its media type is not registered.
    static let pcx = listed(
        .pcx, "pcx", "image/x-pcx", endings: ["pcx"],
        size: { (reader) throws(ImageError) in
            var sides: [Int] = []
            for place in stride(from: 4, to: 12, by: 2) { sides.append(try reader.uint16(place, littleEndian: true)) }
            return PixelSize(width: sides[2] - sides[0] + 1, height: sides[3] - sides[1] + 1)
        }
    ) { start in
        // Four small numbers are a weak signature, so the others must fit too.
        guard start.count >= 128, start[0] == 10, [0, 2, 3, 4, 5].contains(start[1]), start[2] <= 1 else {
            return false
        }
        func short(_ offset: Int) -> Int { start[offset..<offset + 2].littleEndianNumber }
        let width = short(8) - short(4) + 1
        return [1, 2, 4, 8].contains(start[3]) && width > 0 && short(10) >= short(6) && (1...4).contains(start[65])
            && short(66) * 8 >= width * Int(start[3])
    }

    /// GIMP's own format: its media type is not registered.
    static let xcf = listed(
        .xcf, "xcf", "image/x-xcf", endings: ["xcf"],
        size: { (reader) throws(ImageError) in
            PixelSize(width: try reader.uint32(14), height: try reader.uint32(18))
        }
    ) { $0.starts(with: "gimp xcf ".utf8) }
}
