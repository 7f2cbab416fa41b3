// Serializes numbers and texts for files: the index of a series, restart points.

/// Appends values in sequence, little-endian.
package struct IndexWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func put(_ value: Int) { put(UInt64(bitPattern: Int64(value))) }
    package mutating func put(_ value: Double) { put(value.bitPattern) }
    package mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
    package mutating func put(_ value: UInt8) { bytes.append(value) }

    package mutating func put(_ value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    package mutating func put(_ text: String) {
        put(text.utf8.count)
        bytes += text.utf8
    }

    package mutating func put(_ block: [UInt8]) {
        put(block.count)
        bytes += block
    }

    package mutating func put(_ texts: [String]) {
        put(texts.count)
        for text in texts { put(text) }
    }

    /// Appends a block of `byteCount` bytes, all 0 until `fill` stores something in them.
    ///
    /// `fill` gets all bytes, and where those of the block begin. `IndexReader.block` reads them back.
    package mutating func putBlock(byteCount: Int, _ fill: (inout MutableSpan<UInt8>, _ start: Int) -> Void) {
        put(byteCount)
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: byteCount))
        var all = bytes.mutableSpan
        fill(&all, start)
    }

    /// Makes room for so many bytes, which then are not moved while they are appended.
    package mutating func reserve(byteCount: Int) { bytes.reserveCapacity(bytes.count + byteCount) }

    /// Appends the numbers' bit patterns, little-endian like all values.
    package mutating func put(_ values: Span<Double>) {
        for index in values.indices { put(values[index]) }
    }
}

/// Reads the values back in order; every method returns nil if too few bytes are left.
package struct IndexReader {
    private let bytes: [UInt8]
    private var offset = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package var isAtEnd: Bool { offset == bytes.count }

    package mutating func number() -> UInt64? {
        guard bytes.count - offset >= 8 else { return nil }
        defer { offset += 8 }
        return UInt64(littleEndian: bytes.span.load(at: offset))
    }

    package mutating func integer() -> Int? { number().map { Int(Int64(bitPattern: $0)) } }
    package mutating func double() -> Double? { number().map { Double(bitPattern: $0) } }

    /// Reads the number of following elements of at least `byteCount` bytes each; nil if that many cannot follow.
    package mutating func count(each byteCount: Int) -> Int? {
        guard let count = integer(), count >= 0, count <= (bytes.count - offset) / byteCount else { return nil }
        return count
    }

    package mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    package mutating func bool() -> Bool? { byte().flatMap { $0 < 2 ? $0 == 1 : nil } }

    package mutating func text() -> String? {
        guard let count = count(each: 1) else { return nil }
        defer { offset += count }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }

    package mutating func block() -> [UInt8]? {
        guard let count = count(each: 1) else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    package mutating func texts() -> [String]? { list(each: 8) { $0.text() } }

    package mutating func list<Element>(each byteCount: Int, _ element: (inout Self) -> Element?) -> [Element]? {
        guard let count = count(each: byteCount) else { return nil }
        var list: [Element] = []
        list.reserveCapacity(count)
        for _ in 0..<count {
            guard let next = element(&self) else { return nil }
            list.append(next)
        }
        return list
    }
}
