// Serves the files of a folder.

import Platform

/// Serves the files of one folder, and `index.html` for the folders within it.
///
/// Never serves a file outside the folder or a hidden file.
package struct StaticFiles: Sendable {
    /// The folder, absolute and without symbolic links.
    let root: String
    private let pool: WorkerPool
    /// Files of up to this many bytes are read into memory and sent in one write with their head.
    private static let memoryLimit = 64 << 10

    /// Makes a server for the files in `root`; `pool` looks them up, since that may wait for the disk.
    ///
    /// Returns nil if the folder does not exist.
    package init?(root: String, pool: WorkerPool) {
        guard let path = FileSystem.realPath(root), FileSystem.isDirectory(path) else { return nil }
        self.root = path
        self.pool = pool
    }

    /// Answers a request for a file, with 404 if it does not exist.
    ///
    /// Returns nil for methods other than GET and HEAD, and for paths that no file can have.
    package func respond(to request: Request) -> Answer? {
        guard request.method == .get || request.method == .head, Self.canBeFile(request.pathSegments) else {
            return nil
        }
        return .later(.work(on: pool) { response(to: request) })
    }

    /// Returns the response to `GET` before conditions are applied.
    ///
    /// Blocks: reads the disk.
    func response(to request: Request) -> Response {
        let missing = Problem.notFound("there is no \(request.path) here").response
        guard Self.canBeFile(request.pathSegments) else { return missing }
        var path = root + "/" + request.pathSegments.joined(separator: "/")
        // Resolve links first: a link that leaves the folder is treated as a missing file.
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
            guard error.isAboutFile else {
                return Problem.unavailable("\(request.path) cannot be read just now: \(error.reason)", retryAfter: 2)
                    .response
            }
            return missing
        }
    }

    /// Returns a response with a file, or a part of it, and the file's validators.
    ///
    /// Few bytes are read into memory here; more are sent from the disk. `part` is clamped to the file.
    package static func response(
        _ file: OpenFile, part: Range<Int>? = nil, type: String
    ) throws(SystemError) -> Response {
        let body = FileBody(file, offset: part?.lowerBound ?? 0, count: part?.count ?? file.count)
        let headers: ResponseHeaders = [
            "Content-Type": type,
            "ETag": "\"\(String(file.count, radix: 16))-\(String(file.modified, radix: 16))\"",
            "Last-Modified": HTTPDate.text(file.modified / 1_000_000_000),
            "Cache-Control": "no-cache",
        ]
        guard body.count <= memoryLimit else { return Response(headers: headers, body: .file(body)) }
        return Response(headers: headers, body: .bytes(try file.bytes(at: body.offset, count: body.count)))
    }

    /// Returns whether a file may have this path.
    ///
    /// Refuses segments with a slash (from `%2F`) or an initial dot (hidden files), and empty segments except the last.
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

    /// Redirects to the path with a final slash, which relative links in a folder's index need.
    private func redirect(_ request: Request) -> Response {
        let (path, rest) = request.target.split(at: "?")
        // A location that begins with two slashes would name another host.
        let location = "/" + path.drop { $0 == "/" } + "/" + rest
        return Response(301, headers: ["Location": location])
    }
}

extension String {
    /// Returns the text before the first such character, and the rest, which begins with it.
    fileprivate func split(at character: Character) -> (Substring, Substring) {
        let index = firstIndex(of: character) ?? endIndex
        return (self[..<index], self[index...])
    }
}
