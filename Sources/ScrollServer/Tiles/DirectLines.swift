// Large pictures of which any place can be decoded at once.

import Imaging
import Metadata
import Pixels
import Tiling

/// Has lines of a picture's tiles made in passes of their own, since no place of it needs another one.
struct DirectLines {
    let pass: TilePass
    let orientation: Orientation
    /// Where to record that any place of the picture can be opened directly.
    let points: RestartTable
    /// Rows of the stored picture.
    let rowCount: Int
    /// The levels stored in the file, finer ones first.
    let storedLevels: [Int]
    /// The levels that a pass can begin with, finer ones first: those, and what is decoded at a smaller scale.
    let firstLevels: [Int]

    /// A level of at most so many tiles is made by a pass over the whole picture that reads what it needs anyway.
    private static let fewTiles = 128

    /// Records that lines can be made, and returns the levels that are to be made now; nil if all wanted ones are made
    /// line by line.
    func rest(of source: ByteSource, _ output: TileOutput) throws(ImageError) -> ClosedRange<Int>? {
        try source.check()
        points.end(pass, orientation, rows: rowCount, storedLevels: storedLevels)
        // Lets waiting requests for lines continue with those passes.
        output.progress(0)
        let rest = pass.levels.filter { !RestartPoints.hasLines(of: $0, storedLevels) }
        guard var first = rest.first(where: { pass.isAnyWanted(of: $0, output) }) else { return nil }
        var last = first
        while rest.contains(last + 1) { last += 1 }
        let source = firstLevels.last { $0 <= first } ?? 0
        while first > max(source, pass.levels.lowerBound), case let counts = pass.pyramid.tileCounts(of: first - 1),
            counts.columns * counts.rows <= Self.fewTiles
        { first -= 1 }
        return first...last
    }
}

extension TilePass {
    /// The maximum number of tiles of a level that are checked; a level with more counts as wanted.
    private static let askedTileCount = 1 << 14

    /// Returns whether a tile of a level is wanted.
    func isAnyWanted(of level: Int, _ output: TileOutput) -> Bool {
        guard let rows = askedRows(of: level) else { return true }
        let columns = 0..<pyramid.tileCounts(of: level).columns
        return rows.contains { row in
            columns.contains { output.isWanted(TilePosition(level: level, column: $0, row: row)) }
        }
    }

    /// Returns the rows of tiles of a level that may be asked for one by one; nil where these are too many.
    func askedRows(of level: Int) -> Range<Int>? {
        let counts = pyramid.tileCounts(of: level)
        let rows = line.map { $0..<$0 + 1 } ?? 0..<counts.rows
        return export != nil || rows.count <= Self.askedTileCount / counts.columns ? rows : nil
    }

    /// Checks that a file's picture still has the size that the pass was made for, `width` by `height` as it is stored.
    ///
    /// - Throws: that the file has changed, or else that it is damaged: its size will never match.
    func check(
        width: Int, height: Int, _ orientation: Orientation, of source: ByteSource
    ) throws(ImageError) {
        let stored = orientation.oriented(size)
        guard width == stored.width, height == stored.height else {
            try source.check()
            throw .damaged(
                "a size of \(width) × \(height) pixels, and one of \(stored.width) × \(stored.height)", offset: 0)
        }
    }
}
