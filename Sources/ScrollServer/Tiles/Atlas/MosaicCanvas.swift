// The pixels of a mosaic tile while it is painted.

import Pixels
import Tiling

/// Three-byte pixels on an opaque ground, or without a ground and with an alpha channel.
struct MosaicCanvas {
    let area: MosaicArea
    private let ground: UInt32?
    /// Three bytes per pixel, then without a ground one byte of alpha per pixel.
    var samples: [UInt8]

    /// - Parameters:
    ///   - width: of the tile, in pixels.
    ///   - height: of the tile, in pixels.
    ///   - ground: the colour where nothing is drawn, 0xRRGGBB; nil for transparent.
    init(width: Int, height: Int, on ground: UInt32?) {
        self.ground = ground
        area = MosaicArea(width: max(0, width), height: max(0, height), hasAlpha: ground == nil)
        samples = [UInt8](repeating: 0, count: area.pixelCount * (ground == nil ? 4 : 3))
        guard let ground else { return }
        let area = area
        var span = samples.mutableSpan
        area.fill(PixelRect(x: 0, y: 0, width: area.width, height: area.height), SIMD4(rgb: ground), &span)
    }

    /// The picture: `rgb` if it is opaque, else `rgba`.
    var buffer: PixelBuffer {
        let (width, height, count) = (area.width, area.height, area.pixelCount)
        guard area.hasAlpha, !samples[(count * 3)...].allSatisfy({ $0 == 255 }) else {
            let bytes = area.hasAlpha ? Array(samples[..<(count * 3)]) : samples
            return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
        }
        return PixelBuffer(
            width: width, height: height, format: .rgba, bytes: samples.span.joinedPixels(count))
    }

    /// Sets a row from red, green, blue and coverage of each pixel, each 0 … 255.
    mutating func set(row: Int, _ line: Span<SIMD4<Float>>) {
        guard row >= 0, row < area.height else { return }
        let below = ground.map { SIMD4<Float>(SIMD4(rgb: $0)) } ?? .zero
        let area = area
        var samples = samples.mutableSpan
        samples.set(
            line.extracting(..<min(area.width, line.count)), at: row * area.width, on: below,
            alpha: area.hasAlpha ? area.alphaStart(row) : nil)
    }

    /// Sets the visible pixels of a row, from `x` on.
    mutating func set(_ colours: Span<SIMD4<UInt8>>, x: Int, row: Int) {
        let area = area
        let columns = min(max(0, x), area.width)..<min(max(0, x + colours.count), area.width)
        guard row >= 0, row < area.height, !columns.isEmpty else { return }
        var samples = samples.mutableSpan
        samples.set(
            colours.extracting(columns.lowerBound - x..<columns.upperBound - x),
            at: row * area.width + columns.lowerBound)
        area.cover(row..<row + 1, columns, &samples)
    }
}

/// Where the pixels of a canvas are among its samples.
///
/// To draw many cells, borrow the samples once and draw into the span. Every rectangle is first clipped to
/// the tile.
struct MosaicArea {
    let width: Int
    let height: Int
    let hasAlpha: Bool

    fileprivate var pixelCount: Int { width * height }

    /// Returns where the alpha of a row begins.
    fileprivate func alphaStart(_ row: Int) -> Int { pixelCount * 3 + row * width }

    /// Makes pixels opaque, if the canvas has alpha.
    @inline(__always)
    fileprivate func cover(_ rows: Range<Int>, _ columns: Range<Int>, _ samples: inout MutableSpan<UInt8>) {
        guard hasAlpha else { return }
        let target = ByteRows(start: alphaStart(rows.lowerBound) + columns.lowerBound, stride: width)
        samples.fill(255, target, rows.count, of: columns.count)
    }

    /// Fills the visible part of a rectangle.
    func fill(_ frame: PixelRect, _ colour: SIMD4<UInt8>, _ samples: inout MutableSpan<UInt8>) {
        let (columns, rows) = visible(frame)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        samples.fill(colour: colour, byteRows(rows, columns), rows.count, of: columns.count)
        cover(rows, columns, &samples)
    }

    @inline(__always)
    private func byteRows(_ rows: Range<Int>, _ columns: Range<Int>) -> ByteRows {
        ByteRows(start: (rows.lowerBound &* width &+ columns.lowerBound) &* 3, stride: width &* 3)
    }

    private func visible(_ frame: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let (left, top) = (min(max(0, frame.x), width), min(max(0, frame.y), height))
        return (
            left..<max(left, min(width, frame.x + frame.width)),
            top..<max(top, min(height, frame.y + frame.height))
        )
    }

    /// Draws three-byte pixels, from byte `start` of `source` on, into the visible part of a rectangle of their size.
    @inline(__always)
    func draw(_ source: Span<UInt8>, from start: Int, _ frame: PixelRect, _ samples: inout MutableSpan<UInt8>) {
        let (columns, rows) = visible(frame)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        let skipped = (rows.lowerBound &- frame.y) &* frame.width &+ columns.lowerBound &- frame.x
        samples.copy(
            source, ByteRows(start: start &+ skipped &* 3, stride: frame.width &* 3), to: byteRows(rows, columns),
            rows.count, of: columns.count &* 3)
        cover(rows, columns, &samples)
    }
}
