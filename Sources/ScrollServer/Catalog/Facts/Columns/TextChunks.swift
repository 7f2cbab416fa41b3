// Many texts, packed into blocks that can be searched from end to end.

/// Texts by number, 1024 to a block, each followed by a zero byte, so that no match spans two texts.
///
/// 5 bytes a text besides the text itself.
struct TextChunks: Sendable {
    static let bits = 10
    static let count = 1 << bits

    struct Block: Sendable {
        /// The texts, each followed by a zero.
        fileprivate(set) var bytes: [UInt8] = []
        /// The position of the zero behind each text.
        fileprivate(set) var ends: [UInt32] = []

        /// Frees memory that growing has reserved beyond what is needed.
        fileprivate mutating func compact() {
            var exact: [UInt8] = []
            exact.reserveCapacity(bytes.count)
            exact.append(contentsOf: bytes)
            bytes = exact
        }

        func range(of index: Int) -> Range<Int> {
            let start = index == 0 ? 0 : Int(ends[index - 1]) + 1
            return start..<Int(ends[index])
        }
    }

    private(set) var blocks: [Block] = []

    /// The number of the text behind the last one.
    var end: Int { blocks.isEmpty ? 0 : (blocks.count - 1) << Self.bits + blocks[blocks.count - 1].ends.count }

    /// A text's bytes; none for a number that was never set.
    subscript(number: Int) -> ArraySlice<UInt8> {
        let (block, index) = (number >> Self.bits, number & (Self.count - 1))
        guard block < blocks.count, index < blocks[block].ends.count else { return [] }
        return blocks[block].bytes[blocks[block].range(of: index)]
    }

    /// Sets a text.
    ///
    /// O(length) behind the last text; O(block) to replace one. A text that would make a block longer than 1 GiB is
    /// stored as empty.
    mutating func set(_ text: [UInt8], at number: Int) {
        let (block, index) = (number >> Self.bits, number & (Self.count - 1))
        while blocks.count <= block {
            // Blocks before the last are full, so that a number determines its block and its index there.
            if let last = blocks.indices.last {
                fill(last, upTo: Self.count)
                blocks[last].compact()
            }
            blocks.append(Block())
        }
        fill(block, upTo: index)
        if index == blocks[block].ends.count {
            blocks[block].bytes += blocks[block].bytes.count + text.count < 1 << 30 ? text : []
            blocks[block].ends.append(UInt32(truncatingIfNeeded: blocks[block].bytes.count))
            blocks[block].bytes.append(0)
        } else {
            let range = blocks[block].range(of: index)
            let text = blocks[block].bytes.count + text.count < 1 << 30 ? text : []
            blocks[block].bytes.replaceSubrange(range, with: text)
            guard text.count != range.count else { return }
            for index in index..<blocks[block].ends.count {
                let moved = Int(blocks[block].ends[index]) + text.count - range.count
                blocks[block].ends[index] = UInt32(truncatingIfNeeded: moved)
            }
        }
    }

    private mutating func fill(_ block: Int, upTo count: Int) {
        while blocks[block].ends.count < count {
            blocks[block].ends.append(UInt32(truncatingIfNeeded: blocks[block].bytes.count))
            blocks[block].bytes.append(0)
        }
    }
}
