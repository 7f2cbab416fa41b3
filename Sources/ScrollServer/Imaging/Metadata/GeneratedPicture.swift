// Reads what a generator of pictures wrote.

/// The facts that generators write into a picture.
enum GeneratedPicture {
    /// Reads a comment; nil where it is not a generator's.
    static func facts(comment: String) -> PictureFacts? { nil }
}
