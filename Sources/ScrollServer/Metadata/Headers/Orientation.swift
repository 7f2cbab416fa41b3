// How a stored picture must be turned to stand upright (EXIF 2.32 §4.6.4, tag 274).

import Pixels
import Platform
import Tiling

/// The eight orientations of a stored picture; the raw value is EXIF's.
///
/// A case names the side of the upright picture on which the stored top row is shown, and whether the picture is
/// mirrored.
package enum Orientation: Int, Sendable, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    case right = 6
    case rightMirrored = 7
    case left = 8

    /// Whether the upright picture's width is the stored one's height.
    package var swapsAxes: Bool { rawValue >= 5 }

    /// Returns the upright size of a picture stored as `width × height` pixels, or the stored size of an upright one.
    package func orientedSize(width: Int, height: Int) -> (width: Int, height: Int) {
        swapsAxes ? (height, width) : (width, height)
    }

    /// Does the same for a size.
    package func oriented(_ size: PixelSize) -> PixelSize {
        swapsAxes ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Whether stored columns run from the last to the first in the upright picture (or its rows, where the axes are
    /// swapped).
    package var isFromRight: Bool {
        switch self {
        case .upMirrored, .down, .rightMirrored, .left: true
        case .up, .downMirrored, .leftMirrored, .right: false
        }
    }

    /// Whether stored rows run from the last to the first in the upright picture (or its columns, if axes are swapped).
    package var isFromBottom: Bool {
        switch self {
        case .down, .downMirrored, .right, .rightMirrored: true
        case .up, .upMirrored, .leftMirrored, .left: false
        }
    }

    /// Returns the stored pixels that a rectangle of the upright picture shows.
    ///
    /// `rect` is in pixels of the upright picture and may extend beyond it; the stored size is in pixels.
    package func storedRect(of rect: PixelRect, storedWidth: Int, storedHeight: Int) -> PixelRect {
        var stored =
            swapsAxes ? PixelRect(x: rect.y, y: rect.x, width: rect.height, height: rect.width) : rect
        if isFromRight { stored.x = storedWidth - stored.x - stored.width }
        if isFromBottom { stored.y = storedHeight - stored.y - stored.height }
        return stored
    }

    /// Returns the picture turned upright; cost: about 1 ns per pixel.
    package func apply(to pixels: PixelBuffer) -> PixelBuffer {
        if self == .up { return pixels }
        let (width, height) = orientedSize(width: pixels.width, height: pixels.height)
        var bytes = [UInt8](repeating: 0, count: pixels.bytes.count)
        var target = bytes.mutableSpan
        switch pixels.format {
        case .gray: rotate(pixels, into: &target, pixelByteCount: 1)
        case .grayAlpha: rotate(pixels, into: &target, pixelByteCount: 2)
        case .rgb: rotate(pixels, into: &target, pixelByteCount: 3)
        case .rgba: rotate(pixels, into: &target, pixelByteCount: 4)
        }
        return PixelBuffer(width: width, height: height, format: pixels.format, bytes: bytes)
    }

    /// Copies pixels in squares of 32 × 32, which fit in the processor's cache whether they are read by rows or by
    /// columns.
    @inline(__always)
    private func rotate(_ pixels: PixelBuffer, into target: inout MutableSpan<UInt8>, pixelByteCount: Int) {
        let source = pixels.bytes.span
        let (storedWidth, storedHeight) = (pixels.width, pixels.height)
        let (width, height) = orientedSize(width: storedWidth, height: storedHeight)
        let origin =
            ((isFromBottom ? storedHeight - 1 : 0) * storedWidth + (isFromRight ? storedWidth - 1 : 0))
            * pixelByteCount
        let alongRow = (isFromRight ? -1 : 1) * pixelByteCount
        let alongColumn = (isFromBottom ? -1 : 1) * storedWidth * pixelByteCount
        let (xStep, yStep) = swapsAxes ? (alongColumn, alongRow) : (alongRow, alongColumn)
        let side = 32
        for top in stride(from: 0, to: height, by: side) {
            for left in stride(from: 0, to: width, by: side) {
                for y in top..<min(top + side, height) {
                    var from = origin &+ left &* xStep &+ y &* yStep
                    var to = (y &* width &+ left) &* pixelByteCount
                    for _ in left..<min(left + side, width) {
                        switch pixelByteCount {
                        case 1: target[to] = source[from]
                        case 2: target.store(source.load(at: from, as: UInt16.self), at: to)
                        case 3:
                            target.store(source.load(at: from, as: UInt16.self), at: to)
                            target[to &+ 2] = source[from &+ 2]
                        default: target.store(source.load(at: from, as: UInt32.self), at: to)
                        }
                        from &+= xStep
                        to &+= pixelByteCount
                    }
                }
            }
        }
    }
}
