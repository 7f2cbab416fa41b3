// Documents that hold pictures: DjVu, PDF.

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
