// The restart points of one picture: where a decoder can begin in it.

import Imaging
import Metadata
import Tiling

/// The points that passes over a whole picture have recorded, and how far they have come.
struct RestartPoints: Sendable, Equatable {
    /// Ordered by row.
    private(set) var points: [RestartPoint] = []
    /// The number of stored rows passed, at full size; what lies above can be made from the points.
    private(set) var coveredRows = 0
    /// Whether the whole file has been read; missing rows are then the same as in a pass over all of it.
    private(set) var isComplete = false
    /// The levels stored in the file, finer ones first: the picture itself, and smaller copies.
    private(set) var storedLevels = [0]
    /// How the stored picture is rotated.
    let orientation: Orientation
    /// The approximate memory of the points in bytes.
    private(set) var byteCount = 64

    /// Records how far a pass has come, and where decoding could resume.
    ///
    /// Points above the last one are ignored, since two passes may run at the same time.
    mutating func note(_ point: RestartPoint?, coveredRows: Int) {
        guard !isComplete else { return }
        if let point, points.last.map({ $0.row < point.row }) ?? true {
            points.append(point)
            byteCount += point.byteCount
        }
        self.coveredRows = max(self.coveredRows, coveredRows)
    }

    mutating func end() { isComplete = true }

    /// Records that any place of these levels (finer ones first, 0 is the first) can be opened without a point.
    ///
    /// This is so in a picture stored as tiles.
    mutating func end(rows: Int, storedLevels: [Int]) {
        (coveredRows, isComplete) = (rows, true)
        self.storedLevels = storedLevels
    }

    /// Returns whether a line of tiles of a level is made separately.
    ///
    /// A line of a coarser level needs so much of the stored picture that a pass over all of it is no slower.
    static func hasLines(of level: Int, _ storedLevels: [Int]) -> Bool {
        storedLevels.contains { ($0...$0 + lineLevelCount).contains(level) }
    }

    /// How many levels above a stored one are made in lines.
    private static let lineLevelCount = 4

    /// Returns the last point from which the rows from `row` on, at full size, are exact; nil for the file's beginning.
    ///
    /// O(points).
    func point(before row: Int) -> RestartPoint? {
        points.last { $0.firstExactRow <= row }
    }

    /// Returns the line that contains a tile: all tiles of a level made from the same stored rows.
    func line(of position: TilePosition) -> Int { orientation.swapsAxes ? position.column : position.row }

    /// Returns whether a tile's rows have been passed; `size` is that of level 0, upright, in pixels.
    func covers(_ position: TilePosition, of size: PixelSize) -> Bool {
        if isComplete { return true }
        let pyramid = Pyramid(size)
        guard let region = pyramid.region(level: position.level, column: position.column, row: position.row) else {
            return false
        }
        let stored = orientation.oriented(pyramid.size(of: position.level))
        let rect = orientation.storedRect(of: region, storedWidth: stored.width, storedHeight: stored.height)
        let height = orientation.oriented(size).height
        return min((rect.y + rect.height) << position.level, height) <= coveredRows
    }
}
