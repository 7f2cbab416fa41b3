// All options of the command line.

import Catalog
import Charts
import HTTP
import Platform

extension OptionRow {
    /// All options in the order of the help; a later row wins where two environment variables contradict each other.
    static let all: [OptionRow] = shown + tables + address + access + storage + program + exports + actions

    private static let shown = [
        OptionRow(
            name: "--demo", value: .required("N"), group: .shown,
            help: "Show a demo of N generated pictures, 1 to 1000000000"
        ) { (options, given) throws(Options.Mistake) in
            options.demo = try given.number(in: DemoCollection.countRange)
        },
        OptionRow(
            name: "--root", value: .required("DIR"), group: .shown,
            help: "Let lists name files in this folder, too. 'C:=DIR' or 'D:\\photos=DIR' say where the files of a "
                + "Windows computer are",
            isRepeatable: true, suggestion: .folder
        ) { (options, given) in options.roots.append(given.value) },
        OptionRow(
            name: "--follow-links", group: .shown,
            help: "Show the targets of links in folders, also outside of these folders"
        ) { (options, _) in options.followsLinks = true },
        OptionRow(
            name: "--all-folders", group: .shown,
            help: "Also show system folders, such as @eaDir, and folders with a file .nomedia"
        ) { (options, _) in options.listsAllFolders = true },
        OptionRow(
            name: "--facts", value: .required("FILE"), group: .shown,
            help: "Add facts to the pictures of folders from a table with a column of paths. The table is CSV, TSV or "
                + "JSON lines, and is followed",
            suggestion: .file
        ) { (options, given) in options.facts = given.value },
        OptionRow(
            name: "--pair", group: .shown,
            help: "Show a raw file and the JPEG or HEIC with its name as one picture"
        ) { (options, _) in options.pairs = true },
        OptionRow(
            name: "--time-zone", value: .required("NAME"), group: .shown,
            help: "Show dates as clocks in this zone do, such as Europe/Berlin (the machine's zone)"
        ) { (options, given) in options.timeZone = given.value },
    ]

    private static let tables = [
        OptionRow(
            name: "--x-column", value: .required("NAME"), group: .tables,
            help: "Use this column, by name or number, as the x axis of tables (found by itself)"
        ) { (options, given) in options.xColumn = given.value },
        OptionRow(
            name: "--separator", value: .required("MARK"), group: .tables,
            help: "Divide the rows of tables into cells at commas, semicolons, tabs, bars or blanks: comma, semicolon, "
                + "tab, bar or blank (found by itself)",
            suggestion: .words(TableSeparator.allCases.map(\.rawValue))
        ) { (options, given) throws(Options.Mistake) in
            options.separator = try given.word(TableSeparator.allCases.map { ($0.rawValue, $0) })
        },
        OptionRow(
            name: "--header-line", value: .required("LINE"), group: .tables,
            help: "Take the names of the columns of tables from this line, from 1; 0 for none (found by itself)"
        ) { (options, given) throws(Options.Mistake) in
            options.headerLine = try given.number(in: 0...TableNotation.lastHeaderLine)
        },
        OptionRow(
            name: "--date-order", value: .required("ORDER"), group: .tables,
            help: "Read dates such as 03/04/2024 in tables as dmy, mdy or ymd (found by itself)",
            suggestion: .words(DateOrder.allCases.map(\.rawValue))
        ) { (options, given) throws(Options.Mistake) in
            options.dateOrder = try given.word(DateOrder.allCases.map { ($0.rawValue, $0) })
        },
        OptionRow(
            name: "--decimal-mark", value: .required("MARK"), group: .tables,
            help: "Read numbers in tables with this decimal mark, point or comma (found by itself)",
            suggestion: .words(["point", "comma"])
        ) { (options, given) throws(Options.Mistake) in
            let marks = [("point", "."), ("comma", ",")]
            let sign = marks.first { $0.1 == given.value }?.1
            let mark = if let sign { sign } else { try given.word(marks) }
            options.decimalMark = mark.utf8.first
        },
        OptionRow(
            name: "--marks", value: .required("FILE"), group: .tables,
            help: "Show the times (or numbers) and names of this table as flags on charts. The table is followed",
            suggestion: .file
        ) { (options, given) in options.marks = given.value },
        OptionRow(
            name: "--with", value: .required("CHART"), group: .tables,
            help: "Show this table as a chart, too, with the pictures of the first PATH that has times below it",
            suggestion: .file
        ) { (options, given) in options.with = given.value },
    ]

