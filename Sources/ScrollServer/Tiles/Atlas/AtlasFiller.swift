// Fills the atlas while nothing else is to be done.

import Catalog
import Dispatch
import Imaging
import Platform
import Synchronization
import Tiling

/// Makes the tiny pictures of all items: first of those that are looked at, one in 64 of them, then one in 8, then all; then
/// of the rest. Safe on any thread.
///
/// It works only while no tile is waited for or made; a picture in the making pauses between two rows. What is done is in
/// the atlas, so that the next start goes on from there.
package final class AtlasFiller: Sendable {
    /// The last steps over what is looked at: one item in so many.
    private static let strides = [64, 8, 1]
    /// The most items of the first step: some two seconds' work where they have to be decoded at a fraction of their size.
    private static let firstStep = 2048
    /// The most ranges that are kept as looked at.
    private static let lookLimit = 4
    /// How long to wait while others work, and how often to see whether a collection has changed, in milliseconds.
    private static let (pause, interval) = (3, 1000)
    /// Lists with more items are long.
    private static let longList = 100_000
    /// How often the time is doubled after which files are tried again that could not be read.
    private static let longestPause = 6

    private struct Known {
        /// Weak, and nil for one that was closed: collections of pages come and go, and one that is opened again is another.
        weak var collection: (any ItemCollection)?
        /// The collection's revision when its last pass began.
        var revision = -1
        var pass: FillingPass?
        var progress = FillingProgress()
        var rate = FillingRate()
        /// When its last pass began, in nanoseconds of the monotonic clock.
        var began: UInt64 = 0
        /// Whether something is left to be tried again: a picture that turned out to be damaged, a file that could not be
        /// read.
        var isWanted = false
        /// How many passes in a row have met files that could not be read for a reason that may pass.
        var failures = 0
    }

    private struct State {
        /// The newest last.
        var looks: [FillingPass] = []
        var known: [String: Known] = [:]
        /// Batches that threads have taken and not done yet.
        var inHand = 0
        var isStopped = false
    }

    private struct Batch {
        let collection: any ItemCollection
        let items: [ItemSummary]
    }

    private let atlas: Atlas
    private let isBusy: @Sendable () -> Bool
    private let collections: @Sendable () -> [any ItemCollection]
    /// Guards what is to be done. Not held while a collection is asked.
    private let state = Mutex(State())
    /// Held by the thread that looks for what to do next.
    private let choosing = Mutex(())
    private let signal = DispatchSemaphore(value: 0)
    /// How many threads paint from the atlas: it waits for them, too.
    private let painterCount = Atomic(0)
    private let threadCount: Int

    /// - Parameters:
    ///   - isBusy: whether something else is to be done.
    ///   - collections: all there are.
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
    /// - Throws: the system's error when it refuses a thread.
    package func start() throws(SystemError) {
        for number in 0..<threadCount {
            try System.startThread { [self] in while goOn(isFirst: number == 0) {} }
        }
    }

    /// Ends the threads once the pictures in hand are done.
    package func stop() {
        state.withLock { $0.isStopped = true }
        for _ in 0..<threadCount { signal.signal() }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    // MARK: Asking

    /// Fills these items first. O(1); fit for an event loop.
    func look(at range: Range<Int>, of items: any CollectionView, in collection: any ItemCollection) {
        guard items.computedColour == nil, !range.isEmpty else { return }
        let pass = FillingPass(range, of: items, in: collection, strides: Self.strides(over: range.count))
        let status = items.status
        let isNew = state.withLock { state in
            if let known = state.known[collection.id], known.pass == nil, known.revision == status.revision,
                known.progress.done >= status.count
            {
                // All is there.
                return false
            }
            // Who looks at the same as before need not begin again.
            if state.looks.last.map({ $0.items === items && $0.range == range }) == true { return false }
            state.looks.removeAll { $0.items === items }
            state.looks = state.looks.suffix(Self.lookLimit - 1) + [pass]
            return true
        }
        guard isNew else { return }
        for _ in 0..<threadCount { signal.signal() }
    }

    /// Eight times as many items in each step, the first of which is soon done.
    private static func strides(over count: Int) -> [Int] {
        var strides = strides
        while let first = strides.first, count / first > firstStep { strides.insert(first * 8, at: 0) }
        return strides
    }

    /// Goes through a collection once more: a picture has turned out to be damaged.
    func lookAgain(at collection: any ItemCollection) {
        state.withLock { $0.known[collection.id]?.isWanted = true }
        signal.signal()
    }

    /// How far a collection has come; nil for one that is not filled. O(1).
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

    /// Whether all has been tried that can be, of a collection as it is now. O(1).
    func isSettled(_ collection: any ItemCollection) -> Bool {
        guard Self.isFilled(collection) else { return true }
        let revision = collection.status.revision
        return state.withLock { state in
            guard let known = state.known[collection.id] else { return false }
            return known.pass == nil && !known.isWanted && known.revision == revision && state.looks.isEmpty
                && state.inHand == 0
        }
    }

    /// Whether all of a collection is filled. Of demos, and of long lists, whose files are only opened when somebody looks
    /// at them, it is what is looked at.
    private static func isFilled(_ collection: any ItemCollection) -> Bool {
        switch collection.kind {
        case .folder: true
        case .list, .pages: collection.status.count <= longList
        case .demo, .chart: false
        }
    }

    /// Whether a folder is still searched: that comes first, but for what is looked at.
    private static func isBeingRead(_ collection: any ItemCollection) -> Bool {
        collection.kind == .folder && !collection.status.isComplete
    }

    // MARK: Working

    /// Does the next few pictures, or waits.
    ///
    /// - Returns: false once it is stopped.
    private func goOn(isFirst: Bool) -> Bool {
        guard !isStopped else { return false }
        waitWhileBusy()
        guard let batch = nextBatch() else {
            if isFirst { for collection in collections() where Self.isFilled(collection) { collection.rankUnranked() } }
            // The first thread sees whether collections have changed; the others wait for work.
            _ = signal.wait(timeout: .now() + .milliseconds(isFirst ? Self.interval : 4 * Self.interval))
            return true
        }
        make(batch)
        state.withLock { $0.inHand -= 1 }
        return true
    }

    private var isOtherwiseBusy: Bool { painterCount.load(ordering: .relaxed) > 0 || isBusy() }

    /// Nothing is filled while `body` runs, but for what is in hand.
    func whilePaused<Value>(_ body: () -> Value) -> Value {
        painterCount.add(1, ordering: .relaxed)
        defer { painterCount.subtract(1, ordering: .relaxed) }
        return body()
    }

    /// Waits until nothing else is to be done. While tiles are made, this thread wakes a few hundred times a second, which
    /// takes no time worth mentioning.
    private func waitWhileBusy() {
        while isOtherwiseBusy, !isStopped { _ = signal.wait(timeout: .now() + .milliseconds(Self.pause)) }
    }

    /// What to do next; nil where nothing is left.
    private func nextBatch() -> Batch? {
        choosing.withLock { _ in
            while !isStopped {
                if let look = state.withLock({ $0.looks.last }) {
                    if let batch = step(
                        look,
                        keep: { pass, state in
                            // Another range may be looked at by now.
                            guard let place = state.looks.lastIndex(where: { $0.items === look.items }) else { return }
                            if pass.isDone { state.looks.remove(at: place) } else { state.looks[place] = pass }
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
                    guard let pass = pass(over: collection) else { continue }
                    isDone = false
                    if let batch = step(
                        pass,
                        keep: { pass, state in
                            state.known[collection.id]?.pass = pass.isDone ? nil : pass
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

    /// Forgets what is not among all collections any more, so that nothing here keeps it open. O(collections).
    private func forgetClosed(_ all: [any ItemCollection]) {
        let open = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        // What they held is let go after the lock.
        let closed = state.withLock { state in
            let closed = state.known.filter { id, known in open[id] == nil || open[id] !== known.collection }
            for id in closed.keys { state.known[id] = nil }
            return closed
        }
        _ = consume closed
    }

    private func step(_ pass: FillingPass, keep: (FillingPass, inout State) -> Void) -> Batch? {
        var pass = pass
        let source = AtlasKey.source(pass.collection.source)
        // Of a long list no count is kept, and what cannot be shown needs no entry in the atlas to be passed over.
        let isCounted = Self.isFilled(pass.collection)
        let indices = pass.step { !isCounted && $0.isLost || atlas.isKnown(AtlasKey(source: source, $0)) }
        state.withLock { state in
            keep(pass, &state)
            // Until it is known whether there is something to do.
            state.inHand += 1
        }
        // Runs of neighbours are asked for together.
        var items: [ItemSummary] = []
        var rest = indices[...]
        while let first = rest.first {
            let run = rest.enumerated().prefix { $0.offset == $0.element - first }.count
            items += pass.items.summaries(in: first..<first + run)
            rest = rest.dropFirst(run)
        }
        if items.isEmpty { state.withLock { $0.inHand -= 1 } }
        return items.isEmpty ? nil : Batch(collection: pass.collection, items: items)
    }

    /// The pass over a collection that goes on, or one that begins because it has changed.
    private func pass(over collection: any ItemCollection) -> FillingPass? {
        let status = collection.status
        let now = System.monotonicNanoseconds()
        let (pass, begins) = state.withLock { state -> (FillingPass?, Bool) in
            let known = state.known[collection.id] ?? Known(collection: collection)
            if let pass = known.pass { return (pass, false) }
            // While a folder is searched and measured it changes all the time.
            let pause = UInt64(Self.interval) * 1_000_000 << UInt64(min(known.failures, Self.longestPause))
            let isDue = known.revision < 0 || now &- known.began > pause
            return (nil, isDue && (known.isWanted || known.revision != status.revision))
        }
        guard begins else { return pass }
        collection.rank(by: AtlasRanking(atlas, self, collection))
        collection.rankUnranked()
        let source = AtlasKey.source(collection.source)
        var done = 0
        for first in stride(from: 0, to: status.count, by: 512) {
            done += collection.numbers(in: first..<first + 512).count {
                atlas.isKnown(AtlasKey(source: source, $0))
            }
        }
        let new = FillingPass(0..<status.count, of: collection, in: collection, strides: [1])
        state.withLock { state in
            var known = state.known[collection.id] ?? Known(collection: collection)
            known.failures = known.isWanted ? known.failures + 1 : 0
            (known.revision, known.began, known.isWanted) = (status.revision, now, false)
            known.progress.done = done
            known.pass = done < status.count ? new : nil
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
        var made: [(key: AtlasKey, picture: TinyPicture, item: AtlasNews.Item)] = []
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
                    let one = (key, picture, AtlasNews.Item(source: source, id: item.id))
                    if item.isDrawn { drawn.append(one) } else { made.append(one) }
                } else if item.size != nil, atlas.noteUnreadable(key) {
                    done += 1
                }
            } catch {
                // What may pass is tried again when the collection changes.
                if error == .changed { batch.collection.examine(item: item.id) }
                guard !error.isPassing, error != .changed else {
                    state.withLock { $0.known[batch.collection.id]?.isWanted = true }
                    continue
                }
                if item.error == nil || Self.isFilled(batch.collection), atlas.noteUnreadable(key) { done += 1 }
            }
        }
        done += atlas.note(made)
        done += atlas.note(drawn, isLasting: false)
        batch.collection.rankAgain(ranked)
        let time = System.monotonicNanoseconds() &- start &- paused.withLock { $0 }
        state.withLock { state in
            // Several threads work at a time.
            state.known[batch.collection.id]?.rate.note(done, nanoseconds: time / UInt64(threadCount))
            state.known[batch.collection.id]?.progress.done += done
        }
    }
}
