// Scales tiny pictures to the size of a cell.

import Tiling

/// Scales a square picture to `width × height` pixels, averaging by area or interpolating linearly.
///
/// Rows are combined first, eight samples at a time regardless of channel, then the pixels of each row.
struct CellScaler {
    private let side: Int
    private let width: Int
    private let height: Int
    private let columns: CellTaps
    private let rows: CellTaps
    /// The samples of the source, plus two rows; and a row not yet scaled horizontally, plus eight samples.
    private var source: [UInt16]
    private var line: [UInt16]
    /// The result of the last `scale`: `width × height` pixels of three bytes.
    private(set) var pixels: [UInt8]

    /// Prepares to scale from `side` pixels, a power of two from 2 on, to at least 1 × 1 pixels.
    init(side: Int, width: Int, height: Int) {
        precondition(side > 0 && width > 0 && height > 0)
        (self.side, self.width, self.height) = (side, width, height)
        columns = CellTaps(from: side, to: width)
        rows = CellTaps(from: side, to: height)
        source = [UInt16](repeating: 0, count: rows.stride * (side + 2))
        line = [UInt16](repeating: 0, count: rows.stride + 8)
        pixels = [UInt8](repeating: 0, count: width * height * 3)
    }

    func isFor(_ frame: PixelRect) -> Bool { frame.width == width && frame.height == height }

    /// Scales a picture of `side × side` pixels of three bytes, from byte `start` of `bytes` on, into `pixels`.
    mutating func scale(_ bytes: Span<UInt8>, from start: Int) {
        fill(bytes, from: start)
        rows.scale(source, columns, by: &line, into: &pixels)
    }

    private mutating func fill(_ bytes: Span<UInt8>, from start: Int) {
        let (side, stride) = (side, rows.stride)
        var source = source.mutableSpan
        for row in 0..<side {
            let samples = bytes.extracting(start + row * side * 3..<start + (row + 1) * side * 3)
            var widened = source._mutatingExtracting(row * stride..<row * stride + samples.count)
            for sample in samples.indices { widened[sample] = UInt16(samples[sample]) }
        }
    }
}
