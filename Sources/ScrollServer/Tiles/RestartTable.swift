// The restart points of pictures that have been read, in memory and beside the tiles on disk.

import Catalog
import Imaging
import Metadata
import Synchronization

/// Stores the restart points of a picture's version.
///
/// Those of a picture read to its end are kept with its tiles on disk, under the same limit and checks, until another
/// version replaces it.
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

        /// Adds points, and evicts the least recently used ones beyond the limit.
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
    /// Guards the entries; not held while the disk is read or written.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - disk: nil to keep points only in memory.
    ///   - byteLimit: the maximum memory of all points; beyond it, the least recently used are evicted.
    package init(disk: DiskCache?, byteLimit: Int = 48 << 20) {
        self.disk = disk
        self.byteLimit = byteLimit
    }

    /// Returns the points in memory.
    ///
    /// O(1).
    func points(of pass: TilePass) -> RestartPoints? {
        state.withLock { $0.use(DiskKey(pointsOf: pass)) }
    }

    /// Loads points from disk into memory if they are not there yet.
    ///
    /// Blocks.
    func load(_ pass: TilePass) {
        let key = DiskKey(pointsOf: pass)
        guard let disk, state.withLock({ $0.entries[key] == nil }), let bytes = disk.points(key),
            let points = RestartPoints(bytes: bytes)
        else { return }
        state.withLock { $0.put(points, key, byteLimit: byteLimit) }
    }

    /// Records how far a pass over the whole picture has come.
    func note(_ point: RestartPoint?, coveredRows: Int, of pass: TilePass, _ orientation: Orientation) {
        change(pass, orientation) { $0.note(point, coveredRows: coveredRows) }
    }

    /// Records that a pass has read the whole picture, and stores its points on disk.
    ///
    /// Blocks.
    func end(_ pass: TilePass, _ orientation: Orientation) {
        let points = change(pass, orientation) { $0.end() }
        disk?.store(points: points.bytes, for: DiskKey(pointsOf: pass))
    }

    /// Records that any place can be opened without a point, and stores that on disk.
    ///
    /// Blocks.
    ///
    /// `rows` are those of the stored picture; `storedLevels` are the levels stored in the file, finer ones first.
    func end(_ pass: TilePass, _ orientation: Orientation, rows: Int, storedLevels: [Int]) {
        let points = change(pass, orientation) { $0.end(rows: rows, storedLevels: storedLevels) }
        disk?.store(points: points.bytes, for: DiskKey(pointsOf: pass))
    }

    /// Forgets points that may be wrong, since their file could not be read or has changed.
    func forget(_ pass: TilePass) {
        state.withLock { _ = $0.remove(DiskKey(pointsOf: pass)) }
    }

    /// Forgets wrong points in memory and on disk.
    ///
    /// Blocks.
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
    /// Makes the key of the restart points for the picture's version that the pass reads.
    fileprivate init(pointsOf pass: TilePass) {
        // No tile has this level. The places are the same however samples are shown.
        var key = pass.key(TilePosition(level: -1, column: 0, row: 0))
        key.display = ""
        self.init(source: pass.collection.source, key)
    }
}
