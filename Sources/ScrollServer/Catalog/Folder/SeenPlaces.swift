// Which of many places were seen.

/// A set of numbers from 0 on, a byte for each eight of them, that knows how many it has.
struct SeenPlaces: Sendable {
    private var bits: [UInt8]
    private(set) var count = 0

    /// - Parameter count: how many numbers there may be.
    init(count: Int) { bits = [UInt8](repeating: 0, count: (max(0, count) + 7) / 8) }

    /// Adds a number; does nothing where it is there, or is none that there may be. O(1).
    mutating func insert(_ place: Int) {
        guard place >= 0, place / 8 < bits.count, bits[place / 8] & 1 << (place % 8) == 0 else { return }
        bits[place / 8] |= 1 << (place % 8)
        count += 1
    }
}
