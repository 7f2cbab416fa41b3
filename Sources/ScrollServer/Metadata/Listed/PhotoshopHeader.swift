// Photoshop's documents: the size (Adobe Photoshop File Formats Specification, "File Header Section").

import Pixels
import Tiling

extension FormatTraits {
    static let photoshop = listed(
        .photoshop, "psd", "image/vnd.adobe.photoshop", endings: ["psd", "psb", "psdt"],
        size: { (reader) throws(ImageError) in
            PixelSize(width: try reader.uint32(18), height: try reader.uint32(14))
        }
    ) { $0.starts(with: "8BPS\0\u{1}".utf8) || $0.starts(with: "8BPS\0\u{2}".utf8) }
}
