// Why a picture cannot be shown.

/// What is wrong with an image, in words fit for the person whose file it is.
enum ImageError: Error, Equatable, Sendable {
    /// The bytes are not in a format we know, or are not the format they claim.
    case notAnImage(String)
    /// The format is sound, the feature is one we do not decode; the text names it ("12-bit JPEG").
    case unsupported(String)
    /// The bytes break the format: what was found, and the byte offset at which it was.
    case damaged(String, offset: Int)
    /// The header claims more than the stated limit.
    case tooLarge(String)
    /// The file cannot be opened or read; the text gives the system's reason.
    case unreadable(String)

    /// One sentence for the person whose file it is.
    var explanation: String {
        switch self {
        case .notAnImage(let text): text
        case .unsupported(let text): "\(text) cannot be shown"
        case .damaged(let text, let offset): "the file is damaged at byte \(offset): \(text)"
        case .tooLarge(let text): text
        case .unreadable(let text): text
        }
    }
}
