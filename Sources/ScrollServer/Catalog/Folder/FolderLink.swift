// Links in a folder that are not followed, and the reasons.

import Metadata
import Pixels
import Platform

extension ImageError {
    /// A link in a folder that leads out of it.
    static let outsideLink = ImageError.unreadable("this link leads out of the folder; --follow-links allows it")
    /// A file named in a list that is a link out of the permitted folders.
    static let outsideLinkOfList = ImageError.unreadable(
        "this link leads out of the folders that may be shown; --root DIR adds one")

    /// Makes the error of a link to the folder at a path from the root, which is listed there or left out.
    static func link(to path: [UInt8], isLeftOut: Bool = false) -> ImageError {
        let path = path.last == UInt8(ascii: "/") ? path.dropLast() : path[...]
        guard !path.isEmpty else {
            return .shownElsewhere("this link leads to the whole folder, which is shown already")
        }
        return .shownElsewhere(
            "this link leads to the folder '\(String(decoding: path, as: UTF8.self))'"
                + (isLeftOut ? ", which is left out; --all-folders lists it" : ""))
    }

    /// Whether this is the reason why a link is not followed; rereading the file does not change it.
    var isUnfollowedLink: Bool {
        if case .shownElsewhere = self { return true }
        return self == .outsideLink
    }
}

extension FolderEntry {
    /// Returns the entry for a link to a folder: a directory to walk only if the target is not listed otherwise.
    ///
    /// So the order in which names are read does not matter, and a folder is never listed at a link to it instead.
    static func link(_ path: SystemPath, in directory: Int32, root: FolderRoot) throws(SystemError) -> FolderEntry {
        let target = try FileSystem.open(path, in: directory, asDirectory: true)
        defer { System.close(target) }
        switch root.location(of: target) {
        case .inside(let path):
            switch root.listing(of: path) {
            case .listed: return notFollowed(.link(to: path))
            case .leftOut: return notFollowed(.link(to: path, isLeftOut: true))
            case .hidden: return .directory
            }
        case .outside where !root.followsLinksOutside: return notFollowed(.outsideLink)
        case .outside, .unknown: return .directory
        }
    }

    /// Returns an item that stands for a link, with the reason why that is not followed.
    static func notFollowed(_ error: ImageError) -> FolderEntry {
        var finding = ItemStore.Finding(error: error)
        finding.isLink = true
        return .file(finding)
    }

    /// Returns the entry for a link to a file outside: an item if its own name, or the file's, is that of a picture.
    static func outside(_ name: ArraySlice<UInt8>, _ descriptor: Int32) -> FolderEntry {
        let slash = UInt8(ascii: "/")
        let target = (try? FileSystem.resolvedPath(of: descriptor)) ?? []
        let isPicture =
            MediaFormat.isMediaName(name) || MediaFormat.isMediaName(target.split(separator: slash).last ?? [])
        return isPicture ? notFollowed(.outsideLink) : .nothing
    }
}
