// Charts for the tests of drawing.

import Foundation
import Tiling

@testable import Charts
@testable import Pixels

/// White lines on a black ground: a pixel's red is how much of it is covered, of 255.
enum DrawnShapes {
    static let style = ChartStyle(ground: 0, gridline: 0x404040, strongGridline: 0x808080, lineColours: [0xFF_FFFF])

    /// The coverage, 0 … 255, of each pixel of a region that one line gives, rows from the top.
    static func coverage(_ line: DrawnLine, in region: PixelRect) -> [UInt8] {
        let pixels = SlideDrawing(style: style, lines: [line]).draw(region)
        return stride(from: 0, to: pixels.bytes.count, by: 3).map { pixels.bytes[$0] }
    }

    /// The coverage of a shape, of `CoverageBuffer.full`, rows from the top; its corners are given in pixels.
    static func coverage(of corners: [Point], width: Int, height: Int) -> [Int32] {
        var buffer = CoverageBuffer(width: width, height: height)
        add(corners, to: &buffer)
        return take(&buffer)
    }

    static func add(_ corners: [Point], to buffer: inout CoverageBuffer) {
        for (index, corner) in corners.enumerated() {
            buffer.addEdge(GridPoint(corner), GridPoint(corners[(index + 1) % corners.count]))
        }
    }

    static func take(_ buffer: inout CoverageBuffer) -> [Int32] {
        var covered = [Int32](repeating: 0, count: buffer.width * buffer.height)
        for row in 0..<buffer.height {
            let width = buffer.width
            buffer.drainRow(row) { column, count, coverage in
                for place in column..<column + count { covered[row * width + place] = coverage }
            }
        }
        return covered
    }

    /// Where two pictures differ first; nil where they are equal. (Told in full, they would fill the log.)
    static func firstDifference(_ a: PixelBuffer, _ b: PixelBuffer) -> String? {
        guard a.width == b.width, a.height == b.height, a.format == b.format else { return "size or format" }
        // Byte by byte would be a quarter of the time in debug builds.
        guard Data(a.bytes) != Data(b.bytes),
            let index = a.bytes.indices.first(where: { a.bytes[$0] != b.bytes[$0] })
        else { return nil }
        let pixel = index / a.format.channelCount
        return "column \(pixel % a.width), row \(pixel / a.width): \(a.bytes[index]) and \(b.bytes[index])"
    }

    /// Two pictures of equal height side by side.
    static func joined(_ left: PixelBuffer, _ right: PixelBuffer) -> PixelBuffer {
        var bytes: [UInt8] = []
        for row in 0..<left.height {
            bytes += left.bytes[row * left.rowByteCount..<(row + 1) * left.rowByteCount]
            bytes += right.bytes[row * right.rowByteCount..<(row + 1) * right.rowByteCount]
        }
        return PixelBuffer(width: left.width + right.width, height: left.height, format: .rgb, bytes: bytes)
    }

    /// A curve through points, level at each of them.
    static func curve(through points: [Point]) -> CurvePath {
        let segments = zip(points, points.dropFirst()).map { a, b in
            CubicSegment(
                control1: Point(x: a.x + (b.x - a.x) / 3, y: a.y), control2: Point(x: b.x - (b.x - a.x) / 3, y: b.y),
                end: b)
        }
        return CurvePath(start: points.first ?? .zero, segments: segments)
    }
}
