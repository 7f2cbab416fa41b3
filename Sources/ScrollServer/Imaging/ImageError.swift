// Why a picture cannot be shown.

/// What is wrong with an image. The texts are shown to the person who owns the file.
package enum ImageError: Error, Hashable, Sendable {
    /// The bytes are not in a format we know, or are not the format they claim.
    case notAnImage(String)
    /// The file is sound but uses a feature that this program does not decode; the text names the feature ("12-bit
    /// JPEG").
    case unsupported(String)
    /// The bytes break the format's rules: what was found, and at which byte offset.
    case damaged(String, offset: Int)
    /// The header claims more than the stated limit.
    case tooLarge(String)
    /// The file cannot be opened or read; the text gives the system's reason.
    case unreadable(String)
    /// The file cannot be read just now, for a reason that may pass: a read failed, or there are no descriptors left;
    /// the text gives the reason. Nothing is known of the file: it is to be tried again.
    case unavailable(String)
    /// The file is not the one that was looked at before: it is to be looked at again.
    case changed

    /// Whether the error says nothing about the file, so that trying again may succeed.
    package var isPassing: Bool {
        switch self {
        case .unavailable, .changed: true
        case .notAnImage, .unsupported, .damaged, .tooLarge, .unreadable: false
        }
    }

    /// One sentence for the person who owns the file.
    package var explanation: String {
        switch self {
        case .notAnImage(let text): text
        case .unsupported(let text): "\(text) cannot be shown"
        case .damaged(let text, let offset): "the file is damaged at byte \(offset): \(text)"
        case .tooLarge(let text): text
        case .unreadable(let text), .unavailable(let text): text
        case .changed: "the file has changed while it was looked at"
        }
    }
}
