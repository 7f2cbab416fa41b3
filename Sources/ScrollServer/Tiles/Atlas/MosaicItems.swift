// What a mosaic shows of each item of a view, in the view's order.

import Catalog
import Platform

/// The colour and the picture number of each item, in blocks, so that a change copies at most one of a shared value.
///
/// Memory: 8 bytes per item.
struct MosaicItems: Sendable {
    static let blockCount = 4096
    /// The picture number of an item that has not been looked up in the atlas.
    static let unread = UInt32.max - 1
    /// The colour of an unknown item.
    static let neutral = SIMD4(rgb: TinyPicture.neutral)

    struct Block: Sendable {
        fileprivate(set) var colours: [SIMD4<UInt8>] = []
        fileprivate(set) var pictureNumbers: [UInt32] = []
        fileprivate(set) var unreadCount = 0
        /// A hash of the above; nil until it is needed.
        fileprivate var digest: UInt64?

        var count: Int { colours.count }

        fileprivate mutating func append(_ colour: SIMD4<UInt8>, _ pictureNumber: UInt32) {
            colours.append(colour)
            pictureNumbers.append(pictureNumber)
            if pictureNumber == MosaicItems.unread { unreadCount += 1 }
            digest = nil
        }

        fileprivate mutating func set(_ position: Int, _ colour: SIMD4<UInt8>, _ pictureNumber: UInt32) {
            guard colours[position] != colour || pictureNumbers[position] != pictureNumber else { return }
            if pictureNumbers[position] == MosaicItems.unread { unreadCount -= 1 }
            if pictureNumber == MosaicItems.unread { unreadCount += 1 }
            colours[position] = colour
            pictureNumbers[position] = pictureNumber
            digest = nil
        }

        fileprivate mutating func reset() {
            for position in colours.indices {
                (colours[position], pictureNumbers[position]) = (MosaicItems.neutral, MosaicItems.unread)
            }
            (unreadCount, digest) = (colours.count, nil)
        }

        fileprivate func makeDigest() -> UInt64 {
            var sum: UInt64 = 0
            for (colour, pictureNumber) in zip(colours, pictureNumbers) {
                let bits = UInt64(colour.x) << 32 | UInt64(colour.y) << 16 | UInt64(colour.z)
                sum = StableHash.mix(sum ^ bits ^ UInt64(pictureNumber) &* 0x9E37_79B9_7F4A_7C15)
            }
            return sum
        }
    }

    private(set) var blocks: [Block] = []
    private(set) var count = 0

    // MARK: Following an order

    /// Replaces all items by `count` unknown ones.
    mutating func reset(count: Int) {
        guard count == self.count else {
            self = MosaicItems()
            return appendUnread(count)
        }
        // In place: new blocks would exist beside the old ones for a while.
        for block in blocks.indices { blocks[block].reset() }
    }

    /// Appends unknown items until there are `count`.
    mutating func append(upTo count: Int) { appendUnread(max(0, count - self.count)) }

    private mutating func appendUnread(_ count: Int) {
        var rest = count
        while rest > 0 {
            if blocks.last.map({ $0.count == Self.blockCount }) ?? true { blocks.append(Block()) }
            let last = blocks.count - 1
            let run = min(rest, Self.blockCount - blocks[last].count)
            if blocks[last].count == 0 {
                blocks[last].colours = [SIMD4<UInt8>](repeating: Self.neutral, count: run)
                blocks[last].pictureNumbers = [UInt32](repeating: Self.unread, count: run)
                blocks[last].unreadCount = run
            } else {
                for _ in 0..<run { blocks[last].append(Self.neutral, Self.unread) }
            }
            blocks[last].digest = nil
            rest -= run
            self.count += run
        }
    }

    /// Applies removals and insertions.
    ///
    /// O(changes + items after the first of them).
    mutating func apply(_ difference: OrderDifference) {
        if difference.removed.isEmpty, difference.inserted.count == 1,
            difference.inserted[0].lowerBound == count
        {
            appendUnread(difference.inserted[0].count)
        } else if !difference.removed.isEmpty || !difference.inserted.isEmpty {
            splice(difference)
        }
        for index in difference.resized { markUnread(index) }
    }

    private mutating func splice(_ difference: OrderDifference) {
        let first = min(
            difference.removed.first?.lowerBound ?? .max, difference.inserted.first?.lowerBound ?? .max,
            count)
        let old = self
        let kept = first / Self.blockCount
        blocks.removeSubrange(min(kept, blocks.count)...)
        count = blocks.reduce(0) { $0 + $1.count }
        var (removed, inserted) = (difference.removed[...], difference.inserted[...])
        var from = count
        while true {
            if let run = inserted.first, run.lowerBound == count {
                appendUnread(run.count)
                inserted = inserted.dropFirst()
            } else if let run = removed.first, run.contains(from) {
                from = run.upperBound
                removed = removed.dropFirst()
            } else if from < old.count {
                let end = min(
                    removed.first?.lowerBound ?? old.count, old.count,
                    inserted.first.map { from + $0.lowerBound - count } ?? .max)
                guard end > from else { return }
                append(old, from..<end)
                from = end
            } else {
                return
            }
        }
    }

