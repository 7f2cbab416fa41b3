// Pictures in formats that can only be decoded from the top.

import Metadata
import Pixels
import Tiling

/// A decoder that cannot begin in the middle of its file, and the size of its picture.
package struct SequentialPicture {
    /// Opens a picture to see its deep samples through a window, or to count them.
    typealias DeepOpening =
        @Sendable (ByteSource, SampleWindow?, SampleTally?) throws(ImageError) -> SequentialPicture

    package let decoder: any RowSource
    /// The size of the stored picture in pixels; the decoder may produce a smaller one.
    package let size: PixelSize
    /// What the samples are where they were counted or are seen through a window; nil where that is not possible.
    package private(set) var samples: DeepSamples?

    /// Takes a decoder that produces the picture in its stored size, unless another `size` is given.
    init(_ decoder: any RowSource, size: PixelSize? = nil) {
        self.decoder = decoder
        self.size = size ?? PixelSize(width: decoder.width, height: decoder.height)
    }

    /// Opens a picture, or the first frame of an animation; nil for formats without such a decoder.
    ///
    /// The decoder may divide the sides by `scaleDenominator`, 1, 2, 4 or 8, if it can. A `window` applies to deep
    /// samples, which a `tally` counts.
    package init?(
        _ source: ByteSource, _ format: MediaFormat?, scaleDenominator: Int = 1, window: SampleWindow? = nil,
        tally: SampleTally? = nil
    ) throws(ImageError) {
        if window != nil || tally != nil, let open = format?.deepDecoder {
            self = try open(source, window, tally)
            return
        }
        guard let decoder = format?.sequentialDecoder else { return nil }
        self = try decoder.open(source, scaleDenominator)
    }

    /// Returns the function that opens pictures which a reader decodes.
    static func deep<Reader: DeepRowReader>(_: Reader.Type) -> DeepOpening {
        { (source, window, tally) throws(ImageError) in
            let reader = try Reader(source, window: window, tally: tally)
            var picture = SequentialPicture(RowByRowDecoder(reader, source))
            picture.samples = reader.samples
            return picture
        }
    }

    /// Opens a WebP; a frame smaller than its canvas is placed on it.
    static func webP(_ source: ByteSource, scaleDenominator: Int) throws(ImageError) -> SequentialPicture {
        let webP = try WebPDecoder(source: source, scaleDenominator: scaleDenominator)
        guard let (canvas, frame) = webP.placement else { return SequentialPicture(webP, size: webP.storedSize) }
        let isWhole = canvas == PixelSize(width: webP.width, height: webP.height)
        return SequentialPicture(isWhole ? webP : PlacedRows(webP, on: canvas, at: frame), size: canvas)
    }
}
