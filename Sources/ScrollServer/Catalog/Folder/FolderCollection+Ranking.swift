// A folder ordered by the appearance of its pictures.

import Synchronization

extension FolderCollection {
    /// Items whose ranks are requested together, and set while the lock is held once.
    private static let rankCount = 256
    /// Most walks through a folder that changes meanwhile.
    private static let mostWalks = 4

    package func rank(by ranking: any ItemRanking) { self.ranking.withLock { $0 = ranking } }

    package var orders: [ItemOrder.Key] {
        let isReady = ranking.withLock { $0 }?.isReady == true
        return ItemOrder.Key.allCases.filter { key in
            !key.isVisual || isReady || items.withLock { $0.has(key) }
        }
    }

    /// Requests the ranks of all items, before the first order by them is made; blocks.
    func rankAll(by key: ItemOrder.Key) {
        guard let ranking = ranking.withLock({ $0 }) else { return }
        // Ensures that items that appear or change from now on are ranked as well.
        items.withLock { $0.beginRanks(by: key) }
        // A walk may miss an item that moves meanwhile: repeat it, but not for ever.
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

    package func rerank(_ numbers: [ItemNumbers]) {
        guard let ranking = ranking.withLock({ $0 }) else { return }
        setLooks(of: numbers, ranking)
        for key in items.withLock({ $0.rankedKeys }) {
            set(ranking.ranks(of: numbers, by: key), of: numbers, by: key)
        }
    }

    package func rankUnranked() {
        let all = items.withLock { items in items.unranked.map { items.store.numbers(of: $0) } }
        for first in stride(from: 0, to: all.count, by: Self.rankCount) {
            rerank(Array(all[first..<min(first + Self.rankCount, all.count)]))
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
