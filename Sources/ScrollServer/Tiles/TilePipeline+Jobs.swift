// The jobs of a pipeline: waiting and running passes, and the choice of the next one.

import Catalog
import Pixels
import Platform

extension TilePipeline {
    /// Identifies a pass: requests with the same key share one decode.
    struct PassKey: Hashable {
        let collection: String
        let item: String
        let version: String
        let firstLevel: Int
        /// −1 for all lines of the levels.
        let line: Int
        let display: SampleDisplay?
        let isLossless: Bool

        init(_ pass: TilePass, firstLevel: Int? = nil) {
            line = pass.line ?? -1
            collection = pass.collection.id
            item = pass.item
            version = pass.version
            (display, isLossless) = (pass.display, pass.isLossless)
            self.firstLevel = firstLevel ?? pass.levels.lowerBound
        }
    }

    /// The stages of a job, in order.
    enum Stage: Comparable {
        case waitingForLookup
        case lookingUp
        case waitingForWorker
        case making
    }

    /// A request that waits for its tile.
    struct Waiter {
        let position: TilePosition
        var urgency: TileUrgency
        let finish: Finish
    }

    /// A pass, with the requests that wait for its tiles.
    struct Job {
        var pass: TilePass
        var stage = Stage.waitingForLookup
        var waiters: [Int: Waiter] = [:]
        /// Requests from other jobs that have joined while the pass ran.
        var late: Set<Int> = []
        /// The urgency of the most urgent request; without requests, the last value.
        var urgency: TileUrgency
        let cost: Int
        /// Progress of a running pass, 0 … 1.
        var progress = 0.0
        /// Index into the state's `lanes`; −1 before it has one.
        var lane = -1
        /// A hash of the folder that contains the item's file.
        var folder = 0
        /// When the job began to wait for a worker, in nanoseconds of the monotonic clock.
        var beginning: UInt64 = 0
        /// Whether the pass has waited for its file for so long that another thread has taken its place.
        var isStalled = false

        mutating func updateUrgency() {
            if let greatest = waiters.values.lazy.map(\.urgency).max() { urgency = greatest }
        }
    }

    /// The fields of a job that decide its turn; `stage` is nil for an unused lane.
    struct Lane {
        var stage: Stage?
        var urgency = TileUrgency(isAhead: true, turn: 0)
        var cost = 0
        var folder = 0
        /// Whether the pass takes long: over a large picture, or slow.
        var isLarge = false
        /// Whether the pass makes the coarse levels of a large picture.
        var isCoarse = false
        var isStalled = false
    }

    struct State: ~Copyable {
        private(set) var jobs: [PassKey: Job] = [:]
        /// The current jobs of requests that were moved to a job for a part of the picture.
        private var moved: [Int: PassKey] = [:]
        /// The number of the newest request or turn.
        var lastRequest = 0
        var bytesInUse = 0
        var isMaking = 0
        /// The number of running passes that wait for their files, by folder.
        var stalled: [Int: Int] = [:]
        /// The number of threads that make tiles.
        var threads = 0
        /// Whether the thread that finds stalled passes sleeps until it is signalled.
        var isStallCheckAsleep = true
        /// The number of worker signals consumed while no pass could be admitted; `release` sends them again.
        var unusedSignals = 0
        var counters = Counters()
        var makeTimes = Histogram()
        var pace = TilePace()
        var isStopped = false

        /// The lanes of all jobs, in one array, since choosing the next job reads all of maybe thousands.
        private var lanes: [Lane] = []
        private var keys: [PassKey?] = []
        private var freeLanes: [Int] = []

        /// Adds a job, or replaces the one stored for the key.
        ///
        /// O(1).
        mutating func put(_ job: Job, for key: PassKey) {
            var job = job
            if job.lane < 0 {
                if let lane = freeLanes.popLast() {
                    job.lane = lane
                    keys[lane] = key
                } else {
                    job.lane = lanes.count
                    lanes.append(Lane())
                    keys.append(key)
                }
            }
            lanes[job.lane] = Lane(
                stage: job.stage, urgency: job.urgency, cost: job.cost, folder: job.folder,
                isLarge: job.pass.isLarge || job.pass.isSlow, isCoarse: job.pass.isCoarse, isStalled: job.isStalled)
            jobs[key] = job
        }

