// Y′CbCr samples without JPEG, with subsampled chroma (TIFF 6.0 §21).

import Pixels

/// Unpacks the data units of a strip or tile to three samples per pixel.
final class TIFFYCbCrStream: TIFFStream {
    private let stream: any TIFFStream
    private let width: Int
    private let horizontal: Int
    private let vertical: Int
    /// A row of data units, each of `horizontal` × `vertical` luma samples, then Cb and Cr.
    private var units: [UInt8]
    private var nextRow: Int

    /// Unpacks data units of `horizontal` × `vertical` pixels, each 1, 2 or 4.
    init(_ stream: any TIFFStream, width: Int, horizontal: Int, vertical: Int) {
        (self.stream, self.width) = (stream, width)
        (self.horizontal, self.vertical) = (horizontal, vertical)
        units = [UInt8](repeating: 0, count: (width + horizontal - 1) / horizontal * (horizontal * vertical + 2))
        nextRow = vertical
    }

    var problem: ImageError? { stream.problem }
    var isPartial: Bool { stream.isPartial }

    /// Fills `range` with as many whole rows as it has room for, at least one.
    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        var done = 0
        while done + 3 * width <= range.count {
            if nextRow == vertical {
                var all = units.mutableSpan
                guard stream.read(into: &all, all.indices) == all.count else { break }
                nextRow = 0
            }
            writePixelsOfRow(into: &bytes, at: range.lowerBound + done)
            nextRow += 1
            done += 3 * width
        }
        return done
    }

    private func writePixelsOfRow(into bytes: inout MutableSpan<UInt8>, at start: Int) {
        let all = units
        let units = all.span
        let unitByteCount = horizontal * vertical + 2
        for column in 0..<width {
            let unit = column / horizontal * unitByteCount
            bytes[start + 3 * column] = units[unit + nextRow * horizontal + column % horizontal]
            bytes[start + 3 * column + 1] = units[unit + unitByteCount - 2]
            bytes[start + 3 * column + 2] = units[unit + unitByteCount - 1]
        }
    }
}
