// Decoded pixels.

/// Layout of the samples of a pixel: interleaved, 8 bits each, alpha straight (not premultiplied).
package enum PixelFormat: Int, Sendable {
    case gray = 1
    case grayAlpha = 2
    case rgb = 3
    case rgba = 4

    /// Samples, and so bytes, in one pixel.
    @inlinable package var channelCount: Int { rawValue }
    /// Whether a pixel has a single lightness sample.
    @inlinable package var isGray: Bool { self == .gray || self == .grayAlpha }
    /// Whether the last sample of a pixel is its alpha.
    @inlinable package var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
}

/// A whole picture, or a run of its rows, in memory: rows from the top, no padding between them.
package struct PixelBuffer: Sendable, Equatable {
    /// In pixels.
    package private(set) var width: Int
    /// In pixels.
    package private(set) var height: Int
    package private(set) var format: PixelFormat
    /// `width × height × format.channelCount` bytes.
    package var bytes: [UInt8]

    /// Bytes in one row.
    @inlinable package var rowByteCount: Int { width * format.channelCount }

    /// Creates a picture of `bytes`, exactly `width × height × format.channelCount` of them.
    package init(width: Int, height: Int, format: PixelFormat, bytes: [UInt8]) {
        precondition(width >= 0 && height >= 0 && bytes.count == width * height * format.channelCount)
        self.width = width
        self.height = height
        self.format = format
        self.bytes = bytes
    }

    /// Creates a picture in which every sample is `sample`.
    package init(width: Int, height: Int, format: PixelFormat, repeating sample: UInt8 = 0) {
        self.init(
            width: width, height: height, format: format,
            bytes: [UInt8](repeating: sample, count: width * height * format.channelCount))
    }
}
