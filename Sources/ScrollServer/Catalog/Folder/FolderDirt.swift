// What has to be looked at again.

/// Names in directories of a folder of which something was said, whatever it was: a look tells what they are now.
struct FolderDirt: Sendable {
    /// Names that are kept; when there are more, everything is compared.
    private static let limit = 1 << 17

    /// For each directory its names; false for those that somebody may still be writing.
    private(set) var names: [Int: [[UInt8]: Bool]] = [:]
    private var count = 0
    /// Whether any name in any directory may be meant.
    private(set) var isEverything = false

    var isEmpty: Bool { names.isEmpty && !isEverything }

    mutating func add(_ name: [UInt8], in directory: Int, isSettled: Bool = true) {
        // Hidden entries are none of ours.
        guard name.first != UInt8(ascii: "."), !isEverything else { return }
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
