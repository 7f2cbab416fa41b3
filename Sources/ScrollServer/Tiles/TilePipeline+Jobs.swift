// The jobs of a pipeline: the passes that wait and run, and the choice of the next one.

extension TilePipeline {
    /// Identifies a pass: wishes with the same key share one decode.
    struct PassKey: Hashable {
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

    /// The stages of a job, in their order.
    enum Stage {
        case waitingForLookup
        case lookingUp
        case waitingForWorker
        case making
    }

    /// A wish that waits for its tile.
    struct Waiter {
        let position: TilePosition
        var urgency: TileUrgency
        let finish: Finish
    }

    /// A pass, with the wishes that wait for its tiles.
    struct Job {
        let pass: TilePass
        var stage = Stage.waitingForLookup
        var waiters: [Int: Waiter] = [:]
        /// The urgency of the most urgent wish; without wishes, of the last one that was.
        var urgency: TileUrgency
        let cost: Int
        /// Progress of a running pass, 0 … 1.
        var progress = 0.0
        /// Index into the state's `lanes`; −1 before it has one.
        var lane = -1

        mutating func updateUrgency() {
            if let greatest = waiters.values.lazy.map(\.urgency).max() { urgency = greatest }
        }
    }

    /// The part of a job that decides its turn. `stage` is nil for an unused lane.
    struct Lane {
        var stage: Stage?
        var urgency = TileUrgency(isAhead: true, turn: 0)
        var cost = 0
    }

    struct State: ~Copyable {
        private(set) var jobs: [PassKey: Job] = [:]
        var nextWish = 0
        var bytesInUse = 0
        var isMaking = 0
        /// Number of worker signals used up while no pass could be admitted; `release` sends them again.
        var withheld = 0
        var counters = Counters()
        var makeTimes = Histogram()
        var pace = TilePace()
        var isStopped = false

        /// The lanes of all jobs, in one array, because finding the next job reads all of them and there may be
        /// thousands.
        private var lanes: [Lane] = []
        private var keys: [PassKey?] = []
        private var freeLanes: [Int] = []

        /// Adds a job, or updates the one stored for the key. O(1).
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
            lanes[job.lane] = Lane(stage: job.stage, urgency: job.urgency, cost: job.cost)
            jobs[key] = job
        }

        mutating func removeJob(_ key: PassKey) -> Job? {
            guard let job = jobs.removeValue(forKey: key) else { return nil }
            lanes[job.lane] = Lane()
            keys[job.lane] = nil
            freeLanes.append(job.lane)
            if jobs.isEmpty { (lanes, keys, freeLanes) = ([], [], []) }
            return job
        }

        /// Jobs that wait for a worker, and how many of them are ahead of need. O(jobs).
        var waiting: (all: Int, ahead: Int) {
            lanes.reduce(into: (0, 0)) { sum, lane in
                guard lane.stage == .waitingForWorker else { return }
                sum.0 += 1
                if lane.urgency.isAhead { sum.1 += 1 }
            }
        }

        /// Moves the most urgent job that waits for its lookup to stage `lookingUp`, and returns it; nil if there is
        /// none. O(jobs).
        mutating func takeForLookup() -> (key: PassKey, job: Job)? {
            var first: Int?
            for (place, lane) in lanes.enumerated() where lane.stage == .waitingForLookup {
                if let first, lane.urgency < lanes[first].urgency { continue }
                first = place
            }
            return move(first, to: .lookingUp)
        }

        /// Moves the most urgent job that may be admitted to stage `making`, and returns it; nil if there is none.
        /// O(jobs).
        mutating func takeForWorker(byteLimit: Int, aheadWorkers: Int) -> (key: PassKey, job: Job)? {
            var first: Int?
            // Whether a job needed now waits or is looked up; and how many passes ahead of need run.
            var (isPressed, runningAhead) = (false, 0)
            let room = byteLimit - bytesInUse
            for (place, lane) in lanes.enumerated() {
                let isAhead = lane.urgency.isAhead
                guard let stage = lane.stage else { continue }
                if stage == .making {
                    if isAhead { runningAhead += 1 }
                    continue
                }
                if !isAhead { isPressed = true }
                guard stage == .waitingForWorker else { continue }
                guard isAhead ? lane.cost <= room - byteLimit / 2 : isMaking == 0 || lane.cost <= room else { continue }
                if let first, lane.urgency < lanes[first].urgency { continue }
                first = place
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

        /// Removes the waiters for a tile from their job, and returns them.
        mutating func removeWaiters(for position: TilePosition, of key: PassKey) -> [Waiter] {
            let found = jobs[key]?.waiters.filter { $0.value.position == position } ?? [:]
            for wish in found.keys { jobs[key]?.waiters[wish] = nil }
            return Array(found.values)
        }

        mutating func removeAllWaiters() {
            for key in jobs.keys { jobs[key]?.waiters = [:] }
        }

        mutating func note(_ progress: Double, of key: PassKey) { jobs[key]?.progress = progress }

        /// Whether all wishes for a tile are ahead of need; without a wish, whether its job is.
        func isAhead(_ position: TilePosition, of key: PassKey) -> Bool {
            guard let job = jobs[key] else { return false }
            let waiters = job.waiters.values.filter { $0.position == position }
            return waiters.isEmpty ? job.urgency.isAhead : waiters.allSatisfy(\.urgency.isAhead)
        }

        /// How many workers must look for a job again after a change that may let one be admitted. The caller signals
        /// each.
        mutating func release(atMost workers: Int) -> Int {
            let count = min(withheld, workers)
            withheld -= count
            return count
        }
    }
}
