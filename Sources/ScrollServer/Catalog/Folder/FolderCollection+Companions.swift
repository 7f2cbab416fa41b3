// The files that belong to a folder's pictures.

import Pixels
import Platform

extension FolderCollection {
    package func companions(ofItem id: String) throws(ImageError) -> [CompanionFiles.Companion] {
        try withSidecar(ofItem: id) { (found, name, directory) in
            CompanionFiles.all(of: name, besides: found?.files.map(\.name) ?? [], in: directory)
        }
    }

    package func sidecarName(ofItem id: String) -> [UInt8]? {
        try? withSidecar(ofItem: id) { (found, _, _) in
            found?.files.first { $0.role == .long || $0.role == .short }?.name
        }
    }

    /// Calls `body` with the sidecars of an item, the name of its file, and its open directory.
    private func withSidecar<Result>(
        ofItem id: String, _ body: (Sidecar?, ArraySlice<UInt8>, Int32) -> Result
    ) throws(ImageError) -> Result {
        let (path, name) = try location(ofItem: id)
        let directory = try root.openDirectory(path)
        defer { System.close(directory) }
        let sidecars = items.withLock { items in items.store.handle(ofItem: id).flatMap { items.sidecars(of: $0) } }
        return body(Sidecar.find(sidecars, beside: name, in: directory), name, directory)
    }

    package func companion(_ name: [UInt8], ofItem id: String) throws(ImageError) -> OpenFile {
        // Open only companions of the picture, whatever name the request has.
        guard try companions(ofItem: id).contains(where: { $0.name == name }) else {
            throw .unreadable("no file of this name belongs to item '\(id)'")
        }
        return try root.openFile(Array(try location(ofItem: id).directory) + name)
    }

    /// The film in the item's file, else that of Apple's live photos beside it.
    package func film(ofItem id: String) throws(ImageError) -> ItemFilm {
        guard case .file(let file, let format) = try original(ofItem: id), format.mayBeLive else {
            throw ItemFilm.missing
        }
        if let film = try ItemFilm(in: file) { return film }
        let path = items.withLock { items in
            items.store.handle(ofItem: id).flatMap { items.film(beside: $0) }.map { items.store.path(of: $0) }
        }
        guard let path else { throw ItemFilm.missing }
        return try ItemFilm(try root.openFile(path))
    }

    /// The path of an item's directory, with a slash at its end unless empty, and its file's name.
    private func location(ofItem id: String) throws(ImageError) -> (directory: [UInt8], name: ArraySlice<UInt8>) {
        let path = items.withLock { items in
            items.store.handle(ofItem: id).map { items.store.path(of: $0) }
        }
        guard let path else { throw .unreadable("there is no item '\(id)'") }
        let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return (Array(path[..<start]), path[start...])
    }
}
