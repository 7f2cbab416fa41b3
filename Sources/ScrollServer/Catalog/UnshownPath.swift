// What the command line names and the catalog does not have.

/// A path of the command line that is not shown.
struct UnshownPath: Sendable, Equatable {
    /// Its last component.
    let name: String
    /// What is wrong, in a line that says what to do; the path is called by its name.
    let reason: String
}
