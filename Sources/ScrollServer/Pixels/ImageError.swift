// Why a picture cannot be shown.

/// What is wrong with an image; the texts are shown to the owner of the file.
package enum ImageError: Error, Hashable, Sendable {
    /// The bytes are not in a known format, or not in the format they claim.
    case notAnImage(String)
    /// The file is valid but uses a feature that this program does not decode; the text names it ("12-bit JPEG").
    case unsupported(String)
    /// No picture is made of files of this format, sound as they may be; the text says so. This is no failure.
    case notDecoded(String)
    /// The bytes break the format's rules: what was found, and at which byte offset.
    case damaged(String, offset: Int)
    /// The bytes break the format's rules in a part of the picture, and the others are shown: as in `damaged`.
    case damagedInPart(String, offset: Int)
    /// The header claims more than the stated limit.
    case tooLarge(String)
    /// The file cannot be opened or read; the text gives the system's reason.
    case unreadable(String)
    /// The entry is a link to a folder that is listed elsewhere or left out, which the text names; this is no failure.
    case shownElsewhere(String)
    /// A read failed for a reason that may pass, or there are no descriptors left; the text gives the reason.
    ///
    /// Nothing is known about the file: try again later.
    case unavailable(String)
    /// The file is no longer the one examined before: examine it again.
    case changed

    /// Whether the error says nothing about the file, so that trying again may succeed.
    package var isTransient: Bool {
        switch self {
        case .unavailable, .changed: true
        case .notAnImage, .unsupported, .notDecoded, .damaged, .damagedInPart, .tooLarge, .unreadable, .shownElsewhere:
            false
        }
    }

    /// Whether the file's bytes are at fault, so that trying again succeeds only once they have changed.
    package var isOfContent: Bool {
        switch self {
        case .notAnImage, .unsupported, .notDecoded, .damaged, .damagedInPart, .tooLarge: true
        case .unreadable, .shownElsewhere, .unavailable, .changed: false
        }
    }

    /// Whether the rest of the picture is shown.
    package var isOfPart: Bool {
        if case .damagedInPart = self { return true }
        return false
    }

    /// Whether the picture is larger than whoever reads it allows.
    package var isOfSize: Bool {
        if case .tooLarge = self { return true }
        return false
    }

    /// Whether something is wrong with the file.
    ///
    /// False for a link to a folder that is listed elsewhere, and for a format that is only listed.
    package var isRefusal: Bool {
        switch self {
        case .shownElsewhere, .notDecoded: false
        default: true
        }
    }

    /// Whether the file counts among those that could not be read or decoded.
    package var isOfUnreadable: Bool {
        if case .notDecoded = self { return false }
        return !isTransient
    }

    /// A sentence for the owner of the file.
    package var explanation: String {
        switch self {
        case .notAnImage(let text), .notDecoded(let text): text
        case .unsupported(let text): "\(text) cannot be shown"
        case .damaged(let text, let offset): "the file is damaged at byte \(offset): \(text)"
        case .damagedInPart(let text, let offset): "a part of the picture is damaged at byte \(offset): \(text)"
        case .tooLarge(let text): text
        case .unreadable(let text), .shownElsewhere(let text), .unavailable(let text): text
        case .changed: "the file has changed while it was looked at"
        }
    }
}

extension ImageError {
    /// Throws `damaged` unless both sides, in pixels, are above 0; `offset` is the file offset of the size.
    package static func checkSize(_ width: Int, _ height: Int, offset: Int) throws(ImageError) {
        guard width > 0, height > 0 else {
            throw .damaged("its header gives a size of \(width) × \(height) pixels", offset: offset)
        }
    }

    /// Returns the error for a file without the first row of pixels; `offset` is where its data end.
    package static func noRows(offset: Int) -> ImageError {
        .damaged("the picture's data ends before its first row", offset: offset)
    }
}
