// The XMP file of a picture, as it is and as it would be.

import Metadata
import Platform

/// An XMP file beside a picture, which may not exist yet.
package struct SidecarFile: Sendable {
    /// How a new sidecar is called.
    package enum Naming: String, CaseIterable, Sendable {
        /// `IMG_1.jpg.xmp`, as darktable and digiKam write and read it; no two pictures share it.
        case long
        /// `IMG_1.xmp`, as Lightroom and Bridge write and read it for raw files.
        case short
    }

    /// Why a sidecar is not written.
    package struct Failure: Error, Sendable {
        /// A part of a sentence about the sidecar.
        package let reason: String
        /// Whether other sidecars of this folder cannot be written either.
        let isOfFolder: Bool

        init(_ reason: String, isOfFolder: Bool = false) { (self.reason, self.isOfFolder) = (reason, isOfFolder) }
        init(_ error: XMPEditError) { self.init(error.reason) }
    }

    /// A sidecar that was read.
    private struct Contents {
        let bytes: [UInt8]
        let stamp: UInt64
    }

    /// How often a file that changes meanwhile is read again.
    private static let mostAttempts = 8

    /// The picture's folder, absolute.
    let folder: [UInt8]
    private let picture: [UInt8]
    /// The name of the file.
    package let name: [UInt8]

    /// Finds the sidecar of an item, or else the name of a new one.
    ///
    /// Blocks. The sidecar that is read for the item counts first.
    package init(
        ofItem id: String, at path: ItemPath, in collection: any ItemCollection, _ naming: Naming = .long
    ) {
        picture = Array(path.name)
        folder = path.absolute.dropLast(picture.count + 1)
        name =
            Self.found(for: picture, in: folder, known: collection.sidecarName(ofItem: id))
            ?? (naming == .long ? picture : Self.stem(of: picture)) + Array(".xmp".utf8)
    }

    /// The name of this sidecar if the picture's name were another one.
    package func name(beside other: [UInt8]) -> [UInt8] {
        if other == picture { return name }
        return (name.count == picture.count + 4 ? other : Self.stem(of: other)) + name.suffix(4)
    }

    private static func stem(of name: [UInt8]) -> [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
        return Array(name[..<dot])
    }

    /// The name of an existing sidecar.
    ///
    /// One that has just been made may not be known to the collection yet.
    private static func found(for picture: [UInt8], in folder: [UInt8], known: [UInt8]?) -> [UInt8]? {
        if let known { return known }
        let names = [picture, stem(of: picture)].flatMap { start in
            [".xmp", ".XMP"].map { start + Array($0.utf8) }
        }
        return names.first { name in
            FileSystem.status(ofEntry: folder + [UInt8(ascii: "/")] + name)?.kind == .regular
        }
    }

    // MARK: Reading

    /// The bytes that the sidecar would have after an edit; nil where there would be none.
    ///
    /// Blocks.
    package func bytes(changedBy edit: XMPEdit) throws(Failure) -> [UInt8]? {
        let directory = try openFolder()
        defer { System.close(directory) }
        let old = try contents(of: name, in: directory)
        return try mapError(try XMPSidecar.bytes(of: old?.bytes, changedBy: edit)) { (error: XMPEditError) in
            Failure(error)
        }
    }

    private func openFolder() throws(Failure) -> Int32 {
        let path = folder.isEmpty ? [UInt8(ascii: "/")] : folder
        guard let system = SystemPath(path) else { throw Failure("its folder has no valid path", isOfFolder: true) }
        return try mapError(try FileSystem.open(system, in: FileSystem.workingDirectory, asDirectory: true)) {
            (error: SystemError) in Failure("its folder cannot be opened: \(error.reason)", isOfFolder: true)
        }
    }

    /// Reads the sidecar; nil where there is none.
    private func contents(of name: [UInt8], in directory: Int32) throws(Failure) -> Contents? {
        guard let system = SystemPath(name) else { throw Failure("it has no valid name") }
        let contents: Contents?
        var kind = FileKind.regular
        do throws(SystemError) {
            kind = try FileSystem.status(of: system, in: directory, followLink: false).kind
            // A link or a pipe is neither opened nor replaced.
            contents = kind == .regular ? try Self.contents(of: system, in: directory) : nil
        } catch {
            if error.isMissing { return nil }
            throw Failure("it cannot be read: \(error.reason)")
        }
        guard kind == .regular else { throw Failure("it is \(kind.description)") }
        return contents
    }

    private static func contents(of name: SystemPath, in directory: Int32) throws(SystemError) -> Contents {
        let file = try OpenFile(owning: try FileSystem.open(name, in: directory, followLink: false))
        // A longer one is refused.
        let bytes = try file.bytes(at: 0, count: min(file.count, XMPSidecar.longest + 1))
        return Contents(bytes: bytes, stamp: file.status.stamp)
    }

    // MARK: Writing

    /// Changes the sidecar as `edit` says for what is in it: nil where there is none.
    ///
    /// Blocks. The file is replaced as a whole, never the picture. If another program changes it between reading and
    /// replacing, it is read again and the edit is made on top of that. Its permissions are kept; a new one has those of
    /// the picture.
    ///
    /// - Parameters:
    ///   - beforeReplacing: called when the new file is on the disk under another name.
    ///   - edit: what to change, by what is there.
    /// - Returns: whether the file had to be changed.
    /// - Throws: why it is left as it is.
    @discardableResult
    func update(
        beforeReplacing: () -> Void = {}, _ edit: (XMPContent?) -> XMPEdit
    ) throws(Failure) -> Bool {
        let directory = try openFolder()
        defer { System.close(directory) }
        guard let picture = SystemPath(picture), let system = SystemPath(name) else {
            throw Failure("it has no valid name")
        }
        for _ in 0..<Self.mostAttempts {
            let old = try contents(of: name, in: directory)
            let new: [UInt8]?
            do throws(XMPEditError) {
                let content: XMPContent? = if let old { try XMPSidecar.content(of: old.bytes) } else { nil }
                new = try XMPSidecar.bytes(of: old?.bytes, changedBy: edit(content))
            } catch {
                throw Failure(error)
            }
            guard let new, new != old?.bytes else { return false }
            try checkWritable(directory)
            do throws(SystemError) {
                let permissions =
                    old == nil
                    ? try FileSystem.permissions(of: picture, in: directory).ofSibling
                    : try FileSystem.permissions(of: system, in: directory)
                if old != nil { try FileSystem.checkWritable(system, in: directory) }
                let isReplaced = try AtomicFile.replace(system, in: directory, by: new, permissions) {
                    beforeReplacing()
                    return stamp(of: system, in: directory) == old?.stamp
                }
                if isReplaced { return true }
            } catch {
                // A picture or a sidecar may have been removed meanwhile.
                if error.isMissing { continue }
                throw Failure("it cannot be written: \(error.reason)", isOfFolder: error.isNoSpace)
            }
        }
        throw Failure("it is changed by other programs all the time, or its picture has gone")
    }

    private func checkWritable(_ directory: Int32) throws(Failure) {
        guard let dot = SystemPath(".".utf8) else { return }
        try mapError(try FileSystem.checkWritable(dot, in: directory)) { (error: SystemError) in
            Failure("its folder cannot be written: \(error.reason)", isOfFolder: true)
        }
    }

    private func stamp(of name: SystemPath, in directory: Int32) -> UInt64? {
        (try? FileSystem.status(of: name, in: directory, followLink: false))?.stamp
    }
}
