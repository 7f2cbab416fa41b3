// GET /api/about

import HTTP
import Platform

/// Answers the program's version, what it may read, and where it keeps its own files.
struct AboutRoute: Sendable {
    /// The settings that the program was started with.
    struct Setting: Sendable {
        /// Files and folders that it may read, absolute.
        var reads: [String] = []
        /// The folder of the cache, and how many bytes it may take; nil where nothing is kept.
        var cache: (folder: String, byteLimit: Int)?
        /// The folder of lists and states; nil where these are in memory only.
        var stateFolder: String?
        /// Whether annotations are also written into XMP files beside the pictures.
        var writesSidecars = false
    }

    let setting: Setting
    let isReadOnly: Bool
    /// Whether clients may learn where files lie on this machine; else names come without their folders.
    let tellsPaths: Bool

    func answer() -> Response {
        .json { json in
            json.member("version", Build.version)
            json.member("commit", Build.commit)
            json.member("build", Build.kind)
            json.member("readOnly", isReadOnly)
            json.member("writesSidecars", setting.writesSidecars && !isReadOnly)
            json.objects("reads", of: setting.reads) { json, path in
                json.member("name", path.split(separator: "/").last.map(String.init) ?? path)
                json.member("path", tellsPaths ? path : nil)
            }
            if let cache = setting.cache {
                json.object("cache") { json in
                    json.member("path", tellsPaths ? cache.folder : nil)
                    json.member("limit", cache.byteLimit)
                }
            } else {
                json.null("cache")
            }
            if let folder = setting.stateFolder {
                json.object("state") { json in json.member("path", tellsPaths ? folder : nil) }
            } else {
                json.null("state")
            }
        }
    }
}