        mutating func removeJob(_ key: PassKey) -> Job? {
            guard let job = jobs.removeValue(forKey: key) else { return nil }
            for number in job.waiters.keys { moved[number] = nil }
            lanes[job.lane] = Lane()
            keys[job.lane] = nil
            freeLanes.append(job.lane)
            if jobs.isEmpty { (lanes, keys, freeLanes) = ([], [], []) }
            return job
        }

        /// Whether there are jobs.
        var isBusy: Bool { !jobs.isEmpty }

        /// The number of jobs waiting for a worker, and how many of them are ahead of need.
        ///
        /// O(jobs).
        var waiting: (all: Int, ahead: Int) {
            lanes.reduce(into: (0, 0)) { sum, lane in
                guard lane.stage == .waitingForWorker else { return }
                sum.0 += 1
                if lane.urgency.isAhead { sum.1 += 1 }
            }
        }

        /// Moves the most urgent job that waits for its lookup to stage `lookingUp`; nil if there is none.
        ///
        /// O(jobs).
        mutating func nextForLookup() -> (key: PassKey, job: Job)? {
            var first: Int?
            for (index, lane) in lanes.enumerated() where lane.stage == .waitingForLookup {
                if let first, lane.urgency < lanes[first].urgency { continue }
                first = index
            }
            return move(first, to: .lookingUp)
        }

        /// Moves the most urgent job that may be admitted to stage `making`; nil if there is none.
        ///
        /// O(jobs).
        mutating func nextForWorker(
            byteLimit: Int, workers: Int, aheadWorkers: Int
        ) -> (key: PassKey, job: Job)? {
            var first: Int?
            // Whether a job needed now is waiting or being looked up; and the number of running passes that do not wait
            // for their files: ahead of need, all, over large pictures, and over coarse levels.
            var (isPressed, runningAhead, running, runningLarge, runningCoarse) = (false, 0, 0, 0, 0)
            let room = byteLimit - bytesInUse
            for lane in lanes where lane.stage == .making && !lane.isStalled {
                running += 1
                if lane.urgency.isAhead { runningAhead += 1 }
                if lane.isLarge { runningLarge += 1 }
                if lane.isCoarse { runningCoarse += 1 }
            }
            // A large picture takes a minute, so one worker is reserved or added for others. Its coarse levels take
            // seconds and are viewed first, so one such pass runs in addition to all others.
            let mayBeLarge = runningLarge < max(1, workers - 1) && running < workers
            let mayBeCoarse = runningCoarse == 0 && running <= workers
            let mayBeSmall = running < max(workers, runningLarge + 1)
            for (index, lane) in lanes.enumerated() {
                let isAhead = lane.urgency.isAhead
                guard let stage = lane.stage, stage != .making else { continue }
                if !isAhead { isPressed = true }
                let mayBeNext = lane.isCoarse ? mayBeCoarse || mayBeLarge : lane.isLarge ? mayBeLarge : mayBeSmall
                guard stage == .waitingForWorker, mayBeNext,
                    stalled.isEmpty || stalled[lane.folder, default: 0] < TilePipeline.stalledPerFolder
                else { continue }
                guard isAhead ? lane.cost <= room - byteLimit / 2 : running == 0 || lane.cost <= room else { continue }
                if let first, lane.urgency < lanes[first].urgency { continue }
                first = index
            }
            guard let first, !lanes[first].urgency.isAhead || (!isPressed && runningAhead < aheadWorkers) else {
                return nil
            }
            return move(first, to: .making)
        }

        private mutating func move(_ lane: Int?, to stage: Stage) -> (key: PassKey, job: Job)? {
            guard let lane, let key = keys[lane], var job = jobs[key] else { return nil }
            job.stage = stage
            put(job, for: key)
            return (key, job)
        }

