// From a wish for a tile to its bytes: caches first, then a worker, each tile made once however many ask for it.

import Dispatch
import Synchronization
import Tiling

/// Makes and caches tiles.
///
/// ```
///  wish ─▶ memory cache ─▶ lookup (disk) ─▶ making ─▶ waiters, memory cache, disk cache
///              hit            hit             one pass a level
/// ```
/// Wishes for tiles of one level of one item join one pass: two askers, one decode. Of what waits, the newest wish is
/// taken first. A wish nobody holds any more is dropped while it waits; once its pass runs, the pass finishes into the
/// caches. Each wish is known by its own number, so a late cancellation cannot touch a newer wish for the same tile; one
/// that joins a pass which has gone past its tile gets another pass.
/// Passes are admitted by the bytes they will need: those that run never exceed `byteLimit`, but one may always run.
final class TilePipeline: Sendable {
    typealias Finish = @Sendable (Result<EncodedTile, ImageError>) -> Void

    /// What has happened since the start; for `/metrics` and for tests.
    struct Counters: Sendable, Equatable {
        var wishes = 0
        /// Wishes answered from memory.
        var memoryHits = 0
        /// Tiles read from disk.
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
        /// Signals that workers took while the gate let nothing through: owed to those who wait.
        var withheld = 0
        var counters = Counters()
        var isStopped = false

        /// Moves the newest job in `stage` that may go on to `next`. O(jobs).
        mutating func take(
            _ stage: Stage, to next: Stage, where mayGoOn: (Job) -> Bool = { _ in true }
        ) -> (key: PassKey, job: Job)? {
            var newest: (key: PassKey, job: Job)?
            for (key, job) in jobs where job.stage == stage && mayGoOn(job) && job.urgency > newest?.job.urgency ?? -1 {
                newest = (key, job)
            }
            if let newest { jobs[newest.key]?.stage = next }
            return newest
        }

        /// Takes the waiters for a tile off their job.
        mutating func removeWaiters(for position: TilePosition, of key: PassKey) -> [Finish] {
            let found = jobs[key]?.waiters.filter { $0.value.position == position } ?? [:]
            for wish in found.keys { jobs[key]?.waiters[wish] = nil }
            return found.values.map(\.finish)
        }
    }

