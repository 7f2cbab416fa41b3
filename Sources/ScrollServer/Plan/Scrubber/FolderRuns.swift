// The folders of a collection that is sorted by name: each is a run of neighbouring items.

import Platform

/// A folder, as a run of items.
struct FolderRun: Sendable, Equatable {
    /// The last part of its path.
    var name: String
    /// The indices of all items in it and below it; never empty.
    var items: Range<Int>
    /// Whether there are folders in it.
    var hasFolders: Bool
}

/// Finds folders by the names of items without examining each.
///
/// A folder's own files come before those of its subfolders, and all of them are neighbours.
struct FolderRuns {
    /// The folders and items at one level.
    struct Level: Sendable, Equatable {
        /// The first item in the folder and below it.
        var first: Int
        /// How many items lie in the folder itself.
        var own: Int
        var folders: [FolderRun]
        /// Whether there are more folders than were asked for.
        var isCut: Bool
    }

    let count: Int
    /// The path of the item at an index, its parts between slashes; nil where there is none.
    let path: (Int) -> String?

    /// The folders directly in `folder`, at most `limit`; nil where there is no folder of this path.
    ///
    /// `folder` has a slash after each part and is empty for the collection itself. Calls `path` O(folders × log items)
    /// times.
    func level(of folder: String, limit: Int) -> Level? {
        var (range, prefix) = (0..<count, "")
        while prefix.utf8.count < folder.utf8.count {
            guard let part = folder.folder(below: prefix), let run = run(named: part, in: range, below: prefix)
            else { return nil }
            (range, prefix) = (run.items, prefix + part + "/")
        }
        let start = firstFolder(in: range, below: prefix)
        var found: [FolderRun] = []
        var index = start
        while index < range.upperBound, found.count < limit, let run = run(at: index, in: range, below: prefix) {
            found.append(run)
            index = run.items.upperBound
        }
        return Level(
            first: range.lowerBound, own: start - range.lowerBound, folders: found, isCut: index < range.upperBound)
    }

    private func run(named name: String, in range: Range<Int>, below prefix: String) -> FolderRun? {
        var index = firstFolder(in: range, below: prefix)
        while index < range.upperBound, let run = run(at: index, in: range, below: prefix) {
            if run.name.utf8.elementsEqual(name.utf8) { return run }
            index = run.items.upperBound
        }
        return nil
    }

    /// The index of the first item that lies in a folder of its own.
    private func firstFolder(in range: Range<Int>, below prefix: String) -> Int {
        range.partitioningIndex { path($0)?.folder(below: prefix) != nil }
    }

    /// The run that begins at an index; nil where the item lies in no folder.
    private func run(at index: Int, in range: Range<Int>, below prefix: String) -> FolderRun? {
        guard let name = path(index)?.folder(below: prefix) else { return nil }
        func isInside(_ index: Int) -> Bool {
            path(index)?.folder(below: prefix)?.utf8.elementsEqual(name.utf8) == true
        }
        // Galloping search: steps double until one is past the run; then bisection between the last two.
        var (last, step) = (index, 1)
        while last + step < range.upperBound, isInside(last + step) {
            last += step
            step *= 2
        }
        var end = min(last + step, range.upperBound)
        while end - last > 1 {
            let middle = last + (end - last) / 2
            if isInside(middle) { last = middle } else { end = middle }
        }
        let hasFolders = path(end - 1)?.folder(below: prefix + name + "/") != nil
        return FolderRun(name: name, items: index..<end, hasFolders: hasFolders)
    }
}

extension String {
    /// The name of the folder directly below `prefix` that holds a file of this path; nil where there is none.
    ///
    /// `prefix` has a slash after each part. Compares bytes: names that differ only in Unicode composition are
    /// different folders.
    func folder(below prefix: String) -> String? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        let rest = utf8.dropFirst(prefix.utf8.count)
        return rest.firstIndex(of: UInt8(ascii: "/")).flatMap { String(rest[..<$0]) }
    }
}
