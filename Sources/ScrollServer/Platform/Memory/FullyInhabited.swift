// Checked access to numbers and vectors in bytes: the one place that decoders and kernels need for it.

/// A type for which every bit pattern is a value, and without padding: loading it from any bytes is safe.
///
/// Only integers, floating-point numbers and vectors of them conform. The bounds of every access are checked, so a kernel
/// that goes by vectors of 8 or 16 pays one comparison for each, not for each element.
@usableFromInline package protocol FullyInhabited {}

extension UInt8: FullyInhabited {}
extension UInt16: FullyInhabited {}
extension UInt32: FullyInhabited {}
extension UInt64: FullyInhabited {}
extension Int8: FullyInhabited {}
extension Int16: FullyInhabited {}
extension Int32: FullyInhabited {}
extension Int64: FullyInhabited {}
extension Float: FullyInhabited {}
extension Double: FullyInhabited {}
extension SIMD2: FullyInhabited where Scalar: FullyInhabited {}
extension SIMD4: FullyInhabited where Scalar: FullyInhabited {}
extension SIMD8: FullyInhabited where Scalar: FullyInhabited {}
extension SIMD16: FullyInhabited where Scalar: FullyInhabited {}
extension SIMD32: FullyInhabited where Scalar: FullyInhabited {}

/// Returns the bits of `value` as a value of another type of the same size, of which every bit pattern is a value.
///
/// Unsafe inside: both types are fully inhabited, and their sizes, which the compiler knows, are compared.
@inlinable @inline(__always)
package func bitCast<From: FullyInhabited, To: FullyInhabited>(_ value: From, to type: To.Type = To.self) -> To {
    precondition(MemoryLayout<From>.size == MemoryLayout<To>.size)
    return unsafe unsafeBitCast(value, to: type)
}

extension RawSpan {
    /// Returns the value stored from byte `offset` on, in the machine's byte order; traps outside the span.
    ///
    /// The offset need not be aligned. The cost is one comparison more than that of the load.
    @inlinable @inline(__always)
    package func load<Value: FullyInhabited>(at offset: Int, as type: Value.Type = Value.self) -> Value {
        unsafe withUnsafeBytes { bytes in
            // Negative if one of them is; the third overflows only then. One comparison is one branch, of which the
            // inliner counts each.
            let last = bytes.count &- MemoryLayout<Value>.size
            precondition(offset | last | (last &- offset) >= 0)
            return unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
        }
    }
}

extension Span where Element: FullyInhabited & BitwiseCopyable {
    /// Returns the value or vector whose first element is the one at `index`; traps outside the span.
    @inlinable @inline(__always)
    package func load<Value: FullyInhabited>(at index: Int, as type: Value.Type = Value.self) -> Value {
        unsafe bytes.load(at: index * MemoryLayout<Element>.stride, as: type)
    }
}

extension MutableRawSpan {
    /// Returns the value stored from byte `offset` on, in the machine's byte order; traps outside the span.
    @inlinable @inline(__always)
    package func load<Value: FullyInhabited>(at offset: Int, as type: Value.Type = Value.self) -> Value {
        bytes.load(at: offset, as: type)
    }

    /// Stores `value` from byte `offset` on, in the machine's byte order; traps outside the span.
    @inlinable @inline(__always)
    package mutating func store<Value: FullyInhabited>(_ value: Value, at offset: Int) {
        unsafe withUnsafeMutableBytes { bytes in
            let last = bytes.count &- MemoryLayout<Value>.size
            precondition(offset | last | (last &- offset) >= 0)
            unsafe bytes.storeBytes(of: value, toByteOffset: offset, as: Value.self)
        }
    }
}

extension MutableSpan where Element: FullyInhabited & BitwiseCopyable {
    /// Returns the value or vector whose first element is the one at `index`; traps outside the span.
    @inlinable @inline(__always)
    package func load<Value: FullyInhabited>(at index: Int, as type: Value.Type = Value.self) -> Value {
        span.load(at: index, as: type)
    }

    /// Stores the value or vector from the element at `index` on; traps outside the span.
    @inlinable @inline(__always)
    package mutating func store<Value: FullyInhabited>(_ value: Value, at index: Int) {
        var bytes = unsafe mutableBytes
        bytes.store(value, at: index * MemoryLayout<Element>.stride)
    }
}

// MARK: Texts and copies, of which the counts come from the values themselves

extension String {
    /// Returns the result of `body` for the text's UTF-8 bytes; a text of at most 15 bytes is copied for that.
    @inlinable @inline(__always)
    package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = self
        return text.withUTF8 { unsafe body($0.span) }
    }

    /// Makes a text of at most `capacity` bytes, which `write` appends as UTF-8.
    ///
    /// With a capacity of at most 15 bytes it needs no allocation, nor counting of references when it is copied.
    @inlinable
    package init(utf8Capacity capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        unsafe self.init(unsafeUninitializedCapacity: capacity) { buffer in
            var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            write(&output)
            return unsafe output.finalize(for: buffer)
        }
    }
}

extension StaticString {
    /// Returns the byte at `index`; traps outside the text.
    @inlinable @inline(__always)
    package func byte(at index: Int) -> UInt8 {
        precondition(index >= 0 && index < utf8CodeUnitCount)
        return unsafe utf8Start[index]
    }
}

extension Array where Element == UInt8 {
    /// Appends a copy of the bytes.
    @inlinable @inline(__always)
    package mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Appends a copy of the text's bytes.
    @inlinable @inline(__always)
    package mutating func append(copying text: StaticString) {
        text.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends the first bytes of a word, from its lowest one on; traps unless there is room for all of its bytes.
    @inlinable @inline(__always)
    package mutating func append<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word, count added: Int) {
        precondition(freeCapacity >= MemoryLayout<Word>.size && added >= 0 && added <= MemoryLayout<Word>.size)
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            guard let start = buffer.baseAddress else { return }
            unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: Word.self)
            count += added
        }
    }

    /// Appends a copy of the text's bytes; traps if there is no room for them.
    @inlinable @inline(__always)
    package mutating func append(copying text: StaticString) {
        let byteCount = text.utf8CodeUnitCount
        precondition(byteCount <= freeCapacity)
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            guard let start = buffer.baseAddress else { return }
            unsafe (start + count).update(from: text.utf8Start, count: byteCount)
            count += byteCount
        }
    }

    /// Appends a copy of the bytes; traps if there is no room for them.
    @inlinable @inline(__always)
    package mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                guard let start = buffer.baseAddress, let source = bytes.baseAddress else { return }
                unsafe (start + count).update(from: source, count: bytes.count)
                count += bytes.count
            }
        }
    }
}
