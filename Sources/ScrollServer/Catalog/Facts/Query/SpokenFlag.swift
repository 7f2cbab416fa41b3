// Flags and favourites in natural language, such as "rejected".

/// Reads English words about flags and favourites as the conditions that they mean: `rejected` as `flag:reject`.
enum SpokenFlag {
    private static let flags = [
        "rejected": "reject", "rejects": "reject", "picked": "pick", "picks": "pick", "unflagged": "none",
    ]
    /// Favourites of Google Takeout are read as five stars, and so are these words.
    private static let favourites = ["favourites", "favorites", "favourited", "favorited"]
    /// What may stand behind a flag.
    private static let nouns = ["photos", "photographs", "pictures", "images", "files"]

    /// Returns the condition that lowercased words mean in a table with such fields; nil where they mean none.
    static func condition(_ words: [String], hasFlags: Bool, isRated: Bool) -> String? {
        guard let first = words.first, words.count == 1 || words.count == 2 && nouns.contains(words[1]) else {
            return nil
        }
        if hasFlags, let flag = flags[first] { return "flag:\(flag)" }
        return isRated && words.count == 1 && favourites.contains(first) ? "rating:5" : nil
    }
}
