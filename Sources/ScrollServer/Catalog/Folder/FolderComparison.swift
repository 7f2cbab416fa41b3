// Finds the changes in a folder by examining all of it.

import Metadata
import Pixels
import Platform

/// Compares directories with the known items, and finds names that are new, removed, or lead to another file.
struct FolderComparison {
    private let folder: FolderCollection
    private let scan: FolderScan?
    /// The names that have changed so far.
    private(set) var pendingNames = PendingNames()
    /// Directories that could not be read completely now; nothing is concluded about them.
    private(set) var unread: Set<Int> = []

    /// Compares a folder; `scan` knows the device and inode of each directory that was walked.
    init(_ folder: FolderCollection, scan: FolderScan?) {
        self.folder = folder
        self.scan = scan
    }

    /// Compares the whole folder with one `stat` for each name, without opening files; blocks.
    mutating func compareAll() {
        var waiting = [DirectoryTree.root]
        while let directory = waiting.popLast(), !folder.isCancelled { waiting += compare(directory) }
    }

    /// Compares one directory, without those below it; blocks.
    ///
    /// - Returns: its known subdirectories.
    @discardableResult
    mutating func compare(_ directory: Int) -> [Int] {
        guard let path = folder.path(ofDirectory: directory) else { return [] }
        let descriptor: Int32
        do throws(ImageError) {
            descriptor = try folder.root.openDirectory(path)
        } catch {
            if error.isTransient { unread.insert(directory) }
            return []
        }
        defer { System.close(descriptor) }
        let isLeftOut = scan?.leftOut.marked.contains(directory) == true
        if !folder.root.listsAllFolders, let (name, parent) = folder.nameAndParent(ofDirectory: directory),
            LeftOutFolders.isMarked(descriptor) != isLeftOut
        {
            pendingNames.add(name, in: parent)
            return []
        }
        if isLeftOut { return [] }
        var listed: [([UInt8], FileKind)] = []
        let isWhole: Void? = try? FileSystem.list(descriptor) { name, kind in
            if name.first != UInt8(ascii: ".") {
                listed.append(([UInt8](name), kind))
            } else if PicasaNotes.isName(name) {
                pendingNames.add([UInt8](name), in: directory)
            }
            return true
        }
        if isWhole == nil { unread.insert(directory) }
        var missing = folder.files(in: directory)
        var missingDirectories = folder.directories(in: directory)
        var missingLeftOut = scan?.leftOut.names(in: directory) ?? []
        var known: [Int] = []
        for (name, kind) in listed {
            let status: FileStatus
            do throws(SystemError) {
                guard let systemPath = SystemPath(name) else { continue }
                status = try FileSystem.status(of: systemPath, in: descriptor, followLink: true)
            } catch {
                let stamp = missing.removeValue(forKey: name)
                let isDirectory = missingDirectories.removeValue(forKey: name) != nil
                if !error.isAboutFile {
                    unread.insert(directory)
                } else if stamp != nil || isDirectory || kind != .link || MediaFormat.isMediaName(name[...]) {
                    // A broken link is an item if it is named like a picture, or was one before.
                    pendingNames.add(name, in: directory)
                }
                continue
            }
            if status.kind == .directory {
                // A link is followed only if its target is not listed elsewhere, which may have changed.
                if kind == .link { pendingNames.add(name, in: directory) }
                if let number = missingDirectories.removeValue(forKey: name),
                    scan?.identity(of: number) == status.identity
                {
                    known.append(number)
                } else if missingLeftOut.remove(name) == nil || kind == .link {
                    missing[name] = nil
                    pendingNames.add(name, in: directory)
                }
            } else if let stamp = missing.removeValue(forKey: name) {
                if stamp != status.stamp, status.kind == .regular { pendingNames.add(name, in: directory) }
            } else {
                pendingNames.add(name, in: directory)
            }
        }
        // An incomplete listing says nothing about the names that it lacks.
        guard isWhole != nil else { return known }
        for name in missingLeftOut { pendingNames.add(name, in: directory) }
        for name in missing.keys { pendingNames.add(name, in: directory) }
        if let sidecars = folder.sidecarNames(in: directory) {
            let names = Set(listed.map(\.0))
            for name in sidecars.all where !names.contains(name) { pendingNames.add(name, in: directory) }
            if let notes = sidecars.notes { pendingNames.add(notes.name, in: directory) }
        }
        for name in missingDirectories.keys { pendingNames.add(name, in: directory) }
        return known
    }
}
