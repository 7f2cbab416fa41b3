// Groups of pictures of a folder that look alike, kept up to date while pictures become known.

import Platform
import Synchronization

/// When a folder's groups were found, and of what.
struct AlikeSearch: Sendable {
    /// A search takes at most one part in so many of the time, and begins at most once in `pause` nanoseconds.
    private static let (share, pause): (UInt64, UInt64) = (20, 20_000_000)
    /// Once all pictures are known, a search begins at once if one of so many has changed since the last one.
    ///
    /// So the search at the end of filling does not wait for the sake of the last one before.
    private static let changedShare = 64

    private(set) var isRunning = false
    /// What was known when looks were asked for last: the revisions of the folder and of the atlas.
    var asked: SIMD2<Int> = [-1, -1]
    /// The change of looks of which groups were found last; nil before the first time.
    var grouped: Int?
    private var start: UInt64 = 0
    private var next: UInt64 = 0

    /// Begins a search, unless one runs or the last one was a moment ago.
    ///
    /// `known` is the number of looks where all pictures are known, else nil; `change` that of their changes.
    mutating func begin(_ now: UInt64, known: Int?, change: Int) -> Bool {
        let isDue = known.map { Self.changedShare * (change - (grouped ?? 0)) > $0 } ?? false
        guard !isRunning, now >= next || isDue else { return false }
        (isRunning, start) = (true, now)
        return true
    }

    mutating func end(_ now: UInt64) {
        isRunning = false
        next = now + max((now - start) * Self.share, Self.pause)
    }
}

extension FolderCollection {
    /// Items handled while the lock is held once.
    private static let lookCount = 256

    package func look(ofItem id: String) -> Look? {
        items.withLock { items in items.store.handle(ofItem: id).flatMap { items.facts.looks[$0] } }
    }

    package func bestOfAlike(among numbers: [UInt64]) -> (best: [UInt64], others: [UInt64]) {
        var groups: [UInt32: [(item: UInt64, handle: UInt32)]] = [:]
        let facts = items.withLock { $0.facts.snapshot }
        for start in stride(from: 0, to: numbers.count, by: Self.lookCount) {
            items.withLock { items in
                for item in numbers[start..<min(start + Self.lookCount, numbers.count)] {
                    guard let handle = items.store.handle(of: item), let first = facts.firstAlike(row: Int(handle))
                    else { continue }
                    groups[first, default: []].append((item, handle))
                }
            }
        }
        var (best, others): ([UInt64], [UInt64]) = ([], [])
        for (_, members) in groups.sorted(by: { $0.key < $1.key }) where members.count > 1 {
            let ranked = members.map { (item: $0.item, ranks: facts.bestRanks(row: Int($0.handle)), handle: $0.handle) }
            // Of equally good ones it is the first by name, as in the group.
            let first = items.withLock { items in
                ranked.min { one, other in
                    one.ranks == other.ranks
                        ? items.store.precedes(one.handle, other.handle)
                        : one.ranks.lexicographicallyPrecedes(other.ranks)
                }
            }
            guard let first else { continue }
            best.append(first.item)
            others += members.map(\.item).filter { $0 != first.item }
        }
        return (best, others)
    }

    package var isAlikeFound: Bool {
        guard let ranking = ranking.withLock({ $0 }), !isComparing else { return false }
        let (revision, change) = items.withLock { ($0.revision, $0.facts.lookChangeCount) }
        return alike.withLock { $0.grouped == change && $0.asked == [revision, ranking.changeCount] }
    }

    package func findAlike(pause: () -> Bool) {
        guard let ranking = ranking.withLock({ $0 }) else { return }
        let (count, lookChange) = items.withLock { ($0.status.count, $0.facts.lookChangeCount) }
        let known = ranking.isComplete ? count : nil
        guard alike.withLock({ $0.begin(System.monotonicNanoseconds(), known: known, change: lookChange) }) else {
            return
        }
        defer { alike.withLock { $0.end(System.monotonicNanoseconds()) } }
        askForLooks(ranking, pause)
        let (looks, change) = items.withLock { ($0.facts.looks, $0.facts.lookChangeCount) }
        guard alike.withLock({ $0.grouped }) != change else { return }
        let comparer = ranking.makeComparer()
        let groups = AlikeFinder(looks).groups(isCancelled: pause) { row, first in
            let numbers = items.withLock { items in
                items.isItem(row) && items.isItem(first)
                    ? (items.store.numbers(of: row), items.store.numbers(of: first)) : nil
            }
            return numbers.map { comparer.areAlike($0.0, $0.1) } ?? false
        }
        guard let groups else { return }
        show(groups, of: looks)
        alike.withLock { $0.grouped = change }
    }

