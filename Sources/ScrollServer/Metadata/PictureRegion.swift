// A named part of a picture, such as a face.

/// A rectangle of a picture with what it shows, as XMP describes it (MWG guidelines 2.0, §5.9).
///
/// Coordinates are fractions of the picture's width and height as stored, before it is turned: 0, 0 is the top left.
package struct PictureRegion: Sendable, Equatable {
    /// Most regions of a picture that are read.
    static let most = 256

    package let name: String?
    /// `Face`, `Pet`, `BarCode`, `Focus`, or whatever a program writes.
    package let type: String
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    /// Takes the part of a rectangle that is inside of the picture; nil if there is none.
    init?(name: String?, type: String, x: Double, y: Double, width: Double, height: Double) {
        guard x.isFinite, y.isFinite, width.isFinite, height.isFinite else { return nil }
        let (left, top) = (max(0, x), max(0, y))
        let (right, bottom) = (min(1, x + width), min(1, y + height))
        guard left < right, top < bottom else { return nil }
        (self.name, self.type) = (name, type)
        (self.x, self.y, self.width, self.height) = (left, top, right - left, bottom - top)
    }
}

/// A region of which not all may be read yet.
struct PartialRegion {
    var name: String?
    var type: String?
    /// The fields of a `stArea:Area`: the middle, width and height.
    var area: [XMPProperty: Double] = [:]
    /// Other units than `normalized` are not read.
    var unit: String?
    /// Microsoft's form: left, top, width and height.
    var rectangle: [Double] = []

    /// Whether the region shows a person: other types are pets, bar codes and points of focus.
    var isFace: Bool { type ?? "Face" == "Face" }

    /// The region; nil if it has no valid rectangle.
    var region: PictureRegion? {
        let type = type ?? "Face"
        if rectangle.count == 4 {
            return PictureRegion(
                name: name, type: type, x: rectangle[0], y: rectangle[1], width: rectangle[2], height: rectangle[3])
        }
        guard unit ?? "normalized" == "normalized", let x = area[.areaX], let y = area[.areaY],
            let width = area[.areaWidth], let height = area[.areaHeight]
        else { return nil }
        return PictureRegion(
            name: name, type: type, x: x - width / 2, y: y - height / 2, width: width, height: height)
    }
}
