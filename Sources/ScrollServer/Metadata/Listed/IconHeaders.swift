// The sizes of icons: animated cursors, OS/2's arrays.

import Pixels
import Tiling

extension FormatTraits {
    /// Its media type is not registered.
    static let animatedCursor = listed(
        .animatedCursor, "ani", "application/x-navi-animation", title: "ANI", endings: ["ani"],
        size: IconSizes.animated
    ) { $0.count >= 12 && $0.starts(with: "RIFF".utf8) && $0[8..<12].elementsEqual("ACON".utf8) }

    /// Its media type is not registered; the files have the extensions of Windows' icons and bitmaps, too.
    static let os2Icons = listed(
        .os2Icons, "os2", "image/x-os2-icons", title: "OS/2 icon array", endings: ["ptr"], size: IconSizes.os2
    ) { start in
        start.count >= 32 && start.starts(with: "BA".utf8) && IconSizes.os2Kinds.contains(Array(start[14..<16]))
            && start[28..<32].littleEndianNumber <= 64
    }
}

enum IconSizes {
    private static let entryLimit = 256
    /// A bitmap, a colour icon or pointer, an icon, a pointer.
    static let os2Kinds = ["BM", "CI", "CP", "IC", "PT"].map { [UInt8]($0.utf8) }

    /// The size in the header of an animated cursor, or that of its first icon.
    static func animated(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        var offset = 12
        for _ in 0..<entryLimit {
            let type = try reader.bytes(at: offset, limit: 4)
            let byteCount = try reader.uint32(offset + 4, littleEndian: true)
            if type.elementsEqual("anih".utf8) {
                let width = try reader.uint32(offset + 20, littleEndian: true)
                let height = try reader.uint32(offset + 24, littleEndian: true)
                if width > 0, height > 0 { return PixelSize(width: width, height: height) }
            } else if type.elementsEqual("icon".utf8) {
                // 0 stands for 256 in the entry of the icon's first picture.
                let (width, height) = (try reader.byte(offset + 14), try reader.byte(offset + 15))
                return PixelSize(width: width == 0 ? 256 : width, height: height == 0 ? 256 : height)
            } else if type.elementsEqual("LIST".utf8), try reader.matches("fram", at: offset + 8) {
                offset += 12
                continue
            }
            offset += 8 + byteCount + byteCount % 2
        }
        return nil
    }

    /// The first picture of an OS/2 array; an icon's height is that of picture and mask.
    static func os2(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        let isBitmap = try reader.matches("BM", at: 14)
        let (width, height) =
            try reader.uint32(28, littleEndian: true) == 12
            ? (try reader.uint16(32, littleEndian: true), try reader.uint16(34, littleEndian: true))
            : (try reader.uint32(32, littleEndian: true), try reader.uint32(36, littleEndian: true))
        return PixelSize(width: width, height: isBitmap ? height : height / 2)
    }
}
