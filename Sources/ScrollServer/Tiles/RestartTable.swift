// The restart points of the pictures that have been read, in memory and beside the tiles on disk.

import Catalog
import Imaging
import Synchronization
import Tiling

/// Finds the restart points of a picture's version. Those of a picture that has been read to its end are kept with its
/// tiles, under the same limit and checks, until another version takes its place.
package final class RestartTable: Sendable {
    private struct Entry {
        var points: RestartPoints
        var use: Int
    }

    private struct State {
        private(set) var entries: [DiskKey: Entry] = [:]
        private var byteCount = 0
        private var uses = 0

        mutating func use(_ key: DiskKey) -> RestartPoints? {
            uses += 1
            entries[key]?.use = uses
            return entries[key]?.points
        }

        mutating func remove(_ key: DiskKey) -> RestartPoints? {
            guard let points = entries.removeValue(forKey: key)?.points else { return nil }
            byteCount -= points.byteCount
            return points
        }

        /// Puts points in, and lets go of others beyond the limit, those not used for longest first.
        mutating func put(_ points: RestartPoints, _ key: DiskKey, byteLimit: Int) {
            _ = remove(key)
            uses += 1
            byteCount += points.byteCount
            while byteCount > byteLimit, let oldest = entries.min(by: { $0.value.use < $1.value.use }) {
                _ = remove(oldest.key)
            }
            entries[key] = Entry(points: points, use: uses)
        }
    }

    private let byteLimit: Int
    private let disk: DiskCache?
    /// Guards the entries. Not held while the disk is read or written.
    private let state = Mutex(State())

    /// - Parameter byteLimit: the most bytes of memory that all points take; beyond, those not used for longest go.
    package init(disk: DiskCache?, byteLimit: Int = 48 << 20) {
        self.disk = disk
        self.byteLimit = byteLimit
    }

    /// The points in memory. O(1).
    func points(of pass: TilePass) -> RestartPoints? {
        state.withLock { $0.use(DiskKey(pointsOf: pass)) }
    }

    /// Brings points from disk to memory where they are not there yet. Blocks.
    func load(_ pass: TilePass) {
        let key = DiskKey(pointsOf: pass)
        guard let disk, state.withLock({ $0.entries[key] == nil }), let bytes = disk.points(key),
            let points = RestartPoints(bytes: bytes)
        else { return }
        state.withLock { $0.put(points, key, byteLimit: byteLimit) }
    }

    /// Notes where a pass over the whole picture has come to.
    func note(_ point: RestartPoint?, coveredRows: Int, of pass: TilePass, _ orientation: Orientation) {
        change(pass, orientation) { $0.note(point, coveredRows: coveredRows) }
    }

    /// Notes that a pass has read the whole picture, and keeps its points on disk. Blocks.
    func end(_ pass: TilePass, _ orientation: Orientation) {
        let points = change(pass, orientation) { $0.end() }
        disk?.store(points: points.bytes, for: DiskKey(pointsOf: pass))
    }

    /// Notes that any place can be opened without a point, and keeps that on disk. Blocks.
    ///
    /// - Parameters:
    ///   - rows: those of the stored picture.
    ///   - storedLevels: those that the file has pictures of, finer ones first.
    func end(_ pass: TilePass, _ orientation: Orientation, rows: Int, storedLevels: [Int]) {
        let points = change(pass, orientation) { $0.end(rows: rows, storedLevels: storedLevels) }
        disk?.store(points: points.bytes, for: DiskKey(pointsOf: pass))
    }

    /// Forgets points that may be wrong: their file could not be read, or has changed.
    func forget(_ pass: TilePass) {
        state.withLock { _ = $0.remove(DiskKey(pointsOf: pass)) }
    }

    /// Forgets points that are wrong, on disk, too. Blocks.
    func discard(_ pass: TilePass) {
        forget(pass)
        disk?.removePoints(DiskKey(pointsOf: pass))
    }

    @discardableResult
    private func change(
        _ pass: TilePass, _ orientation: Orientation, _ body: (inout RestartPoints) -> Void
    ) -> RestartPoints {
        let key = DiskKey(pointsOf: pass)
        return state.withLock { state in
            var points = state.remove(key) ?? RestartPoints(orientation: orientation)
            body(&points)
            state.put(points, key, byteLimit: byteLimit)
            return points
        }
    }
}

extension DiskKey {
    /// The key of a picture's restart points: of the version that the pass reads.
    fileprivate init(pointsOf pass: TilePass) {
        // No tile has this level.
        self.init(source: pass.collection.source, pass.key(TilePosition(level: -1, column: 0, row: 0)))
    }
}
