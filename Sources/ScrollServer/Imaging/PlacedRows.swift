// The rows of a picture placed on a larger canvas.

import Pixels
import Tiling

/// A canvas with a picture on it, transparent elsewhere.
package struct PlacedRows: RowSource {
    /// Pixels of empty rows returned at once.
    private static let bandPixelCount = 1 << 16

    package let width: Int
    package let height: Int
    package let format = PixelFormat.rgba
    package var isPartial: Bool { picture.isPartial }
    package var profile: [UInt8]? { picture.profile }

    private var picture: any RowSource
    private let frame: PixelRect
    private var nextRow = 0
    private var isEnded = false
    private var rows: [UInt8] = []

    /// Places a picture on a canvas.
    ///
    /// - Parameters:
    ///   - picture: a picture in colour that has returned no rows yet.
    ///   - canvas: size of the canvas in pixels.
    ///   - frame: the picture's place within the canvas.
    package init(_ picture: any RowSource, on canvas: PixelSize, at frame: PixelRect) {
        (self.picture, self.frame) = (picture, frame)
        (width, height) = (canvas.width, canvas.height)
    }

    package mutating func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        guard nextRow < height, !isEnded else { return 0 }
        guard nextRow >= frame.y, nextRow < frame.y + frame.height else {
            let end = nextRow < frame.y ? frame.y : height
            let count = min(end - nextRow, max(1, Self.bandPixelCount / width))
            rows.append(contentsOf: repeatElement(0, count: count * 4 * width))
            nextRow += count
            return count
        }
        self.rows.removeAll(keepingCapacity: true)
        let count = min(try picture.readRows(into: &self.rows), frame.y + frame.height - nextRow)
        if count == 0 { isEnded = true }
        let step = picture.format.channelCount
        for row in 0..<count {
            rows.append(contentsOf: repeatElement(0, count: 4 * frame.x))
            let line = self.rows[row * frame.width * step..<(row + 1) * frame.width * step]
            if step == 4 {
                rows.append(contentsOf: line)
            } else {
                for pixel in stride(from: line.startIndex, to: line.endIndex, by: step) {
                    rows.append(contentsOf: line[pixel..<pixel + step])
                    rows.append(255)
                }
            }
            rows.append(contentsOf: repeatElement(0, count: 4 * (width - frame.x - frame.width)))
        }
        nextRow += count
        return count
    }
}
