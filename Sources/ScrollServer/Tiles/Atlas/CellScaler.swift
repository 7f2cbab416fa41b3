// Scales tiny pictures to the size of a cell.

import Imaging
import Tiling

/// Scales a square picture to `width × height` pixels in linear light, averaging by area or interpolating linearly.
///
/// Rows are combined first, four samples at a time regardless of channel, then the pixels of each row. Cost: some 4 ns
/// per source pixel, and 8 ns per target pixel.
struct CellScaler {
    private let side: Int
    private let width: Int
    private let height: Int
    private let columns: CellTaps
    private let rows: CellTaps
    /// The light of the source, plus two rows; and a row not yet scaled horizontally, plus four pixels.
    private var source: [Float]
    private var line: [Float]
    /// The result of the last `scale`: `width × height` pixels of three bytes.
    private(set) var pixels: [UInt8]

    /// Prepares to scale from `side` pixels, a power of two from 2 on, to at least 1 × 1 pixels.
    init(side: Int, width: Int, height: Int) {
        precondition(side > 0 && width > 0 && height > 0)
        (self.side, self.width, self.height) = (side, width, height)
        columns = CellTaps(from: side, to: width)
        rows = CellTaps(from: side, to: height)
        source = [Float](repeating: 0, count: rows.stride * (side + 2))
        line = [Float](repeating: 0, count: rows.stride + 12)
        pixels = [UInt8](repeating: 0, count: width * height * 3)
    }

    func isFor(_ frame: PixelRect) -> Bool { frame.width == width && frame.height == height }

    /// Scales a picture of `side × side` pixels of three bytes, from byte `start` of `bytes` on, into `pixels`.
    mutating func scale(_ bytes: Span<UInt8>, from start: Int) {
        fill(bytes, from: start)
        rows.scale(source, columns, by: &line, into: &pixels)
    }

    private mutating func fill(_ bytes: Span<UInt8>, from start: Int) {
        let (side, stride, floats) = (side, rows.stride, LinearLight.floats)
        let light = floats.span.extracting(..<256)
        var source = source.mutableSpan
        for row in 0..<side {
            let samples = bytes.extracting(start + row * side * 3..<start + (row + 1) * side * 3)
            var lights = source._mutatingExtracting(row * stride..<row * stride + samples.count)
            for sample in samples.indices { lights[sample] = light[Int(samples[sample])] }
        }
    }
}
