// Fills the atlas while the server is otherwise idle.

import Catalog
import Dispatch
import Pixels
import Platform
import Synchronization

/// Makes the tiny pictures of all items: first of viewed ones (one in 64, then one in 8, then all), then of the rest.
///
/// Thread-safe. It works only while nobody waits for the server, as for a tile; a picture in progress pauses between two
/// rows.
/// Finished pictures are in the atlas, so that the next start continues from there.
package final class AtlasFiller: Sendable {
    /// The last rounds over viewed items: one item in that many.
    private static let strides = [64, 8, 1]
    /// The maximum number of items in the first round: some two seconds' work if they are decoded at a reduced size.
    private static let firstStep = 2048
    /// The maximum number of viewed ranges that are kept.
    private static let viewedLimit = 4
    /// How long to wait while others work, and how often to check collections for changes, in milliseconds.
    private static let (pause, interval, shortInterval) = (3, 1000, 20)
    /// Lists with more items are long.
    private static let longList = 100_000
    /// How often the delay is doubled before unreadable files are tried again.
    private static let longestPause = 6

    private struct Known {
        /// Weak, and nil if it was closed: a collection of pages that is opened again is another object.
        weak var collection: (any ItemCollection)?
        /// The collection's revision when its last walk began; nil before the first.
        var revision: Int?
        var walk: FillingWalk?
        var progress = FillingProgress()
        var rate = FillingRate()
        /// When its last walk began, in nanoseconds of the monotonic clock.
        var began: UInt64 = 0
        /// Whether something must be tried again: a picture was damaged, or a file could not be read.
        var isWanted = false
        /// How many consecutive walks met files that could not be read for a transient reason.
        var failures = 0
    }

    private struct State {
        /// Walks over the viewed ranges, newest last.
        var viewed: [FillingWalk] = []
        var known: [String: Known] = [:]
        /// The number of batches that threads have taken but not finished.
        var batchesInProgress = 0
        var isStopped = false
    }

    private struct Batch {
        let collection: any ItemCollection
        let items: [ItemSummary]
    }

    private let atlas: Atlas
    private let isBusy: @Sendable () -> Bool
    private let collections: @Sendable () -> [any ItemCollection]
    /// Guards the work to do; not held while a collection is queried.
    private let state = Mutex(State())
    /// Held by the thread that chooses the next work.
    private let choosing = Mutex(())
    private let signal = DispatchSemaphore(value: 0)
    /// The number of threads that paint from the atlas, for which the filler waits, too.
    private let painterCount = Atomic(0)
    private let threadCount: Int

    /// Makes a filler for all `collections`, which waits while `isBusy`.
    package init(
        _ atlas: Atlas, threads: Int, isBusy: @escaping @Sendable () -> Bool,
        collections: @escaping @Sendable () -> [any ItemCollection]
    ) {
        self.atlas = atlas
        self.isBusy = isBusy
        self.collections = collections
        threadCount = max(1, threads)
    }

    /// Starts the threads.
    ///
    /// - Throws: the system's error if it refuses a thread.
    package func start() throws(SystemError) {
        for number in 0..<threadCount {
            try System.startThread { [self] in while makeNextBatch(isFirst: number == 0) {} }
        }
    }

    /// Ends the threads after the pictures in progress.
    package func stop() {
        state.withLock { $0.isStopped = true }
        for _ in 0..<threadCount { signal.signal() }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Whether threads make pictures now.
    var hasBatches: Bool { state.withLock { $0.batchesInProgress > 0 } }

    // MARK: Asking

    /// Fills these items first.
    ///
    /// O(1): event loops may call it.
    func prioritize(_ range: Range<Int>, of items: any CollectionView, in collection: any ItemCollection) {
        guard items.computedColour == nil, !range.isEmpty else { return }
        let walk = FillingWalk(range, of: items, in: collection, strides: Self.strides(over: range.count))
        let status = items.status
        let isNew = state.withLock { state in
            if let known = state.known[collection.id], known.walk == nil, known.revision == status.revision,
                known.progress.done >= status.count
            {
                // All are known.
                return false
            }
            // If the same range is viewed again, its walk continues.
            if state.viewed.last.map({ $0.items === items && $0.range == range }) == true { return false }
            state.viewed.removeAll { $0.items === items }
            state.viewed = state.viewed.suffix(Self.viewedLimit - 1) + [walk]
            return true
        }
        guard isNew else { return }
        for _ in 0..<threadCount { signal.signal() }
    }

    /// Returns strides in which each round has eight times as many items, and the first round is short.
    private static func strides(over count: Int) -> [Int] {
        var strides = strides
        while let first = strides.first, count / first > firstStep { strides.insert(first * 8, at: 0) }
        return strides
    }

    /// Schedules another walk over a collection in which a picture was damaged.
    func scheduleWalk(over collection: any ItemCollection) {
        state.withLock { $0.known[collection.id]?.isWanted = true }
        signal.signal()
    }

    /// Returns the progress of a collection; nil if it is not filled.
    ///
    /// O(1).
    func progress(of collection: any ItemCollection) -> FillingProgress? {
        guard Self.isFilled(collection) else { return nil }
        let total = collection.status.count
        return state.withLock { state in
            var progress = state.known[collection.id]?.progress ?? FillingProgress()
            progress.total = total
            progress.done = min(progress.done, total)
            let rest = total - progress.done
            progress.secondsLeft =
                rest > 0 ? state.known[collection.id]?.rate.itemsPerSecond.map { Double(rest) / $0 } : nil
            return progress
        }
    }

    /// Returns whether everything possible has been tried for a collection as it is now.
    ///
    /// O(1).
    func isSettled(_ collection: any ItemCollection) -> Bool {
        guard Self.isFilled(collection) else { return true }
        let revision = collection.status.revision
        return state.withLock { state in
            guard let known = state.known[collection.id] else { return false }
            return known.walk == nil && !known.isWanted && known.revision == revision && state.viewed.isEmpty
                && state.batchesInProgress == 0
        } && collection.isAlikeFound
    }

    /// Returns whether all of a collection is filled.
    ///
    /// Of demos, charts and long lists only viewed items are, so that a list's files are opened only when needed.
    private static func isFilled(_ collection: any ItemCollection) -> Bool {
        switch collection.kind {
        case .folder: true
        case .list, .pages: collection.status.count <= longList
        case .demo, .chart: false
        }
    }

    /// Returns whether a folder is still being scanned, which takes precedence over all but viewed items.
    private static func isBeingRead(_ collection: any ItemCollection) -> Bool {
        collection.kind == .folder && !collection.status.isComplete
    }

    // MARK: Working

    /// Makes the next few pictures, or waits.
    ///
    /// - Returns: false once the filler is stopped.
    private func makeNextBatch(isFirst: Bool) -> Bool {
        guard !isStopped else { return false }
        waitWhileBusy()
        guard let batch = nextBatch() else {
            let isDone = !isFirst || rankAll(collections().filter(Self.isFilled))
            // The first thread checks whether collections have changed; the others wait for work.
            let time = !isDone ? Self.shortInterval : isFirst ? Self.interval : 4 * Self.interval
            _ = signal.wait(timeout: .now() + .milliseconds(time))
            return true
        }
        make(batch)
        state.withLock { $0.batchesInProgress -= 1 }
        if isFirst { findAlike(in: batch.collection) }
        return true
    }

    private var isOtherwiseBusy: Bool { painterCount.load(ordering: .relaxed) > 0 || isBusy() }

    /// Pauses filling while `body` runs, except for pictures in progress.
    func whilePaused<Value>(_ body: () -> Value) -> Value {
        painterCount.add(1, ordering: .relaxed)
        defer { painterCount.subtract(1, ordering: .relaxed) }
        return body()
    }

    /// Waits until the server is otherwise idle.
    ///
    /// While tiles are made, this thread wakes a few hundred times a second, which costs hardly any time.
    func waitWhileBusy() {
        while isOtherwiseBusy, !isStopped { _ = signal.wait(timeout: .now() + .milliseconds(Self.pause)) }
    }

    /// Returns the next batch; nil if nothing is left.
    private func nextBatch() -> Batch? {
        choosing.withLock { _ in
            while !isStopped {
                if let latest = state.withLock({ $0.viewed.last }) {
                    if let batch = step(
                        latest,
                        keep: { walk, state in
                            // Another range may be viewed by now.
                            guard let index = state.viewed.lastIndex(where: { $0.items === latest.items }) else {
                                return
                            }
                            if walk.isDone { state.viewed.remove(at: index) } else { state.viewed[index] = walk }
                        })
                    {
                        return batch
                    }
                    continue
                }
                var isDone = true
                let all = collections()
                forgetClosed(all)
                for collection in all where Self.isFilled(collection) && !Self.isBeingRead(collection) {
                    guard let walk = walk(over: collection) else { continue }
                    isDone = false
                    if let batch = step(
                        walk,
                        keep: { walk, state in
                            state.known[collection.id]?.walk = walk.isDone ? nil : walk
                        })
                    {
                        return batch
                    }
                    break
                }
                if isDone { return nil }
                if isOtherwiseBusy { waitWhileBusy() }
            }
            return nil
        }
    }

    /// Forgets closed collections, so that nothing here keeps them open.
    ///
    /// O(collections).
    private func forgetClosed(_ all: [any ItemCollection]) {
        let open = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        // Released after the lock.
        let closed = state.withLock { state in
            let closed = state.known.filter { id, known in open[id] == nil || open[id] !== known.collection }
            for id in closed.keys { state.known[id] = nil }
            return closed
        }
        _ = consume closed
    }

    private func step(_ walk: FillingWalk, keep: (FillingWalk, inout State) -> Void) -> Batch? {
        var walk = walk
        let source = AtlasKey.source(walk.collection.source)
        // Long lists are not counted, and their lost items are skipped without an entry in the atlas.
        let isCounted = Self.isFilled(walk.collection)
        let indices = walk.step { !isCounted && $0.isUnreadable || atlas.isKnown(AtlasKey(source: source, $0)) }
        state.withLock { state in
            keep(walk, &state)
            // Counted until it is known whether there is anything to do.
            state.batchesInProgress += 1
        }
        // Consecutive items are requested together.
        var items: [ItemSummary] = []
        var rest = indices[...]
        while let first = rest.first {
            let run = rest.enumerated().prefix { $0.offset == $0.element - first }.count
            items += walk.items.summaries(in: first..<first + run)
            rest = rest.dropFirst(run)
        }
        if items.isEmpty { state.withLock { $0.batchesInProgress -= 1 } }
        return items.isEmpty ? nil : Batch(collection: walk.collection, items: items)
    }

    /// Returns the running walk over a collection, or a new one if it has changed.
    private func walk(over collection: any ItemCollection) -> FillingWalk? {
        let status = collection.status
        let now = System.monotonicNanoseconds()
        let (walk, begins) = state.withLock { state -> (FillingWalk?, Bool) in
            let known = state.known[collection.id] ?? Known(collection: collection)
            if let walk = known.walk { return (walk, false) }
            // A folder changes all the time while it is scanned and measured, so walks have a minimum distance.
            let pause = UInt64(Self.interval) * 1_000_000 << UInt64(min(known.failures, Self.longestPause))
            let isDue = known.revision == nil || now &- known.began > pause
            return (nil, isDue && (known.isWanted || known.revision != status.revision))
        }
        guard begins else { return walk }
        collection.rank(by: AtlasRanking(atlas, self, collection))
        collection.rankUnranked()
        let source = AtlasKey.source(collection.source)
        var done = 0
        for first in stride(from: 0, to: status.count, by: 512) {
            if isOtherwiseBusy { waitWhileBusy() }
            done += collection.numbers(in: first..<first + 512).count {
                atlas.isKnown(AtlasKey(source: source, $0))
            }
        }
        let new = FillingWalk(0..<status.count, of: collection, in: collection, strides: [1])
        state.withLock { state in
            var known = state.known[collection.id] ?? Known(collection: collection)
            known.failures = known.isWanted ? known.failures + 1 : 0
            (known.revision, known.began, known.isWanted) = (status.revision, now, false)
            known.progress.done = done
            known.walk = done < status.count ? new : nil
            state.known[collection.id] = known
        }
        return done < status.count ? new : nil
    }

    private func make(_ batch: Batch) {
        let start = System.monotonicNanoseconds()
        let paused = Mutex<UInt64>(0)
        let source = AtlasKey.source(batch.collection.source)
        let unmeasured = batch.items.filter { $0.size == nil && $0.error == nil }.map(\.id)
        if !unmeasured.isEmpty { batch.collection.measure(items: unmeasured) }
        var done = 0
        var made: [(key: AtlasKey, picture: TinyPicture, item: RecentAtlasItems.Item)] = []
        var drawn = made
        var ranked: [ItemNumbers] = []
        for old in batch.items where !isStopped {
            guard let item = old.size == nil ? batch.collection.summary(ofItem: old.id) : old else { continue }
            let numbers = ItemNumbers(item)
            let key = AtlasKey(source: source, numbers)
            ranked.append(numbers)
            do throws(ImageError) {
                if let error = item.error { throw error }
                let picture = try TinyPictureReader.picture(of: item, in: batch.collection) { [self] in
                    guard isOtherwiseBusy else { return }
                    let begin = System.monotonicNanoseconds()
                    waitWhileBusy()
                    paused.withLock { $0 += System.monotonicNanoseconds() &- begin }
                }
                if let picture {
                    let one = (key, picture, RecentAtlasItems.Item(source: source, id: item.id))
                    if item.isDrawn { drawn.append(one) } else { made.append(one) }
                } else if item.size != nil, atlas.noteUnreadable(key) {
                    done += 1
                }
            } catch {
                // Transient failures are tried again when the collection changes.
                if error == .changed { batch.collection.examine(item: item.id) }
                guard !error.isTransient, error != .changed else {
                    state.withLock { $0.known[batch.collection.id]?.isWanted = true }
                    continue
                }
                if item.error == nil, error.isOfContent, !error.isOfSize {
                    // The limits of size are others where tiles are made.
                    batch.collection.noteUndecodable(item: item.id, version: item.version, error)
                    Log.debug("no tile of \(item.id) in \(batch.collection.source): \(error.explanation)")
                }
                if item.error == nil || Self.isFilled(batch.collection), atlas.noteUnreadable(key) { done += 1 }
            }
        }
        done += atlas.note(made)
        done += atlas.note(drawn, isLasting: false)
        batch.collection.rerank(ranked)
        let time = System.monotonicNanoseconds() &- start &- paused.withLock { $0 }
        state.withLock { state in
            // Several threads work at the same time.
            state.known[batch.collection.id]?.rate.note(done, nanoseconds: time / UInt64(threadCount))
            state.known[batch.collection.id]?.progress.done += done
        }
    }
}
