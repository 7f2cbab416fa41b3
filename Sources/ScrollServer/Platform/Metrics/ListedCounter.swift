// A counter as it is listed: once, for adding up and for `/metrics`.

/// One of the counters that `Counts` holds.
package struct ListedCounter<Counts: Sendable>: Sendable {
    /// In `/metrics`, behind the room's prefix and before `_total`.
    package let name: String
    /// What it counts, in a sentence.
    package let help: String
    package let count: WritableKeyPath<Counts, Int> & Sendable

    package init(name: String, help: String, count: WritableKeyPath<Counts, Int> & Sendable) {
        self.name = name
        self.help = help
        self.count = count
    }
}
