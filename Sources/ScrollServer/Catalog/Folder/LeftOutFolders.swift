// Folders that are not listed: what systems and network storage keep for themselves, and folders with `.nomedia`.

import Platform

/// The folders of a scan that are not listed, to be counted.
struct LeftOutFolders: Sendable {
    /// Names in lower case of folders that systems keep: thumbnails, waste, resource forks, snapshots.
    ///
    /// Synology: `@eaDir`, `#recycle`, `#snapshot`. QNAP: `@Recycle`, `@Recently-Snapshot`. Windows: `$RECYCLE.BIN`,
    /// `RECYCLER`, `System Volume Information`. macOS: `__MACOSX`. ext4: `lost+found`.
    private static let names = [
        "@eadir", "#recycle", "#snapshot", "@recycle", "@recently-snapshot", "$recycle.bin", "recycler",
        "system volume information", "__macosx", "lost+found",
    ]
    private static let lengths = Set(names.map(\.utf8.count))
    /// The file by which Android's programs keep a folder and all in it out of galleries.
    static let marker = [UInt8](".nomedia".utf8)

    /// The names that are not listed, by the directory they lie in.
    private var found: [Int: Set<[UInt8]>] = [:]
    /// Directories with a file `.nomedia`, which are watched but not listed.
    private(set) var marked: Set<Int> = []

    /// How many folders are left out; those in them do not count.
    private(set) var count = 0

    /// Whether a folder of this name is a system's own, without regard to case.
    static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        guard lengths.contains(name.count) else { return false }
        let lower = name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return names.contains { $0.utf8.elementsEqual(lower) }
    }

    /// Whether an open directory has a file `.nomedia`; one system call.
    static func isMarked(_ directory: Int32) -> Bool {
        guard let path = SystemPath(marker) else { return false }
        return (try? FileSystem.status(of: path, in: directory, followLink: false)) != nil
    }

    /// The names in a directory that are not listed.
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
