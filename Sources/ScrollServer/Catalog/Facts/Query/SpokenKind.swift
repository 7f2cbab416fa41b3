// Kinds of pictures in natural language, such as "videos" and "raw files".

/// Reads English words for kinds of pictures as the conditions that they mean: `raw files` as `is:raw`.
///
/// Only plurals are read so. A singular such as `film` is more often a part of a name.
enum SpokenKind {
    private static let kinds: [(kind: String, words: [String])] = [
        ("video", ["videos", "films", "movies", "video files", "video clips", "film clips", "movie files"]),
        ("raw", ["raws", "raw files", "raw photos", "raw pictures", "raw images"]),
        (
            "duplicate",
            ["duplicates", "duplicate files", "duplicate photos", "duplicate pictures", "duplicate images"]
        ),
        ("panorama", ["panoramas"]),
        ("unreadable", ["unreadable files", "unreadable photos", "unreadable pictures", "unreadable images"]),
    ]
    /// What is no video.
    private static let stills = ["photos", "photographs", "stills", "still pictures", "still images"]
    private static let meanings: [String: (kind: String, isExcluded: Bool)] = {
        var meanings: [String: (kind: String, isExcluded: Bool)] = [:]
        for (kind, words) in kinds { for word in words { meanings[word] = (kind, false) } }
        for word in stills { meanings[word] = ("video", true) }
        return meanings
    }()

    /// Returns the condition that lowercased words mean; nil where they are no kind.
    ///
    /// `isExcluded` says whether a minus stands before the words, which the condition then replaces as well.
    static func condition(_ words: [String], isExcluded: Bool) -> String? {
        guard words.count <= 2, let meaning = meanings[words.joined(separator: " ")] else { return nil }
        return meaning.isExcluded == isExcluded ? "is:\(meaning.kind)" : "-is:\(meaning.kind)"
    }
}
