// A counter as it is listed: once, for adding up and for `/metrics`.

/// One of the counters that `Counts` holds.
struct ListedCounter<Counts: Sendable>: Sendable {
    /// In `/metrics`, behind the room's prefix and before `_total`.
    let name: String
    /// What it counts, in a sentence.
    let help: String
    let count: WritableKeyPath<Counts, Int> & Sendable
}
