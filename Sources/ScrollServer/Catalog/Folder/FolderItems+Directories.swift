// The files of a directory of a folder, and of those below it.

extension FolderItems {
    /// Handles of the files directly in a directory, in natural order: at most `limit`, starting behind the name
    /// `last`, or at the first file; O(log n + limit).
    func files(in directory: Int, behind last: [UInt8]? = nil, limit: Int = .max) -> [UInt32] {
        let start = names.handles.partitioningIndex { handle in
            guard !isBefore(handle, directory) else { return false }
            guard let last else { return true }
            return store.directory(of: handle) != directory || store.precedes(last[...], in: directory, handle)
        }
        let end = names.handles.partitioningIndex { handle in
            !isBefore(handle, directory) && store.directory(of: handle) != directory
        }
        return names.handles(in: start..<max(start, min(end, start + min(limit, max(0, end - start)))))
    }

    /// Whether an item comes before all items in this directory and below it.
    private func isBefore(_ handle: UInt32, _ directory: Int) -> Bool {
        store.directories.precedes(store.directory(of: handle), directory) ?? false
    }

    /// The items in a directory and below it, by name; O(log n).
    func range(below directory: Int) -> Range<Int> {
        let start = names.handles.partitioningIndex { !isBefore($0, directory) }
        let end = names.handles.partitioningIndex { handle in
            !isBefore(handle, directory) && !store.directories.isWithin(store.directory(of: handle), directory)
        }
        return start..<max(start, end)
    }
}
