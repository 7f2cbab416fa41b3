// Runs --check: reports what the given paths would show, and what is refused.

import Catalog
import Charts
import Dispatch
import Metadata
import Platform

/// Reads each picture's header and each table's rows once, as the server does, and reports to standard output.
enum CollectionCheck {
    /// Pictures whose details are read at a time.
    private static let step = 4096
    /// Pictures whose headers one thread reads between two progress reports.

    /// Runs the check; blocks until everything has been read.
    ///
    /// - Returns: whether nothing is refused.
    /// - Throws: a `Mistake` where no path is given; `StartFailure` for options that cannot be followed.
    static func run(_ options: Options) throws -> Bool {
        guard !options.paths.isEmpty else { throw Options.Mistake(message: "--check needs a PATH to look at") }
        try System.startThread {
            Signals.waitForStop()
            ProgressLine.show("")
            exit(1)
        }
        let start = System.monotonicNanoseconds()
        let sources: CollectionSources
        do {
            sources = try CollectionSources(options)
        } catch let failure as StartFailure {
            for line in failure.lines { writeOutput("refused: \(line)\n") }
            return false
        }
        _ = sources.start()
        var count = 0
        var refused = sources.problems.count
        for collection in sources.collections where collection.kind != .demo {
            let found = check(collection, folder: sources.folders.first { $0.id == collection.id })
            count += found.count
            refused += found.refused
        }
        for line in sources.problems { writeOutput("refused: \(line)\n") }
        for line in sources.notices { writeOutput("note: \(line)\n") }
        sources.cancel()
        let tenths = (System.monotonicNanoseconds() - start) / 100_000_000
        writeOutput("\(pictures(count)) looked at in \(tenths / 10).\(tenths % 10) s; \(refused) refused\n")
        return refused == 0
    }

    private static func check(_ collection: any ItemCollection, folder: FolderCollection?) -> (count: Int, refused: Int)
    {
        if let series = collection.series { return (0, check(series, of: collection)) }
        if let folder {
            ProgressLine.show("searching \(collection.name)")
            folder.waitForScan()
        } else {
            pause { !collection.status.isComplete && collection.footer?.state != .failed }
        }
        let status = collection.status
        HeaderReading.measure(collection, count: status.count)
        var formats: [String: Int] = [:]
        var lines: [String] = []
        var links: [String] = []
        var reasons: Set<String> = []
        for first in stride(from: 0, to: status.count, by: step) {
            for item in collection.details(in: first..<min(status.count, first + step)).details {
                if case .notDecoded? = item.error, let format = item.format {
                    formats[name(format), default: 0] += 1
                } else if let error = item.error, !error.isRefusal {
                    links.append("  note: \(item.name): \(error.explanation)")
                } else if let error = item.error {
                    reasons.insert(error.explanation)
                    lines.append("  refused: \(item.name): \(error.explanation)")
                } else {
                    formats[item.format.map(name) ?? "not yet known", default: 0] += 1
                }
            }
        }
        var refused = lines.count
        if status.pending > 0 {
            lines.append("  refused: \(status.pending) files or folders cannot be read just now")
            refused += 1
        }
        let counts = formats.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
        writeOutput("\(source(of: collection)): \(collection.kind.rawValue), \(pictures(status.count))\n")
        if !counts.isEmpty { writeOutput("  \(counts.joined(separator: ", "))\n") }
        for line in lines + links { writeOutput(ProgressLine.plain(line) + "\n") }
        if let report = folder?.scanReport.withLock({ $0 }) {
            // Refused pictures have lines of their own above.
            for note in report.notes where !reasons.contains(where: { note.contains($0) }) {
                writeOutput("  note: \(ProgressLine.plain(note))\n")
            }
        }
        if let notice = collection.notice { writeOutput("  note: \(ProgressLine.plain(notice))\n") }
        return (status.count, refused)
    }

    /// Checks a table; returns how many rows, or tables, are refused.
    private static func check(_ series: Series, of collection: any ItemCollection) -> Int {
        pause {
            let status = series.status
            ProgressLine.show("\(collection.name): \(status.count) rows read")
            return !status.isComplete && status.failure == nil
        }
        ProgressLine.show("")
        let (status, view) = (series.status, series.view)
        let x = status.format?.description.xName ?? ""
        let kind =
            switch view.xKind {
            case .time: "time"
            case .number: "number"
            case .index: "row number"
            }
        writeOutput(
            ProgressLine.plain(
                "\(source(of: collection)): chart, \(status.count) \(status.count == 1 ? "row" : "rows"), x axis "
                    + (x.isEmpty ? kind : "'\(x)' (\(kind))")) + "\n")
        writeOutput("  \(ProgressLine.plain("lines: " + view.lines.joined(separator: ", ")))\n")
        if let format = status.format { writeOutput("  read: \(reading(format))\n") }
        for row in status.badRows { writeOutput("  refused: line \(row.line): \(ProgressLine.plain(row.reason))\n") }
        if status.badRowCount > status.badRows.count {
            writeOutput("  refused: \(status.badRowCount - status.badRows.count) more rows\n")
        }
        if let failure = status.failure { writeOutput("  refused: \(ProgressLine.plain("\(failure)"))\n") }
        for notice in status.notices + [collection.notice].compactMap(\.self) {
            writeOutput("  note: \(ProgressLine.plain(notice))\n")
        }
        return status.badRowCount + (status.failure == nil ? 0 : 1)
    }

    /// How a table is read, in a few words.
    private static func reading(_ format: TableFormat) -> String {
        var parts: [String] = []
        switch format.kind {
        case .cells(UInt8(ascii: "\t")): parts.append("cells divided by tabs")
        case .cells(let delimiter): parts.append("cells divided by '\(Character(UnicodeScalar(delimiter)))'")
        case .objects: parts.append("JSON objects")
        case .arrays: parts.append("JSON arrays")
        }
        parts.append(format.hasHeader ? "names in line \(max(1, format.headerLine))" : "no names of columns")
        if format.firstLine > format.headerLine + 1 { parts.append("rows from line \(format.firstLine) on") }
        if format.decimalSeparator == UInt8(ascii: ",") { parts.append("decimal commas") }
        if case .dates(let dates) = format.x { parts.append("dates as \(dates.order.words)") }
        if format.isLatin { parts.append("Windows-1252") }
        return parts.joined(separator: ", ")
    }

    /// Polls until `isSo` returns false.
    private static func pause(while isSo: () -> Bool) {
        let semaphore = DispatchSemaphore(value: 0)
        while isSo() { _ = semaphore.wait(timeout: .now() + .milliseconds(20)) }
    }

    /// The path that a collection was opened from.
    private static func source(of collection: any ItemCollection) -> String {
        let source = collection.source
        for prefix in ["list-file:", "pages:"] where source.hasPrefix(prefix) {
            return String(source.dropFirst(prefix.count))
        }
        return source
    }

    private static func pictures(_ count: Int) -> String { "\(count) \(count == 1 ? "picture" : "pictures")" }

    private static func name(_ format: MediaFormat) -> String {
        let name = format.name.uppercased()
        switch format {
        case _ where format.isVideo: return "\(name) (played by the browser)"
        case _ where format.refusal != nil: return "\(name) (by name only)"
        case _ where !format.isDecoded: return "\(name) (drawn by the browser)"
        case _ where format.isAnimated: return "\(name) (animated)"
        default: return name
        }
    }
}
