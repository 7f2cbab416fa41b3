// Rounding that stays out of the C library.

extension Double {
    /// The nearest whole number, halves to even.
    ///
    /// Adding 1.5 · 2⁵² leaves no bits for a fraction. `rounded()` is a call into the C library on baseline x86-64, and
    /// the search in `ExtentTree` rounds at every step. Numbers from 2⁵¹ on take that call: the sum would not be exact
    /// there.
    var nearest: Double {
        guard magnitude < 2_251_799_813_685_248 else { return rounded(.toNearestOrEven) }
        return (self + 6_755_399_441_055_744) - 6_755_399_441_055_744
    }

    /// The nearest whole number, halves upwards: numbers that are a whole number apart stay as far apart.
    var nearestUp: Double {
        let nearest = nearest
        return self - nearest == 0.5 ? nearest + 1 : nearest
    }
}
