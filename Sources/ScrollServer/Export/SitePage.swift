// The page's files of a site.

import Platform

/// The page, told that its plans are files.
struct SitePage {
    /// A file that the page is made of.
    struct File {
        let path: String
        let bytes: [UInt8]
    }

    private static let start = "<meta charset=\"utf-8\">\n"
    /// A file of the page is far smaller.
    private static let greatestFile = 1 << 24

    /// In the order of their paths.
    let files: [File]

    /// Takes the copy of the page inside the program, or where `folder` is named, its files.
    ///
    /// - Throws: `PageFiles.Missing` where that folder does not hold the page.
    init(_ folder: String?) throws(PageFiles.Missing) {
        var files: [String: [UInt8]] = [:]
        switch try PageFiles.find(folder) {
        case .program: files = EmbeddedPage.files.mapValues { Array($0.utf8) }
        case .folder(let path): Self.read(path, "", into: &files)
        }
        files["index.html"] = files["index.html"].map { Array(Self.told(String(decoding: $0, as: UTF8.self)).utf8) }
        self.files = files.keys.sorted().compactMap { path in files[path].map { File(path: path, bytes: $0) } }
    }

    private static func read(_ root: String, _ folder: String, into files: inout [String: [UInt8]]) {
        for name in FileSystem.names(in: root + folder) where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            if FileSystem.isDirectory(root + path) {
                read(root, path, into: &files)
            } else if let bytes = FileSystem.contents(of: root + path, atMost: greatestFile) {
                files[String(path.dropFirst())] = bytes
            }
        }
    }

    /// The document with the address of what the site has, and with other words for browsers without scripts.
    private static func told(_ document: String) -> String {
        let site = "<meta name=\"site\" content=\"\(Site.entryPath)\">\n"
        var document = document.replacing(start, with: start + site, maxReplacements: 1)
        let words = "<p class=\"message\">This page needs JavaScript.</p></noscript>"
        if let old = document.firstRange(of: /<p class="message">[^<]*(?:<a[^<]*<\/a>)?[^<]*<\/p><\/noscript>/) {
            document.replaceSubrange(old, with: words)
        }
        return document
    }
}
