// Decodes the first picture of a TIFF.

@testable import Imaging
@testable import Metadata
@testable import Pixels

extension TIFFDecoder {
    convenience init(source: ByteSource) throws(ImageError) {
        let fields = try TIFFFields(source)
        try self.init(fields, TIFFLayout(fields), fine: nil)
    }
}
