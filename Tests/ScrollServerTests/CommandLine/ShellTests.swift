// The manual page and the completions, read by the programs that they are for.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct ShellTests {
    @Test(.needs(.mandoc)) func theManualPage() throws {
        let folder = try TemporaryFolder()
        let page = try folder.write("ScrollServer.1", Array(ManualPage.text.utf8))
        let lint = try ToolRun("mandoc", ["-T", "lint", page])
        #expect(lint.output.isEmpty && lint.status == 0, "\(lint.output)")
        // Bold letters are each written twice, with a backspace between.
        let text = try ToolRun("mandoc", ["-T", "utf8", page]).output.replacing(/.\u{8}/, with: "")
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
        let answer = try ToolRun(
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
        let answer = try ToolRun(
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
        let answer = try ToolRun(
            "zsh", ["-f", "\(folder.path)/keys"], environment: ["TERM": "dumb", "HOME": folder.path])
        #expect(answer.output.contains("RESULT ScrollServer"), "\(answer.output)")
        #expect(answer.output.contains(completed), "\(answer.output)")
    }
}
