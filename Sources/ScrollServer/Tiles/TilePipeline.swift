// From a wish for a tile to its bytes: caches first, then a worker, each tile made once however many ask for it.

import Dispatch
import Synchronization

/// Makes and caches tiles.
///
/// ```
///  wish ─▶ memory cache ─▶ lookup (disk) ─▶ making ─▶ waiters, memory cache, disk cache
///              hit            hit             one pass a level
/// ```
/// Wishes for tiles of one level of one item join one pass: two askers, one decode. Of what waits, the newest wish is
/// taken first. A wish nobody holds any more is dropped while it waits; once its pass runs, the pass finishes into the
/// caches. Each wish is known by its own number, so a late cancellation cannot touch a newer wish for the same tile.
/// Passes are admitted by the bytes they will need: those that run never exceed `byteLimit`, but one may always run.
final class TilePipeline: Sendable {
    typealias Finish = @Sendable (Result<EncodedTile, ImageError>) -> Void

    /// What has happened since the start; for `/metrics` and for tests.
    struct Counters: Sendable, Equatable {
        var wishes = 0
        var memoryHits = 0
        var diskHits = 0
        var passesStarted = 0
        /// Dropped while they waited, since nobody wanted them any more.
        var passesDropped = 0
        var passesFailed = 0
        var tilesMade = 0
        /// Tiles made that nobody was waiting for.
        var tilesMadeForCache = 0
    }

    private struct PassKey: Hashable {
        let collection: String
        let item: String
        let version: String
        let firstLevel: Int

        init(_ pass: TilePass) {
            collection = pass.collection.id
            item = pass.item
            version = pass.version
            firstLevel = pass.levels.lowerBound
        }
    }

    private enum Stage {
        case waitingForLookup
        case lookingUp
        case waitingForWorker
        case making
    }

    private struct Job {
        let pass: TilePass
        var stage = Stage.waitingForLookup
        var waiters: [Int: (position: TilePosition, finish: Finish)] = [:]
        /// Number of the newest wish; the higher, the sooner.
        var urgency: Int
        let cost: Int
        /// 0 … 1, of a pass that runs.
        var progress = 0.0
    }

    private struct State: ~Copyable {
        var jobs: [PassKey: Job] = [:]
        var nextWish = 0
        var bytesInUse = 0
        var isMaking = 0
        var counters = Counters()
        var isStopped = false
    }

    private let maker: any TileMaker
    private let memory: MemoryCache
    private let disk: DiskCache?
    /// Bytes that passes under way may need together.
    private let byteLimit: Int
    /// Guards the jobs, their waiters and the gate. Never held while a tile is looked up or made or a waiter is told.
    private let state = Mutex(State())
    /// One signal for each change that may give a worker something to do.
    private let lookupSignal = DispatchSemaphore(value: 0)
    private let workSignal = DispatchSemaphore(value: 0)

    /// Starts the threads.
    ///
    /// - Throws: the system's reason where it grants none.
    init(
        maker: any TileMaker, memory: MemoryCache, disk: DiskCache?, workers: Int, byteLimit: Int
    ) throws(SystemError) {
        self.maker = maker
        self.memory = memory
        self.disk = disk
        self.byteLimit = byteLimit
        for _ in 0..<max(1, workers) {
            try System.startThread { [self] in while makeNext() {} }
        }
        for _ in 0..<2 {
            try System.startThread { [self] in while lookUpNext() {} }
        }
    }

    var counters: Counters { state.withLock { $0.counters } }

    /// Ends the threads once what runs is done; what waits is answered with an error.
    func stop() {
        let waiters = state.withLock { state in
            state.isStopped = true
            let waiters = state.jobs.values.flatMap(\.waiters.values)
            for key in state.jobs.keys { state.jobs[key]?.waiters = [:] }
            return waiters
        }
        for _ in 0..<64 {
            lookupSignal.signal()
            workSignal.signal()
        }
        for waiter in waiters { waiter.finish(.failure(.unreadable("the server is stopping"))) }
    }

    /// The tile, if it is in memory. Quick enough for an event loop.
    func cached(_ key: TileKey) -> EncodedTile? {
        guard let tile = memory.tile(key) else { return nil }
        state.withLock { state in
            state.counters.wishes += 1
            state.counters.memoryHits += 1
        }
        return tile
    }

    /// How far the reading of a large picture has come, 0 … 1; nil when none is under way.
    func progress(collection: String, item: String) -> Double? {
        state.withLock { state in
            state.jobs.values.first {
                $0.stage == .making && $0.pass.isLarge && $0.pass.item == item && $0.pass.collection.id == collection
            }?.progress
        }
    }

    /// Asks for a tile; `finish` is called once, on any thread, unless the wish is cancelled before.
    func request(_ position: TilePosition, of pass: TilePass, finish: @escaping Finish) -> Cancellation {
        let key = PassKey(pass)
        let cost = maker.byteEstimate(for: pass)
        let (wish, isNew): (Int?, Bool) = state.withLock { state in
            guard !state.isStopped else { return (nil, false) }
            state.nextWish += 1
            state.counters.wishes += 1
            let wish = state.nextWish
            let isNew = state.jobs[key] == nil
            var job = state.jobs[key] ?? Job(pass: pass, urgency: wish, cost: cost)
            job.urgency = wish
            job.waiters[wish] = (position, finish)
            state.jobs[key] = job
            return (wish, isNew)
        }
        guard let wish else {
            finish(.failure(.unreadable("the server is stopping")))
            return .none
        }
        if isNew { lookupSignal.signal() }
        return Cancellation { [self] in cancel(wish, key) }
    }

