// Copies of what is in a span.

extension [UInt8] {
    /// Copies the bytes of a span.
    init(_ bytes: Span<UInt8>) {
        self.init()
        append(bytes)
    }

    /// Appends the bytes of a span.
    mutating func append(_ bytes: Span<UInt8>) {
        append(addingCapacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
    }
}

extension MutableSpan where Element: BitwiseCopyable {
    /// Copies all elements of `source`, of which there is the same number.
    @inline(__always)
    mutating func copy(_ source: Span<Element>) {
        precondition(source.count == count)
        for index in source.indices { self[index] = source[index] }
    }
}
