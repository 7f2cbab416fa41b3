// The sources of a picture's capture time.

/// The sources of a capture time, best first: the order of the MWG guidelines (Metadata Working Group, "Guidelines for
/// Handling Image Metadata", 2.0, §5.8).
package enum DateSource: UInt8, Sendable, Comparable {
    /// EXIF's DateTimeOriginal.
    case exifOriginal
    /// XMP's `photoshop:DateCreated`.
    case photoshopCreated
    /// IPTC's DateCreated and TimeCreated.
    case iptcCreated
    /// XMP's `exif:DateTimeOriginal`.
    case xmpOriginal
    /// XMP's `xmp:CreateDate`, PNG's Creation Time, and the creation time of a movie.
    case created
    /// EXIF's DateTimeDigitized, XMP's `exif:DateTimeDigitized`, IPTC's DigitalCreationDate.
    case digitized
    /// A file beside the picture, such as Google Takeout's.
    case companion
    /// EXIF's GPSDateStamp and GPSTimeStamp, which are universal time.
    case satellite

    package static func < (first: DateSource, second: DateSource) -> Bool { first.rawValue < second.rawValue }
}
