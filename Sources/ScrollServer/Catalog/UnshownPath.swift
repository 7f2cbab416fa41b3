// What the command line names and the catalog does not have.

/// A path of the command line that is not shown.
package struct UnshownPath: Sendable, Equatable {
    /// Its last component.
    package let name: String
    /// What is wrong, in a line that says what to do; the path is called by its name.
    package let reason: String

    package init(name: String, reason: String) {
        self.name = name
        self.reason = reason
    }
}
