// The text of --help.

extension Options {
    /// The longest line of the help, in letters.
    private static let width = 80
    /// The column, from 0, where explanations begin.
    private static let indent = 25

    /// What the program does, in a paragraph.
    static let purpose =
        "Scroll and zoom through folders of any number of pictures in a browser. Each PATH becomes a collection of its "
        + "own: a folder, a list of files (.txt, .m3u, .csv, .jsonl), a table of measurements (.csv, .tsv, .jsonl), or "
        + "a TIFF or MPO, whose pages are shown. Without a PATH, demos open."

    /// Other ways to set options, and the meaning of the exit status.
    static let footnotes = [
        "Each option, except those of exports and in place of serving, can also be given by a variable: --cache-limit by "
            + "SCROLLSERVER_CACHE_LIMIT. Options without a value take 1 or 0 there. The command line comes first.",
        "The address is printed when the server is ready. Ctrl-C stops it. The exit status is 0 after a regular stop, "
            + "1 if it cannot start, 2 for a mistake on the command line.",
    ]

    /// All options by their groups, in lines of at most 80 letters.
    static let help: String = {
        var text = "Usage: ScrollServer [PATH ...] [OPTION ...]\n"
        text += "       ScrollServer export PATH --output DIR [OPTION ...]\n\n"
        text += wrapped(purpose, indent: 0) + "\n"
        for group in OptionRow.Group.allCases {
            text += "\n\(group.rawValue)\n"
            for row in OptionRow.all where row.group == group {
                let names = "  " + row.synopsis
                let more = row.isRepeatable ? ". May be given several times" : ""
                let lines = wrapped(row.help + more, indent: indent)
                // A long name has a line of its own.
                text +=
                    names.count > indent - 2
                    ? "\(names)\n\(lines)\n"
                    : names + lines.dropFirst(names.count) + "\n"
            }
        }
        return text + "\n" + footnotes.map { wrapped($0, indent: 0) }.joined(separator: "\n\n") + "\n"
    }()

    /// Breaks a text between words, so that each line begins with `indent` spaces and ends by `width`.
    static func wrapped(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return (lines + [margin + line]).joined(separator: "\n")
    }
}
