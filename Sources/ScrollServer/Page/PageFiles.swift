// Serves the page's files.

import HTTP
import Pixels
import Platform

/// The page's files: from the copy inside the program, or from a folder named by the user.
struct PageFiles: Sendable {
    /// Why the page cannot be found.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Where the page's files are.
    enum Origin: Sendable, Equatable {
        /// An absolute path.
        case folder(String)
        /// The copy inside the program, `EmbeddedPage`.
        case program
    }

    private let folder: StaticFiles?

    init(_ origin: Origin, pool: WorkerPool) {
        switch origin {
        case .folder(let path): folder = StaticFiles(root: path, pool: pool)
        case .program: folder = nil
        }
    }

    /// Finds the page's files: in the folder that the user names, else in the program.
    ///
    /// No other folder is searched: if others could write to it, their files would be served as our page.
    ///
    /// - Throws: `Missing` where the named folder does not hold the page.
    static func find(_ named: String?) throws(Missing) -> Origin {
        guard let named else { return .program }
        guard let path = FileSystem.realPath(named), isPage(path) else {
            throw Missing(description: "there is no page in '\(named)'; name the folder that holds index.html")
        }
        return .folder(path)
    }

    /// Whether the folder holds our page, rather than another program's.
    private static func isPage(_ path: String) -> Bool {
        ["/index.html", "/main.js", "/input/scroller.js"].allSatisfy { FileSystem.realPath(path + $0) != nil }
    }

    /// The answer to a request for a file of the page.
    ///
    /// nil where the copy inside the program has no such file; a folder answers 404 itself.
    func answer(_ request: Request) -> Answer? {
        // Browsers request this for answers that are not HTML.
        let isIcon = request.pathSegments == ["favicon.ico"]
        if let folder {
            guard isIcon else { return folder.respond(to: request) }
            var request = request
            request.pathSegments = ["icon.svg"]
            return folder.respond(to: request)
        }
        let path = request.pathSegments.joined(separator: "/")
        let name = isIcon ? "icon.svg" : path.isEmpty ? "index.html" : path
        guard let text = EmbeddedPage.files[name] else { return nil }
        var response = Response(contentType: MIMEType.ofFile(named: name), Array(text.utf8))
        response.headers["ETag"] = Self.entityTag(text)
        response.headers["Cache-Control"] = "no-cache"
        return .now(response)
    }

    /// A strong entity tag made of the text's length in bytes and its CRC-32.
    static func entityTag(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return "\"\(String(bytes.count, radix: 16))-\(String(CRC32.checksum(bytes.span), radix: 16))\""
    }
}
