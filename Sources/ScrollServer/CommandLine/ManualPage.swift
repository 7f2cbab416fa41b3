// The manual page, made from the table of options.

import Platform

/// The page that `--man` prints, in the macros of man(7).
enum ManualPage {
    /// The whole page.
    static let text: String = {
        var page = """
            .TH SCROLLSERVER 1 "\(Build.date)" "ScrollServer \(Build.version)"
            .SH NAME
            ScrollServer \\- scroll and zoom through any number of pictures in a browser
            .SH SYNOPSIS
            .B ScrollServer
            .RI [ PATH " ...] [" OPTION " ...]"
            .br
            .B ScrollServer export
            .I PATH
            .B \\-\\-output
            .I DIR
            .RI [ OPTION " ...]"
            .SH DESCRIPTION
            \(escaped(Options.purpose))
            .PP
            Folders are only read. Lists, and what pages show, are kept in the state
            folder; tiles in the cache folder.
            .SH OPTIONS

            """
        for group in OptionRow.Group.allCases {
            page += ".SS \(escaped(group.rawValue))\n"
            for row in OptionRow.all where row.group == group {
                let more = row.isRepeatable ? ". May be given several times" : ""
                page += ".TP\n.B \(escaped(row.synopsis))\n\(escaped(row.help + more + "."))\n"
            }
        }
        page += ".SH ENVIRONMENT\n\(escaped(Options.footnotes[0]))\n"
        for row in OptionRow.all {
            guard let variable = row.variable else { continue }
            let more = row.isRepeatable ? ", several divided by commas" : ""
            page += ".TP\n.B \(escaped(variable))\n\(escaped(row.name + more + "."))\n"
        }
        page += """
            .TP
            .B XDG_CACHE_HOME, XDG_STATE_HOME
            Where the folders for the cache and for the state are, as
            \\fIscrollserver\\fR below them.
            .SH EXIT STATUS
            0 after a regular stop, 1 if the server cannot start, or if
            .B \\-\\-check
            found something that is refused, or a picture could not be exported,
            2 for a mistake on the command line.
            .SH FILES
            .TP
            .I ~/.cache/scrollserver
            Tiles, and what the headers of pictures tell. It may be deleted at any time.
            .TP
            .I ~/.local/state/scrollserver
            Lists, and what pages show.
            .SH EXAMPLES
            .TP
            .B ScrollServer ~/Pictures \\-\\-open
            Shows a folder, and opens the page.
            .TP
            .B ScrollServer \\-\\-check paths.txt
            Tells which lines of a list lead to a picture.
            .TP
            .B ScrollServer export scan.tif \\-\\-output site
            Writes the tiles of a picture for any web server.

            """
        return page
    }()

    /// Escapes text for roff, in short lines: literal backslashes and dashes, and no line that begins like a request.
    private static func escaped(_ text: String) -> String {
        Options.wrapped(text.replacing("\\", with: "\\e").replacing("-", with: "\\-"), indent: 0)
            .split(separator: "\n").map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
            .joined(separator: "\n")
    }
}
