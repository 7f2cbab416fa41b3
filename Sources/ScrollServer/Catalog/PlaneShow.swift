// What stands for the items of a plane.

/// What a plane shows at each place.
package enum PlaneShow: String, CaseIterable, Sendable {
    /// In each bin its first item.
    case pictures
    /// In each pixel the mean colour of its items.
    case colours
    /// In each pixel the colour that stands for their number.
    case density
}
