// The settings from the command line and the environment.

import Catalog
import Charts
import HTTP
import Platform

/// The options and paths of the command line, by the GNU conventions.
///
/// That is `--name value` or `--name=value`, paths anywhere, and `--` ends the options. Environment variables set what
/// the command line does not.
struct Options: Equatable, Sendable {
    /// What the program does in place of serving.
    enum Action: Equatable, Sendable {
        case help, version, manual, check, export
        case completions(Completions.Shell)
    }

    var paths: [String] = []
    /// Additional folders that may hold the files named in lists, besides the lists' own folders and those in `paths`.
    var roots: [String] = []
    /// Whether links in folders may lead out of them.
    var followsLinks = false
    /// Whether system folders, and those with `.nomedia`, are shown.
    var listsAllFolders = false
    /// The column that is a chart's x axis, by name or number; nil finds it from the table.
    var xColumn: String?
    /// The order of day, month and year in tables; nil finds it from each table.
    var dateOrder: DateOrder?
    /// The decimal mark in tables, a point or a comma; nil finds it from each table.
    var decimalMark: UInt8?
    /// What stands between the cells of tables that are charts; nil finds it from each table.
    var separator: TableSeparator?
    /// The line with the names in tables that are charts, from 1; 0 for none, nil finds it from each table.
    var headerLine: Int?
    /// How tables write dates and numbers.
    var tableOptions: TableOptions { TableOptions(dateOrder: dateOrder, decimalMark: decimalMark) }
    /// A table of named times that charts show as flags; nil for none.
    var marks: String?
    /// A table that is shown as a chart with pictures below it; nil for none.
    var with: String?
    /// A table with facts about the pictures of folders; nil for none.
    var facts: String?
    /// Address or name to listen on.
    var host = Options.defaultHost
    /// The port to listen on; 0 takes any free one.
    var port = Options.defaultPort
    /// The number of generated pictures in the demo; nil unless asked for.
    var demo: Int?
    var opensBrowser = false
    /// The folder for cached tiles; nil for the user's cache folder.
    var cache: String?
    /// The most bytes that the cache folder may take; 0 keeps no cache on disk.
    var cacheLimit = 2_000_000_000
    /// Whether a raw file and a picture of the same name beside it are shown as one.
    var pairs = false
    /// The most bytes of memory to use; nil for as much as is useful for speed.
    var memoryLimit: Int?
    /// The folder for scroll states and lists; nil for the user's state folder.
    var state: String?
    /// Whether annotations are also written into XMP files beside the pictures.
    var writesSidecars = false
    /// The folder with the page's files; nil searches for it.
    var publicFolder: String?
    /// The path of a Unix socket to listen on, in place of an address and a port.
    var unixSocket: String?
    /// The time zone of dates, by its tz database name; nil for the machine's.
    var timeZone: String?
    /// Who may send requests.
    var access = AccessSettings()
    /// The lowest level of the lines on standard error.
    var logLevel = Log.Level.info
    /// Whether each request is logged on standard error.
    var logsAccess = false
    /// What an export makes; read only with the action `export`.
    var export = ExportOptions()
    /// nil serves.
    var action: Action?

    /// A mistake on the command line or in a variable; the message is one line and says what to do.
    struct Mistake: Error, Equatable {
        let message: String
    }

    /// The least memory that a user may allow, in bytes.
    static let leastMemory = 192_000_000
    /// The number of pictures in the demo that opens when no path is given.
    static let defaultDemo = 1_000_000
    /// The first argument of an export.
    private static let exportWord = "export"
    /// The prefix of environment variables' names.
    static let variablePrefix = "SCROLLSERVER_"
    private static let defaultHost = "127.0.0.1"
    private static let defaultPort = 8080

