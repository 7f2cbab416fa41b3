// The folders of a collection that is sorted by name: each is a run of neighbouring items.

/// A folder, as a run of items.
struct FolderRun: Sendable, Equatable {
    /// The last part of its path.
    var name: String
    /// The indices of all items in it and below it; never empty.
    var items: Range<Int>
    /// Whether there are folders in it.
    var hasFolders: Bool
}

/// Finds folders by the names of items, without looking at each: a folder's own files come before those of the folders in
/// it, and all of them lie together.
struct FolderRuns {
    let count: Int
    /// The path of the item at an index, its parts between slashes; nil where there is none.
    let path: (Int) -> String?

    /// The folders directly in one, at most `limit`; nil where there is no folder of this path.
    ///
    /// - Parameter folder: the parts of its path; none for the collection itself.
    ///
    /// Calls `path` O(folders × log items) times.
    func folders(in folder: [Substring], limit: Int) -> (own: Int, folders: [FolderRun], isCut: Bool)? {
        var (range, prefix) = (0..<count, "")
        for part in folder {
            guard let run = run(named: part, in: range, below: prefix) else { return nil }
            (range, prefix) = (run.items, prefix + part + "/")
        }
        let start = firstFolder(in: range, below: prefix)
        var found: [FolderRun] = []
        var index = start
        while index < range.upperBound, found.count < limit, let run = run(at: index, in: range, below: prefix) {
            found.append(run)
            index = run.items.upperBound
        }
        return (start - range.lowerBound, found, index < range.upperBound)
    }

    private func run(named name: Substring, in range: Range<Int>, below prefix: String) -> FolderRun? {
        var index = firstFolder(in: range, below: prefix)
        while index < range.upperBound, let run = run(at: index, in: range, below: prefix) {
            if run.name == name { return run }
            index = run.items.upperBound
        }
        return nil
    }

    /// The index of the first item that lies in a folder of its own.
    private func firstFolder(in range: Range<Int>, below prefix: String) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if part(at: middle, below: prefix) == nil { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The run that begins at an index; nil where the item lies in no folder.
    private func run(at index: Int, in range: Range<Int>, below prefix: String) -> FolderRun? {
        guard let name = part(at: index, below: prefix) else { return nil }
        // In steps that double, until one is behind the run; then between the last two.
        var (last, step) = (index, 1)
        while last + step < range.upperBound, part(at: last + step, below: prefix) == name {
            last += step
            step *= 2
        }
        var end = min(last + step, range.upperBound)
        while end - last > 1 {
            let middle = last + (end - last) / 2
            if part(at: middle, below: prefix) == name { last = middle } else { end = middle }
        }
        let below = prefix + name + "/"
        return FolderRun(
            name: String(name), items: index..<end, hasFolders: part(at: end - 1, below: below) != nil)
    }

    /// The name of the folder below `prefix` in which an item lies; nil where it lies in none.
    private func part(at index: Int, below prefix: String) -> Substring? {
        guard let path = path(index), path.hasPrefix(prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        return rest.firstIndex(of: "/").map { rest[..<$0] }
    }
}
