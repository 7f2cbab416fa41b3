// Sidecars of a folder's pictures that appear, change or are removed.

import Platform

extension FolderCollection {
    /// Names examined while the lock is held once.
    private static let batchCount = 256

    /// Stores the names of a directory's sidecars, as listed; sorts them first.
    func setSidecars(_ names: SidecarNames, in directory: Int) {
        var sorted = names
        sorted.sort()
        items.withLock { $0.sidecarNames[directory] = sorted.isEmpty ? nil : sorted }
    }

    /// Returns the names of a directory's sidecars; nil where there are none.
    func sidecarNames(in directory: Int) -> SidecarNames? { items.withLock { $0.sidecarNames[directory] } }

    /// Examines the pictures of one directory whose sidecars have changed; blocks.
    ///
    /// `names` are the files that appeared, changed or were removed; `descriptor` is the open directory. Costs O(log n)
    /// for each of a few sidecars; O(n) for many, for cut names of Takeout and for Picasa's file.
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
                let isFile = FileSystem.status(ofEntry: name, in: descriptor)?.kind == .regular
                record(name, exists: isFile, in: directory)
                changed.add(name)
            } else {
                // A new or removed picture may change to which picture a sidecar belongs.
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
            // Names that continue with a character from `(` to `.`, in any case and composition of the start.
            let (first, end) = (start + [UInt8(ascii: "(")], start + [UInt8(ascii: "/")])
            examine(changed, in: directory, descriptor, from: first, before: end)
        }
        return isWhole
    }

    /// Examines the pictures with changed sidecars whose names lie between two bounds; nil is no bound.
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

    /// The sidecars that have changed in a directory.
    private struct Changed {
        /// Keys of changed files: see `SidecarNames`.
        var keys: Set<UInt64> = []
        /// Folded names of pictures whose notes in Picasa's file have changed.
        var notes: Set<[UInt8]> = []
        /// The folded starts of the names of their pictures; nil if all pictures are to be examined.
        var starts: Set<[UInt8]>? = []
        /// With more starts than this, examining all names is faster.
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

        /// Returns whether a changed sidecar may belong to this picture.
        func contains(_ picture: [UInt8]) -> Bool {
            !notes.isEmpty && notes.contains(PathSpelling.folded(picture))
                || !keys.isEmpty && SidecarNames.keys(ofPicture: picture).contains { keys.contains($0) }
        }
    }

    /// Returns the next items of a directory by name; nil when the directory was removed.
    private func pictures(in directory: Int, behind last: [UInt8]?) -> [(handle: UInt32, name: [UInt8])]? {
        items.withLock { items in
            guard items.store.directories.contains(directory) else { return nil }
            return items.files(in: directory, behind: last, limit: Self.batchCount).map {
                ($0, [UInt8](items.store.name(of: $0)))
            }
        }
    }

    /// Adds the name of a sidecar if it exists, or else removes it.
    private func record(_ name: [UInt8], exists: Bool, in directory: Int) {
        items.withLock { items in
            guard items.store.directories.contains(directory) else { return }
            var names = items.sidecarNames.removeValue(forKey: directory) ?? SidecarNames()
            if exists { names.insert(name) } else { names.remove(name) }
            if !names.isEmpty { items.sidecarNames[directory] = names }
        }
    }

    /// Rereads `.picasa.ini`; returns the folded names of the pictures whose notes have changed.
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
    /// Returns a file's possible sidecars; nil where there are none.
    func sidecars(of handle: UInt32) -> SidecarNames.Found? {
        sidecarNames[store.directory(of: handle)]?.found(for: store.name(of: handle))
    }
}
