// The restart points of one picture: where in it a decoder can begin.

import Imaging
import Tiling

/// The points that a pass over a whole picture has told, and how far it has come.
struct RestartPoints: Sendable, Equatable {
    /// In the order of their rows.
    private(set) var points: [RestartPoint] = []
    /// Stored rows that have been passed, at full size: what lies above can be made from the points.
    private(set) var coveredRows = 0
    /// Whether the whole file has been read. Rows that it does not have are as they are in a pass over all.
    private(set) var isComplete = false
    /// The levels that the file has pictures of, finer ones first: the picture itself, and smaller copies.
    private(set) var storedLevels = [0]
    /// How the stored picture is turned.
    let orientation: Orientation
    /// Bytes of memory that the points take, about.
    private(set) var byteCount = 64

    init(orientation: Orientation) {
        self.orientation = orientation
    }

    /// Notes how far a pass has come, and where it could go on. Points above those that are there already are left out: two
    /// passes may run at a time.
    mutating func note(_ point: RestartPoint?, coveredRows: Int) {
        guard !isComplete else { return }
        if let point, points.last.map({ $0.row < point.row }) ?? true {
            points.append(point)
            byteCount += point.byteCount
        }
        self.coveredRows = max(self.coveredRows, coveredRows)
    }

    mutating func end() { isComplete = true }

    /// Notes that any place of these levels can be opened without a point, as in a picture of tiles.
    ///
    /// - Parameter storedLevels: those that the file has pictures of, finer ones first; 0 is the first.
    mutating func end(rows: Int, storedLevels: [Int]) {
        (coveredRows, isComplete) = (rows, true)
        self.storedLevels = storedLevels
    }

    /// Whether a line of tiles of a level is made by itself: of coarser ones, a line is so much of the picture that is stored
    /// that a pass over all of it is no slower.
    func hasLines(of level: Int) -> Bool { Self.hasLines(of: level, storedLevels) }

    static func hasLines(of level: Int, _ storedLevels: [Int]) -> Bool {
        storedLevels.contains { ($0...$0 + lineLevelCount).contains(level) }
    }

    /// How many levels above a stored one have lines.
    private static let lineLevelCount = 4

    /// The last point from which the rows from `row` on, at full size, are exact; nil for the file's beginning.
    /// O(points).
    func point(before row: Int) -> RestartPoint? {
        points.last { $0.firstExactRow <= row }
    }

    /// The line of tiles of a level that a tile lies in: all tiles that the same stored rows make.
    func line(of position: TilePosition) -> Int { orientation.swapsAxes ? position.column : position.row }

    /// Whether a tile's rows have been passed.
    ///
    /// - Parameter size: size of level 0, upright, in pixels.
    func covers(_ position: TilePosition, of size: PixelSize) -> Bool {
        if isComplete { return true }
        let pyramid = Pyramid(size)
        guard let region = pyramid.region(level: position.level, column: position.column, row: position.row) else {
            return false
        }
        let upright = pyramid.size(of: position.level)
        let stored = orientation.orientedSize(width: upright.width, height: upright.height)
        let rect = orientation.storedRect(of: region, storedWidth: stored.width, storedHeight: stored.height)
        let height = orientation.orientedSize(width: size.width, height: size.height).height
        return min((rect.y + rect.height) << position.level, height) <= coveredRows
    }
}
