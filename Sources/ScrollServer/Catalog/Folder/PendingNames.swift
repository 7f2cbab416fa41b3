// Names in a folder that must be examined again.

/// The names for which the system reported an event, by directory.
///
/// The event's kind is not kept, since the disk shows the present state.
struct PendingNames: Sendable {
    /// Most names that are kept; when there are more, the whole folder is compared instead.
    private static let limit = 1 << 17

    /// The names in each directory; false for a file that another program may still be writing.
    private(set) var names: [Int: [[UInt8]: Bool]] = [:]
    private var count = 0
    /// Whether the whole folder must be compared.
    private(set) var isEverything = false

    var isEmpty: Bool { names.isEmpty && !isEverything }

    mutating func add(_ name: [UInt8], in directory: Int, isSettled: Bool = true) {
        // All other hidden entries are ignored.
        guard name.first != UInt8(ascii: ".") || PicasaNotes.isName(name), !isEverything else { return }
        if let known = names[directory]?[name] {
            names[directory]?[name] = known || isSettled
            return
        }
        names[directory, default: [:]][name] = isSettled
        count += 1
        if count > Self.limit { addEverything() }
    }

    mutating func addEverything() {
        names = [:]
        count = 0
        isEverything = true
    }
}