        /// Removes and returns the waiters for a tile; a waiting job without other waiters is dropped.
        mutating func removeWaiters(for position: TilePosition, of keys: [PassKey]) -> [Waiter] {
            var removed: [Waiter] = []
            for key in keys {
                guard var job = jobs[key] else { continue }
                let found = job.waiters.filter { $0.value.position == position }
                guard !found.isEmpty else { continue }
                removed += found.values
                for number in found.keys {
                    job.waiters[number] = nil
                    moved[number] = nil
                }
                if job.waiters.isEmpty, job.stage == .waitingForLookup || job.stage == .waitingForWorker {
                    _ = removeJob(key)
                } else {
                    jobs[key] = job
                }
            }
            return removed
        }

        /// Returns the current job of a request that began in `key`.
        ///
        /// O(1).
        func home(of number: Int, _ key: PassKey) -> PassKey { moved[number] ?? key }

        /// Removes a request from its job; false if it has been answered.
        mutating func removeWaiter(_ number: Int, _ key: PassKey) -> Bool {
            moved[number] = nil
            return jobs[key]?.waiters.removeValue(forKey: number) != nil
        }

        /// Moves requests for which there are passes over a part of the picture to jobs for these parts.
        ///
        /// - Returns: the number of new jobs that wait for a worker.
        mutating func split(
            _ key: PassKey, _ maker: any TileMaker, now: UInt64
        ) -> Int {
            guard let job = jobs[key], job.pass.supportsRandomAccess, job.stage >= .waitingForWorker else { return 0 }
            var added = 0
            for (number, waiter) in job.waiters {
                guard let pass = maker.part(of: job.pass, for: waiter.position) else { continue }
                let target = PassKey(pass)
                var home: Job
                if let there = jobs[target] {
                    home = there
                    if home.stage == .making { home.late.insert(number) }
                } else {
                    home = Job(pass: pass, urgency: waiter.urgency, cost: maker.byteEstimate(for: pass))
                    home.stage = .waitingForWorker
                    home.folder = job.folder
                    home.beginning = now
                    added += 1
                }
                home.waiters[number] = waiter
                home.updateUrgency()
                put(home, for: target)
                jobs[key]?.waiters[number] = nil
                moved[number] = target
            }
            guard var rest = jobs[key], rest.waiters.count < job.waiters.count else { return 0 }
            if rest.waiters.isEmpty, rest.stage != .making {
                _ = removeJob(key)
            } else {
                rest.updateUrgency()
                put(rest, for: key)
            }
            return added
        }

        mutating func removeAllWaiters() {
            moved = [:]
            for key in jobs.keys { jobs[key]?.waiters = [:] }
        }

        mutating func set(_ wait: FileWait, of key: PassKey) { jobs[key]?.pass.wait = wait }

        /// Marks whether a running pass is stalled, waiting for its file.
        mutating func setStalled(_ isStalled: Bool, _ key: PassKey) {
            guard var job = jobs[key], job.isStalled != isStalled else { return }
            job.isStalled = isStalled
            noteStall(of: job.folder, by: isStalled ? 1 : -1)
            put(job, for: key)
        }

        mutating func noteStall(of folder: Int, by change: Int) {
            let count = stalled[folder, default: 0] + change
            stalled[folder] = count > 0 ? count : nil
        }

        /// Removes the waiters of a job, and the job itself if it still waits for a worker.
        mutating func giveUp(_ key: PassKey) -> [Waiter] {
            guard let job = jobs[key] else { return [] }
            if job.stage == .making {
                for number in job.waiters.keys { moved[number] = nil }
                jobs[key]?.waiters = [:]
            } else {
                _ = removeJob(key)
            }
            return Array(job.waiters.values)
        }

        mutating func note(_ progress: Double, of key: PassKey) { jobs[key]?.progress = progress }

        /// Returns whether all requests for a tile are ahead of need; without one, whether its first job is.
        func isAhead(_ position: TilePosition, of keys: [PassKey]) -> Bool {
            let waiters = keys.flatMap { jobs[$0]?.waiters.values.filter { $0.position == position } ?? [] }
            guard waiters.isEmpty else { return waiters.allSatisfy(\.urgency.isAhead) }
            return keys.first.flatMap { jobs[$0]?.urgency.isAhead } ?? false
        }

        /// Returns the number of workers to signal after a change that may let a job be admitted.
        mutating func release(atMost workers: Int) -> Int {
            let count = min(unusedSignals, workers)
            unusedSignals -= count
            return count
        }
    }
}
