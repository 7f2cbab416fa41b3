// Flags and favourites in natural language, such as "rejected".

/// Reads English words about flags and favourites as the conditions that they mean: `rejected` as `flag:reject`.
enum SpokenFlag {
    private static let flags = [
        "rejected": "reject", "rejects": "reject", "picked": "pick", "picks": "pick", "unflagged": "none",
    ]
    /// Other programs' favourites have five stars.
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
