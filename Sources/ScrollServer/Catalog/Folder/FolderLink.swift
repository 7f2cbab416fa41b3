// What a link in a folder leads to, where it is not followed.

import Imaging
import Platform

extension ImageError {
    /// A link of a folder that leads out of it.
    static let outsideLink = ImageError.unreadable("this link leads out of the folder; --follow-links allows it")
    /// A listed file that is a link to a place which may not be shown.
    static let outsideLinkOfList = ImageError.unreadable(
        "this link leads out of the folders that may be shown; --root DIR adds one")

    /// A link to the folder at a path from the root, which is listed there or left out.
    static func link(to path: [UInt8], isLeftOut: Bool = false) -> ImageError {
        let path = path.last == UInt8(ascii: "/") ? path.dropLast() : path[...]
        guard !path.isEmpty else {
            return .shownElsewhere("this link leads to the whole folder, which is shown already")
        }
        return .shownElsewhere(
            "this link leads to the folder '\(String(decoding: path, as: UTF8.self))'"
                + (isLeftOut ? ", which is left out; --all-folders lists it" : ""))
    }

    /// Whether this is said of a link that is not followed, and can only change with the link.
    var isOfLink: Bool {
        if case .shownElsewhere = self { return true }
        return self == .outsideLink
    }
}

extension FolderEntry {
    /// The result for a link to a folder: walked only if that is hidden at its real place.
    ///
    /// So the order in which names are read does not matter, and a link never takes the place of a folder.
    static func link(_ path: SystemPath, in directory: Int32, root: FolderRoot) throws(SystemError) -> FolderEntry {
        let target = try FileSystem.open(path, in: directory, asDirectory: true)
        defer { System.close(target) }
        switch root.place(of: target) {
        case .inside(let place):
            switch root.listing(of: place) {
            case .listed: return notFollowed(.link(to: place))
            case .leftOut: return notFollowed(.link(to: place, isLeftOut: true))
            case .hidden: return .directory
            }
        case .outside where !root.followsLinksOutside: return notFollowed(.outsideLink)
        case .outside, .unknown: return .directory
        }
    }

    /// An item in the place of a link, with the reason why it is not followed.
    static func notFollowed(_ error: ImageError) -> FolderEntry {
        var finding = ItemStore.Finding(error: error)
        finding.isLink = true
        return .file(finding)
    }

    /// The result for a link to a file outside: an item where its name, or that of the file, is a picture's.
    static func outside(_ name: ArraySlice<UInt8>, _ descriptor: Int32) -> FolderEntry {
        let slash = UInt8(ascii: "/")
        let target = (try? FileSystem.resolvedPath(of: descriptor)) ?? []
        let isPicture =
            MediaFormat.isMediaName(name) || MediaFormat.isMediaName(target.split(separator: slash).last ?? [])
        return isPicture ? notFollowed(.outsideLink) : .nothing
    }
}
