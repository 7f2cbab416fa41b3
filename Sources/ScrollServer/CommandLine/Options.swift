// The options of the command line.

/// The options and paths given on the command line, by the GNU conventions: `--name value` or `--name=value`, paths
/// anywhere, and `--` ends the options.
struct Options: Equatable, Sendable {
    var paths: [String] = []
    /// Additional folders that may hold the files named in lists, besides the lists' own folders and those in `paths`.
    var roots: [String] = []
    /// The column that is a chart's x axis, by name or number; nil finds it from the table.
    var xColumn: String?
    /// The order of day, month and year in tables; nil finds it from each table.
    var dateOrder: DateOrder?
    /// The decimal mark in tables, a point or a comma; nil finds it from each table.
    var decimalMark: UInt8?
    /// How tables write dates and numbers.
    var tableWishes: TableWishes { TableWishes(dateOrder: dateOrder, decimalMark: decimalMark) }
    /// A table of moments with names that charts show as flags; nil for none.
    var marks: String?
    /// A table that tells facts of the pictures of folders; nil for none.
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
    /// Whether a raw file and the picture beside it that has the same name are shown as one.
    var pairs = false
    /// The most bytes of memory to use; nil for as much as makes it fast.
    var memoryLimit: Int?
    /// The folder for scroll states and lists; nil for the user's state folder.
    var state: String?
    /// The folder with the page's files; nil searches for it.
    var publicFolder: String?
    /// The path of a Unix socket to listen on, in place of an address and a port.
    var unixSocket: String?
    /// The time zone of dates, as the tz database calls it; nil for the machine's.
    var timeZone: String?
    /// Who may ask.
    var access = AccessSettings()
    /// The least important lines on standard error.
    var logLevel = Log.Level.info
    /// Whether each request is a line on standard error.
    var logsAccess = false
    var wantsHelp = false
    var wantsVersion = false

    /// A mistake on the command line; the message is one line and says what to do.
    struct Mistake: Error, Equatable {
        let message: String
    }

    /// The least memory that a user may allow, in bytes.
    static let leastMemory = 192_000_000

    /// The number of pictures in the demo that opens when no path is given.
    static let defaultDemo = 1_000_000
    private static let defaultHost = "127.0.0.1"
    private static let defaultPort = 8080

    /// The variable of the environment with a token of the user's own choice: unlike an argument, it is not listed to
    /// other accounts.
    static let tokenVariable = "SCROLLSERVER_TOKEN"

    /// Reads the arguments after the program's name. Does not check that paths exist.
    ///
    /// - Parameter token: the value of `tokenVariable`; `--token` and `--no-token` come before it.
    /// - Throws: a `Mistake` for an unknown option, a missing or bad value, or options that exclude each other.
    init(_ arguments: some Sequence<String>, token: String? = nil) throws(Mistake) {
        if let token, !token.isEmpty { access.token = .given(try Self.token(token, from: Self.tokenVariable)) }
        var rest = Array(arguments)[...]
        var hasEnded = false
        while let argument = rest.popFirst() {
            if hasEnded || !argument.hasPrefix("-") || argument == "-" {
                paths.append(argument)
            } else if argument == "--" {
                hasEnded = true
            } else {
                try read(argument, &rest)
            }
        }
        guard unixSocket != nil else { return }
        if opensBrowser { throw Mistake(message: "a browser cannot open a Unix socket; leave out --open") }
        if host != Self.defaultHost || port != Self.defaultPort {
            throw Mistake(message: "--unix-socket takes the place of --host and --port; leave these out")
        }
    }