    /// Of the pictures that tiles have been made of.
    let colours = ColourTable()
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
    private let workerCount: Int
    private static let lookupCount = 2

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
        workerCount = max(1, workers)
        for _ in 0..<workerCount {
            try System.startThread { [self] in while makeNext() {} }
        }
        for _ in 0..<Self.lookupCount {
            try System.startThread { [self] in while lookUpNext() {} }
        }
    }

    var counters: Counters { state.withLock { $0.counters } }
    /// Passes that wait for a worker now.
    var waitingPasses: Int { state.withLock { $0.jobs.values.count { $0.stage == .waitingForWorker } } }

    /// Ends the threads once what runs is done; what waits is answered with an error.
    func stop() {
        let waiters = state.withLock { state in
            state.isStopped = true
            let waiters = state.jobs.values.flatMap(\.waiters.values)
            for key in state.jobs.keys { state.jobs[key]?.waiters = [:] }
            return waiters
        }
        for _ in 0..<Self.lookupCount { lookupSignal.signal() }
        for _ in 0..<workerCount { workSignal.signal() }
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

    /// Whether a tile is in memory. Quick enough for an event loop; does not count as a use.
    func holds(_ key: TileKey) -> Bool { memory.holds(key) }

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
        let (isStopped, taken) = state.withLock { state in
            (state.isStopped, state.isStopped ? nil : state.take(.waitingForLookup, to: .lookingUp))
        }
        guard let (key, job) = taken else { return !isStopped }
        let isServed = lookUp(key, job)
        let goesOn = state.withLock { state in
            guard state.jobs[key]?.waiters.isEmpty == false else {
                state.jobs[key] = nil
                if !isServed { state.counters.passesDropped += 1 }
                return false
            }
            state.jobs[key]?.stage = .waitingForWorker
            return true
        }
        if goesOn { workSignal.signal() }
        return true
    }

    /// Gives what memory has (a pass may have ended since it was asked for) and what the disk has.
    ///
    /// - Returns: whether there was any tile.
    private func lookUp(_ key: PassKey, _ job: Job) -> Bool {
        let disk = disk(for: job.pass)
        var isServed = false
        for position in Set(job.waiters.values.map(\.position)) {
            let tile: EncodedTile
            let isInMemory: Bool
            if let found = memory.tile(job.pass.key(position)) {
                (tile, isInMemory) = (found, true)
            } else if let found = disk?.tile(job.pass.diskKey(position)) {
                memory.store(found, for: job.pass.key(position))
                (tile, isInMemory) = (found, false)
            } else {
                continue
            }
            isServed = true
            let waiters = state.withLock { state in
                let waiters = state.removeWaiters(for: position, of: key)
                if isInMemory {
                    state.counters.memoryHits += waiters.count
                } else {
                    state.counters.diskHits += 1
                }
                return waiters
            }
            for finish in waiters { finish(.success(tile)) }
        }
        return isServed
    }

    // MARK: Making

    /// Runs the newest pass the gate admits. False when the pipeline has stopped.
    private func makeNext() -> Bool {
        workSignal.wait()
        let (isStopped, taken, lastWish) = state.withLock { state in
            if state.isStopped { return (true, (key: PassKey, job: Job)?.none, 0) }
            let (isMaking, bytesInUse) = (state.isMaking, state.bytesInUse)
            let taken = state.take(.waitingForWorker, to: .making) {
                isMaking == 0 || $0.cost <= byteLimit - bytesInUse
            }
            if let taken {
                state.bytesInUse += taken.job.cost
                state.isMaking += 1
                state.counters.passesStarted += 1
            } else if state.jobs.values.contains(where: { $0.stage == .waitingForWorker }) {
                state.withheld += 1
            }
            return (false, taken, state.nextWish)
        }
        guard let (key, job) = taken else { return !isStopped }
        make(key, job, lastWish: lastWish)
        // What the gate held back is looked at again.
        let withheld = state.withLock { state in
            state.bytesInUse -= job.cost
            state.isMaking -= 1
            defer { state.withheld = 0 }
            return state.withheld
        }
        for _ in 0..<withheld { workSignal.signal() }
        return true
    }

    /// - Parameter lastWish: the newest wish when the pass began; later ones joined it on the way.
    private func make(_ key: PassKey, _ job: Job, lastWish: Int) {
        var failure: ImageError?
        do throws(ImageError) {
            try maker.make(job.pass) { position in
                state.withLock { $0.jobs[key]?.waiters.values.contains { $0.position == position } ?? false }
            } emit: { position, tile in
                note(tile.colour, position, job.pass)
                let disk = disk(for: job.pass)
                // A large picture's thousands of tiles would push all else out of memory: the disk keeps those that
                // nobody waits for.
                let isForDisk = job.pass.isLarge && disk != nil
                if !isForDisk { memory.store(tile, for: job.pass.key(position)) }
                let waiters = state.withLock { state in
                    let waiters = state.removeWaiters(for: position, of: key)
                    state.counters.tilesMade += 1
                    if waiters.isEmpty { state.counters.tilesMadeForCache += 1 }
                    return waiters
                }
                if isForDisk, !waiters.isEmpty { memory.store(tile, for: job.pass.key(position)) }
                for finish in waiters { finish(.success(tile)) }
                disk?.store(tile, for: job.pass.diskKey(position))
            } progress: { progress in
                state.withLock { $0.jobs[key]?.progress = progress }
            }
        } catch {
            failure = error
        }
        let (rest, goesOn) = state.withLock { state in
            if failure != nil { state.counters.passesFailed += 1 }
            let rest = state.jobs.removeValue(forKey: key)?.waiters ?? [:]
            let late = rest.filter { $0.key > lastWish }
            guard failure == nil, !state.isStopped, let urgency = late.keys.max() else { return (rest, false) }
            // They came when their tile had been passed over, or given and perhaps evicted: from the start with them.
            state.jobs[key] = Job(pass: job.pass, waiters: late, urgency: urgency, cost: job.cost)
            return (rest.filter { $0.key <= lastWish }, true)
        }
        if goesOn { lookupSignal.signal() }
        for waiter in rest.values {
            waiter.finish(.failure(failure ?? .unreadable("the picture has no such tile")))
        }
    }

    /// A tile that shows all of a picture has its colour.
    private func note(_ colour: UInt32?, _ position: TilePosition, _ pass: TilePass) {
        guard let colour, Pyramid(pass.size).tileCounts(of: position.level) == (1, 1) else { return }
        colours.note(colour, collection: pass.collection.id, item: pass.item, version: pass.version)
    }

    /// Pictures that are generated or drawn are made again as quickly as they are read.
    private func disk(for pass: TilePass) -> DiskCache? {
        pass.collection.kind == .demo || pass.collection.kind == .chart ? nil : disk
    }
}
