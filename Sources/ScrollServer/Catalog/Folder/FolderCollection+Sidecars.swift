// Sidecars of a folder's pictures that appear, change or are removed.

import Platform

extension FolderCollection {
    /// Names examined while the lock is held once.
    private static let batchCount = 256

    /// Stores the names of a directory's sidecars, as listed.
    func setSidecars(_ names: SidecarNames, in directory: Int) {
        var sorted = names
        sorted.sort()
        items.withLock { $0.sidecarNames[directory] = sorted.isEmpty ? nil : sorted }
    }

    /// The names of a directory's sidecars; nil where there are none.
    func sidecarNames(in directory: Int) -> SidecarNames? { items.withLock { $0.sidecarNames[directory] } }

    /// Examines the pictures of one directory whose sidecars have changed; blocks.
    ///
    /// `names` are the files that appeared, changed or were removed; `descriptor` is the open directory. O(n) if a
    /// sidecar is among them, since any spelling of its name may be the picture's.
    func examineSidecars(_ names: [[UInt8]], in directory: Int, _ descriptor: Int32) {
        var changed = Changed()
        for name in names {
            if PicasaNotes.isName(name) {
                changed.notes.formUnion(readNotes(in: directory, descriptor))
            } else if SidecarNames.isName(name) {
                note(name, isThere: Self.isFile(name, in: descriptor), in: directory)
                changed.keys.formUnion(SidecarNames.keys(ofSidecar: name))
            } else {
                // A new or removed picture may be the one to which another's sidecar belongs.
                let sidecars = items.withLock { $0.sidecarNames[directory]?.longNames(of: name) ?? [] }
                for sidecar in sidecars {
                    let keys = SidecarNames.keys(ofSidecar: sidecar)
                    if keys.count > 1 || !sidecar.starts(with: name) { changed.keys.formUnion(keys) }
                }
            }
        }
        guard !changed.isEmpty else { return }
        var last: [UInt8]?
        while let run = pictures(in: directory, behind: last), !run.isEmpty, !isCancelled {
            last = run.last?.name
            let wanted = run.filter { changed.contains($0.name) }.map(\.handle)
            guard !wanted.isEmpty else { continue }
            let known = items.withLock { items in
                wanted.map { ($0, items.store.name(of: $0), items.sidecars(of: $0), items.sidecars[$0]) }
            }
            let pictures = known.filter { Sidecar.find($2, beside: $1, in: descriptor)?.stamp != $3 }
            measure(handles: pictures.map(\.0), isAgain: true)
        }
    }

    /// What has changed in a directory: keys of sidecars, and folded names of pictures.
    private struct Changed {
        var keys: Set<UInt64> = []
        var notes: Set<[UInt8]> = []
        var isEmpty: Bool { keys.isEmpty && notes.isEmpty }

        /// Whether it may be about this picture.
        func contains(_ picture: [UInt8]) -> Bool {
            !notes.isEmpty && notes.contains(PathSpelling.folded(picture))
                || !keys.isEmpty && SidecarNames.keys(ofPicture: picture).contains { keys.contains($0) }
        }
    }

    /// The next items of a directory; nil when it was removed.
    private func pictures(in directory: Int, behind last: [UInt8]?) -> [(handle: UInt32, name: [UInt8])]? {
        items.withLock { items in
            guard items.store.directories.contains(directory) else { return nil }
            return items.files(in: directory, behind: last, limit: Self.batchCount).map {
                ($0, [UInt8](items.store.name(of: $0)))
            }
        }
    }

    private static func isFile(_ name: [UInt8], in directory: Int32) -> Bool {
        SystemPath(name).flatMap { try? FileSystem.status(of: $0, in: directory, followLink: false) }?.kind == .regular
    }

    /// Adds or removes the name of a sidecar.
    private func note(_ name: [UInt8], isThere: Bool, in directory: Int) {
        items.withLock { items in
            guard items.store.directories.contains(directory) else { return }
            var names = items.sidecarNames.removeValue(forKey: directory) ?? SidecarNames()
            if isThere { names.insert(name) } else { names.remove(name) }
            if !names.isEmpty { items.sidecarNames[directory] = names }
        }
    }

    /// Reads `.picasa.ini` again; returns the folded names of the pictures of which it says something else now.
    private func readNotes(in directory: Int, _ descriptor: Int32) -> Set<[UInt8]> {
        let notes = PicasaNotes.read(in: descriptor)
        return items.withLock { items in
            guard items.store.directories.contains(directory) else { return [] }
            var names = items.sidecarNames.removeValue(forKey: directory) ?? SidecarNames()
            let before = names.notes
            names.notes = notes
            if !names.isEmpty { items.sidecarNames[directory] = names }
            return PicasaNotes.differences(before, notes)
        }
    }
}
