// Passes that wait for their files, because of a slow disk or an unresponsive file server.

import Catalog
import Dispatch
import Pixels
import Platform
import Synchronization

extension TilePipeline {
    /// How long a pass may wait for its file before another thread is added, in nanoseconds.
    private static let stallTime: UInt64 = 100_000_000
    /// How long a request waits for a file before it fails, in nanoseconds.
    private static let longest: UInt64 = 10_000_000_000
    /// The maximum number of passes that wait for files of one folder; an unresponsive one leaves room for others.
    static let stalledPerFolder = 2
    /// The maximum number of threads added for passes that wait for files.
    private static let stalledLimit = 16

    static let slow = ImageError.unavailable("its file has not answered for 10 seconds")

    /// Returns a hash of the folder that contains an item's file.
    static func folder(of pass: TilePass) -> Int {
        var hash = StableHash()
        hash.add(pass.collection.source.utf8)
        if !pass.isDrawn, let name = pass.collection.details(ofItem: pass.item)?.name,
            let slash = name.utf8.lastIndex(of: UInt8(ascii: "/"))
        {
            hash.add(name.utf8[..<slash])
        }
        return Int(truncatingIfNeeded: hash.value)
    }

    /// Checks ten times a second, while passes run, which of them wait for their files; sleeps otherwise.
    ///
    /// - Returns: false when the pipeline has stopped.
    func addThreadsForStalledPasses() -> Bool {
        let isIdle = state.withLock { state in
            state.isStallCheckAsleep = state.isMaking == 0
            return state.isStallCheckAsleep
        }
        if isIdle { stallSignal.wait() } else { _ = stallSignal.wait(timeout: .now() + .milliseconds(100)) }
        let now = System.monotonicNanoseconds()
        let (isStopped, starts, released, late) = state.withLock { state in
            if state.isStopped { return (true, 0, 0, [Waiter]()) }
            var late: [Waiter] = []
            for (key, job) in state.jobs {
                switch job.stage {
                case .making:
                    let waited = job.pass.wait?.since.map { now > $0 ? now - $0 : 0 } ?? 0
                    state.setStalled(waited > Self.stallTime, key)
                    if waited > Self.longest { late += state.giveUp(key) }
                case .waitingForWorker:
                    // Only if the job waits because its folder does not respond; a queue may take longer.
                    let isFolderStalled = state.stalled[job.folder, default: 0] >= Self.stalledPerFolder
                    if isFolderStalled, now > job.beginning, now - job.beginning > Self.longest {
                        late += state.giveUp(key)
                    }
                case .waitingForLookup, .lookingUp: break
                }
            }
            let stalled = state.stalled.values.reduce(0, +)
            let wanted = max(2, workerCount) + min(stalled, Self.stalledLimit)
            let starts = max(0, wanted - state.threads)
            state.threads += starts
            return (false, starts, state.release(atMost: stalled + workerCount), late)
        }
        for _ in 0..<starts {
            do throws(SystemError) {
                try startMaking()
            } catch {
                // The system has no thread to spare: the next check tries again.
                state.withLock { $0.threads -= 1 }
            }
        }
        for _ in 0..<released { workSignal.signal() }
        for waiter in late { waiter.finish(.failure(Self.slow)) }
        return !isStopped
    }
}

/// Records since when a pass has been waiting for a file, such as one on a slow disk or an unresponsive server.
///
/// The threads that work for the pass write it, and the pipeline reads it.
final class FileWait: Sendable {
    private struct State {
        /// The number of waiting threads.
        var count = 0
        /// When the wait began, or when one of several threads got its answer, in nanoseconds of the monotonic clock.
        var beginning: UInt64 = 0
    }

    private let state = Mutex(State())

    /// When the current wait began, in nanoseconds of the monotonic clock; nil if the pass does not wait.
    var since: UInt64? { state.withLock { $0.count > 0 ? $0.beginning : nil } }

    /// Runs `body`, which may wait for a file.
    func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        count(1)
        defer { count(-1) }
        return try body()
    }

    /// Adds 1 when a wait begins, and -1 when it ends.
    func count(_ change: Int) {
        let now = System.monotonicNanoseconds()
        state.withLock { state in
            // A thread that joins others does not end their wait.
            if change < 0 || state.count == 0 { state.beginning = now }
            state.count += change
        }
    }
}
