// The smallest and the largest of some values.

/// The smallest and the largest of the values added so far; `min` is above `max` while there are none.
struct ValueExtent: Sendable, Equatable {
    var min = Double.infinity
    var max = -Double.infinity

    var isEmpty: Bool { min > max }

    /// Adds a value.
    ///
    /// A gap (NaN) changes nothing: NaN is neither less nor greater than any number.
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
