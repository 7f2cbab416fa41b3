// The manual page and the completions, read by the programs that they are for.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct ShellTests {
    /// What a program prints, standard error included, and its status.
    private func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws
        -> (output: String, status: Int32)
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: program)))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }

    @Test(.needs(.mandoc)) func theManualPage() throws {
        let folder = try TemporaryFolder()
        let page = try folder.write("ScrollServer.1", Array(ManualPage.text.utf8))
        let lint = try run("mandoc", ["-T", "lint", page])
        #expect(lint.output.isEmpty && lint.status == 0, "\(lint.output)")
        // Bold letters are each written twice, with a backspace between.
        let text = try run("mandoc", ["-T", "utf8", page]).output.replacing(/.\u{8}/, with: "")
        for row in OptionRow.all {
            #expect(text.contains(row.synopsis), "\(row.synopsis)")
            if let variable = row.variable { #expect(text.contains(variable)) }
        }
        #expect(text.contains(#"'D:\photos=DIR'"#))
    }

    /// What is typed, and what bash offers.
    @Test(
        .needs(.bash),
        arguments: [
            (["--lo"], ["--log-level"]), (["--log-level", "w"], ["warning"]), (["--log-level", "=", "d"], ["debug"]),
            (["--completions", "="], ["bash", "zsh", "fish"]), (["--port", "8"], []), (["pictures"], []),
            (["--unix-socket", ""], []), (["-p"], ["-p"]), (["--date-order", ""], ["dmy", "mdy", "ymd"]),
        ]) func bash(typed: [String], offered: [String]) throws
    {
        let folder = try TemporaryFolder()
        let script = try folder.write("completions", Array(Completions.script(for: .bash).utf8))
        let answer = try run(
            "bash",
            [
                "-c",
                "source \"$0\"; COMP_WORDS=(ScrollServer \"$@\"); COMP_CWORD=$#; _ScrollServer; printf '%s\\n' \"${COMPREPLY[@]}\"",
                script,
            ] + typed)
        #expect(answer.output.split(separator: "\n").map(String.init) == offered, "\(answer.output)")
    }

    @Test(
        .needs(.fish),
        arguments: [
            ("--lo", ["--log-level"]), ("--log-level w", ["warning"]), ("--decimal-mark ", ["comma", "point"]),
            ("--ver", ["--version"]),
        ]) func fish(typed: String, offered: [String]) throws
    {
        let folder = try TemporaryFolder()
        let script = try folder.write("completions.fish", Array(Completions.script(for: .fish).utf8))
        let answer = try run(
            "fish", ["-c", "source '\(script)'; complete -C 'ScrollServer \(typed)'"],
            environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path])
        let words = answer.output.split(separator: "\n").map { $0.split(separator: "\t").first.map(String.init) ?? "" }
        #expect(words.sorted() == offered, "\(answer.output)")
    }

    /// zsh completes at a terminal only, so one is made for it.
    @Test(
        .needs(.zsh), .needs(.script),
        arguments: [
            ("--log-l", "--log-level"), ("--log-level w", "warning"), ("--unix-so", "--unix-socket"),
            ("--read", "--read-only"),
        ]) func zsh(typed: String, completed: String) throws
    {
        let folder = try TemporaryFolder()
        try folder.write("_ScrollServer", Array(Completions.script(for: .zsh).utf8))
        try folder.write(
            "keys",
            Array(
                """
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell "fpath=('\(folder.path)' \\$fpath); autoload -Uz compinit; compinit -u -D; print READY"
                while zpty -r shell line; do [[ $line == READY* ]] && break; done
                zpty -w -n shell $'ScrollServer \(typed)\\t\\x01print -r -- RESULT \\n'
                while zpty -r shell line; do [[ $line == RESULT* ]] && print -r -- "$line" && break; done

                """.utf8))
        let answer = try run("zsh", ["-f", "\(folder.path)/keys"], environment: ["TERM": "dumb", "HOME": folder.path])
        #expect(answer.output.contains("RESULT ScrollServer"), "\(answer.output)")
        #expect(answer.output.contains(completed), "\(answer.output)")
    }
}
