// A counter's entry in the list that is used to add counters up and to write `/metrics`.

/// Names and describes one counter of `Counts`.
package struct ListedCounter<Counts: Sendable>: Sendable {
    /// The name in `/metrics`, between the room's prefix and `_total`.
    package let name: String
    /// What is counted, in one sentence.
    package let help: String
    package let count: WritableKeyPath<Counts, Int> & Sendable

    package init(_ name: String, _ count: WritableKeyPath<Counts, Int> & Sendable, _ help: String) {
        (self.name, self.count, self.help) = (name, count, help)
    }
}
