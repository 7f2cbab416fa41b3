// What changes in a folder's items.

/// A change of the items. The follower makes them on its own thread, one after the other.
enum FolderChange: Sendable {
    /// Add a file, or update what is known of it.
    case put(directory: Int, name: [UInt8], finding: ItemStore.Finding)
    case remove(directory: Int, name: [UInt8])
    /// Remove a directory and all below it.
    case removeDirectory(Int)
}
