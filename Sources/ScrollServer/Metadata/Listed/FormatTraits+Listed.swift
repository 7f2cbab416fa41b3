// Describes the formats that are listed by name, and of which no picture is made.

import Pixels
import Tiling

extension FormatTraits {
    /// Finds the size of the picture; nil where the header does not tell it.
    typealias ListedSize = @Sendable (inout HeaderReader) throws(ImageError) -> PixelSize?

    /// Most pixels of a side that are believed.
    private static let sideLimit = 1 << 31

    /// Describes a format of which no picture is made: a file of it is listed by its name, with the size that `size`
    /// finds.
    ///
    /// A damaged header only leaves the size unknown.
    static func listed(
        _ format: MediaFormat, _ name: String, _ mimeType: String, title: String? = nil, endings: [String] = [],
        sharedEndings: [String] = [], needsName: Bool = false, size: @escaping ListedSize = { _ in nil },
        signature: @escaping @Sendable (_ start: [UInt8]) -> Bool
    ) -> FormatTraits {
        FormatTraits(
            name, mimeType, title: title, endings: endings, sharedEndings: sharedEndings, needsName: needsName,
            decoding: .never,
            header: { reader in
                var found = (try? size(&reader)).flatMap { $0 }
                if let size = found, !(1...sideLimit).contains(size.width) || !(1...sideLimit).contains(size.height) {
                    found = nil
                }
                return ImageHeader(
                    format: format, width: found?.width ?? 0, height: found?.height ?? 0, problem: format.refusal)
            },
            signature: { signature($0) ? format : nil })
    }
}
