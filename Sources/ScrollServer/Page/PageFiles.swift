// Finds and serves the page's files.

/// The page's files: from a folder `Public`, or from the copy inside the program.
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

    init(_ place: Origin, pool: WorkerPool) {
        switch place {
        case .folder(let path): folder = StaticFiles(root: path, pool: pool)
        case .program: folder = nil
        }
    }

    /// Finds the page's files. Looks for a folder `Public` above the program, above the source file that it was built
    /// from, and above the working directory; without one, takes the copy inside the program.
    ///
    /// - Parameter wished: the folder that the user names; then no other place is tried.
    /// - Throws: `Missing` where the wished folder does not hold the page.
    static func find(_ wished: String?) throws(Missing) -> Origin {
        if let wished {
            guard let path = FileSystem.realPath(wished), isPage(path) else {
                throw Missing(description: "there is no page in '\(wished)'; name the folder that holds index.html")
            }
            return .folder(path)
        }
        return search([Program.path, builtAt, FileSystem.realPath(".")])
    }

    /// The first folder `Public` with our page in or above one of the paths, at most five levels up; else `.program`.
    static func search(_ starts: [String?]) -> Origin {
        for start in starts {
            // The checkout is a few folders above .build/release/ScrollServer, and above Sources/ScrollServer/Page.
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
        // nil on a machine that does not have the source file.
        FileSystem.realPath(#filePath)
    }

    /// Whether the folder holds our page, rather than another program's.
    private static func isPage(_ path: String) -> Bool {
        ["/index.html", "/main.js", "/scroller.js"].allSatisfy { FileSystem.realPath(path + $0) != nil }
    }

    /// The answer to a request for a file of the page. nil where the copy inside the program has no such file; a folder
    /// answers 404 itself.
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

    /// A strong entity tag made of the text's length in bytes and its CRC-32.
    static func entityTag(_ text: String) -> String {
        var sum = CRC32()
        var text = text
        text.withUTF8 { sum.update(UnsafeRawBufferPointer($0)) }
        return "\"\(String(text.utf8.count, radix: 16))-\(String(sum.value, radix: 16))\""
    }
}
