// The known colours of a plane's items, as light, in the order of its index.

import Catalog
import Imaging
import Tiling

/// The colours of a plane's items at one moment.
///
/// Sums of light before each 16 items tell the mean of any run in O(8). Memory: 6 bytes an item.
final class PlaneColours: Sendable {
    private static let blockCount = 16

    /// The view that the items are of.
    private weak let view: (any CollectionView)?
    /// Which points and which moment they belong to.
    private let stamp: String
    /// By position in the index 0x01RRGGBB; 0 for an item whose colour is not known.
    private let colours: [UInt32]
    /// Before each block: the light of its red, green and blue samples, in 65,535ths, and the number of known items.
    private let sums: [SIMD4<UInt64>]

    /// Makes the colours of items; `colour` returns that of an item as 0xRRGGBB, nil where it is not known.
    ///
    /// O(items).
    init(
        of index: PlaneIndex, _ view: any CollectionView, stamp: String, colour: (Int) -> UInt32?
    ) {
        (self.view, self.stamp) = (view, stamp)
        var sums: [SIMD4<UInt64>] = []
        sums.reserveCapacity(index.placedCount / Self.blockCount + 1)
        var sum = SIMD4<UInt64>()
        var colours: [UInt32] = []
        colours.reserveCapacity(index.placedCount)
        for (position, item) in index.itemsInOrder.enumerated() {
            if position % Self.blockCount == 0 { sums.append(sum) }
            let known = colour(Int(item)).map { $0 & 0xFF_FFFF | 0x100_0000 } ?? 0
            colours.append(known)
            sum &+= Self.light(known)
        }
        sums.append(sum)
        (self.colours, self.sums) = (colours, sums)
    }

    /// Whether these are the colours of a view at a moment.
    func areOf(_ other: any CollectionView, stamp: String) -> Bool { view === other && self.stamp == stamp }

    /// Whether these are the colours of a view.
    func isOf(_ other: any CollectionView) -> Bool { view === other }

    /// The mean of the light of a run's known colours, as 0xRRGGBB; nil where none is known.
    func mean(of run: Range<Int>) -> UInt32? {
        var walk = Walk()
        return walk.mean(of: run, in: self)
    }

    /// Runs that follow one another, each of which begins where the one before ends: their sums are counted on.
    struct Walk {
        private var position = -1
        private var sum = SIMD4<UInt64>()

        /// The mean of a run, as `mean(of:)`.
        mutating func mean(of run: Range<Int>, in colours: PlaneColours) -> UInt32? {
            let before = run.lowerBound == position ? sum : colours.sum(before: run.lowerBound)
            // Of a few, adding them takes less time.
            if run.count <= PlaneColours.blockCount / 4 {
                sum = before
                for place in run { sum &+= PlaneColours.light(colours.colours[place]) }
            } else {
                sum = colours.sum(before: run.upperBound)
            }
            position = run.upperBound
            return PlaneColours.mean(of: sum &- before)
        }
    }

    /// The light of all items before a position; O(block / 2).
    private func sum(before position: Int) -> SIMD4<UInt64> {
        let block = position / Self.blockCount
        let (start, end) = (block * Self.blockCount, (block + 1) * Self.blockCount)
        if position - start <= Self.blockCount / 2 || end > colours.count {
            var sum = sums[block]
            for place in start..<position { sum &+= Self.light(colours[place]) }
            return sum
        }
        var sum = sums[block + 1]
        for place in position..<end { sum &-= Self.light(colours[place]) }
        return sum
    }

    private static func mean(of sum: SIMD4<UInt64>) -> UInt32? {
        guard sum.w > 0 else { return nil }
        let count = Double(sum.w) * 65_535
        func sample(_ light: UInt64) -> UInt32 { UInt32(ShownLight.encoded(Float(Double(light) / count))) }
        return sample(sum.x) << 16 | sample(sum.y) << 8 | sample(sum.z)
    }

    /// The light of each sample, in 65,535ths.
    private static let lights: [UInt64] = (0..<256).map { sample in
        UInt64(clamping: Int(clamping: (ToneCurve.sRGB.value(Double(sample) / 255) * 65_535).rounded()))
    }

    private static func light(_ colour: UInt32) -> SIMD4<UInt64> {
        guard colour != 0 else { return SIMD4() }
        return SIMD4(
            lights[Int(colour >> 16 & 255)], lights[Int(colour >> 8 & 255)], lights[Int(colour & 255)], 1)
    }
}
