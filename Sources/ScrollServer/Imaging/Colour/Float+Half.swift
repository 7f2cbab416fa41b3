// Half floats as floats.

extension Float {
    /// Converts the bits of an IEEE 754 binary16; `Float16` is not available on all systems.
    @inline(__always)
    init(half: UInt16) {
        let magnitude = UInt32(half & 0x7FFF)
        // Multiplying by 2¹¹² rebases the exponent for numbers of any size, except infinity and NaN.
        let value = Float(bitPattern: magnitude << 13) * Float(bitPattern: 0x7780_0000)
        let special: Float = magnitude > 0x7C00 ? .nan : .infinity
        let all = magnitude >= 0x7C00 ? special : value
        self = half & 0x8000 != 0 ? -all : all
    }
}