    /// Asks for the looks of all items that have none.
    private func askForLooks(_ ranking: any ItemRanking, _ pause: () -> Bool) {
        // Both are read before the walk: what changes meanwhile is asked for the next time.
        let known: SIMD2<Int> = [status.revision, ranking.changeCount]
        guard alike.withLock({ $0.asked }) != known else { return }
        var first = 0
        while true {
            let unknown = items.withLock { items -> [ItemNumbers]? in
                guard first < items.names.count else { return nil }
                let handles = items.names.handles(in: first..<min(first + Self.lookCount, items.names.count))
                return handles.filter { items.facts.looks[$0] == nil }.map { items.store.numbers(of: $0) }
            }
            guard let unknown else { break }
            setLooks(of: unknown, ranking)
            first += Self.lookCount
            if pause() { return }
        }
        alike.withLock { $0.asked = known }
    }

    /// Notes what these items look like.
    ///
    /// Blocks.
    func setLooks(of numbers: [ItemNumbers], _ ranking: any ItemRanking) {
        guard !numbers.isEmpty else { return }
        let looks = ranking.looks(of: numbers)
        items.withLock { items in
            items.changing { items in
                for (numbers, look) in zip(numbers, looks) {
                    guard let look, let handle = items.store.handle(of: numbers.item),
                        items.store.numbers(of: handle).version == numbers.version
                    else { continue }
                    items.set(look: look, of: handle)
                }
            }
        }
    }

    /// Shows groups, except for items that look different by now.
    private func show(_ groups: [UInt32], of looks: LookColumn) {
        var counts = [Bool](repeating: false, count: groups.count)
        for (row, first) in groups.enumerated() where first != AlikeFinder.none && Int(first) != row {
            counts[Int(first)] = true
        }
        for start in stride(from: 0, to: groups.count, by: Self.lookCount) {
            items.withLock { items in
                items.changing { items in
                    for row in start..<min(start + Self.lookCount, groups.count) where groups[row] != AlikeFinder.none {
                        let handle = UInt32(truncatingIfNeeded: row)
                        guard items.facts.looks[handle] == looks[handle] else { continue }
                        items.set(firstAlike: counts[Int(groups[row])] ? groups[row] : nil, of: handle)
                    }
                }
            }
        }
    }
}

extension FolderItems {
    /// Whether a handle belongs to an item.
    fileprivate func isItem(_ handle: UInt32) -> Bool { facts.present.contains(Int(handle)) }

    /// Notes what an item looks like, and moves it in orders by nearness; call it within `changing`.
    fileprivate mutating func set(look: Look, of handle: UInt32) {
        guard facts.looks[handle] != look else { return }
        guard arranged.comparesLooks || touched != nil else { return facts.set(look: look, row: Int(handle)) }
        isChanged = true
        change(handle) { $0.facts.set(look: look, row: Int(handle)) }
    }

    /// Moves an item into another group of alike pictures, or out of all; call it within `changing`.
    mutating func set(firstAlike first: UInt32?, of handle: UInt32) {
        guard facts.firstAlike(row: Int(handle)) != first else { return }
        if change(handle, { $0.facts.set(firstAlike: first, row: Int(handle)) }) { isChanged = true }
    }

    /// Forgets what a file's bytes and picture were compared with, since they may be others.
    ///
    /// The caller moves it in the arrangements.
    mutating func forgetContents(of handle: UInt32) {
        facts.setDuplicate(false, row: Int(handle))
        facts.set(look: nil, row: Int(handle))
        facts.set(firstAlike: nil, row: Int(handle))
    }
}
