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
/// taken first, and what is only wished ahead of need when nothing else waits: never by all workers where there are
/// several, and within half of the memory for passes. A wish nobody holds any more is dropped while it waits; once its pass runs, the pass finishes into the
/// caches. Each wish is known by its own number, so a late cancellation cannot touch a newer wish for the same tile; one
/// that joins a pass which has gone past its tile gets another pass.
/// Passes are admitted by the bytes they will need: those that run never exceed `byteLimit`, but one may always run.
final class TilePipeline: Sendable {
    typealias Finish = @Sendable (Result<EncodedTile, ImageError>) -> Void

    /// Of the pictures that tiles have been made of.
    let colours: ColourTable
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
    /// Workers that may make tiles ahead of need at a time: where there are several, one is kept for what is needed now.
    private var aheadWorkers: Int { max(1, workerCount - 1) }
    private static let lookupCount = 2

    /// Starts the threads.
    ///
    /// - Throws: the system's reason where it grants none.
    init(
        maker: any TileMaker, memory: MemoryCache, disk: DiskCache?, workers: Int, byteLimit: Int,
        colours: ColourTable = ColourTable()
    ) throws(SystemError) {
        self.maker = maker
        self.colours = colours
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
    var waitingPasses: Int { queueDepths.all }
    /// The same, and of these the ones ahead of need.
    var queueDepths: (all: Int, ahead: Int) {
        state.withLock { $0.waiting }
    }

    /// Seconds that passes took from their worker's start to its end.
    var makeTimes: Histogram { state.withLock { $0.makeTimes } }
    /// How often something was learnt that plans depend on: a picture's colour, how long tiles take. Only grows.
    var learntCount: Int { colours.changeCount &+ state.withLock { $0.pace.count } }
    /// What was measured of the time that tiles take.
    var pace: TilePace { state.withLock { $0.pace } }
    /// What has become of tiles made ahead of need, as far as memory knows.
    var aheadCounts: MemoryCache.AheadCounts { memory.aheadCounts }
    /// Bytes of tiles in memory, and of those that nobody has wanted yet.
    var memoryByteCounts: (all: Int, ahead: Int) { (memory.byteCount, memory.aheadByteCount) }

    /// How quickly tiles of a collection can be had ahead of need. O(1).
    func pace(of collection: String) -> Prefetch.Pace {
        let mean = state.withLock { $0.pace.mean(of: collection) }
        return Prefetch.Pace(
            secondsPerItem: mean.seconds / Double(aheadWorkers), bytesPerItem: mean.byteCount,
            byteLimit: Double(Self.aheadByteLimit))
    }

    /// What one reader's prefetch may take, in bytes.
    private static let aheadByteLimit = 16 << 20

    /// Ends the threads once what runs is done; what waits is answered with an error.
    func stop() {
        let waiters = state.withLock { state in
            state.isStopped = true
            let waiters = state.jobs.values.flatMap(\.waiters.values)
            state.removeAllWaiters()
            return waiters
        }
        for _ in 0..<Self.lookupCount { lookupSignal.signal() }
        for _ in 0..<workerCount { workSignal.signal() }
        for waiter in waiters { waiter.finish(.failure(.unreadable("the server is stopping"))) }
        colours.save()
    }

    /// The tile, if it is in memory. Quick enough for an event loop.
    ///
    /// - Parameter isAhead: whether it may be wanted later, rather than now.
    func cached(_ key: TileKey, isAhead: Bool = false) -> EncodedTile? {
        guard let tile = isAhead ? memory.tile(ahead: key) : memory.tile(key) else { return nil }
        state.withLock { state in
            state.counters.wishes += 1
            if isAhead { state.counters.wishesAhead += 1 }
            state.counters.memoryHits += 1
        }
        return tile
    }

    /// A tile that somebody got ahead of need is wanted now. Quick enough for an event loop.
    func noteUse(_ key: TileKey) { memory.noteUse(key) }

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

    /// A number by which several wishes are the newest together; they follow one another by their ranks.
    func turn() -> Int {
        state.withLock { state in
            state.nextWish += 1
            return state.nextWish
        }
    }

    /// Asks for a tile; `finish` is called once, on any thread, unless the wish is cancelled before.
    func request(_ position: TilePosition, of pass: TilePass, finish: @escaping Finish) -> Cancellation {
        guard let wish = wish(for: position, of: pass, urgency: nil, finish: finish) else { return .none }
        return Cancellation { wish.cancel() }
    }

    /// Asks for a tile as `request` does, with a wish that may become more urgent or less.
    ///
    /// - Parameter urgency: that of the newest wish when nil.
    func wish(
        for position: TilePosition, of pass: TilePass, urgency: TileUrgency?, finish: @escaping Finish
    ) -> TileWish? {
        let key = PassKey(pass)
        let cost = maker.byteEstimate(for: pass)
        let (wish, isNew, released): (Int?, Bool, Int) = state.withLock { state in
            guard !state.isStopped else { return (nil, false, 0) }
            state.nextWish += 1
            state.counters.wishes += 1
            let wish = state.nextWish
            let urgency = urgency ?? TileUrgency(turn: wish)
            if urgency.isAhead { state.counters.wishesAhead += 1 }
            let isNew = state.jobs[key] == nil
            var job = state.jobs[key] ?? Job(pass: pass, urgency: urgency, cost: cost)
            let wasAhead = job.urgency.isAhead
            job.waiters[wish] = Waiter(position: position, urgency: urgency, finish: finish)
            job.urgency = max(job.urgency, urgency)
            state.put(job, for: key)
            // A job that waited as one ahead of need may be let through now.
            return (wish, isNew, wasAhead && !job.urgency.isAhead ? state.release(atMost: workerCount) : 0)
        }
        guard let wish else {
            finish(.failure(.unreadable("the server is stopping")))
            return nil
        }
        if isNew { lookupSignal.signal() }
        for _ in 0..<released { workSignal.signal() }
        return TileWish(
            cancel: { [self] in cancel(wish, key) }, change: { [self] in change(wish, key, to: $0) })
    }

    private func cancel(_ wish: Int, _ key: PassKey) {
        let released = state.withLock { state in
            guard var job = state.jobs[key], job.waiters.removeValue(forKey: wish) != nil else { return 0 }
            let wasAhead = job.urgency.isAhead
            if job.waiters.isEmpty, job.stage == .waitingForLookup || job.stage == .waitingForWorker {
                _ = state.removeJob(key)
                state.counters.passesDropped += 1
                if job.urgency.isAhead { state.counters.passesDroppedAhead += 1 }
            } else {
                job.updateUrgency()
                state.put(job, for: key)
            }
            // What is ahead of need may go on where this was all that kept it back.
            return wasAhead ? 0 : state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
    }

    private func change(_ wish: Int, _ key: PassKey, to urgency: TileUrgency) {
        let released = state.withLock { state in
            guard var job = state.jobs[key], job.waiters[wish] != nil else { return 0 }
            let wasAhead = job.urgency.isAhead
            job.waiters[wish]?.urgency = urgency
            job.updateUrgency()
            state.put(job, for: key)
            return wasAhead == job.urgency.isAhead ? 0 : state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
    }

    // MARK: Lookup

    /// Takes the newest job that waits for its lookup. False when the pipeline has stopped.
    private func lookUpNext() -> Bool {
        lookupSignal.wait()
        let (isStopped, taken) = state.withLock { state in
            (state.isStopped, state.isStopped ? nil : state.takeForLookup())
        }
        guard let (key, job) = taken else { return !isStopped }
        let isServed = lookUp(key, job)
        let signals = state.withLock { state in
            guard var job = state.jobs[key], !job.waiters.isEmpty else {
                let isAhead = state.removeJob(key)?.urgency.isAhead == true
                if !isServed {
                    state.counters.passesDropped += 1
                    if isAhead { state.counters.passesDroppedAhead += 1 }
                }
                return state.release(atMost: workerCount)
            }
            job.stage = .waitingForWorker
            state.put(job, for: key)
            return 1
        }
        for _ in 0..<signals { workSignal.signal() }
        return true
    }

    /// Gives what memory has (a pass may have ended since it was asked for) and what the disk has.
    ///
    /// - Returns: whether there was any tile.
    private func lookUp(_ key: PassKey, _ job: Job) -> Bool {
        let disk = disk(for: job.pass)
        var isServed = false
        for position in Set(job.waiters.values.map(\.position)) {
            let tileKey = job.pass.key(position)
            let isAhead = state.withLock { $0.isAhead(position, of: key) }
            let tile: EncodedTile
            var readTime: UInt64?
            let start = System.monotonicNanoseconds()
            if let found = isAhead ? memory.tile(ahead: tileKey) : memory.tile(tileKey) {
                tile = found
            } else if let found = disk?.tile(job.pass.diskKey(position)) {
                readTime = System.monotonicNanoseconds() &- start
                note(found.colour, position, job.pass)
                keep(found, for: tileKey, isAhead: isAhead)
                tile = found
            } else {
                continue
            }
            isServed = true
            let waiters = state.withLock { state in
                let waiters = state.removeWaiters(for: position, of: key)
                if let readTime {
                    state.counters.diskHits += 1
                    state.pace.noteRead(nanoseconds: readTime, byteCount: tile.bytes.count, of: job.pass)
                } else {
                    state.counters.memoryHits += waiters.count
                }
                return waiters
            }
            answer(waiters, with: tile, tileKey, storedAhead: isAhead)
        }
        return isServed
    }

    // MARK: Making

    /// Runs the newest pass the gate admits. False when the pipeline has stopped.
    private func makeNext() -> Bool {
        workSignal.wait()
        let (isStopped, taken, lastWish) = state.withLock { state in
            if state.isStopped { return (true, (key: PassKey, job: Job)?.none, 0) }
            let taken = state.takeForWorker(byteLimit: byteLimit, aheadWorkers: aheadWorkers)
            if let taken {
                state.bytesInUse += taken.job.cost
                state.isMaking += 1
                state.counters.passesStarted += 1
                if taken.job.urgency.isAhead { state.counters.passesStartedAhead += 1 }
            } else if state.waiting.all > 0 {
                state.withheld += 1
            }
            return (false, taken, state.nextWish)
        }
        guard let (key, job) = taken else { return !isStopped }
        // What waited for this one to be under way is looked at again,
        for _ in 0..<state.withLock({ $0.release(atMost: workerCount) }) { workSignal.signal() }
        make(key, job, lastWish: lastWish)
        // and so is what the gate held back.
        let released = state.withLock { state in
            state.bytesInUse -= job.cost
            state.isMaking -= 1
            return state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
        return true
    }

    /// - Parameter lastWish: the newest wish when the pass began; later ones joined it on the way.
    private func make(_ key: PassKey, _ job: Job, lastWish: Int) {
        var failure: ImageError?
        var byteCount = 0
        let start = System.monotonicNanoseconds()
        do throws(ImageError) {
            try maker.make(job.pass) { position in
                state.withLock { $0.jobs[key]?.waiters.values.contains { $0.position == position } ?? false }
            } emit: { position, tile in
                note(tile.colour, position, job.pass)
                let disk = disk(for: job.pass)
                // A large picture's thousands of tiles would push all else out of memory: the disk keeps those that
                // nobody waits for.
                let isForDisk = job.pass.isLarge && disk != nil
                let tileKey = job.pass.key(position)
                let isAhead = state.withLock { $0.isAhead(position, of: key) }
                byteCount += tile.bytes.count
                if !isForDisk { keep(tile, for: tileKey, isAhead: isAhead) }
                let waiters = state.withLock { state in
                    let waiters = state.removeWaiters(for: position, of: key)
                    state.counters.tilesMade += 1
                    if waiters.isEmpty { state.counters.tilesMadeForCache += 1 }
                    return waiters
                }
                if isForDisk, !waiters.isEmpty { keep(tile, for: tileKey, isAhead: isAhead) }
                answer(waiters, with: tile, tileKey, storedAhead: isAhead)
                disk?.store(tile, for: job.pass.diskKey(position))
            } progress: { progress in
                state.withLock { $0.note(progress, of: key) }
            }
        } catch {
            failure = error
        }
        let time = System.monotonicNanoseconds() &- start
        let (rest, goesOn) = state.withLock { state in
            if failure == nil {
                state.makeTimes.add(time)
                state.pace.noteMade(nanoseconds: time, byteCount: byteCount, of: job.pass)
            } else {
                state.counters.passesFailed += 1
            }
            let rest = state.removeJob(key)?.waiters ?? [:]
            let late = rest.filter { $0.key > lastWish }
            guard failure == nil, !state.isStopped, let urgency = late.values.map(\.urgency).max() else {
                return (rest, false)
            }
            // They came when their tile had been passed over, or given and perhaps evicted: from the start with them.
            state.put(Job(pass: job.pass, waiters: late, urgency: urgency, cost: job.cost), for: key)
            return (rest.filter { $0.key <= lastWish }, true)
        }
        if goesOn { lookupSignal.signal() }
        for waiter in rest.values {
            waiter.finish(.failure(failure ?? .unreadable("the picture has no such tile")))
        }
    }

    private func keep(_ tile: EncodedTile, for key: TileKey, isAhead: Bool) {
        if isAhead { memory.store(ahead: tile, for: key) } else { memory.store(tile, for: key) }
    }

    /// - Parameter storedAhead: whether it went into memory as a tile that nobody wanted when it was.
    private func answer(_ waiters: [Waiter], with tile: EncodedTile, _ key: TileKey, storedAhead: Bool) {
        if storedAhead, waiters.contains(where: { !$0.urgency.isAhead }) { memory.noteUse(key) }
        for waiter in waiters { waiter.finish(.success(tile)) }
    }

    /// A tile that shows all of a picture has its colour.
    private func note(_ colour: UInt32?, _ position: TilePosition, _ pass: TilePass) {
        guard let colour, Pyramid(pass.size).tileCounts(of: position.level) == (1, 1) else { return }
        colours.note(
            colour, source: pass.collection.source, item: pass.item, version: pass.version,
            isLasting: !pass.isDrawn)
    }

    /// Pictures that are generated or drawn are made again as quickly as they are read.
    private func disk(for pass: TilePass) -> DiskCache? {
        pass.isDrawn ? nil : disk
    }
}
