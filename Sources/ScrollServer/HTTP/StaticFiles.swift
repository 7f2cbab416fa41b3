// A folder's files as resources.

/// Serves the files of one folder, `index.html` for folders within it; nothing outside of it, and no hidden file.
struct StaticFiles: Sendable {
    /// The folder, absolute and without symbolic links.
    let root: String
    private let pool: WorkerPool
    /// Files up to this are sent from memory, with their head in one write.
    private static let memoryLimit = 64 << 10

    /// - Parameter pool: where files are looked up, since that can wait for the disk.
    /// - Returns: nil when the folder does not exist.
    init?(root: String, pool: WorkerPool) {
        guard let path = FileSystem.realPath(root), FileSystem.isDirectory(path) else { return nil }
        self.root = path
        self.pool = pool
    }

    /// The answer to a request for a file; nil for a method that files do not have, or a path that cannot be one, for
    /// which the caller has its own answer. A file that does not exist is answered with 404.
    func respond(to request: Request) -> Answer? {
        guard request.method == .get || request.method == .head, Self.canBeFile(request.pathSegments) else {
            return nil
        }
        return .later(.work(on: pool) { response(to: request) })
    }

    /// The response to `GET`, conditions not applied. Blocks on the disk.
    func response(to request: Request) -> Response {
        let missing = Problem.notFound("there is no \(request.path) here").response
        guard Self.canBeFile(request.pathSegments) else { return missing }
        var path = root + "/" + request.pathSegments.joined(separator: "/")
        // Links are resolved first: one that leads out of the folder is treated like a file that does not exist.
        guard let real = resolved(path) else { return missing }
        path = real
        if FileSystem.isDirectory(path) {
            guard request.pathSegments.isEmpty || request.pathSegments.last == "" else { return redirect(request) }
            guard let index = resolved(path + "/index.html") else { return missing }
            path = index
        } else if request.pathSegments.last == "" {
            return missing
        }
        do throws(SystemError) {
            return try Self.response(OpenFile(path: path), type: MIMEType.ofFile(named: path))
        } catch {
            if error.isPermission { return Problem.forbidden("\(request.path) may not be read").response }
            return missing
        }
    }

    /// A whole file with its validators, from memory when it is small.
    static func response(_ file: OpenFile, type: String) throws(SystemError) -> Response {
        let headers: ResponseHeaders = [
            "Content-Type": type,
            "ETag": "\"\(String(file.count, radix: 16))-\(String(file.modified, radix: 16))\"",
            "Last-Modified": HTTPDate.text(file.modified / 1_000_000_000),
            "Cache-Control": "no-cache",
            "X-Content-Type-Options": "nosniff",
        ]
        guard file.count <= memoryLimit else { return Response(headers: headers, body: .file(FileBody(file))) }
        return Response(headers: headers, body: .bytes(try file.bytes(at: 0, count: file.count)))
    }

    /// A segment with a slash, from `%2F`, or one that is empty before the end names no file; one that begins with a
    /// dot names a hidden one.
    private static func canBeFile(_ segments: [String]) -> Bool {
        for (index, segment) in segments.enumerated() {
            if segment.isEmpty { return index == segments.count - 1 }
            if segment.hasPrefix(".") || segment.utf8.contains(0x2F) { return false }
        }
        return true
    }

    private func resolved(_ path: String) -> String? {
        guard let real = FileSystem.realPath(path), real == root || real.hasPrefix(root == "/" ? "/" : root + "/")
        else {
            return nil
        }
        return real
    }

    /// Relative links in a folder's index only work behind a slash.
    private func redirect(_ request: Request) -> Response {
        let (path, rest) = request.target.split(at: "?")
        // Two slashes at the beginning would name another host.
        let location = "/" + path.drop { $0 == "/" } + "/" + rest
        return Response(301, headers: ["Location": location])
    }
}

extension String {
    /// What is before the first such character, and the rest with it.
    fileprivate func split(at character: Character) -> (Substring, Substring) {
        let index = firstIndex(of: character) ?? endIndex
        return (self[..<index], self[index...])
    }
}
