// Paths of the command line that the catalog does not show.

/// A path of the command line that cannot be shown.
package struct UnshownPath: Sendable, Equatable {
    /// Its last component.
    package let name: String
    /// The problem and its remedy in one line, which calls the path by its name.
    package let reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}
