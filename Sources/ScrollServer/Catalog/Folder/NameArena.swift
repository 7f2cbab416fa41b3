// Many short names in few large blocks.

/// Names one behind the other in blocks of 64 KiB, which are never moved, so growing needs no second copy of them. The
/// place of a name that is let go is taken by the next name of the same length: names in a folder tend to be alike.
struct NameArena: Sendable {
    private static let blockBits = 16
    private var blocks: [[UInt8]] = []
    /// Places that are free, by their length.
    private var free: [Int: [UInt32]] = [:]

    /// Longer names are refused; no file system has them.
    static let nameLimit = 4096

    /// Where the name was put. nil when it is too long, or 4 GiB of names are there already.
    mutating func append(_ name: UnsafeRawBufferPointer) -> UInt32? {
        guard name.count <= Self.nameLimit else { return nil }
        if let place = free[name.count]?.popLast() {
            let offset = Int(place) & (1 << Self.blockBits - 1)
            blocks[Int(place) >> Self.blockBits].replaceSubrange(offset..<offset + name.count, with: name)
            return place
        }
        let blockSize = 1 << Self.blockBits
        if blocks.isEmpty || blocks[blocks.count - 1].count + name.count > blockSize {
            guard blocks.count < 1 << (32 - Self.blockBits) else { return nil }
            var block: [UInt8] = []
            block.reserveCapacity(blockSize)
            blocks.append(block)
        }
        let last = blocks.count - 1
        let offset = blocks[last].count
        // A name of no bytes at the very end of a block would get the next block's first offset.
        guard offset < blockSize else { return UInt32(truncatingIfNeeded: last << Self.blockBits) }
        blocks[last].append(contentsOf: name)
        return UInt32(truncatingIfNeeded: last << Self.blockBits | offset)
    }

    /// Lets a name go; `location` and `count` must come from one `append`.
    mutating func remove(at location: UInt32, count: Int) {
        if count > 0 { free[count, default: []].append(location) }
    }

    /// `location` and `count` must come from one `append`.
    func bytes(at location: UInt32, count: Int) -> ArraySlice<UInt8> {
        let offset = Int(location) & (1 << Self.blockBits - 1)
        return blocks[Int(location) >> Self.blockBits][offset..<offset + count]
    }
}
