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
    /// `names` are the files that appeared, changed or were removed; `descriptor` is the open directory. O(log n) for
    /// each of a few sidecars; O(n) for many, for long names of Takeout's, and for Picasa's file.
    ///
    /// - Returns: false where Picasa's file could not be read for a temporary reason.
    func examineSidecars(_ names: [[UInt8]], in directory: Int, _ descriptor: Int32) -> Bool {
        var changed = Changed()
        var isWhole = true
        for name in names {
            if PicasaNotes.isName(name) {
                do throws(SystemError) {
                    changed.notes.formUnion(try readNotes(in: directory, descriptor))
                    changed.starts = changed.notes.isEmpty ? changed.starts : nil
                } catch {
                    isWhole = false
                }
            } else if SidecarNames.isName(name) {
                note(name, isThere: Self.isFile(name, in: descriptor), in: directory)
                changed.add(name)
            } else {
                // A new or removed picture may be the one to which another's sidecar belongs.
                let sidecars = items.withLock { $0.sidecarNames[directory]?.longNames(of: name) ?? [] }
                for sidecar in sidecars {
                    let isOther = SidecarNames.keys(ofSidecar: sidecar).count > 1 || !sidecar.starts(with: name)
                    if isOther { changed.add(sidecar) }
                }
            }
        }
        guard !changed.isEmpty else { return isWhole }
        guard let starts = changed.starts else {
            examine(changed, in: directory, descriptor, from: nil, before: nil)
            return isWhole
        }
        for start in starts {
            // The characters from `(` to `.`, in any spelling of the start.
            let (first, end) = (start + [UInt8(ascii: "(")], start + [UInt8(ascii: "/")])
            examine(changed, in: directory, descriptor, from: first, before: end)
        }
        return isWhole
    }

    /// Examines the pictures with changed sidecars among those of some names; all without bounds.
    private func examine(
        _ changed: Changed, in directory: Int, _ descriptor: Int32, from start: [UInt8]?, before end: [UInt8]?
    ) {
        var last = start
        while var run = pictures(in: directory, behind: last), !run.isEmpty, !isCancelled {
            last = run.last?.name
            if let end { run.removeAll { !NaturalOrder.precedes($0.name[...], end[...]) } }
            if run.isEmpty { return }
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
        /// The starts of the names of their pictures; nil where all are examined.
        var starts: Set<[UInt8]>? = []
        /// More starts than this are slower than all names.
        private static let mostStarts = 64

        mutating func add(_ sidecar: [UInt8]) {
            keys.formUnion(SidecarNames.keys(ofSidecar: sidecar))
            guard let more = SidecarNames.starts(ofSidecar: sidecar), let known = starts,
                known.count < Self.mostStarts
            else {
                starts = nil
                return
            }
            starts = known.union(more)
        }

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
    private func readNotes(in directory: Int, _ descriptor: Int32) throws(SystemError) -> Set<[UInt8]> {
        let notes = try PicasaNotes.read(in: descriptor)
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

extension FolderItems {
    /// What a file's directory has for it; nil where there is nothing.
    func sidecars(of handle: UInt32) -> SidecarNames.Found? {
        sidecarNames[store.directory(of: handle)]?.found(for: store.name(of: handle))
    }
}
