// Converts the sample values of a window to 8 bits.

import Foundation
import Pixels

/// The levels of a window's values.
struct SampleLevels: Sendable {
    /// The smallest values of the levels 1...255.
    private let starts: [Double]

    /// Computes the values at which the levels begin.
    ///
    /// Of light the part of the window gets the curve of sRGB at last, as without a window.
    init(_ window: SampleWindow, isLight: Bool = false) {
        let width = window.maximum - window.minimum
        starts = (1...255).map { level in
            let share = (Double(level) - 0.5) / 255
            return window.minimum + pow(isLight ? ToneCurve.sRGB.value(share) : share, window.gamma) * width
        }
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
