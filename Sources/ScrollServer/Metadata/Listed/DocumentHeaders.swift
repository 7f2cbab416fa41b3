// Documents and other files that hold pictures: DjVu, PDF, SVGZ, WBMP.

import Pixels
import Tiling

extension FormatTraits {
    static let djvu = listed(
        .djvu, "djvu", "image/vnd.djvu", title: "DjVu", endings: ["djvu", "djv"], size: DjVuSize.find
    ) { start in
        start.count >= 16 && start.starts(with: "AT&TFORM".utf8)
            && ["DJVU", "DJVM"].contains { start[12..<16].elementsEqual($0.utf8) }
    }

    /// Listed only if it is named so, since it is seldom a picture.
    static let pdf = listed(.pdf, "pdf", "application/pdf", sharedEndings: ["pdf"], needsName: true) {
        $0.starts(with: "%PDF-".utf8)
    }

    /// Known by its name, since anything may be in gzip; its media type is not registered.
    static let svgz = listed(.svgz, "svgz", "image/svg+xml-compressed", endings: ["svgz"], needsName: true) {
        $0.starts(with: [0x1F, 0x8B, 8])
    }

    /// Known by its name, since two zeros are no signature (WAP-237, Wireless Application Environment §4.5).
    static let wbmp = listed(
        .wbmp, "wbmp", "image/vnd.wap.wbmp", endings: ["wbmp"], needsName: true,
        size: { (reader) throws(ImageError) in
            var offset = 2
            /// A number of seven bits in a byte, the highest first; the eighth bit is set in all bytes but the last.
            func number() throws(ImageError) -> Int {
                var number = 0
                while number < 1 << 24 {
                    let byte = try reader.byte(offset)
                    offset += 1
                    number = number << 7 | byte & 0x7F
                    if byte & 0x80 == 0 { break }
                }
                return number
            }
            return PixelSize(width: try number(), height: try number())
        }
    ) { $0.count > 4 && $0.starts(with: [0, 0]) }
}

/// The first page of a DjVu file (DjVu 3 Specification §8.3).
enum DjVuSize {
    private static let chunkLimit = 1024

    static func find(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        var offset = 16
        for _ in 0..<chunkLimit where offset + 12 <= reader.count {
            if try reader.matches("INFO", at: offset) {
                return PixelSize(width: try reader.uint16(offset + 8), height: try reader.uint16(offset + 10))
            }
            if try reader.matches("FORM", at: offset), try reader.matches("DJVU", at: offset + 8) {
                offset += 12
                continue
            }
            let byteCount = try reader.uint32(offset + 4)
            offset += 8 + byteCount + byteCount % 2
        }
        return nil
    }
}
