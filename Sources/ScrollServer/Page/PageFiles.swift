// Where the page's files come from.

/// The static page: from a folder, or from inside the program where there is no folder.
struct PageFiles: Sendable {
    /// Why the page cannot be found.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Where they are.
    enum Place: Sendable, Equatable {
        /// An absolute path.
        case folder(String)
        case program
    }

    private let folder: StaticFiles?

    init(_ place: Place, pool: WorkerPool) {
        switch place {
        case .folder(let path): folder = StaticFiles(root: path, pool: pool)
        case .program: folder = nil
        }
    }

    /// The folder `Public` of a checkout that the program belongs to: above the program itself, where it was built, or
    /// here; else the copy inside the program.
    ///
    /// - Parameter wished: the folder the user names; nothing else will do then.
    static func find(_ wished: String?) throws(Missing) -> Place {
        if let wished {
            guard let path = FileSystem.realPath(wished), isPage(path) else {
                throw Missing(description: "there is no page in '\(wished)'; name the folder that holds index.html")
            }
            return .folder(path)
        }
        return search([Program.path, builtAt, FileSystem.realPath(".")])
    }

    /// The first folder `Public` with our page beside or above one of the paths; the program's own page where none is.
    static func search(_ starts: [String?]) -> Place {
        for start in starts {
            // From .build/release/ScrollServer, or Sources/ScrollServer/Page, it is a few folders up to the checkout.
            guard var path = start, path.hasPrefix("/") else { continue }
            for _ in 0..<6 {
                if isPage(path + "/Public") { return .folder(path + "/Public") }
                guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { break }
                path = String(path[..<slash])
            }
        }
        return .program
    }

    private static var builtAt: String? {
        // Absent on another machine, and then nothing is found there.
        FileSystem.realPath(#filePath)
    }

    /// Whether the folder holds our page and not some other one.
    private static func isPage(_ path: String) -> Bool {
        ["/index.html", "/main.js", "/scroller.js"].allSatisfy { FileSystem.realPath(path + $0) != nil }
    }

    /// The answer to a request for a file of the page; nil where there is none of that name.
    func answer(_ request: Request) -> Answer? {
        if let folder { return folder.respond(to: request) }
        let name = request.pathSegments.joined(separator: "/")
        guard let text = EmbeddedPage.files[name.isEmpty ? "index.html" : name] else { return nil }
        var response = Response(
            contentType: MIMEType.ofFile(named: name.isEmpty ? "index.html" : name), Array(text.utf8))
        response.headers["ETag"] = Self.entityTag(text)
        response.headers["Cache-Control"] = "no-cache"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return .now(response)
    }

    /// Names a text by what it holds.
    static func entityTag(_ text: String) -> String {
        var sum = CRC32()
        var text = text
        text.withUTF8 { sum.update(UnsafeRawBufferPointer($0)) }
        return "\"\(String(text.utf8.count, radix: 16))-\(String(sum.value, radix: 16))\""
    }
}
