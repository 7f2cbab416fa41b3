// Points of a plane in Morton order, which find the points in a part of the plane.

/// The points of a plane's items, sorted so that all squares of a quadtree are runs.
///
/// A key interleaves the bits of a point's two coordinates (Morton 1966), so the points in one cell of the plane that
/// is halved again and again, by turns across and down, have keys with a common prefix. 17 bytes an item.
public struct PlaneIndex: Sendable {
    /// A place in the plane: both coordinates from 0, at the left and at the top, to `UInt32.max`.
    public struct Place: Sendable, Equatable {
        public var x: UInt32
        public var y: UInt32

        public init(x: UInt32, y: UInt32) { (self.x, self.y) = (x, y) }

        /// The place at these shares of the plane.
        public init(x: Double, y: Double) {
            func coordinate(_ share: Double) -> UInt32 {
                UInt32(clamping: max(0, share) * 4_294_967_296)
            }
            self.init(x: coordinate(x), y: coordinate(y))
        }
    }

    /// A part of the plane: all places whose keys begin with the same bits.
    struct Cell: Sendable, Equatable {
        /// The bits, followed by zeros.
        var prefix: UInt64 = 0
        var bitCount = 0
        /// The positions in the index of the points in it.
        var run: Range<Int>
    }

    /// Whether the first bit of a key is that of y, so that the plane is first halved across its height.
    public let isTall: Bool
    /// Ascending.
    let keys: [UInt64]
    /// The item of each key, ascending where keys are equal.
    let items: [UInt32]
    /// The position of each item; `UInt32.max` for an item without a place.
    private let positions: [UInt32]
    /// The least item of each 16 elements: of `items`, then of the minima below.
    private let minima: [[UInt32]]
    private static let fanBits = 4
    /// The counts of cells, and a hash of the places.
    let summary: PlaneSummary

    /// Number of items, with a place or without.
    public var count: Int { positions.count }
    /// Number of items with a place.
    public var placedCount: Int { keys.count }

    /// Sorts the points of the items `0 ..< count`; `place` returns nil for an item without one.
    ///
    /// O(count).
    public init(count: Int, isTall: Bool = false, place: (Int) -> Place?) {
        self.isTall = isTall
        var (keys, items): ([UInt64], [UInt32]) = ([], [])
        keys.reserveCapacity(count)
        items.reserveCapacity(count)
        for item in 0..<count {
            guard let place = place(item) else { continue }
            keys.append(Self.key(place, isTall: isTall))
            items.append(UInt32(truncatingIfNeeded: item))
        }
        Self.sort(&keys, &items)
        var positions = [UInt32](repeating: .max, count: count)
        for (position, item) in items.enumerated() { positions[Int(item)] = UInt32(truncatingIfNeeded: position) }
        var minima: [[UInt32]] = []
        var below = items
        while below.count > 1 << Self.fanBits {
            below = stride(from: 0, to: below.count, by: 1 << Self.fanBits).map { start in
                below[start..<min(below.count, start + 1 << Self.fanBits)].reduce(.max, min)
            }
            minima.append(below)
        }
        (self.keys, self.items, self.positions, self.minima) = (keys, items, positions, minima)
        summary = PlaneSummary(keys, items)
    }

    /// The bits of both coordinates by turns, the highest first.
    static func key(_ place: Place, isTall: Bool) -> UInt64 {
        let (first, second) = isTall ? (place.y, place.x) : (place.x, place.y)
        return spread(first) << 1 | spread(second)
    }

    /// Puts a zero before each bit.
    private static func spread(_ number: UInt32) -> UInt64 {
        var bits = UInt64(number)
        bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
        bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333
        return (bits | bits << 1) & 0x5555_5555_5555_5555
    }

    /// Sorts keys with their items, eleven bits at a time from the lowest; stable.
    static func sort(_ keys: inout [UInt64], _ items: inout [UInt32]) {
        var (sortedKeys, sortedItems) = (keys, items)
        for shift in stride(from: 0, to: 64, by: 11) {
            var starts = [Int](repeating: 0, count: 1 << 11)
            for key in keys { starts[Int(key >> UInt64(shift) & 0x7FF)] += 1 }
            // All keys have the same bits here.
            if starts.contains(keys.count) { continue }
            var start = 0
            for digit in starts.indices { (starts[digit], start) = (start, start + starts[digit]) }
            for (position, key) in keys.enumerated() {
                let digit = Int(key >> UInt64(shift) & 0x7FF)
                sortedKeys[starts[digit]] = key
                sortedItems[starts[digit]] = items[position]
                starts[digit] += 1
            }
            swap(&keys, &sortedKeys)
            swap(&items, &sortedItems)
        }
    }

