// Rounding that stays out of the C library.

extension Double {
    /// The nearest whole number, halves to even.
    ///
    /// Adding 1.5 · 2⁵² leaves no bits for a fraction. On baseline x86-64 `rounded()` is a call into the C library, which
    /// the search through the index would make at every step. From 2⁵¹ on there is hardly a fraction left to round.
    var nearest: Double {
        guard magnitude < 2_251_799_813_685_248 else { return rounded(.toNearestOrEven) }
        return (self + 6_755_399_441_055_744) - 6_755_399_441_055_744
    }
}
