// Reads the headers of all items, where a whole collection is looked at at once.

import Catalog
import Platform
import Synchronization

/// Reads headers for `--check` and `export`, and tells of it on the terminal.
enum HeaderReading {
    private static let batchCount = 256

    /// Reads all headers, on all processors; blocks.
    static func measure(_ collection: any ItemCollection, count: Int) {
        let done = Mutex(0)
        _ = Parallel.map((count + batchCount - 1) / batchCount, minimumRun: 1) { (runs: Range<Int>) in
            for run in runs {
                let indices = Array(run * batchCount..<min(count, (run + 1) * batchCount))
                collection.measure(indices)
                let soFar = done.withLock { done in
                    done += indices.count
                    return done
                }
                ProgressLine.show("\(collection.name): \(soFar) of \(count) headers read")
            }
        }
        ProgressLine.show("")
    }
}

extension ProgressLine {
    /// The text on one line, since file names may have line breaks.
    static func plain(_ text: String) -> String {
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : String($0) }.joined()
    }
}
