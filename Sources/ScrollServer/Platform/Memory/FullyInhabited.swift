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

extension RawSpan {
    /// Returns the value stored from byte `offset` on, in the machine's byte order; traps outside the span.
    ///
    /// The offset need not be aligned. The cost is one comparison more than that of the load.
    @inlinable @inline(__always)
    package func load<Value: FullyInhabited>(at offset: Int, as type: Value.Type = Value.self) -> Value {
        unsafe withUnsafeBytes { bytes in
            // Negative if one of the two is; the second cannot overflow, since `count` is not negative. One comparison
            // is one branch, of which the inliner counts each.
            precondition(offset | (bytes.count &- offset &- MemoryLayout<Value>.size) >= 0)
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
            precondition(offset | (bytes.count &- offset &- MemoryLayout<Value>.size) >= 0)
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