    /// Reads the arguments after the program's name, and the environment; does not check that paths exist.
    ///
    /// `environment` returns the value of a variable, nil or empty where it is not set. Throws a `Mistake` for an
    /// unknown option, a missing or bad value, or options that exclude each other.
    init(
        _ arguments: some Sequence<String>, environment: (String) -> String? = { _ in nil }
    ) throws(Mistake) {
        var arguments = Array(arguments)[...]
        let isExport = arguments.first == Self.exportWord
        if isExport { arguments.removeFirst() }
        let given = try read(arguments)
        let names = Set(given.map(\.row.name))
        // A token option on the command line overrides both token variables of the environment.
        let isTokenGiven = names.contains("--token") || names.contains("--no-token")
        for row in OptionRow.all where !names.contains(row.name) {
            if isTokenGiven, row.name == "--token" || row.name == "--no-token" { continue }
            guard let variable = row.variable, let value = environment(variable), !value.isEmpty else { continue }
            try read(row, variable: variable, value)
        }
        for (row, given) in given { try row.read(&self, given) }
        if isExport { action = action ?? .export }
        if action == .export { try checkExport() }
        if !isExport, let other = given.first(where: { $0.row.group == .export }) {
            throw Mistake(message: "\(other.given.name) belongs to an export: ScrollServer export PATH --output DIR")
        }
        guard unixSocket != nil else { return }
        if opensBrowser { throw Mistake(message: "a browser cannot open a Unix socket; leave out --open") }
        if host != Self.defaultHost || port != Self.defaultPort {
            throw Mistake(message: "--unix-socket takes the place of --host and --port; leave these out")
        }
    }

    /// Checks that an export has what it needs.
    private func checkExport() throws(Mistake) {
        guard !export.output.isEmpty else {
            throw Mistake(
                message: "an export needs --output DIR, the folder to write; a folder named export is shown as ./export"
            )
        }
        guard paths.count == 1 else {
            throw Mistake(
                message: "an export takes one PATH, not \(paths.count); a list of files (.txt) may name pictures of "
                    + "several folders")
        }
        guard export.format != .iiif || export.baseURL != nil else {
            throw Mistake(
                message: "--format iiif needs --base-url, the address at which DIR will be published, such as "
                    + "https://pictures.example/maps: viewers read it in each info.json")
        }
    }

    /// Stores the paths, and returns the options with their values.
    private mutating func read(
        _ arguments: some Sequence<String>
    ) throws(Mistake) -> [(row: OptionRow, given: OptionRow.Given)] {
        var found: [(row: OptionRow, given: OptionRow.Given)] = []
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                paths += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                paths.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            var name = parts[0]
            var value: String? = parts.count > 1 ? parts[1] : nil
            // The value of a short option may follow without a space: -p8080.
            if argument.hasPrefix("-p"), argument.utf8.count > 2 {
                (name, value) = ("-p", String(argument.dropFirst(2)))
            }
            guard let row = OptionRow.all.first(where: { $0.name == name || $0.letter == name }) else {
                let near = NearestName.nearest(to: name, among: OptionRow.all.map(\.name))
                throw Mistake(
                    message: "unknown option '\(name)'; \(near.map { "did you mean \($0)? " } ?? "")"
                        + "--help lists the options, -- ends them")
            }
            switch row.value {
            case .none:
                if let value { throw Mistake(message: "\(name) takes no value, but '\(value)' is given") }
            case .optional: break
            case .required:
                value = value ?? rest.popFirst()
                if value?.isEmpty != false { throw Mistake(message: "\(name) needs a value, as in \(name)=VALUE") }
            }
            found.append((row, OptionRow.Given(name: name, value: value ?? "", hasValue: value != nil)))
        }
        return found
    }

    /// Reads an option from its environment variable.
    private mutating func read(_ row: OptionRow, variable: String, _ value: String) throws(Mistake) {
        guard row.value == .none else {
            let values = row.isRepeatable ? value.split(separator: ",").map(String.init) : [value]
            for value in values { try row.read(&self, OptionRow.Given(name: variable, value: value)) }
            return
        }
        switch value.lowercased() {
        case "1", "true", "yes", "on": try row.read(&self, OptionRow.Given(name: variable, value: ""))
        case "0", "false", "no", "off": break
        default: throw Mistake(message: "\(variable) takes 1 or 0, not '\(value)'")
        }
    }

    /// A warning for each variable whose name nearly matches that of an option's variable.
    static func misspelt(among variables: some Sequence<String>) -> [String] {
        let known = OptionRow.all.compactMap(\.variable)
        let endings = known.map { String($0.dropFirst(variablePrefix.count)) }
        return variables.filter { $0.hasPrefix(variablePrefix) && !known.contains($0) }.sorted().compactMap { name in
            NearestName.nearest(to: String(name.dropFirst(variablePrefix.count)), among: endings).map {
                "the variable \(name) is not read; did you mean \(variablePrefix)\($0)?"
            }
        }
    }
}
