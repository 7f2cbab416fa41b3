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
