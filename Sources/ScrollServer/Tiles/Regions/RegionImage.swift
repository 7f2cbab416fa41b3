// An image to be made of a part of a picture.

import Metadata
import Pixels
import Tiling

/// What an image shows, how large it is, and how it is encoded.
package struct RegionImage: Sendable, Equatable {
    /// The colours of the image.
    package enum Tone: Sendable {
        case colour
        case gray
        /// Black and white.
        case bitonal
    }

    /// The formats in which images are encoded.
    package enum Format: Sendable {
        case jpeg
        case png
        /// Without loss.
        case webP

        package var mediaType: String {
            switch self {
            case .jpeg: "image/jpeg"
            case .png: "image/png"
            case .webP: "image/webp"
            }
        }
    }

    /// In pixels of the picture, upright.
    package var region: PixelRect
    /// In pixels, before it is turned.
    package var size: PixelSize
    /// How it is turned and mirrored, as if it were stored so.
    package var orientation: Orientation
    package var tone: Tone
    package var format: Format

    package init(
        region: PixelRect, size: PixelSize, orientation: Orientation = .up, tone: Tone = .colour, format: Format = .jpeg
    ) {
        (self.region, self.size, self.orientation) = (region, size, orientation)
        (self.tone, self.format) = (tone, format)
    }

    /// Whether the image has the pixels as the picture has them.
    var isPlain: Bool { orientation == .up && tone == .colour }
}

extension Orientation {
    /// The orientation that mirrors a picture left to right, or not, and then turns it clockwise.
    package init(_ rotation: ImageRequest.Rotation) {
        self =
            switch (rotation.isMirrored, rotation.quarterTurns) {
            case (false, 1): .right
            case (false, 2): .down
            case (false, 3): .left
            case (true, 0): .upMirrored
            case (true, 1): .rightMirrored
            case (true, 2): .downMirrored
            case (true, 3): .leftMirrored
            default: .up
            }
    }
}
