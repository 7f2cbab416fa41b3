// Formats of pictures as people call them, such as "tiff".

/// Reads the names of formats as conditions that also find files with the word itself: `tif` as
/// `(format:=tiff | tif*)`.
enum SpokenFormat {
    /// The formats by the names that people say, with their names in the field `format`.
    static let formats: [String: String] = [
        "jpeg": "jpeg", "jpg": "jpeg", "png": "png", "gif": "gif", "webp": "webp", "avif": "avif", "heic": "heic",
        "heif": "heic", "bmp": "bmp", "tiff": "tiff", "tif": "tiff", "svg": "svg", "raw": "raw",
        "psd": "psd", "exr": "exr", "dds": "dds", "pcx": "pcx", "qoi": "qoi", "tga": "tga", "mp4": "mp4",
        "mov": "quicktime", "quicktime": "quicktime", "webm": "webm", "mkv": "matroska", "avi": "avi", "mpeg": "mpeg",
    ]
    /// What may stand behind a format.
    private static let nouns = ["files", "photos", "pictures", "images"]

    /// Returns the condition that lowercased words mean; nil where they are no format and not `video`.
    static func condition(_ words: [String]) -> String? {
        guard let first = words.first, words.count == 1 || words.count == 2 && nouns.contains(words[1]) else {
            return nil
        }
        // Also a part of names; as a kind it is asked for more often.
        if words == ["video"] { return "(is:video | video*)" }
        let singular = first.hasSuffix("s") ? String(first.dropLast()) : first
        guard let format = formats[first] ?? formats[singular] else { return nil }
        // With a `*` behind it, it stays a word, which finds what it found before.
        return "(format:=\(format) | \(first)*)"
    }
}
