// A counter's entry in the list that is used to add counters up and to write `/metrics`.

/// Names and describes one counter of `Counts`.
package struct ListedCounter<Counts: Sendable>: Sendable {
    /// The name in `/metrics`, between the room's prefix and `_total`.
    package let name: String
    /// What is counted, in one sentence.
    package let help: String
    package let count: WritableKeyPath<Counts, Int> & Sendable

    package init(name: String, help: String, count: WritableKeyPath<Counts, Int> & Sendable) {
        self.name = name
        self.help = help
        self.count = count
    }
}
