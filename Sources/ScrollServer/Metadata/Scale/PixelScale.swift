// How large a picture's pixels are in reality.

/// The real size of a pixel, as far as a file tells it, and what tells it.
///
/// A resolution alone may say nothing: cameras write 72 or 300 dots per inch whatever they see. See `init(_:_:facts:)`
/// for what counts.
package struct PixelScale: Sendable, Equatable {
    /// What sizes are measured in.
    package enum Unit: String, Sendable {
        case metres
        /// Of longitude and latitude.
        case degrees
    }

    /// What told the size.
    package enum Source: String, Sendable {
        case aperio = "Aperio's description"
        case ome = "OME-XML"
        case imageJ = "ImageJ's description"
        case hamamatsu = "Hamamatsu's resolution"
        case geoTIFF = "GeoTIFF"
        /// One so fine that it is that of a microscope or a scanner, or one that a scanner has written.
        case resolution = "the resolution"
    }

    /// Sizes that can be: from a hundredth of an atom to a quarter of the earth.
    static let metres = 1e-12...1e7

    /// The width of a pixel as stored, in `unit`; positive.
    package private(set) var x: Double
    /// Its height.
    package private(set) var y: Double
    package let unit: Unit
    package let source: Source
    /// Where the picture lies on a map; nil for one that is none.
    package private(set) var map: MapPlacement?

    /// Sizes in metres; nil where they are absurd.
    init?(metres x: Double, _ y: Double, from source: Source) {
        guard Self.metres.contains(x), Self.metres.contains(y) else { return nil }
        (self.x, self.y, unit, self.source) = (x, y, .metres, source)
    }

    /// The pixels of a map; nil where its unit is not known.
    init?(_ map: MapPlacement) {
        let (width, height) = map.pixelSize
        switch map.unit {
        case .metres(let length):
            guard let scale = PixelScale(metres: width * length, height * length, from: .geoTIFF) else { return nil }
            self = scale
        case .degrees:
            guard width > 1e-12, height > 1e-12, width <= 180, height <= 180 else { return nil }
            (x, y, unit, source) = (width, height, .degrees, .geoTIFF)
        case nil: return nil
        }
        self.map = map
    }

    /// The sizes of a pixel of the upright picture.
    package func upright(_ orientation: Int) -> (x: Double, y: Double) { orientation >= 5 ? (y, x) : (x, y) }

    /// The width and height of a pixel of the upright picture of `width` × `height` stored pixels, in metres.
    ///
    /// On a map they are those on the ground in the picture's middle. nil where they differ by more than 5 % between
    /// the middle and an edge, so that one length cannot be right for all of it.
    package func metres(orientation: Int, width: Int, height: Int) -> (x: Double, y: Double)? {
        guard let map else { return unit == .metres ? upright(orientation) : nil }
        guard let ground = map.ground(width: width, height: height), Self.metres.contains(ground.x),
            Self.metres.contains(ground.y)
        else { return nil }
        return orientation >= 5 ? (ground.y, ground.x) : ground
    }
}
