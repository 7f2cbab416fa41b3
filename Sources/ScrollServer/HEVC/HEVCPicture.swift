/// A sampling of the two colour differences beside luma (H.265, 6.2).
package enum ChromaFormat: UInt8, Sendable, CaseIterable {
    case monochrome, yuv420, yuv422, yuv444

    /// Binary logarithm of luma columns per chroma column.
    package var log2Width: Int { self == .yuv420 || self == .yuv422 ? 1 : 0 }

    /// Binary logarithm of luma rows per chroma row.
    package var log2Height: Int { self == .yuv420 ? 1 : 0 }
}

/// The samples of one colour component, row by row from the top left without padding.
package struct Plane: Sendable, Equatable {
    /// Samples in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// `width * height` samples, each below 2 to the power of the component's bit depth.
    package var samples: [UInt16]

    /// Makes a plane of zeroes.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
        samples = [UInt16](repeating: 0, count: width * height)
    }
}

/// Colours as the stream's video usability information names them (H.265, E.2.1; code points of H.273).
package struct VideoColour: Sendable, Equatable {
    /// Code point of the primaries; 2 where the stream says nothing.
    package var primaries: UInt8 = 2
    /// Code point of the transfer characteristics; 2 where the stream says nothing.
    package var transfer: UInt8 = 2
    /// Code point of the matrix; 2 where the stream says nothing.
    package var matrix: UInt8 = 2
    /// Whether samples use their whole range rather than the range of video.
    package var isFullRange = false

    /// Makes colours of which nothing is said.
    package init() {}
}

/// A decoded picture, cut to the conformance window of its parameter set.
package struct HEVCPicture: Sendable {
    /// Luma columns.
    package let width: Int
    /// Luma rows.
    package let height: Int
    /// How chroma is sampled.
    package let chroma: ChromaFormat
    /// Bits of a luma sample, 8 to 16.
    package let lumaDepth: Int
    /// Bits of a chroma sample, 8 to 16.
    package let chromaDepth: Int
    /// Luma, and unless the picture is monochrome, Cb and Cr.
    package let planes: [Plane]
    /// Colours by the stream's own words; a container's words go before these.
    package let colour: VideoColour
}
