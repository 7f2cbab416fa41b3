// Converts the sample values of a window to 8 bits.

import Foundation
import Pixels

/// The levels of a window's values.
struct SampleLevels: Sendable {
    /// The smallest values of the levels 1...255.
    private let starts: [Double]

    /// Computes the values at which the levels begin.
    init(_ window: SampleWindow) {
        let width = window.maximum - window.minimum
        starts = (1...255).map { window.minimum + pow((Double($0) - 0.5) / 255, window.gamma) * width }
    }

    /// Returns the level of a value; 0 for NaN.
    @inline(__always)
    func level(of value: Double) -> UInt8 {
        var level = 0
        var step = 128
        // Comparisons with NaN are false.
        while step > 0 {
            if starts[level &+ step &- 1] <= value { level &+= step }
            step &>>= 1
        }
        return UInt8(truncatingIfNeeded: level)
    }

    /// Returns the levels of the whole numbers 0...`most`.
    func table(upTo most: Int) -> [UInt8] { (0...max(0, most)).map { level(of: Double($0)) } }
}
