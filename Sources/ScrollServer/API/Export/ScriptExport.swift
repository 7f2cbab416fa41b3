// A script that moves, copies or discards files.

import Catalog
import HTTP

/// Writes a script that its reader checks and runs: the server itself changes no file.
struct ScriptExport: Sendable {
    private enum Action: String, CaseIterable {
        case move, copy, trash
    }

    static let parameters: [any Parameter] = [actionParameter, to, shellParameter]

    private static let actionParameter = WordParameter("action", Action.self, "`script`: what happens to the files")
    private static let to = TextParameter("to", "`script`: the folder that files are moved or copied to")
    private static let shellParameter = WordParameter(
        "shell", ["posix", "powershell"], default: "posix", "`script`: its language")

    private let collection: any ItemCollection
    private let action: Action
    private let shell: any ScriptShell
    /// Where the files go, as it is written in the script.
    private let target: String
    private let isAbsolute: Bool
    /// Whether all files go into one folder.
    private let isFlat: Bool
    private let hasCompanions: Bool
    private let query: String

    /// - Throws: a 400 for a missing or bad parameter.
    init(_ collection: any ItemCollection, _ parameters: Parameters, isAbsolute: Bool) throws(Problem) {
        guard let action: Action = try parameters.read(Self.actionParameter) else {
            let actions = Action.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badParameter("action", "is missing; give one of \(actions)")
        }
        let target = try parameters.read(Self.to) ?? ""
        guard action == .trash || !target.isEmpty else {
            throw .badParameter("to", "is missing; give the folder that the files go to")
        }
        guard action != .trash || target.isEmpty else { throw .badParameter("to", "says nothing for action=trash") }
        guard !target.utf8.contains(0) else { throw .badParameter("to", "has a NUL in it, which no path has") }
        shell = try Self.isForPowerShell(parameters) ? PowerShell() : PosixShell()
        (self.collection, self.action, self.target, self.isAbsolute) = (collection, action, target, isAbsolute)
        isFlat = try parameters.read(ExportRoute.flat)
        hasCompanions = try parameters.read(ExportRoute.companions)
        query = try parameters.read(Parameters.query) ?? ""
    }

    static func isForPowerShell(_ parameters: Parameters) throws(Problem) -> Bool {
        try parameters.read(shellParameter) == "powershell"
    }

    private var head: [UInt8] {
        let what =
            switch action {
            case .move: "Moves files to \(target). A file that is there already is never replaced."
            case .copy: "Copies files to \(target). A file that is there already is never replaced."
            case .trash: "Moves files to the trash."
            }
        let lines = [
            what,
            "Made by ScrollServer of \(collection.name)" + (query.isEmpty ? "." : ", query: \(query)"),
            isAbsolute ? "Read it before you run it." : "Read it, then run it in the folder of \(collection.name).",
        ]
        let comments = lines.map { line in
            // A line break would end the comment.
            "# " + String(line.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0 })
        }
        let beginning =
            switch action {
            case .move: shell.moving
            case .copy: shell.copying
            case .trash: shell.discarding
            }
        return shell.start(comments: comments) + shell.assignment(of: Array(target.utf8))
            + Array((beginning + "\n").utf8)
    }

    /// The script for the items of a view, written run by run.
    func body(of items: any CollectionView) -> StreamBody {
        struct State {
            var files: ExportedFiles
            var names = UniqueNames()
            /// The folder in the target that the last file went to.
            var folder: [UInt8]?
        }
        let state = State(files: ExportedFiles(collection, hasCompanions: hasCompanions))
        return .runs(of: items, head: head, end: Array((shell.end + "\n").utf8), state) { run, state in
            state.files.files(of: run).flatMap { lines(for: $0.path, &state.names, &state.folder) }
        }
    }

    private func lines(for path: ItemPath, _ names: inout UniqueNames, _ folder: inout [UInt8]?) -> [UInt8] {
        let source = isAbsolute ? path.absolute : path.relative
        // With `./` before it, no name is taken for an option or a URL.
        let isPlain = source.first == UInt8(ascii: "/")
        let written = isPlain ? source : Array("./".utf8) + source
        guard action != .trash else { return shell.line(written, to: nil) }
        // A file outside of the collection's folder has no relative path.
        let place = isFlat || path.relative.first == UInt8(ascii: "/") ? Array(path.name) : path.relative
        let name = names.name(for: place)
        let parent = Array(name[..<(name.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
        defer { folder = parent }
        return (folder == parent ? [] : shell.makeFolder(parent)) + shell.line(written, to: name)
    }
}

/// The language of a script.
///
/// Names are any bytes but NUL.
protocol ScriptShell: Sendable {
    /// What stands before the first file, for each action.
    var moving: String { get }
    var copying: String { get }
    var discarding: String { get }
    /// What stands behind the last file.
    var end: String { get }
    func start(comments: [String]) -> [UInt8]
    /// Remembers the target.
    func assignment(of target: [UInt8]) -> [UInt8]
    /// Makes a folder in the target; the target itself for an empty path.
    func makeFolder(_ path: [UInt8]) -> [UInt8]
    /// Moves or copies one file to a path in the target; nil discards it.
    func line(_ source: [UInt8], to path: [UInt8]?) -> [UInt8]
}

/// The shell of POSIX.1-2024, §2.
struct PosixShell: ScriptShell {
    let moving = Self.taking("mv --")
    let copying = Self.taking("cp -p --")
    let discarding = """
        if command -v gio >/dev/null 2>&1; then discard() { gio trash -- "$1"; }
        elif command -v trash-put >/dev/null 2>&1; then discard() { trash-put -- "$1"; }
        elif command -v trash >/dev/null 2>&1; then discard() { trash "$1"; }
        else echo 'no program here moves files to the trash; install trash-cli' >&2; exit 1
        fi
        take() {
            if [ -e "$1" ] || [ -L "$1" ]; then discard "$1" || failed=1
            else printf 'not found: %s\\n' "$1" >&2; failed=1
            fi
        }
        """
    let end = "exit $failed"

    private static func taking(_ command: String) -> String {
        """
        take() {
            if [ -e "$2" ] || [ -L "$2" ]; then printf 'left, since it is there already: %s\\n' "$2" >&2; failed=1
            elif [ -e "$1" ] || [ -L "$1" ]; then \(command) "$1" "$2" || failed=1
            else printf 'not found: %s\\n' "$1" >&2; failed=1
            fi
        }
        """
    }

    func start(comments: [String]) -> [UInt8] {
        Array("#!/bin/sh\n\(comments.joined(separator: "\n"))\nfailed=0\n".utf8)
    }

    func assignment(of target: [UInt8]) -> [UInt8] {
        target.isEmpty ? [] : Array("to=".utf8) + Self.quoted(target) + [0x0A]
    }

    func makeFolder(_ path: [UInt8]) -> [UInt8] {
        Array("mkdir -p -- \"$to\"/".utf8) + (path.isEmpty ? [] : Self.quoted(path)) + Array(" || exit\n".utf8)
    }

    func line(_ source: [UInt8], to path: [UInt8]?) -> [UInt8] {
        Array("take ".utf8) + Self.quoted(source) + (path.map { Array(" \"$to\"/".utf8) + Self.quoted($0) } ?? []) + [
            0x0A
        ]
    }

    /// Quotes a text: in single quotes, every byte but the quote itself is literal (§2.2.2).
    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "'")
        return [quote] + bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
    }
}

