// The size of a GIMP picture (GIMP, "XCF file format").

import Pixels
import Tiling

extension FormatTraits {
    /// GIMP's own format: its media type is not registered.
    static let xcf = listed(
        .xcf, "xcf", "image/x-xcf", endings: ["xcf"],
        size: { (reader) throws(ImageError) in
            PixelSize(width: try reader.uint32(14), height: try reader.uint32(18))
        }
    ) { $0.starts(with: "gimp xcf ".utf8) }
}
