// Tiles at a smaller size: those at the picture's edge, whose JPEGs have other pixels beyond it.

import Pixels

/// Averages squares of pixels of a tile; those at the edge over the pixels that belong to the picture.
final class TIFFReducedStream: TIFFStream {
    private let full: any TIFFStream
    /// The side of a square.
    private let factor: Int
    private let sampleCount: Int
    /// Of what lies in the picture, in pixels at full size.
    private let (shownWidth, shownHeight): (Int, Int)
    private var nextRow = 0
    /// A row at full size, and the sums of the squares.
    private var row: [UInt8]
    private var sums: [Int]

    /// Takes a stream of `width` pixels of 8-bit samples, of which only some columns and rows lie in the picture.
    init(
        _ full: any TIFFStream, factor: Int, width: Int, sampleCount: Int, shown: (width: Int, height: Int)
    ) {
        (self.full, self.factor, self.sampleCount) = (full, factor, sampleCount)
        (shownWidth, shownHeight) = (min(width, shown.width), shown.height)
        row = [UInt8](repeating: 0, count: width * sampleCount)
        sums = [Int](repeating: 0, count: width / factor * sampleCount)
    }

    var problem: ImageError? { full.problem }
    var isPartial: Bool { full.isPartial }

    /// Fills `range` with as many whole rows as it has room for, at least one.
    ///
    /// Rows below the picture are zeros.
    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        var done = 0
        while done + sums.count <= range.count {
            let rowCount = min(factor, shownHeight - nextRow)
            guard rowCount > 0 else {
                bytes.fill(range.lowerBound + done..<range.lowerBound + done + sums.count, with: 0)
                done += sums.count
                continue
            }
            for index in sums.indices { sums[index] = 0 }
            let byteCount = row.count
            for _ in 0..<rowCount {
                var stored = row.mutableSpan
                guard full.read(into: &stored, 0..<byteCount) == byteCount else { return done }
                add()
            }
            nextRow += rowCount
            let target = range.lowerBound + done
            for index in sums.indices {
                let columnCount = min(factor, shownWidth - index / sampleCount * factor)
                let count = rowCount * columnCount
                bytes[target + index] = columnCount > 0 ? UInt8(clamping: (sums[index] + count / 2) / count) : 0
            }
            done += sums.count
        }
        return done
    }

    private func add() {
        for column in 0..<shownWidth {
            let sum = column / factor * sampleCount
            guard sum + sampleCount <= sums.count else { return }
            for sample in 0..<sampleCount { sums[sum + sample] += Int(row[column * sampleCount + sample]) }
        }
    }
}
