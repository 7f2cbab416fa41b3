// Answers requests for tiles: from the caches, else from a worker, which makes each tile once for all requests.

import Catalog
import Dispatch
import Pixels
import Platform
import Synchronization
import Tiling

/// Makes and caches tiles.
///
/// ```
///  request ─▶ memory cache ─▶ lookup (disk) ─▶ making ─▶ waiters, memory cache, disk cache
///                 hit            hit             one pass per level
/// ```
/// Requests for tiles of one level of one item share one pass: two requests cost one decode. The newest waiting request
/// is served first. Tiles ahead of need (prefetch) are made only while nothing needed now waits, by all workers but one
/// (if there are several), and within half of the memory for passes.
///
/// A job whose requests are all cancelled is dropped while it waits; a running pass finishes, and its tiles go into the
/// caches. Each request has its own number, so a late cancellation cannot affect a newer request for the same tile. A
/// request that joins a pass after its tile was emitted gets another pass.
///
/// Passes are admitted by their peak memory. The sum of the running passes stays within `byteLimit`, except that a pass
/// needed now is always admitted if no other runs.
///
/// A pass that waits for its file yields its place to another (see `TilePipeline+Stalls`). Passes over large pictures,
/// and slow ones while a copy is shown, never take all workers; the quick ones among the former, for coarse levels, run
/// in addition to the others.
///
/// A tile that a pass makes for another job of the same picture also answers that job's requests.
package final class TilePipeline: Sendable {
    package typealias Finish = @Sendable (Result<EncodedTile, ImageError>) -> Void

    /// The tiny pictures and average colours learnt while making tiles.
    package let atlas: Atlas
    let maker: any TileMaker
    package let memory: MemoryCache
    let disk: DiskCache?
    /// The maximum number of bytes for all running passes.
    private let byteLimit: Int
    /// Guards the jobs, their waiters and the sums for admission.
    ///
    /// Not held while a tile is looked up or made, or while a waiter is called.
    let state = Mutex(State())
    /// Signalled once for each change that may give a worker something to do.
    let lookupSignal = DispatchSemaphore(value: 0)
    let workSignal = DispatchSemaphore(value: 0)
    let stallSignal = DispatchSemaphore(value: 0)
    let workerCount: Int
    /// The maximum number of workers that make tiles ahead of need; one of several is reserved for tiles needed now.
    private var aheadWorkers: Int { max(1, workerCount - 1) }
    private static let lookupCount = 2

    /// Starts the threads; at least one of them makes tiles.
    ///
    /// Without `disk`, tiles are kept only in memory. The running passes may need at most `byteLimit` bytes together.
    ///
    /// - Throws: the system's error if a thread cannot be started.
    package init(
        maker: any TileMaker, memory: MemoryCache, disk: DiskCache?, workers: Int, byteLimit: Int,
        atlas: Atlas = Atlas()
    ) throws(SystemError) {
        self.maker = maker
        self.atlas = atlas
        self.memory = memory
        self.disk = disk
        self.byteLimit = byteLimit
        workerCount = max(1, workers)
        // One more thread for when a large picture occupies the only worker, and one for its coarse levels.
        let threads = max(2, workerCount) + 1
        state.withLock { $0.threads = threads }
        for _ in 0..<threads { try startMaking() }
        try System.startThread { [self] in while addThreadsForStalledPasses() {} }
        for _ in 0..<Self.lookupCount {
            try System.startThread { [self] in while lookUpNext() {} }
        }
    }

    /// Starts a thread that makes tiles.
    func startMaking() throws(SystemError) {
        try System.startThread { [self] in while makeNext() {} }
    }

    /// The number of workers without a pass.
    private var idleWorkerCount: Int { state.withLock { max(0, workerCount - $0.isMaking) } }

    package var counters: Counters { state.withLock { $0.counters } }
    /// The number of passes waiting for a worker, and how many of them are ahead of need.
    ///
    /// O(jobs).
    package var queueDepths: (all: Int, ahead: Int) { state.withLock { $0.waiting } }

    /// Durations of passes from start to end; failed passes are not counted.
    package var makeTimes: Histogram { state.withLock { $0.makeTimes } }
    /// The number of changes to what plans depend on: pictures' colours and tiles' durations.
    ///
    /// Never decreases.
    package var learntCount: Int { atlas.changeCount &+ state.withLock { $0.pace.count } }
    /// The measured times and sizes of tiles.
    package var pace: TilePace { state.withLock { $0.pace } }
    /// What became of the tiles made ahead of need, as counted by the memory cache.
    package var aheadCounts: MemoryCache.AheadCounts { memory.aheadCounts }
    /// The bytes of all tiles in memory, and of the prefetched ones among them that no client has requested yet.
    package var memoryByteCounts: (all: Int, ahead: Int) { (memory.byteCount, memory.aheadByteCount) }

    /// Returns the cost of a prefetch in a collection: seconds and bytes per item, and the maximum number of bytes.
    ///
    /// O(1).
    package func pace(of collection: String) -> Prefetch.Pace {
        let mean = state.withLock { $0.pace.mean(of: collection) }
        return Prefetch.Pace(
            secondsPerItem: mean.seconds / Double(aheadWorkers), bytesPerItem: mean.byteCount,
            byteLimit: Double(Self.aheadByteLimit))
    }

    /// The maximum number of bytes for one client's prefetch.
    private static let aheadByteLimit = 16 << 20

    /// Ends the threads after their current work; waiting requests are answered with an error.
    package func stop() {
        let (waiters, threads) = state.withLock { state in
            state.isStopped = true
            let waiters = state.jobs.values.flatMap(\.waiters.values)
            state.removeAllWaiters()
            return (waiters, state.threads)
        }
        for _ in 0..<Self.lookupCount { lookupSignal.signal() }
        for _ in 0..<threads { workSignal.signal() }
        stallSignal.signal()
        for waiter in waiters { waiter.finish(.failure(.unreadable("the server is stopping"))) }
    }

    /// Returns the tile if it is in memory; `isAhead` tells that it may be needed later rather than now.
    ///
    /// O(1), never waits for the disk: event loops may call it.
    package func cached(_ key: TileKey, isAhead: Bool = false) -> EncodedTile? {
        guard let tile = isAhead ? memory.tile(ahead: key) : memory.tile(key) else { return nil }
        state.withLock { state in
            state.counters.requests += 1
            if isAhead { state.counters.requestsAhead += 1 }
            state.counters.memoryHits += 1
        }
        return tile
    }

    /// Records that a prefetched tile is needed now.
    ///
    /// O(1): event loops may call it.
    package func noteUse(_ key: TileKey) { memory.noteUse(key) }

    /// Returns whether a tile is in memory, without counting as a use.
    ///
    /// O(1): event loops may call it.
    package func contains(_ key: TileKey) -> Bool { memory.contains(key) }

    /// Returns the part of a large picture that has been read, 0 … 1; nil if no pass for it runs.
    ///
    /// O(jobs).
    package func progress(collection: String, item: String) -> Double? {
        state.withLock { state in
            state.jobs.values.first {
                $0.stage == .making && $0.pass.isLarge && $0.pass.item == item && $0.pass.collection.id == collection
            }?.progress
        }
    }

    /// Returns a new turn, newer than all before; requests that share a turn are ordered by their ranks.
    package func newTurn() -> Int {
        state.withLock { state in
            state.lastRequest += 1
            return state.lastRequest
        }
    }

    /// Requests a tile; `finish` is called once, on any thread, unless the request is cancelled first.
    package func request(_ position: TilePosition, of pass: TilePass, finish: @escaping Finish) -> Cancellation {
        guard let request = request(position, of: pass, urgency: nil, finish: finish) else { return .none }
        return Cancellation { request.cancel() }
    }

    /// Requests a tile like `request`, but the request's urgency can be changed later.
    ///
    /// Without `urgency`, the request is newer than all others.
    ///
    /// - Returns: nil if the pipeline has stopped; `finish` has then been called with an error.
    package func request(
        _ position: TilePosition, of pass: TilePass, urgency: TileUrgency?, finish: @escaping Finish
    ) -> TileRequest? {
        // If the tile's place in a large picture is known, begin there.
        let pass = maker.part(of: pass, for: position) ?? pass
        let key = PassKey(pass)
        let cost = maker.byteEstimate(for: pass)
        let (number, isNew, released): (Int?, Bool, Int) = state.withLock { state in
            guard !state.isStopped else { return (nil, false, 0) }
            state.lastRequest += 1
            state.counters.requests += 1
            let number = state.lastRequest
            let urgency = urgency ?? TileUrgency(turn: number)
            if urgency.isAhead { state.counters.requestsAhead += 1 }
            let isNew = state.jobs[key] == nil
            var job = state.jobs[key] ?? Job(pass: pass, urgency: urgency, cost: cost)
            let wasAhead = job.urgency.isAhead
            job.waiters[number] = Waiter(position: position, urgency: urgency, finish: finish)
            job.urgency = max(job.urgency, urgency)
            state.put(job, for: key)
            // A job that was ahead of need may be admitted now.
            return (number, isNew, wasAhead && !job.urgency.isAhead ? state.release(atMost: workerCount) : 0)
        }
        guard let number else {
            finish(.failure(.unreadable("the server is stopping")))
            return nil
        }
        if isNew { lookupSignal.signal() }
        for _ in 0..<released { workSignal.signal() }
        return TileRequest(
            cancel: { [self] in cancel(number, key) }, change: { [self] in change(number, key, to: $0) })
    }

    private func cancel(_ number: Int, _ key: PassKey) {
        let released = state.withLock { state in
            let key = state.home(of: number, key)
            guard state.removeWaiter(number, key), var job = state.jobs[key] else { return 0 }
            let wasAhead = job.urgency.isAhead
            if job.waiters.isEmpty, job.stage == .waitingForLookup || job.stage == .waitingForWorker {
                _ = state.removeJob(key)
                state.counters.passesDropped += 1
                if job.urgency.isAhead { state.counters.passesDroppedAhead += 1 }
            } else {
                job.updateUrgency()
                state.put(job, for: key)
            }
            // Jobs ahead of need may continue if only this job held them back.
            return wasAhead ? 0 : state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
    }

    private func change(_ number: Int, _ key: PassKey, to urgency: TileUrgency) {
        let released = state.withLock { state in
            let key = state.home(of: number, key)
            guard var job = state.jobs[key], job.waiters[number] != nil else { return 0 }
            let wasAhead = job.urgency.isAhead
            job.waiters[number]?.urgency = urgency
            job.updateUrgency()
            state.put(job, for: key)
            return wasAhead == job.urgency.isAhead ? 0 : state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
    }

    // MARK: Making

    /// Waits for a pass that may be admitted, and runs the most urgent one; false when the pipeline has stopped.
    private func makeNext() -> Bool {
        workSignal.wait()
        let wait = FileWait()
        let (isStopped, taken, lastRequest, isStallCheckAsleep) = state.withLock { state in
            if state.isStopped { return (true, (key: PassKey, job: Job)?.none, 0, false) }
            let taken = state.nextForWorker(byteLimit: byteLimit, workers: workerCount, aheadWorkers: aheadWorkers)
            let isStallCheckAsleep = state.isStallCheckAsleep
            if let taken {
                state.set(wait, of: taken.key)
                state.isStallCheckAsleep = false
                state.bytesInUse += taken.job.cost
                state.isMaking += 1
                state.counters.passesStarted += 1
                if taken.job.urgency.isAhead { state.counters.passesStartedAhead += 1 }
            } else if state.waiting.all > 0 {
                state.unusedSignals += 1
            }
            return (false, taken, state.lastRequest, isStallCheckAsleep)
        }
        guard case (let key, var job)? = taken else { return !isStopped }
        job.pass.wait = wait
        job.pass.idleWorkers = { [weak self] in self?.idleWorkerCount ?? 0 }
        if !job.pass.isDrawn, job.pass.display == nil, atlas.needsPicture(job.pass.atlasKey) {
            job.pass.pictureRequest = PictureRequest()
        }
        if isStallCheckAsleep { stallSignal.signal() }
        // Passes that waited for this one to start may be admitted now.
        for _ in 0..<state.withLock({ $0.release(atMost: workerCount) }) { workSignal.signal() }
        make(key, job, lastRequest: lastRequest)
        // Passes that lacked this pass's memory or worker may be admitted now.
        let released = state.withLock { state in
            state.bytesInUse -= job.cost
            state.isMaking -= 1
            return state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
        return true
    }

    /// Runs one pass, and answers its requests as its tiles are made.
    ///
    /// `lastRequest` is the number of the newest request when the pass began; higher ones joined while it ran.
    private func make(_ key: PassKey, _ job: Job, lastRequest: Int) {
        var failure: ImageError?
        var byteCount = 0
        let start = System.monotonicNanoseconds()
        let isNeeded = isNeeded(key, job.pass)
        do throws(ImageError) {
            let output = TileOutput { [self] position in
                state.withLock { $0.jobs[key]?.waiters.values.contains { $0.position == position } ?? false }
            } emit: { [self] position, tile in
                byteCount += tile.bytes.count
                deliver(tile, position, of: job.pass, key)
            } progress: { [self] progress in
                state.withLock { $0.note(progress, of: key) }
                if job.pass.supportsRandomAccess { splitJobs(of: job.pass) }
            }
            if isNeeded { try maker.make(job.pass, to: output) }
        } catch {
            failure = error
        }
        let time = System.monotonicNanoseconds() &- start
        let (rest, goesOn) = state.withLock { state in
            if failure == nil {
                if isNeeded { state.makeTimes.add(time) }
                // A pass that made no tile itself tells nothing about their cost.
                if byteCount > 0 { state.pace.noteMade(nanoseconds: time, byteCount: byteCount, of: job.pass) }
            } else {
                state.counters.passesFailed += 1
            }
            let ended = state.removeJob(key)
            if let ended, ended.isStalled { state.noteStall(of: ended.folder, by: -1) }
            let rest = ended?.waiters ?? [:]
            // Of the requests that are left: those that came late, and those that passes over a part can answer now.
            let late = rest.filter { number, waiter in
                number > lastRequest || ended?.late.contains(number) == true
                    || maker.part(of: job.pass, for: waiter.position) != nil
            }
            guard failure == nil, !state.isStopped, let urgency = late.values.map(\.urgency).max() else {
                return (rest, false)
            }
            // These requests came after their tiles had been emitted, and memory may have evicted those: start again.
            state.put(Job(pass: job.pass, waiters: late, urgency: urgency, cost: job.cost), for: key)
            return (rest.filter { late[$0.key] == nil }, true)
        }
        if goesOn { lookupSignal.signal() }
        for waiter in rest.values {
            waiter.finish(.failure(failure ?? .unreadable("the picture has no such tile")))
        }
    }
}
