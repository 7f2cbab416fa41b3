// The changes of a folder's items.

/// A change of the items; the follower makes them one after the other on its own thread.
enum FolderChange: Sendable {
    /// Add a file, or update its facts.
    case put(directory: Int, name: [UInt8], finding: ItemStore.Finding)
    case remove(directory: Int, name: [UInt8])
    /// Remove a directory and all below it.
    case removeDirectory(Int)
}