    private static let address = [
        OptionRow(
            name: "--host", value: .required("ADDRESS"), group: .address,
            help: "Listen on this address (127.0.0.1)"
        ) { (options, given) in options.host = given.value },
        OptionRow(
            name: "--port", letter: "-p", value: .required("NUMBER"), group: .address,
            help: "Listen on this port; 0 takes a free one (8080)"
        ) { (options, given) throws(Options.Mistake) in options.port = try given.number(in: 0...65535) },
        OptionRow(
            name: "--unix-socket", value: .required("PATH"), group: .address,
            help: "Listen on a Unix socket instead, which only this account may open", suggestion: .file
        ) { (options, given) in options.unixSocket = given.value },
        OptionRow(
            name: "--allow-host", value: .required("NAME"), group: .address,
            help: "Answer to this host name, too", isRepeatable: true
        ) { (options, given) in options.access.hosts.append(given.value) },
        OptionRow(
            name: "--base-path", value: .required("PATH"), group: .address,
            help: "Be reached below this path, behind a proxy that passes it on"
        ) { (options, given) throws(Options.Mistake) in
            guard let base = BasePath(given.value) else {
                throw Options.Mistake(
                    message:
                        "\(given.name) takes a path of letters, digits and -._~, as /pictures, not '\(given.value)'")
            }
            options.access.base = base
        },
        OptionRow(
            name: "--trusted-proxy", value: .required("ADDRESS"), group: .address,
            help: "Believe the X-Forwarded-Host and -Proto of this proxy: an address, a range such as 10.0.0.0/8, or "
                + "'unix'",
            isRepeatable: true
        ) { (options, given) throws(Options.Mistake) in
            guard let proxy = AccessSettings.TrustedProxy(given.value) else {
                throw Options.Mistake(
                    message: "\(given.name) takes a numeric address, a range as 10.0.0.0/8, or 'unix', not "
                        + "'\(given.value)'")
            }
            options.access.proxies.append(proxy)
        },
        OptionRow(name: "--open", group: .address, help: "Open the page in the browser") { (options, _) in
            options.opensBrowser = true
        },
    ]

    private static let access = [
        OptionRow(name: "--no-token", group: .access, help: "Answer everybody who reaches the address") {
            (options, _) in options.access.token = .never
        },
        OptionRow(
            name: "--token", value: .optional("TOKEN"), group: .access,
            help: "Answer only those who have this token; without a value, one is made and printed. It is always on "
                + "where other machines can ask"
        ) { (options, given) throws(Options.Mistake) in
            options.access.token = given.hasValue ? .given(try given.token()) : .always
        },
        OptionRow(
            name: "--allow-origin", value: .required("ORIGIN"), group: .access,
            help: "Let pages of this origin, such as https://viewer.example, list and show pictures: tiles, IIIF and "
                + "Deep Zoom. '*' lets every page",
            isRepeatable: true
        ) { (options, given) throws(Options.Mistake) in
            guard options.access.origins.add(given.value) else {
                throw Options.Mistake(
                    message: "\(given.name) takes an origin such as https://viewer.example, or '*', not "
                        + "'\(given.value)'")
            }
        },
        OptionRow(
            name: "--read-only", group: .access,
            help: "Refuse everything that changes lists or what pages remember"
        ) { (options, _) in options.access.isReadOnly = true },
    ]

