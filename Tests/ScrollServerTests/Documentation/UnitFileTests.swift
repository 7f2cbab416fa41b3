// The files that Getting started says to put in place, checked by the programs that read them.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct UnitFileTests {
    private func file(_ language: String) throws -> [UInt8] {
        let blocks = try Guide.page("GettingStarted.md").blocks.filter { $0.language == language }
        try #require(blocks.count == 1)
        return Array(blocks[0].text.utf8)
    }

    /// Every line is known to systemd, and what it leaves open is little: 2 of 10 by systemd's own reckoning.
    @Test(.needs(.systemdAnalyze)) func theService() throws {
        let folder = try TemporaryFolder()
        let program = try folder.write(".local/bin/ScrollServer", Array("#!/bin/sh\n".utf8))
        try #require(chmod(program, 0o755) == 0)
        let unit = try folder.write("scrollserver.service", try file("ini"))
        let home = ["HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
        let verified = try ToolRun("systemd-analyze", ["--user", "verify", unit], environment: home)
        #expect(verified.status == 0 && verified.output.isEmpty, "\(verified.output)")
        let arguments = ["--user", "security", "--offline=true", "--threshold=20", unit]
        let security = try ToolRun("systemd-analyze", arguments, environment: home)
        #expect(security.status == 0, "\(security.output)")
    }

    @Test(.needs(.desktopFiles)) func theDesktopEntry() throws {
        let folder = try TemporaryFolder()
        let entry = try folder.write("scrollserver.desktop", try file("desktop"))
        let checked = try ToolRun("desktop-file-validate", [entry])
        #expect(checked.status == 0 && checked.output.isEmpty, "\(checked.output)")
    }

    /// The options that the files give are options that there are.
    @Test func theirOptions() throws {
        for language in ["ini", "desktop"] {
            let text = String(decoding: try file(language), as: UTF8.self)
            let line = try #require(text.split(separator: "\n").first { $0.contains("Exec") })
            let options = line.split(separator: " ").filter { $0.hasPrefix("--") }
                .map { $0.split(separator: "=").first.map(String.init) ?? "" }
            #expect(!options.isEmpty && options.allSatisfy { name in OptionRow.all.contains { $0.name == name } })
        }
    }
}
