// Answers requests for mosaic tiles: the newest first, each made once for all requests.

import Catalog
import Pixels
import Platform
import Synchronization
import Tiling

/// Makes the tiles of mosaics on threads of the pool, as many at a time as there are processors.
///
/// Thread-safe.
///
/// A tile takes some milliseconds, needs no file, and changes as more becomes known of its items, so it is kept only in
/// memory. Requests that are cancelled before their turn cost nothing.
package final class MosaicTiler: Sendable {
    /// A tile with the version of the items that it shows.
    package struct Made: Sendable {
        package var tile: EncodedTile
        package var version: String
        /// Whether nothing changed while it was made, so that plans name this tile by its version.
        package var isSettled: Bool
    }

    package typealias Finish = @Sendable (Result<Made, ImageError>) -> Void

    fileprivate struct Waiter {
        var urgency: TileUrgency
        let finish: Finish
    }

    fileprivate struct Job {
        let tile: MosaicTile
        var isMaking = false
        var waiters: [Int: Waiter] = [:]
    }

    fileprivate struct State {
        var jobs: [TileKey: Job] = [:]
        /// The number of the newest request.
        var lastRequest = 0
        /// The number of threads that make tiles now.
        var running = 0

        /// Marks the most urgent waiting job as being made, and returns its tile.
        ///
        /// O(jobs).
        mutating func next() -> MosaicTile? {
            let waiting = jobs.filter { !$0.value.isMaking }
            let first = waiting.max { one, other in
                guard let left = one.value.urgency, let right = other.value.urgency else { return false }
                return left < right
            }
            guard let first else { return nil }
            jobs[first.key]?.isMaking = true
            return first.value.tile
        }
    }

    let mosaics: Mosaics
    private let pool: WorkerPool
    let memory: MemoryCache
    private let workers: Int
    /// Guards the jobs and their waiters; not held while a tile is made or a waiter is called.
    private let state = Mutex(State())

    package init(mosaics: Mosaics, pool: WorkerPool, memory: MemoryCache, workers: Int) {
        (self.mosaics, self.pool, self.memory, self.workers) = (mosaics, pool, memory, max(1, workers))
    }

    /// Returns the tile if it is in memory.
    ///
    /// O(1).
    package func cached(_ key: TileKey) -> EncodedTile? { memory.tile(key) }

    /// Requests a tile; `finish` is called once, on any thread, unless the request is cancelled first.
    ///
    /// - Returns: nil if the server is stopping; `finish` has then been called with an error.
    package func request(_ tile: MosaicTile, urgency: TileUrgency, finish: @escaping Finish) -> TileRequest? {
        let key = tile.key
        let (number, needsThread) = state.withLock { state in
            state.lastRequest += 1
            var job = state.jobs[key] ?? Job(tile: tile)
            job.waiters[state.lastRequest] = Waiter(urgency: urgency, finish: finish)
            state.jobs[key] = job
            let needsThread = !job.isMaking && state.running < workers
            if needsThread { state.running += 1 }
            return (state.lastRequest, needsThread)
        }
        if needsThread, pool.submit({ [self] in while makeNext() {} }) == nil {
            state.withLock { state in
                state.running -= 1
                state.remove(number, of: key)
            }
            finish(.failure(.unreadable("the server is stopping")))
            return nil
        }
        return TileRequest(
            cancel: { [self] in state.withLock { $0.remove(number, of: key) } },
            change: { [self] urgency in state.withLock { $0.jobs[key]?.waiters[number]?.urgency = urgency } })
    }

    /// Makes the most urgent tile; false if none waits, which ends the thread's work.
    private func makeNext() -> Bool {
        let next = state.withLock { state in
            let next = state.next()
            if next == nil { state.running -= 1 }
            return next
        }
        guard let next else { return false }
        let result = make(next)
        let waiters = state.withLock { $0.jobs.removeValue(forKey: next.key)?.waiters ?? [:] }
        for waiter in waiters.values { waiter.finish(result) }
        return true
    }

    private func make(_ tile: MosaicTile) -> Result<Made, ImageError> {
        switch tile.content {
        case .grid(let geometry): make(tile, geometry)
        case .plane(let geometry): make(tile, geometry)
        }
    }

    private func make(_ tile: MosaicTile, _ geometry: MosaicGeometry) -> Result<Made, ImageError> {
        let (view, collection) = (tile.view, tile.collection)
        let found = view.layouts.withLayout(geometry.layoutRequest) { layout -> (MosaicScene, Range<Int>)? in
            guard let tiles = geometry.tiles(of: layout),
                let scene = tiles.scene(column: tile.column, row: tile.row)
            else { return nil }
            return (scene, tiles.items(column: tile.column, row: tile.row))
        }
        guard let (scene, items) = found ?? nil else {
            return .failure(.unreadable("the mosaic has no such tile any more"))
        }
        let (before, version) = (mosaics.changes(of: view), mosaics.version(ofItems: items, of: view, in: collection))
        let made = mosaics.tile(
            scene, of: view, in: collection, on: geometry.ground, unknown: geometry.unknown)
        // Changed tiles are made again when a plan names them.
        guard mosaics.changes(of: view) == before else {
            return .success(Made(tile: made, version: version, isSettled: false))
        }
        var key = tile.key
        // Items that were not looked up before have their final version only now.
        key.version = mosaics.version(ofItems: items, of: view, in: collection)
        memory.store(made, for: key)
        return .success(Made(tile: made, version: key.version, isSettled: true))
    }
}

extension MosaicTiler.Job {
    /// The urgency of the most urgent request.
    fileprivate var urgency: TileUrgency? { waiters.values.lazy.map(\.urgency).max() }
}

extension MosaicTiler.State {
    /// Removes a request, and its job if it was the only one and still waits.
    fileprivate mutating func remove(_ number: Int, of key: TileKey) {
        jobs[key]?.waiters[number] = nil
        if let job = jobs[key], job.waiters.isEmpty, !job.isMaking { jobs[key] = nil }
    }
}
