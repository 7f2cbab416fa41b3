// A folder in the orders of what its pictures look like.

import Synchronization

extension FolderCollection {
    /// Items whose ranks are asked for together, and set while the lock is held once.
    private static let rankCount = 256
    /// How often a folder is walked that changes meanwhile.
    private static let mostWalks = 4

    package func rank(by ranking: any ItemRanking) { self.ranking.withLock { $0 = ranking } }

    package var orders: [ItemOrder.Key] {
        let isReady = ranking.withLock { $0 }?.isReady == true
        return ItemOrder.Key.allCases.filter { key in
            !key.isVisual || isReady || items.withLock { $0.has(key) }
        }
    }

    /// Asks for the ranks of all items, before an order by them is made for the first time. Blocks.
    func rankAll(by key: ItemOrder.Key) {
        guard let ranking = ranking.withLock({ $0 }) else { return }
        // So that items that come or change from now on are ranked as well.
        items.withLock { $0.beginRanks(by: key) }
        // An item that moves meanwhile may be missed: then once more, but not for ever.
        for _ in 0..<Self.mostWalks {
            let revision = status.revision
            var first = 0
            while first < status.count {
                let numbers = numbers(in: first..<first + Self.rankCount)
                guard !numbers.isEmpty else { break }
                set(ranking.ranks(of: numbers, by: key), of: numbers, by: key)
                first += numbers.count
            }
            if status.revision == revision { return }
        }
    }

    package func rankAgain(_ numbers: [ItemNumbers]) {
        guard let ranking = ranking.withLock({ $0 }) else { return }
        for key in items.withLock({ $0.rankedKeys }) {
            set(ranking.ranks(of: numbers, by: key), of: numbers, by: key)
        }
    }

    package func rankUnranked() {
        let all = items.withLock { items in items.unranked.map { items.store.numbers(of: $0) } }
        for first in stride(from: 0, to: all.count, by: Self.rankCount) {
            rankAgain(Array(all[first..<min(first + Self.rankCount, all.count)]))
        }
    }

    private func set(_ ranks: [Int64?], of numbers: [ItemNumbers], by key: ItemOrder.Key) {
        items.withLock { items in
            items.changing { items in
                for (numbers, rank) in zip(numbers, ranks) {
                    guard let handle = items.store.handle(of: numbers.item),
                        items.store.numbers(of: handle).version == numbers.version
                    else { continue }
                    items.set(rank ?? ItemRanks.last, of: handle, by: key)
                }
            }
        }
    }
}
