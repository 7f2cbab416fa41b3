// The C library's functions that formulas use.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Powers, exponentials and logarithms; not finite where there is no result.
enum FormulaMath {
    static let power: @Sendable (Double, Double) -> Double = { pow($0, $1) }
    static let exponential: @Sendable (Double) -> Double = { exp($0) }
    static let naturalLogarithm: @Sendable (Double) -> Double = { log($0) }
    static let decimalLogarithm: @Sendable (Double) -> Double = { log10($0) }
}