    private static let storage = [
        OptionRow(
            name: "--cache", value: .required("DIR"), group: .storage,
            help: "Keep tiles, and what the headers of pictures tell, in this folder (the user's cache folder)",
            suggestion: .folder
        ) { (options, given) in options.cache = given.value },
        OptionRow(
            name: "--cache-limit", value: .required("BYTES"), group: .storage,
            help: "Keep at most this much there, such as 500M or 2G; 0 keeps none (2G)"
        ) { (options, given) throws(Options.Mistake) in options.cacheLimit = try given.byteCount() },
        OptionRow(
            name: "--memory-limit", value: .required("BYTES"), group: .storage,
            help: "Use at most this much memory, such as 500M; at least 192M"
        ) { (options, given) throws(Options.Mistake) in
            let limit = try given.byteCount()
            guard limit >= Options.leastMemory else {
                throw Options.Mistake(
                    message: "\(given.name) takes at least \(Options.leastMemory / 1_000_000)M; with less nothing can "
                        + "be shown")
            }
            options.memoryLimit = limit
        },
        OptionRow(
            name: "--state", value: .required("DIR"), group: .storage,
            help: "Keep lists, and what pages show, in this folder (the user's state folder)", suggestion: .folder
        ) { (options, given) in options.state = given.value },
        OptionRow(
            name: "--write-sidecars", group: .storage,
            help:
                "Also write ratings, flags, labels and keywords into XMP files beside the pictures. Without it, folders "
                + "are only read"
        ) { (options, _) in options.writesSidecars = true },
    ]

    private static let program = [
        OptionRow(
            name: "--public", value: .required("DIR"), group: .program,
            help: "Take the page's files from this folder, not from the program", suggestion: .folder
        ) { (options, given) in options.publicFolder = given.value },
        OptionRow(
            name: "--log-level", value: .required("LEVEL"), group: .program,
            help: "Say this much on standard error: error, warning, info or debug (info)",
            suggestion: .words(Log.Level.allCases.map(\.name))
        ) { (options, given) throws(Options.Mistake) in
            options.logLevel = try given.word(Log.Level.allCases.map { ($0.name, $0) })
        },
        OptionRow(name: "--access-log", group: .program, help: "Write a line for each request, too") { (options, _) in
            options.logsAccess = true
        },
    ]

    private static let exports = [
        OptionRow(
            name: "--output", value: .required("DIR"), group: .export,
            help: "Write the files into this folder, which is new, empty, or of an export that goes on",
            suggestion: .folder
        ) { (options, given) in options.export.output = given.value },
        OptionRow(
            name: "--format", value: .required("FORMAT"), group: .export,
            help: "Write files for Deep Zoom (dzi) or for the IIIF Image API 3.0 at level 0 (iiif), or with a page "
                + "that shows all of them (site) (dzi)",
            suggestion: .words(ExportOptions.Format.allCases.map(\.rawValue))
        ) { (options, given) throws(Options.Mistake) in
            options.export.format = try given.word(ExportOptions.Format.allCases.map { ($0.rawValue, $0) })
        },
        OptionRow(
            name: "--quality", value: .required("N"), group: .export,
            help: "Write JPEGs of this quality, 1 to 100 (that of tiles for viewers)"
        ) { (options, given) throws(Options.Mistake) in options.export.quality = try given.number(in: 1...100) },
        OptionRow(
            name: "--base-url", value: .required("URL"), group: .export,
            help: "Say in each info.json that the folder is published at this address. IIIF needs it"
        ) { (options, given) throws(Options.Mistake) in
            options.export.baseURL = try given.webAddress()
        },
        OptionRow(
            name: "--upload-list", value: .required("FILE"), group: .export,
            help: "Also write a list of all files, with media types and cache headers, for tools that upload them",
            suggestion: .file
        ) { (options, given) in options.export.uploadList = given.value },
    ]

    private static let actions = [
        OptionRow(
            name: "--check", group: .action,
            help: "Print what would be shown of each PATH, and what is refused and why. Exit with 1 if something is "
                + "refused"
        ) { (options, _) in options.action = options.action ?? .check },
        OptionRow(
            name: "--completions", value: .required("SHELL"), group: .action,
            help: "Print completions for bash, zsh or fish",
            suggestion: .words(Completions.Shell.allCases.map(\.rawValue))
        ) { (options, given) throws(Options.Mistake) in
            let shell = try given.word(Completions.Shell.allCases.map { ($0.rawValue, $0) })
            options.action = options.action ?? .completions(shell)
        },
        OptionRow(name: "--man", group: .action, help: "Print the manual page, for man -l -") { (options, _) in
            options.action = options.action ?? .manual
        },
        OptionRow(name: "--help", letter: "-h", group: .action, help: "Print this and exit") { (options, _) in
            options.action = .help
        },
        OptionRow(name: "--version", group: .action, help: "Print the version, the commit and the build") {
            (options, _) in options.action = options.action ?? .version
        },
    ]
}