    private mutating func append(_ other: MosaicItems, _ range: Range<Int>) {
        for index in range {
            if blocks.last.map({ $0.count == Self.blockCount }) ?? true {
                blocks.append(Block())
                blocks[blocks.count - 1].colours.reserveCapacity(Self.blockCount)
                blocks[blocks.count - 1].pictureNumbers.reserveCapacity(Self.blockCount)
            }
            let block = other.blocks[index / Self.blockCount]
            let position = index % Self.blockCount
            blocks[blocks.count - 1].append(block.colours[position], block.pictureNumbers[position])
        }
        count += range.count
    }

    // MARK: Single items

    mutating func markUnread(_ index: Int) {
        guard index >= 0, index < count else { return }
        let block = index / Self.blockCount
        blocks[block].set(
            index % Self.blockCount, blocks[block].colours[index % Self.blockCount], Self.unread)
    }

    mutating func set(_ index: Int, _ entry: AtlasEntry?, colour: UInt32?) {
        guard index >= 0, index < count else { return }
        blocks[index / Self.blockCount].set(
            index % Self.blockCount, SIMD4(rgb: entry?.colour ?? colour ?? TinyPicture.neutral),
            entry.map(\.pictureNumber) ?? AtlasEntry.noPicture)
    }

    /// Returns the picture number of an item; nil if there is no such item.
    func pictureNumber(of index: Int) -> UInt32? {
        index >= 0 && index < count
            ? blocks[index / Self.blockCount].pictureNumbers[index % Self.blockCount] : nil
    }

    /// Marks all items without known pixels as unread, when it is unknown what has been added to the atlas.
    ///
    /// O(n).
    mutating func markUnknown() {
        for block in blocks.indices {
            for position in 0..<blocks[block].count where blocks[block].pictureNumbers[position] == AtlasEntry.noPicture
            {
                blocks[block].set(position, blocks[block].colours[position], Self.unread)
            }
        }
    }

    // MARK: Ranges

    /// The colours and the picture numbers of items that lie in one block.
    struct Part {
        let items: Range<Int>
        let colours: ArraySlice<SIMD4<UInt8>>
        let pictureNumbers: ArraySlice<UInt32>
    }

    /// Returns the parts of a range, each in one block.
    func parts(of range: Range<Int>) -> [Part] {
        let range = range.clamped(to: 0..<count)
        return blockRange(range).map { number in
            let start = number * Self.blockCount
            let items = range.clamped(to: start..<start + Self.blockCount)
            let inBlock = items.lowerBound - start..<items.upperBound - start
            return Part(
                items: items, colours: blocks[number].colours[inBlock],
                pictureNumbers: blocks[number].pictureNumbers[inBlock])
        }
    }

    /// Returns the ranges of all blocks that contain some of these items, existing or not, ascending.
    ///
    /// O(n log n).
    static func wholeBlocks(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var whole: [Range<Int>] = []
        for range in ranges.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let first = range.lowerBound / blockCount * blockCount
            let end = ((range.upperBound - 1) / blockCount + 1) * blockCount
            if let last = whole.last, last.upperBound >= first {
                whole[whole.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                whole.append(first..<end)
            }
        }
        return whole
    }

    /// Returns the range of all items in the blocks of this range.
    func wholeBlocks(_ range: Range<Int>) -> Range<Int> {
        let blocks = blockRange(range)
        return (blocks.lowerBound * Self.blockCount..<blocks.upperBound * Self.blockCount).clamped(to: 0..<count)
    }

    private func blockRange(_ range: Range<Int>) -> Range<Int> {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return 0..<0 }
        return range.lowerBound / Self.blockCount..<(range.upperBound - 1) / Self.blockCount + 1
    }

    /// Returns the first run of unread items in a range, at most `limit` long; nil if all are read.
    func unread(in range: Range<Int>, atMost limit: Int) -> Range<Int>? {
        let range = range.clamped(to: 0..<count)
        for block in blockRange(range) where blocks[block].unreadCount > 0 {
            let start = block * Self.blockCount
            let part = range.clamped(to: start..<start + blocks[block].count)
            let pictureNumbers = blocks[block].pictureNumbers
            guard let first = part.first(where: { pictureNumbers[$0 - start] == Self.unread }) else { continue }
            var end = first + 1
            while end < part.upperBound, end - first < limit, pictureNumbers[end - start] == Self.unread {
                end += 1
            }
            return first..<end
        }
        return nil
    }

    /// Returns the number of unread items in all blocks of a range.
    func unreadCount(in range: Range<Int>) -> Int {
        blockRange(range).reduce(0) { $0 + blocks[$1].unreadCount }
    }

    /// Returns the number of blocks of a range without a digest.
    func undigestedCount(in range: Range<Int>) -> Int {
        blockRange(range).count { blocks[$0].digest == nil }
    }

    /// Returns a hash of all that a mosaic shows of these items and of their neighbours in the same blocks.
    mutating func digest(of range: Range<Int>) -> UInt64 {
        var sum =
            UInt64(truncatingIfNeeded: range.lowerBound) << 32
            ^ UInt64(truncatingIfNeeded: range.upperBound)
        for block in blockRange(range) {
            let digest = blocks[block].digest ?? blocks[block].makeDigest()
            blocks[block].digest = digest
            sum = StableHash.mix(sum ^ digest)
        }
        return sum
    }
}

extension SIMD4<UInt8> {
    /// Makes an opaque colour from 0xRRGGBB: red, green, blue and 255, four samples that may be averaged.
    init(rgb: UInt32) {
        self.init(
            UInt8(truncatingIfNeeded: rgb &>> 16), UInt8(truncatingIfNeeded: rgb &>> 8),
            UInt8(truncatingIfNeeded: rgb), 255)
    }
}
