// The least and the greatest of some values.

/// Least and greatest of the values that are there; nothing of nothing.
struct ValueExtent: Sendable, Equatable {
    var min = Double.infinity
    var max = -Double.infinity

    var isEmpty: Bool { min > max }

    /// A gap (NaN) changes nothing, since it is neither less nor greater than anything.
    @inline(__always)
    mutating func add(_ value: Double) {
        if value < min { min = value }
        if value > max { max = value }
    }

    @inline(__always)
    mutating func add(_ other: ValueExtent) {
        if other.min < min { min = other.min }
        if other.max > max { max = other.max }
    }
}
