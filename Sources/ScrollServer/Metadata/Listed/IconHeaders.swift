// The sizes of icons: Apple's ICNS, animated cursors, OS/2's arrays.

import Pixels
import Tiling

extension FormatTraits {
    /// Its media type is not registered.
    static let icns = listed(.icns, "icns", "image/x-icns", endings: ["icns"], size: IconSizes.apple) {
        $0.starts(with: "icns".utf8)
    }

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
    /// Sides in pixels by the type of an ICNS's part; the others have no picture.
    private static let appleSides: [String: Int] = [
        "ICON": 32, "ICN#": 32, "icl4": 32, "icl8": 32, "il32": 32, "l8mk": 32, "icm#": 16, "icm4": 16, "icm8": 16,
        "ics#": 16, "ics4": 16, "ics8": 16, "is32": 16, "s8mk": 16, "ich#": 48, "ich4": 48, "ich8": 48, "ih32": 48,
        "h8mk": 48, "it32": 128, "t8mk": 128, "icp4": 16, "icp5": 32, "icp6": 48, "ic04": 16, "ic05": 32,
        "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024, "ic11": 32, "ic12": 64, "ic13": 256, "ic14": 512,
        "icsb": 18, "icsB": 36, "sb24": 24, "SB24": 48,
    ]
    /// A bitmap, a colour icon or pointer, an icon, a pointer.
    static let os2Kinds = ["BM", "CI", "CP", "IC", "PT"].map { [UInt8]($0.utf8) }

    /// The largest picture of an ICNS.
    static func apple(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        var (offset, largest) = (8, 0)
        for _ in 0..<entryLimit where offset + 8 <= reader.count {
            let type = String(decoding: try reader.bytes(at: offset, limit: 4), as: UTF8.self)
            let byteCount = try reader.uint32(offset + 4)
            guard byteCount >= 8 else { break }
            largest = max(largest, appleSides[type] ?? 0)
            offset += byteCount
        }
        return largest > 0 ? PixelSize(width: largest, height: largest) : nil
    }

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
