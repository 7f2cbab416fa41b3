// The program: reads the options and runs a server until it is stopped.

import HTTP
import Platform

@main
struct Command {
    static func main() {
        // Block the signals before any thread starts, since threads inherit the mask: only the waiting thread receives
        // them, and early ones stay pending.
        Signals.block()
        System.ignoreWriteSignals()
        System.returnLargeBlocks()
        guard !CommandLine.arguments.isEmpty else {
            complain("the arguments cannot be read, since /proc is not mounted; mount it, as in any container")
            exit(1)
        }
        exit(Int32(run(CommandLine.arguments.dropFirst())))
    }

    /// Runs the program; returns the exit status: 0 after a regular stop, 1 when the server cannot start, 2 for a
    /// mistake on the command line.
    private static func run(_ arguments: ArraySlice<String>) -> Int {
        do {
            let options = try Options(arguments, environment: System.environment)
            if let zone = options.timeZone, options.action == nil || options.action == .check, !ZoneOffsets.choose(zone)
            {
                throw Options.Mistake(
                    message: "--time-zone: no zone is called '\(zone)'; name one as Europe/Berlin or UTC")
            }
            for line in Options.misspelt(among: System.environmentNames(beginning: Options.variablePrefix)) {
                complain(line)
            }
            switch options.action {
            case .help: writeOutput(Options.help)
            case .version: writeOutput(Build.description + "\n")
            case .manual: writeOutput(ManualPage.text)
            case .completions(let shell): writeOutput(Completions.script(for: shell))
            case .check: return try CollectionCheck.run(options) ? 0 : 1
            case .export: return try CollectionExport.run(options, options.export) ? 0 : 1
            case nil: try serve(options)
            }
            return 0
        } catch let mistake as Options.Mistake {
            complain(mistake.message)
            return 2
        } catch let failure as StartFailure {
            for line in failure.lines { complain(line) }
            return 1
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func serve(_ options: Options) throws {
        Log.begin(options.logLevel)
        defer { Log.end() }
        let application = try Application(options, page: try PageFiles.find(options.publicFolder))
        let stop = StopSignal()
        // On a thread of its own, so that Ctrl-C works while `start` still searches a folder for its first picture.
        try System.startThread {
            Signals.waitForStop()
            stop.come()
            application.cancelScans()
        }
        for problem in application.problems { complain(problem) }
        try ScanProgress.show(of: application.scans, until: stop)
        let address = try application.start { complain($0) }
        if stop.hasCome { return application.stop(within: 0) }
        warn(of: address, options)
        // Only the line on standard output has the secret.
        Log.info(
            "ScrollServer \(Build.version) shows \(application.contents) at \(address.urlWithoutToken)"
                + "\(sharing(options.access.origins)); Ctrl-C stops")
        application.describe()
        writeOutput(address.page + "\n")
        if options.opensBrowser { try open(address.pageToOpen) }
        stop.wait()
        // Read before the server stops, since its counts end with it.
        let summary = application.summary
        application.stop(within: 1.8)
        Log.info("stopped; \(summary)")
    }

    /// Says which other origins' pages may show pictures, where there are any.
    private static func sharing(_ origins: AllowedOrigins) -> String {
        origins.isEmpty ? "" : "; \(origins.description) may list and show pictures of it"
    }

    /// Opens the page in a browser, on a separate thread: a newly started browser may run as long as this program.
    private static func open(_ page: String) throws(SystemError) {
        try System.startThread {
            if !Browser.open(page) { complain("no browser could be opened; open the address above in one") }
        }
    }

    /// Warns who else can see the pictures, where that may be unexpected.
    private static func warn(of address: HTTPServer.Address, _ options: Options) {
        if address.isOpenToMachines {
            complain(openToMachines)
        } else if address.isOpenToAccounts, options.access.token != .never, Account.hasOthers() {
            complain(openToAccounts)
        }
    }

    /// The warning where other machines need no token.
    static let openToMachines =
        "without a token everybody who reaches this address can look at the pictures and edit lists"
    /// The warning where other accounts of this machine may use the port.
    static let openToAccounts =
        "other accounts of this machine can look at the pictures through this port; --token prevents that, "
        + "--no-token ends this message"

    /// Writes one line to standard error.
    private static func complain(_ text: String) {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        writeError("ScrollServer: \(line)\n")
    }
}