/// PowerShell 5.1 and later (about_Quoting_Rules).
struct PowerShell: ScriptShell {
    let moving = Self.taking("[System.IO.File]::Move($from, $target)")
    let copying = Self.taking("[System.IO.File]::Copy($from, $target)")
    let discarding = """
        Add-Type -AssemblyName Microsoft.VisualBasic
        function Take([string]$from) {
            $from = [System.IO.Path]::Combine($here, $from)
            try { [Microsoft.VisualBasic.FileIO.FileSystem]::DeleteFile($from, 'OnlyErrorDialogs', 'SendToRecycleBin') }
            catch { Write-Warning "$_"; $script:failed = 1 }
        }
        """
    let end = "exit $failed"

    private static func taking(_ command: String) -> String {
        """
        function Take([string]$from, [string]$name) {
            $from = [System.IO.Path]::Combine($here, $from)
            $target = [System.IO.Path]::Combine($here, $to, $name)
            try { \(command) } catch { Write-Warning "$_"; $script:failed = 1 }
        }
        """
    }

    /// A byte-order mark, without which PowerShell 5.1 takes the script for an old code page.
    func start(comments: [String]) -> [UInt8] {
        Array(
            "\u{FEFF}\(comments.joined(separator: "\n"))\n$here = (Get-Location).ProviderPath\n$failed = 0\n".utf8)
    }

    func assignment(of target: [UInt8]) -> [UInt8] {
        target.isEmpty ? [] : Array("$to = \(Self.quoted(String(decoding: target, as: UTF8.self)))\n".utf8)
    }

    func makeFolder(_ path: [UInt8]) -> [UInt8] {
        let name = Self.quoted(String(decoding: path, as: UTF8.self))
        return Array(
            "$null = [System.IO.Directory]::CreateDirectory([System.IO.Path]::Combine($here, $to, \(name)))\n".utf8)
    }

    func line(_ source: [UInt8], to path: [UInt8]?) -> [UInt8] {
        guard let source = String(validating: source, as: UTF8.self) else {
            let name = Self.quoted(String(decoding: source, as: UTF8.self))
            return Array("Write-Warning ('left, since its name is no Unicode: ' + \(name)); $failed = 1\n".utf8)
        }
        let target = path.map { " " + Self.quoted(String(decoding: $0, as: UTF8.self)) } ?? ""
        return Array("Take \(Self.quoted(source))\(target)\n".utf8)
    }

    /// Quotes a text, and doubles the quotes in it: PowerShell takes four curly ones for quotes, too.
    static func quoted(_ text: String) -> String {
        let quotes: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}"]
        var scalars = String.UnicodeScalarView("'".unicodeScalars)
        for scalar in text.unicodeScalars { scalars += quotes.contains(scalar) ? [scalar, scalar] : [scalar] }
        return String(scalars) + "'"
    }
}