    private mutating func read(_ argument: String, _ rest: inout ArraySlice<String>) throws(Mistake) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var name = parts[0]
        var given: String? = parts.count > 1 ? parts[1] : nil
        // The value of a short option may follow without a space: -p8080.
        if argument.hasPrefix("-p"), argument.utf8.count > 2 { (name, given) = ("-p", String(argument.dropFirst(2))) }
        switch name {
        case "-h", "--help": wantsHelp = try flag(name, given)
        case "--version": wantsVersion = try flag(name, given)
        case "--log-level":
            let text = try Self.value(name, given, &rest)
            guard let level = Log.Level(text) else {
                throw Mistake(
                    message: "\(name) takes \(Log.Level.allCases.map(\.name).joined(separator: ", ")), not '\(text)'")
            }
            logLevel = level
        case "--access-log": logsAccess = try flag(name, given)
        case "--open": opensBrowser = try flag(name, given)
        case "--host": host = try Self.value(name, given, &rest)
        case "--port", "-p": port = try Self.number(name, given, &rest, in: 0...65535)
        case "--demo": demo = try Self.number(name, given, &rest, in: DemoCollection.countRange)
        case "--x-column": xColumn = try Self.value(name, given, &rest)
        case "--date-order":
            let text = try Self.value(name, given, &rest)
            guard let order = DateOrder(rawValue: text.lowercased()) else {
                throw Mistake(message: "\(name) takes dmy, mdy or ymd, not '\(text)'")
            }
            dateOrder = order
        case "--decimal-mark":
            switch try Self.value(name, given, &rest) {
            case "point", ".": decimalMark = UInt8(ascii: ".")
            case "comma", ",": decimalMark = UInt8(ascii: ",")
            case let text: throw Mistake(message: "\(name) takes point or comma, not '\(text)'")
            }
        case "--facts": facts = try Self.value(name, given, &rest)
        case "--marks": marks = try Self.value(name, given, &rest)
        case "--time-zone": timeZone = try Self.value(name, given, &rest)
        case "--pair": pairs = try flag(name, given)
        case "--root": roots.append(try Self.value(name, given, &rest))
        case "--cache": cache = try Self.value(name, given, &rest)
        case "--cache-limit": cacheLimit = try Self.byteCount(name, given, &rest)
        case "--memory-limit":
            let limit = try Self.byteCount(name, given, &rest)
            guard limit >= Self.leastMemory else {
                throw Mistake(
                    message: "\(name) takes at least \(Self.leastMemory / 1_000_000)M; with less nothing can be shown")
            }
            memoryLimit = limit
        case "--state": state = try Self.value(name, given, &rest)
        case "--public": publicFolder = try Self.value(name, given, &rest)
        default: try readAccess(name, given, &rest)
        }
    }

    /// Reads an option about who may ask.
    private mutating func readAccess(
        _ name: String, _ given: String?, _ rest: inout ArraySlice<String>
    ) throws(Mistake) {
        switch name {
        case "--allow-host": access.hosts.append(try Self.value(name, given, &rest))
        // Its value is optional, so that it can only follow an equals sign.
        case "--token": access.token = if let given { .given(try Self.token(given, from: name)) } else { .always }
        case "--no-token":
            _ = try flag(name, given)
            access.token = .never
        case "--read-only": access.isReadOnly = try flag(name, given)
        case "--unix-socket": unixSocket = try Self.value(name, given, &rest)
        case "--base-path":
            let text = try Self.value(name, given, &rest)
            guard let base = BasePath(text) else {
                throw Mistake(message: "\(name) takes a path of letters, digits and -._~, as /pictures, not '\(text)'")
            }
            access.base = base
        case "--trusted-proxy":
            let text = try Self.value(name, given, &rest)
            guard let proxy = AccessSettings.TrustedProxy(text) else {
                throw Mistake(
                    message: "\(name) takes a numeric address, a range as 10.0.0.0/8, or 'unix', not '\(text)'")
            }
            access.proxies.append(proxy)
        default: throw Mistake(message: "unknown option '\(name)'; --help lists the options, -- ends them")
        }
    }

    /// The message does not repeat the text: it may end up in a log.
    private static func token(_ text: String, from name: String) throws(Mistake) -> AccessToken {
        guard let token = AccessToken(text) else {
            throw Mistake(
                message: "\(name) takes a token of at least \(AccessToken.shortest) letters, digits and -._~; "
                    + "--token alone makes one")
        }
        return token
    }

    private func flag(_ name: String, _ given: String?) throws(Mistake) -> Bool {
        if let given { throw Mistake(message: "\(name) takes no value, but '\(given)' is given") }
        return true
    }

    private static func value(
        _ name: String, _ given: String?, _ rest: inout ArraySlice<String>
    ) throws(Mistake) -> String {
        guard let value = given ?? rest.popFirst(), !value.isEmpty else {
            throw Mistake(message: "\(name) needs a value, as in \(name)=VALUE")
        }
        return value
    }

    private static func number(
        _ name: String, _ given: String?, _ rest: inout ArraySlice<String>, in range: ClosedRange<Int>
    ) throws(Mistake) -> Int {
        let text = try value(name, given, &rest)
        guard let number = Int(text), range.contains(number) else {
            throw Mistake(
                message: "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    /// A number of bytes, with an optional suffix: K, M, G, T (powers of 1000) or Ki, Mi, Gi, Ti (powers of 1024), in
    /// either case, and an optional B after it.
    private static func byteCount(
        _ name: String, _ given: String?, _ rest: inout ArraySlice<String>
    ) throws(Mistake) -> Int {
        let text = try value(name, given, &rest)
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        var suffix = text.dropFirst(digits.count).uppercased()
        if suffix.hasSuffix("B") { suffix.removeLast() }
        let factors = [
            "": 1, "K": 1000, "M": 1_000_000, "G": 1_000_000_000, "T": 1_000_000_000_000, "KI": 1 << 10,
            "MI": 1 << 20, "GI": 1 << 30, "TI": 1 << 40,
        ]
        guard let number = Int(digits), let factor = factors[suffix] else {
            throw Mistake(message: "\(name) takes a number of bytes such as 500M or 2G, not '\(text)'")
        }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
        guard !overflow else { throw Mistake(message: "\(name): '\(text)' is more than any disk holds") }
        return bytes
    }

    /// The text of `--help`.
    static let help = """
        Usage: ScrollServer [PATH ...] [OPTION ...]

        Scroll and zoom through folders of any number of pictures in a browser. Each PATH is a
        folder, a list of files (.txt, .m3u, .csv, .jsonl), a table of measurements (.csv, .tsv,
        .jsonl), or a TIFF, whose pages are shown, and becomes a collection of its own; with no PATH
        demos open.

          --host ADDRESS       address to listen on (127.0.0.1)
          --allow-host NAME    answer to this host name, too; may be given several times
          -p, --port NUMBER    port to listen on; 0 takes a free one (8080)
          --unix-socket PATH   listen on a Unix socket instead, which only this account may open
          --token[=TOKEN]      answer only who has this token, or one that is made and printed; always
                               on where other machines can ask; SCROLLSERVER_TOKEN gives it, too
          --no-token           answer everybody who reaches the address
          --read-only          refuse all that changes lists or what pages remember
          --base-path PATH     be reached below this path, behind a proxy that passes it on
          --trusted-proxy ADDRESS  believe this proxy's X-Forwarded-Host and -Proto; a range, or 'unix';
                               may be given several times
          --demo N             a demo of N generated pictures, 1 to 1000000000
          --open               open the page in the browser
          --x-column NAME      the column of .csv, .tsv and .jsonl files that is a chart's x axis
          --date-order ORDER   how dates such as 03/04/2024 in tables are written: dmy, mdy or ymd
          --decimal-mark MARK  the decimal mark of numbers in tables: point or comma
          --facts FILE         a table with a column of paths (.csv, .tsv, .jsonl): its
                               other columns are facts of the pictures of folders
          --marks FILE         a table of times and names, shown as flags on charts
          --pair               show a raw file and the JPEG or HEIC of its name as one picture
          --root DIR           files that lists name may lie in this folder, too; may be given several
                               times; 'C:=DIR' or 'D:\\photos=DIR' say where a Windows computer's files are
          --time-zone NAME     dates are as clocks in Europe/Berlin show them, say (the machine's zone)
          --cache DIR          keep tiles in this folder (the user's cache folder)
          --cache-limit BYTES  at most this much of it, such as 500M or 2G (2G)
          --memory-limit BYTES use at most this much memory, such as 500M
          --state DIR          keep what pages show, for the next time, in this folder
          --public DIR         take the page's files from this folder, not from the program
          --log-level LEVEL    what to say on standard error: error, warning, info or debug (info)
          --access-log         say a line for each request, too
          -h, --help           print this and exit
          --version            print the version and exit

        The address is printed when the server is ready. Ctrl-C stops it.
        Exit status: 0 after a regular stop, 1 if it cannot start, 2 for a mistake on the command line.

        """
}
