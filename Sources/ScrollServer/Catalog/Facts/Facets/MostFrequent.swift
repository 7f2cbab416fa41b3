// The most frequent of many values.

/// Keeps the values with the highest counts, equal ones in the order of their texts, and counts the others together.
struct MostFrequent {
    private let limit: Int
    /// A heap; its first element is the next to be dropped.
    private var heap: [(code: UInt32, count: UInt32)] = []
    private(set) var otherValues = 0
    private(set) var otherCount = 0
    private var texts: [UInt32: [UInt8]] = [:]

    init(limit: Int) { self.limit = max(0, limit) }

    /// Adds a value in O(log limit); most values of a large field cost one comparison.
    mutating func add(code: UInt32, count: UInt32, text: (UInt32) -> ArraySlice<UInt8>) {
        if heap.count == limit {
            guard let least = heap.first, count >= least.count else { return drop(count) }
            texts[code] = Array(text(code))
            guard isBefore((code, count), least) else {
                texts[code] = nil
                return drop(count)
            }
            texts[least.code] = nil
            drop(least.count)
            heap[0] = (code, count)
            sink(0)
        } else {
            texts[code] = Array(text(code))
            heap.append((code, count))
            rise(heap.count - 1)
        }
    }

    private mutating func drop(_ count: UInt32) {
        otherValues += 1
        otherCount += Int(count)
    }

    /// The most frequent first.
    var sorted: [(code: UInt32, count: UInt32)] { heap.sorted { isBefore($0, $1) } }

    private func isBefore(_ first: (code: UInt32, count: UInt32), _ second: (code: UInt32, count: UInt32)) -> Bool {
        if first.count != second.count { return first.count > second.count }
        return (texts[first.code] ?? []).lexicographicallyPrecedes(texts[second.code] ?? [])
    }

    private mutating func rise(_ start: Int) {
        var index = start
        while index > 0, isBefore(heap[(index - 1) / 2], heap[index]) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var last = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && isBefore(heap[last], heap[child]) {
                last = child
            }
            if last == index { return }
            heap.swapAt(index, last)
            index = last
        }
    }
}
