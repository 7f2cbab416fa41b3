// A real nginx in front of the program, as Access.md tells to set it up.

import Foundation
import Testing

@testable import Platform

/// nginx on a free port.
///
/// Ended with this object.
final class NginxRun {
    let port: Int
    private let process = Process()
    private let folder: ScratchFolder
    private let errors: String

    /// The `location` in Access.md.
    static func location() throws -> String {
        let blocks = try Guide.page("Access.md").blocks
        return try #require(blocks.first { $0.language == "nginx" && $0.text.contains("location /pictures/ {") }).text
    }

    /// `upstream`: what stands in place of the page's `127.0.0.1:8080`.
    init(upstream: String) throws {
        folder = try ScratchFolder()
        errors = folder.path + "/errors"
        port = try Self.freePort()
        let location = try Self.location().replacing("127.0.0.1:8080", with: upstream)
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "    \($0)_temp_path \(folder.path)/\($0);" }.joined(separator: "\n")
        let text = """
            # One process, which runs as whoever starts it and ends when it is told to.
            daemon off;
            master_process off;
            pid \(folder.path)/pid;
            error_log \(errors);
            events {}
            http {
            \(temporary)
                access_log off;
                server {
                    listen 127.0.0.1:\(port);
            \(location)
                }
            }

            """
        try folder.write("nginx.conf", Array(text.utf8))
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "nginx")))
        process.arguments = ["-p", folder.path, "-e", errors, "-c", folder.path + "/nginx.conf"]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let isThere = eventually { !process.isRunning || (try? RawClient(port: port)) != nil }
        try #require(isThere && process.isRunning, "\((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")")
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// One that nothing listened on a moment ago: nginx cannot say which one it took.
    private static func freePort() throws -> Int {
        let (descriptor, _, port) = try System.listen(host: "127.0.0.1", port: 0, backlog: 1)
        System.close(descriptor)
        return port
    }
}
