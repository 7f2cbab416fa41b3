// Answers wishes for tiles: from the caches, else from a worker, which makes each tile once for all wishes.

import Catalog
import Dispatch
import Imaging
import Platform
import Synchronization
import Tiling

/// Makes and caches tiles.
///
/// ```
///  wish ─▶ memory cache ─▶ lookup (disk) ─▶ making ─▶ waiters, memory cache, disk cache
///              hit            hit             one pass a level
/// ```
/// Wishes for tiles of one level of one item share one pass: two requests cost one decode. Of the waiting wishes the
/// newest is served first. Tiles ahead of need (prefetch) are made only while nothing needed now waits, by all workers
/// but one (where there are several), and within half of the memory for passes.
///
/// A job whose wishes are all cancelled is dropped while it waits; once its pass runs, the pass finishes and its tiles
/// go into the caches. Each wish has its own number, so a late cancellation cannot affect a newer wish for the same
/// tile. A wish that joins a pass after the pass has emitted its tile gets another pass.
///
/// Passes are admitted by the bytes they need at their peak. The running passes' sum stays within `byteLimit`, except
/// that a pass needed now is always admitted when no other runs.
///
/// A pass that waits for its file gives its place to another one (see `TilePipeline+Stalls`). Passes over large pictures
/// never take all workers, and the quick ones among them, for coarse levels, run beside the others.
///
/// A tile that a pass makes for another one of the same picture is given to that one's wishes, too.
package final class TilePipeline: Sendable {
    package typealias Finish = @Sendable (Result<EncodedTile, ImageError>) -> Void

    /// Tiny pictures and average colours of the pictures of which tiles have been made.
    package let atlas: Atlas
    let maker: any TileMaker
    package let memory: MemoryCache
    let disk: DiskCache?
    /// The most bytes that running passes may need together.
    private let byteLimit: Int
    /// Guards the jobs, their waiters and the sums for admission. Not held while a tile is looked up or made, or while
    /// a waiter is called.
    let state = Mutex(State())
    /// Each change that may give a worker something to do signals once.
    let lookupSignal = DispatchSemaphore(value: 0)
    let workSignal = DispatchSemaphore(value: 0)
    let minderSignal = DispatchSemaphore(value: 0)
    let workerCount: Int
    /// The most workers that may make tiles ahead of need at a time: where there are several, one is kept for tiles
    /// needed now.
    private var aheadWorkers: Int { max(1, workerCount - 1) }
    private static let lookupCount = 2

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - disk: nil to keep tiles only in memory.
    ///   - workers: threads that make tiles; at least one is started.
    ///   - byteLimit: the most bytes that running passes may need together.
    /// - Throws: the system's reason when a thread cannot be started.
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
        // One more, for the time in which a large picture occupies the only worker; and one for the coarse levels of a large
        // picture, beside all others.
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

    /// Workers that have no pass now.
    private var idleWorkerCount: Int { state.withLock { max(0, workerCount - $0.isMaking) } }

    package var counters: Counters { state.withLock { $0.counters } }
    /// Passes that wait for a worker now. O(jobs).
    var waitingPasses: Int { queueDepths.all }
    /// Passes that wait for a worker now, and how many of them are ahead of need. O(jobs).
    package var queueDepths: (all: Int, ahead: Int) { state.withLock { $0.waiting } }

    /// How long passes took, from their worker's start to its end; failed passes are not counted.
    package var makeTimes: Histogram { state.withLock { $0.makeTimes } }
    /// Number of changes to what plans depend on: pictures' colours and how long tiles take. Never decreases.
    package var learntCount: Int { atlas.changeCount &+ state.withLock { $0.pace.count } }
    /// The measured times and sizes of tiles.
    package var pace: TilePace { state.withLock { $0.pace } }
    /// What became of the tiles made ahead of need, as counted by the memory cache.
    package var aheadCounts: MemoryCache.AheadCounts { memory.aheadCounts }
    /// Bytes of all tiles in memory, and of the prefetched tiles among them that no client has wanted yet.
    package var memoryByteCounts: (all: Int, ahead: Int) { (memory.byteCount, memory.aheadByteCount) }

    /// What a prefetch in a collection must expect: seconds and bytes per item, and the most bytes it may take. O(1).
    package func pace(of collection: String) -> Prefetch.Pace {
        let mean = state.withLock { $0.pace.mean(of: collection) }
        return Prefetch.Pace(
            secondsPerItem: mean.seconds / Double(aheadWorkers), bytesPerItem: mean.byteCount,
            byteLimit: Double(Self.aheadByteLimit))
    }

    /// The most bytes that one client's prefetch may take.
    private static let aheadByteLimit = 16 << 20

    /// Ends the threads once their current work is done. Waiting wishes are answered with an error.
    package func stop() {
        let (waiters, threads) = state.withLock { state in
            state.isStopped = true
            let waiters = state.jobs.values.flatMap(\.waiters.values)
            state.removeAllWaiters()
            return (waiters, state.threads)
        }
        for _ in 0..<Self.lookupCount { lookupSignal.signal() }
        for _ in 0..<threads { workSignal.signal() }
        minderSignal.signal()
        for waiter in waiters { waiter.finish(.failure(.unreadable("the server is stopping"))) }
    }

    /// The tile, if it is in memory. O(1) and never waits for the disk, so event loops may call it.
    ///
    /// - Parameter isAhead: whether the tile may be wanted later, rather than now.
    package func cached(_ key: TileKey, isAhead: Bool = false) -> EncodedTile? {
        guard let tile = isAhead ? memory.tile(ahead: key) : memory.tile(key) else { return nil }
        state.withLock { state in
            state.counters.wishes += 1
            if isAhead { state.counters.wishesAhead += 1 }
            state.counters.memoryHits += 1
        }
        return tile
    }

    /// Records that a tile which was fetched ahead of need is wanted now. O(1); event loops may call it.
    package func noteUse(_ key: TileKey) { memory.noteUse(key) }

    /// Whether a tile is in memory; does not count as a use. O(1); event loops may call it.
    package func holds(_ key: TileKey) -> Bool { memory.holds(key) }

    /// How much of a large picture has been read, 0 … 1; nil when no pass for it runs. O(jobs).
    package func progress(collection: String, item: String) -> Double? {
        state.withLock { state in
            state.jobs.values.first {
                $0.stage == .making && $0.pass.isLarge && $0.pass.item == item && $0.pass.collection.id == collection
            }?.progress
        }
    }

    /// A new turn, newer than all before. Wishes that share a turn are equally new, and their ranks order them.
    package func turn() -> Int {
        state.withLock { state in
            state.nextWish += 1
            return state.nextWish
        }
    }

    /// Asks for a tile. `finish` is called once, on any thread, unless the wish is cancelled first.
    package func request(_ position: TilePosition, of pass: TilePass, finish: @escaping Finish) -> Cancellation {
        guard let wish = wish(for: position, of: pass, urgency: nil, finish: finish) else { return .none }
        return Cancellation { wish.cancel() }
    }

    /// Asks for a tile like `request`; the urgency of the wish can be changed later.
    ///
    /// - Parameter urgency: nil for a new turn: newer than all wishes before.
    /// - Returns: nil when the pipeline has stopped; `finish` has then been called with an error.
    package func wish(
        for position: TilePosition, of pass: TilePass, urgency: TileUrgency?, finish: @escaping Finish
    ) -> TileRequest? {
        // A place in a large picture that is known is opened there.
        let pass = maker.part(of: pass, for: position) ?? pass
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
            // A job that waited as ahead of need may be admitted now.
            return (wish, isNew, wasAhead && !job.urgency.isAhead ? state.release(atMost: workerCount) : 0)
        }
        guard let wish else {
            finish(.failure(.unreadable("the server is stopping")))
            return nil
        }
        if isNew { lookupSignal.signal() }
        for _ in 0..<released { workSignal.signal() }
        return TileRequest(
            cancel: { [self] in cancel(wish, key) }, change: { [self] in change(wish, key, to: $0) })
    }

    private func cancel(_ wish: Int, _ key: PassKey) {
        let released = state.withLock { state in
            let key = state.home(of: wish, key)
            guard state.removeWaiter(wish, key), var job = state.jobs[key] else { return 0 }
            let wasAhead = job.urgency.isAhead
            if job.waiters.isEmpty, job.stage == .waitingForLookup || job.stage == .waitingForWorker {
                _ = state.removeJob(key)
                state.counters.passesDropped += 1
                if job.urgency.isAhead { state.counters.passesDroppedAhead += 1 }
            } else {
                job.updateUrgency()
                state.put(job, for: key)
            }
            // Jobs ahead of need may go on if this job was all that held them back.
            return wasAhead ? 0 : state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
    }

    private func change(_ wish: Int, _ key: PassKey, to urgency: TileUrgency) {
        let released = state.withLock { state in
            let key = state.home(of: wish, key)
            guard var job = state.jobs[key], job.waiters[wish] != nil else { return 0 }
            let wasAhead = job.urgency.isAhead
            job.waiters[wish]?.urgency = urgency
            job.updateUrgency()
            state.put(job, for: key)
            return wasAhead == job.urgency.isAhead ? 0 : state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
    }

    // MARK: Making

    /// Waits for a pass that may be admitted, and runs the most urgent one. False when the pipeline has stopped.
    private func makeNext() -> Bool {
        workSignal.wait()
        let wait = FileWait()
        let (isStopped, taken, lastWish, isMinderAsleep) = state.withLock { state in
            if state.isStopped { return (true, (key: PassKey, job: Job)?.none, 0, false) }
            let taken = state.nextForWorker(byteLimit: byteLimit, workers: workerCount, aheadWorkers: aheadWorkers)
            let isMinderAsleep = state.isMinderAsleep
            if let taken {
                state.set(wait, of: taken.key)
                state.isMinderAsleep = false
                state.bytesInUse += taken.job.cost
                state.isMaking += 1
                state.counters.passesStarted += 1
                if taken.job.urgency.isAhead { state.counters.passesStartedAhead += 1 }
            } else if state.waiting.all > 0 {
                state.withheld += 1
            }
            return (false, taken, state.nextWish, isMinderAsleep)
        }
        guard case (let key, var job)? = taken else { return !isStopped }
        job.pass.wait = wait
        job.pass.idleWorkers = { [weak self] in self?.idleWorkerCount ?? 0 }
        if !job.pass.isDrawn, atlas[job.pass.atlasKey]?.hasPixels != true { job.pass.wish = PictureRequest() }
        if isMinderAsleep { minderSignal.signal() }
        // Passes that waited until this one had started may be admitted now.
        for _ in 0..<state.withLock({ $0.release(atMost: workerCount) }) { workSignal.signal() }
        make(key, job, lastWish: lastWish)
        // Passes that lacked the memory or the worker that this one used may be admitted now.
        let released = state.withLock { state in
            state.bytesInUse -= job.cost
            state.isMaking -= 1
            return state.release(atMost: workerCount)
        }
        for _ in 0..<released { workSignal.signal() }
        return true
    }

    /// Runs one pass, and answers its wishes as its tiles are made.
    ///
    /// - Parameter lastWish: number of the newest wish when the pass began; higher ones joined while it ran.
    private func make(_ key: PassKey, _ job: Job, lastWish: Int) {
        var failure: ImageError?
        var byteCount = 0
        let start = System.monotonicNanoseconds()
        do throws(ImageError) {
            try maker.make(job.pass) { position in
                state.withLock { $0.jobs[key]?.waiters.values.contains { $0.position == position } ?? false }
            } emit: { position, tile in
                byteCount += tile.bytes.count
                pass(tile, position, of: job.pass, key)
            } progress: { progress in
                state.withLock { $0.note(progress, of: key) }
                if job.pass.supportsRandomAccess { splitJobs(of: job.pass) }
            }
        } catch {
            failure = error
        }
        let time = System.monotonicNanoseconds() &- start
        let (rest, goesOn) = state.withLock { state in
            if failure == nil {
                state.makeTimes.add(time)
                // A pass that has only led to others tells nothing of what tiles take.
                if byteCount > 0 { state.pace.noteMade(nanoseconds: time, byteCount: byteCount, of: job.pass) }
            } else {
                state.counters.passesFailed += 1
            }
            let ended = state.removeJob(key)
            if let ended, ended.isStalled { state.noteStall(of: ended.folder, by: -1) }
            let rest = ended?.waiters ?? [:]
            // Of the rest, passes over a part make what this one has only led to.
            let late = rest.filter { wish, waiter in
                wish > lastWish || ended?.late.contains(wish) == true
                    || maker.part(of: job.pass, for: waiter.position) != nil
            }
            guard failure == nil, !state.isStopped, let urgency = late.values.map(\.urgency).max() else {
                return (rest, false)
            }
            // These wishes came after the pass had emitted their tiles, which memory may have evicted since: they start
            // anew.
            state.put(Job(pass: job.pass, waiters: late, urgency: urgency, cost: job.cost), for: key)
            return (rest.filter { late[$0.key] == nil }, true)
        }
        if goesOn { lookupSignal.signal() }
        for waiter in rest.values {
            waiter.finish(.failure(failure ?? .unreadable("the picture has no such tile")))
        }
    }
}