    // MARK: Cells

    /// The whole plane.
    var root: Cell { Cell(run: 0..<keys.count) }

    /// The halves of a cell: the left or upper one first; O(log points).
    func halves(of cell: Cell) -> (Cell, Cell) {
        let bit = UInt64(1) << UInt64(63 - cell.bitCount)
        var middle = cell.run.upperBound
        var low = cell.run.lowerBound
        while low < middle {
            let position = (low + middle) / 2
            if keys[position] & bit == 0 { low = position + 1 } else { middle = position }
        }
        return (
            Cell(prefix: cell.prefix, bitCount: cell.bitCount + 1, run: cell.run.lowerBound..<middle),
            Cell(prefix: cell.prefix | bit, bitCount: cell.bitCount + 1, run: middle..<cell.run.upperBound)
        )
    }

    /// Whether all points of a cell are at the same place; true for a single one.
    func isPoint(_ cell: Cell) -> Bool {
        !cell.run.isEmpty && keys[cell.run.lowerBound] == keys[cell.run.upperBound - 1]
    }

    /// The largest cell of at least `bitCount` bits that holds an item, and others only at the same place.
    ///
    /// nil for an item without a place. O(log points × bits).
    func cell(of item: Int, bitCount: Int) -> Cell? {
        cell(of: item) { cell in cell.bitCount >= bitCount && isPoint(cell) }
    }

    /// The cell of `bitCount` bits that holds an item; nil for an item without a place.
    func cell(of item: Int, endingAt bitCount: Int) -> Cell? { cell(of: item) { $0.bitCount >= bitCount } }

    private func cell(of item: Int, _ isEnough: (Cell) -> Bool) -> Cell? {
        guard positions.indices.contains(item), positions[item] != .max else { return nil }
        let position = Int(positions[item])
        var cell = root
        while cell.bitCount < 64, !isEnough(cell) {
            let (first, second) = halves(of: cell)
            cell = first.run.contains(position) ? first : second
        }
        return cell
    }

    /// The first item of a cell, which must hold one; O(log points).
    func firstItem(of cell: Cell) -> Int { Int(least(in: cell.run, level: 0)) }

    /// The first `most` items of a cell whose items are all at one place, ascending; O(most).
    func items(of cell: Cell, _ most: Int) -> [Int] { items[cell.run].prefix(most).map { Int($0) } }

    private func least(in run: Range<Int>, level: Int) -> UInt32 {
        func values(_ run: Range<Int>) -> UInt32 {
            level == 0 ? items[run].reduce(.max, min) : minima[level - 1][run].reduce(.max, min)
        }
        let fan = 1 << Self.fanBits
        let (first, last) = ((run.lowerBound + fan - 1) / fan, run.upperBound / fan)
        guard first < last, level < minima.count else { return values(run) }
        return min(
            values(run.lowerBound..<first * fan), values(last * fan..<run.upperBound),
            least(in: first..<last, level: level + 1))
    }

    /// The part of the plane that a cell is, in shares of its width and height.
    func area(of cell: Cell) -> (x: Double, y: Double, width: Double, height: Double) {
        let (first, second) = (Self.gather(cell.prefix >> 1), Self.gather(cell.prefix))
        let (firstBits, secondBits) = ((cell.bitCount + 1) / 2, cell.bitCount / 2)
        let (one, other) = (Self.share(first), Self.share(second))
        let (length, otherLength) = (Self.power(-firstBits), Self.power(-secondBits))
        return isTall ? (other, one, otherLength, length) : (one, other, length, otherLength)
    }

    /// The inverse of `spread`.
    private static func gather(_ bits: UInt64) -> UInt32 {
        var bits = bits & 0x5555_5555_5555_5555
        bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
        bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
        bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
        bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: bits | bits >> 16)
    }

    private static func share(_ coordinate: UInt32) -> Double { Double(coordinate) / 4_294_967_296 }

    /// Two to this power.
    private static func power(_ exponent: Int) -> Double {
        Double(sign: .plus, exponent: exponent, significand: 1)
    }
}
