// What stands for the items of a plane.

import Tiling

/// What a plane shows at each place.
package enum PlaneShow: String, CaseIterable, Sendable {
    /// In each bin its first item.
    case pictures
    /// In each pixel the mean colour of its items.
    case colours
    /// In each pixel the colour that stands for their number.
    case density
}

extension PlaneShow {
    /// Without a choice, pixels show colours where so many items are in view, and so many of them in each bin on average.
    private static let (manyInView, manyInBins) = (8192, 64)

    /// Up to this zoom scale, a lone item is a dot where pixels were chosen: a little above 4, to which a click zooms.
    private static let dotScale = 4.5

    /// What the pixels show of a plane with these bins in view, where a reader has chosen this; nil where the bins show
    /// pictures.
    ///
    /// Zoomed in by more than `dotScale`, until each item in view has a bin of its own, all planes show pictures.
    package static func ofPixels(
        _ chosen: PlaneShow?, seen bins: [PlaneLayout.Bin], zoomScale: Double
    ) -> PlaneShow? {
        guard let chosen else {
            let count = bins.reduce(0) { $0 + $1.count }
            return count >= manyInView && count > manyInBins * bins.count ? .colours : nil
        }
        let areAlone = zoomScale > dotScale && !bins.isEmpty && bins.allSatisfy { $0.count == 1 }
        return chosen == .pictures || areAlone ? nil : chosen
    }
}
