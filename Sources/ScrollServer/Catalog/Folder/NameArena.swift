// Many short names, packed into large blocks.

/// Names, one behind the other in blocks of 64 KiB.
///
/// Blocks are never moved, so growing needs no second copy. A removed name's bytes are reused for the next name of the
/// same length; names in a folder are often equally long.
struct NameArena: Sendable {
    private static let blockBits = 16
    private var blocks: [[UInt8]] = []
    /// Addresses of free bytes, by their length in bytes.
    private var free: [Int: [UInt32]] = [:]

    /// Longest name in bytes; longer ones, which no file system has, are refused.
    static let nameLimit = 4096

    /// Stores a name and returns its address; nil when it is too long, or the arena is full (4 GiB).
    mutating func append(_ name: ArraySlice<UInt8>) -> UInt32? {
        guard name.count <= Self.nameLimit else { return nil }
        if let address = free[name.count]?.popLast() {
            let offset = Int(address) & (1 << Self.blockBits - 1)
            blocks[Int(address) >> Self.blockBits].replaceSubrange(offset..<offset + name.count, with: name)
            return address
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
        // The offset of an empty name at the end of a full block would not fit into 16 bits.
        guard offset < blockSize else { return UInt32(truncatingIfNeeded: last << Self.blockBits) }
        blocks[last].append(contentsOf: name)
        return UInt32(truncatingIfNeeded: last << Self.blockBits | offset)
    }

    /// Frees a name's bytes; `address` and `count` must come from one `append`.
    mutating func remove(at address: UInt32, count: Int) {
        if count > 0 { free[count, default: []].append(address) }
    }

    /// The bytes of a name; `address` and `count` must come from one `append`.
    func bytes(at address: UInt32, count: Int) -> ArraySlice<UInt8> {
        let offset = Int(address) & (1 << Self.blockBits - 1)
        return blocks[Int(address) >> Self.blockBits][offset..<offset + count]
    }
}
