// Sidecars of a folder's pictures that appear, change or are removed.

extension FolderCollection {
    /// Names examined while the lock is held once.
    private static let batchCount = 256

    /// Examines the pictures of one directory whose sidecars have changed; blocks.
    ///
    /// `names` are the files that appeared, changed or were removed; `descriptor` is the open directory.
    func examineSidecars(_ names: some Sequence<[UInt8]>, in directory: Int, _ descriptor: Int32) {
        for name in names where Sidecar.isName(name) {
            let known = items.withLock { items in
                guard items.store.directories.contains(directory) else { return [(UInt32, [UInt8], Sidecar?)]() }
                return Sidecar.pictures(of: name).compactMap { picture in
                    items.store.handle(named: picture[...], in: directory).map { ($0, picture, items.sidecars[$0]) }
                }
            }
            let changed = known.filter { Sidecar.find(beside: $1[...], in: descriptor, among: .any) != $2 }
            measure(handles: changed.map(\.0), isAgain: true)
        }
    }

    /// The names of the known sidecars in a directory.
    func sidecars(in directory: Int) -> [[UInt8]] {
        var sidecars: [[UInt8]] = []
        var last: [UInt8]?
        repeat {
            last = items.withLock { items in
                guard !items.sidecars.isEmpty else { return nil }
                let run = items.files(in: directory, behind: last, limit: Self.batchCount)
                sidecars += run.compactMap { handle in
                    items.sidecars[handle]?.form.name(beside: items.store.name(of: handle))
                }
                return run.last.map { [UInt8](items.store.name(of: $0)) }
            }
        } while last != nil
        return sidecars
    }
}