    private func cancel(_ wish: Int, _ key: PassKey) {
        state.withLock { state in
            guard var job = state.jobs[key], job.waiters.removeValue(forKey: wish) != nil else { return }
            if job.waiters.isEmpty, job.stage == .waitingForLookup || job.stage == .waitingForWorker {
                state.jobs[key] = nil
                state.counters.passesDropped += 1
            } else {
                state.jobs[key] = job
            }
        }
    }

    // MARK: Lookup

    /// Takes the newest job that waits for its lookup. False when the pipeline has stopped.
    private func lookUpNext() -> Bool {
        lookupSignal.wait()
        let taken: (PassKey, Job)?? = state.withLock { state in
            if state.isStopped { return .none }
            let waiting = state.jobs.filter { $0.value.stage == .waitingForLookup }
            guard let (key, job) = waiting.max(by: { $0.value.urgency < $1.value.urgency }) else { return .some(nil) }
            state.jobs[key]?.stage = .lookingUp
            return (key, job)
        }
        guard let taken else { return false }
        guard let (key, job) = taken else { return true }
        if let disk = disk(for: job.pass) {
            for position in Set(job.waiters.values.map(\.position)) {
                guard let tile = disk.tile(job.pass.diskKey(position)) else { continue }
                memory.store(tile, for: job.pass.key(position))
                deliver(tile, at: position, to: key) { $0.diskHits += 1 }
            }
        }
        let goesOn = state.withLock { state in
            guard state.jobs[key]?.waiters.isEmpty == false else {
                state.jobs[key] = nil
                return false
            }
            state.jobs[key]?.stage = .waitingForWorker
            return true
        }
        if goesOn { workSignal.signal() }
        return true
    }

    // MARK: Making

    /// Runs the newest pass the gate admits. False when the pipeline has stopped.
    private func makeNext() -> Bool {
        workSignal.wait()
        let taken: (PassKey, Job)?? = state.withLock { state in
            if state.isStopped { return .none }
            let waiting = state.jobs.filter {
                $0.value.stage == .waitingForWorker
                    && (state.isMaking == 0 || state.bytesInUse + $0.value.cost <= byteLimit)
            }
            guard let (key, job) = waiting.max(by: { $0.value.urgency < $1.value.urgency }) else { return .some(nil) }
            state.jobs[key]?.stage = .making
            state.bytesInUse += job.cost
            state.isMaking += 1
            state.counters.passesStarted += 1
            return (key, job)
        }
        guard let taken else { return false }
        guard let (key, job) = taken else { return true }
        make(key, job)
        // What the gate held back is looked at again.
        let held = state.withLock { state in
            state.bytesInUse -= job.cost
            state.isMaking -= 1
            return state.jobs.values.count { $0.stage == .waitingForWorker }
        }
        for _ in 0..<held { workSignal.signal() }
        return true
    }

    private func make(_ key: PassKey, _ job: Job) {
        var failure: ImageError?
        do throws(ImageError) {
            try maker.make(job.pass) { position in
                state.withLock { $0.jobs[key]?.waiters.values.contains { $0.position == position } ?? false }
            } emit: { position, tile in
                memory.store(tile, for: job.pass.key(position))
                deliver(tile, at: position, to: key) { $0.tilesMade += 1 }
                disk(for: job.pass)?.store(tile, for: job.pass.diskKey(position))
            } progress: { progress in
                state.withLock { $0.jobs[key]?.progress = progress }
            }
        } catch {
            failure = error
        }
        let rest = state.withLock { state in
            if failure != nil { state.counters.passesFailed += 1 }
            return state.jobs.removeValue(forKey: key)?.waiters ?? [:]
        }
        for waiter in rest.values {
            // One that came for a tile which had already been given finds it in the cache.
            if failure == nil, let tile = memory.tile(job.pass.key(waiter.position)) ?? again(job.pass, waiter.position)
            {
                waiter.finish(.success(tile))
            } else {
                waiter.finish(.failure(failure ?? .unreadable("the picture has no such tile")))
            }
        }
    }

    private func again(_ pass: TilePass, _ position: TilePosition) -> EncodedTile? {
        disk(for: pass)?.tile(pass.diskKey(position))
    }

    /// Generated pictures are made again as quickly as they are read.
    private func disk(for pass: TilePass) -> DiskCache? {
        pass.collection.kind == .demo ? nil : disk
    }

    /// Gives a tile to everyone who waits for it.
    private func deliver(
        _ tile: EncodedTile, at position: TilePosition, to key: PassKey, count: (inout Counters) -> Void
    ) {
        let waiters = state.withLock { state in
            count(&state.counters)
            let found = state.jobs[key]?.waiters.filter { $0.value.position == position } ?? [:]
            if found.isEmpty { state.counters.tilesMadeForCache += 1 }
            for wish in found.keys { state.jobs[key]?.waiters[wish] = nil }
            return found
        }
        for waiter in waiters.values { waiter.finish(.success(tile)) }
    }
}
