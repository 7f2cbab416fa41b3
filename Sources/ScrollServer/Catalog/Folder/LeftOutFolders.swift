// Folders that are not listed: system folders, and folders with `.nomedia`.

import Platform

/// The folders that a scan does not list, with their count.
struct LeftOutFolders: Sendable {
    /// Names of system folders in lower case: thumbnails, waste, resource forks, snapshots.
    ///
    /// Synology: `@eaDir`, `#recycle`, `#snapshot`. QNAP: `@Recycle`, `@Recently-Snapshot`. Windows: `$RECYCLE.BIN`,
    /// `RECYCLER`, `System Volume Information`. macOS: `__MACOSX`. ext4: `lost+found`.
    private static let names = [
        "@eadir", "#recycle", "#snapshot", "@recycle", "@recently-snapshot", "$recycle.bin", "recycler",
        "system volume information", "__macosx", "lost+found",
    ]
    private static let lengths = Set(names.map(\.utf8.count))
    /// The file that keeps a folder, and all below it, out of galleries on Android.
    static let marker = [UInt8](".nomedia".utf8)

    /// The names of system folders, by their parent directory.
    private var found: [Int: Set<[UInt8]>] = [:]
    /// Directories with a file `.nomedia`, which are watched but not listed.
    private(set) var marked: Set<Int> = []

    /// Number of folders left out, without the folders below them.
    private(set) var count = 0

    /// Returns whether this is the name of a system folder, in any case.
    static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        guard lengths.contains(name.count) else { return false }
        let lower = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return names.contains { $0.utf8.elementsEqual(lower) }
    }

    /// Returns whether an open directory has an entry `.nomedia`; one system call.
    static func isMarked(_ directory: Int32) -> Bool { FileSystem.status(ofEntry: marker, in: directory) != nil }

    /// Returns the names of system folders in a directory.
    func names(in directory: Int) -> Set<[UInt8]> { found[directory] ?? [] }

    mutating func add(_ name: ArraySlice<UInt8>, in directory: Int) {
        if found[directory, default: []].insert([UInt8](name)).inserted { count += 1 }
    }

    mutating func remove(_ name: [UInt8], in directory: Int) {
        guard found[directory]?.remove(name) != nil else { return }
        count -= 1
        if found[directory]?.isEmpty == true { found[directory] = nil }
    }

    /// Counts a directory that has a file `.nomedia`.
    mutating func mark(_ directory: Int) {
        if marked.insert(directory).inserted { count += 1 }
    }

    /// Forgets a removed directory and what it held.
    mutating func forget(_ directory: Int) {
        if marked.remove(directory) != nil { count -= 1 }
        count -= found.removeValue(forKey: directory)?.count ?? 0
    }
}
