// Decodes still WebP files and the first frames of animated ones from the top, some rows at a time (RFC 9649, RFC
// 6386).

import Pixels
import Platform
import Tiling

/// Decodes the rows of a WebP, or of an animation's first frame, in the file's own colours.
///
/// Damage before the first row is thrown; damage or the file's end after that ends the rows early and sets `isPartial`.
package final class WebPDecoder: RowSource {
    private enum Image {
        case lossy(LossyPicture)
        case lossless(VP8LDecoder)
    }

    /// A lossy picture with what follows its decoder.
    private final class LossyPicture {
        var decoder: VP8Decoder
        var alpha: WebPAlpha?
        var converter: VP8RowConverter

        init(_ decoder: VP8Decoder, alpha: WebPAlpha?, width: Int) {
            self.decoder = decoder
            self.alpha = alpha
            converter = VP8RowConverter(width: width)
        }
    }

    package let width: Int
    package let height: Int
    package let format: PixelFormat
    /// Size of the picture as stored, in pixels.
    package let storedSize: PixelSize
    package private(set) var isPartial = false
    /// The most pixels of a large canvas for each byte of the file.
    private static let canvasPixelsPerByte = 64

    /// ICC profile of the colours; nil for sRGB.
    package let profile: [UInt8]?
    /// The canvas of an animation, and where these rows lie on it; nil for a still picture.
    package private(set) var placement: (canvas: PixelSize, frame: PixelRect)?

    private let image: Image
    private var rowsGiven = 0

    /// Reads the headers and, of a lossless picture, its codes.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - scaleDenominator: the largest factor by which to divide the sides, rounding up, if that saves time: lossy
    ///     stills without alpha are divided by 4 or 8. See `width` and `height`.
    /// - Throws: `ImageError` when the file is no WebP, or is damaged there.
    package init(source: ByteSource, scaleDenominator: Int = 1) throws(ImageError) {
        let container = try WebPContainer(source)
        profile = container.profile
        switch container.image {
        case .lossy(let range):
            let isPlain = container.alpha == nil && container.frame == nil
            let decoder = try VP8Decoder(
                source, range: range, denominator: isPlain && [4, 8].contains(scaleDenominator) ? scaleDenominator : 1)
            storedSize = PixelSize(width: decoder.header.width, height: decoder.header.height)
            width = decoder.reduced?.width ?? storedSize.width
            height = decoder.reduced?.height ?? storedSize.height
            let alpha: WebPAlpha? =
                if let range = container.alpha {
                    try WebPAlpha(source, range: range, width: width, height: height)
                } else { nil }
            format = alpha == nil ? .rgb : .rgba
            image = .lossy(LossyPicture(decoder, alpha: alpha, width: width))
        case .lossless(let range):
            let decoder = try VP8LDecoder(source, range: range)
            (width, height) = (decoder.width, decoder.height)
            storedSize = PixelSize(width: width, height: height)
            format = decoder.hasAlpha ? .rgba : .rgb
            image = .lossless(decoder)
        }
        if let frame = container.frame, let canvas = container.canvas {
            guard frame.width == width, frame.height == height, frame.x + width <= canvas.width,
                frame.y + height <= canvas.height
            else {
                throw .damaged(
                    "a frame of \(width) × \(height) pixels on a canvas of \(canvas.width) × \(canvas.height)",
                    offset: 20)
            }
            // The canvas around the frame is transparent and takes no bytes, so a header can claim any size.
            try ClaimedSize.checkRow(canvas.width, "WebP")
            try ClaimedSize.check(
                canvas.width, canvas.height, fileByteCount: source.count, pixelsPerByte: Self.canvasPixelsPerByte,
                offset: 24)
            placement = (PixelSize(width: canvas.width, height: canvas.height), frame)
        } else if let canvas = container.canvas, canvas != (storedSize.width, storedSize.height) {
            throw .damaged(
                "a picture of \(storedSize.width) × \(storedSize.height) pixels on a canvas of \(canvas.width) × \(canvas.height)",
                offset: 20
            )
        }
    }

    /// Returns the bytes of memory that decoding a picture of this size takes.
    ///
    /// A lossless picture takes a window of 4 MiB, and seven bytes per block of pixels for a mode, a colour transform
    /// and a group of codes. Encoders use blocks of 8 × 8 pixels or larger; 4 × 4 are allowed.
    package static func byteEstimate(width: Int, height: Int) -> Int {
        let pixelCount = min(width, 1 << 14) * min(height, 1 << 14)
        return 6 << 20 + pixelCount / 64 * 7
    }

    package func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard rowsGiven < height, !isPartial else { return 0 }
        let count: Int
        switch image {
        case .lossy(let picture): count = readLossy(picture, into: &rows)
        case .lossless(let decoder): count = readLossless(decoder, into: &rows)
        }
        rowsGiven += count
        if count == 0 {
            isPartial = true
            if rowsGiven == 0 { throw failure }
        }
        return count
    }

    private var failure: ImageError {
        switch image {
        case .lossy(let picture):
            .damaged("the image data ends before its first row", offset: picture.decoder.endOffset ?? 0)
        case .lossless(let decoder):
            decoder.failure ?? .damaged("the image data ends before its first row", offset: 0)
        }
    }

    // MARK: Lossy

    /// Decodes a row of macroblocks and appends the rows that are final after it.
    ///
    /// The first gives nine rows, each of the others sixteen, except the last, which gives all that are left.
    private func readLossy(_ picture: LossyPicture, into rows: inout [UInt8]) -> Int {
        guard picture.decoder.decodeRow() else { return 0 }
        let decoder = picture.decoder
        if let reduced = decoder.reduced {
            let count = min(reduced.side, height - rowsGiven)
            for row in 0..<count { picture.converter.append(reduced, row: row, to: &rows) }
            return count
        }
        let planes = decoder.planes
        let top = 16 * (decoder.rowCount - 1)
        let isLast = decoder.rowCount == decoder.macroblockRows
        let end = isLast ? height : min(height, top + 9)
        let lastChromaRow = (height + 1) / 2 - 1
        for row in rowsGiven..<end {
            let near = row / 2
            let far = min(max(near + (row & 1 == 0 ? -1 : 1), 0), lastChromaRow)
            func chroma(_ row: Int) -> Int { (row - top / 2 + VP8Planes.chromaAbove) * planes.chromaStride }
            if picture.alpha?.readRow() == false {
                isPartial = true
                return row - rowsGiven
            }
            picture.converter.append(
                planes, y: (row - top + VP8Planes.lumaAbove) * planes.lumaStride, near: chroma(near),
                far: chroma(far), alpha: picture.alpha?.row, to: &rows)
        }
        return end - rowsGiven
    }

    // MARK: Lossless

    private func readLossless(_ decoder: VP8LDecoder, into rows: inout [UInt8]) -> Int {
        // Some rows at a time, as later stages work on whole rows.
        let wanted = min(16, height - rowsGiven)
        for row in 0..<wanted {
            guard decoder.readRow() else {
                if row > 0 { isPartial = true }
                return row
            }
            Self.append(decoder.row, hasAlpha: format.hasAlpha, to: &rows)
        }
        return wanted
    }

    /// Appends the samples of pixels 0xAARRGGBB.
    private static func append(_ pixels: [UInt32], hasAlpha: Bool, to rows: inout [UInt8]) {
        let start = rows.count
        rows.append(contentsOf: repeatElement(0, count: pixels.count * (hasAlpha ? 4 : 3)))
        let pixels = pixels.span
        var target = rows.mutableSpan
        // Red first.
        @inline(__always) func word(_ pixel: UInt32) -> UInt32 {
            pixel & 0xFF00_FF00 | pixel &>> 16 & 0xFF | (pixel & 0xFF) &<< 16
        }
        if hasAlpha {
            for index in pixels.indices { target.store(word(pixels[index]).littleEndian, at: start &+ 4 &* index) }
            return
        }
        // A fourth byte is stored with each pixel, which the next one overwrites.
        let last = pixels.count - 1
        for index in 0..<last { target.store(word(pixels[index]).littleEndian, at: start &+ 3 &* index) }
        for (index, shift) in [UInt32(16), 8, 0].enumerated() {
            target[start + 3 * last + index] = UInt8(truncatingIfNeeded: pixels[last] >> shift)
        }
    }
}
