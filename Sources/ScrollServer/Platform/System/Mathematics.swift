// The C library's mathematics.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Powers, exponentials and logarithms; not finite where there is no result.
package enum Mathematics {
    package static let power: @Sendable (Double, Double) -> Double = { pow($0, $1) }
    package static let exponential: @Sendable (Double) -> Double = { exp($0) }
    package static let naturalLogarithm: @Sendable (Double) -> Double = { log($0) }
    package static let decimalLogarithm: @Sendable (Double) -> Double = { log10($0) }
}
