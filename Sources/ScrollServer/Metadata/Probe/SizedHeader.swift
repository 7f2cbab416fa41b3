// What the headers of pictures have in common.

import Pixels

/// A format's header, which gives the picture's size.
package protocol SizedHeader: SendableMetatype {
    /// In pixels, at least 1.
    var width: Int { get }
    /// In pixels, at least 1.
    var height: Int { get }

    /// Reads the header; throws `ImageError` where the file has none of this kind.
    init(_ reader: inout HeaderReader) throws(ImageError)
}

extension SizedHeader {
    /// Reads the header of a file; throws as `init` with a reader does.
    package init(of source: ByteSource) throws(ImageError) {
        var reader = HeaderReader(source)
        try self.init(&reader)
    }

    /// Returns the function that reads the size of a file of this format.
    ///
    /// With `hasDeepSamples` a window applies to all of them.
    static func reading(_ format: MediaFormat, hasDeepSamples: Bool = false) -> FormatTraits.Header {
        { (reader) throws(ImageError) in
            let header = try Self(&reader)
            var found = ImageHeader(format: format, width: header.width, height: header.height)
            found.hasDeepSamples = hasDeepSamples
            return found
        }
    }
}
