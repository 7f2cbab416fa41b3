// Shows the progress of folder scans on the terminal.

import Catalog
import Dispatch
import Platform

/// Shows how many pictures have been found, and how many per second, while folders are scanned.
enum ScanProgress {
    /// Time between two updates, in milliseconds.
    private static let interval = 200

    /// Starts a thread that ends when all folders have been searched, or the program stops.
    ///
    /// Does nothing where progress lines are not visible.
    static func show(of folders: [FolderCollection], until stop: StopSignal) throws(SystemError) {
        guard ProgressLine.isSeen, !folders.isEmpty else { return }
        try System.startThread {
            let pause = DispatchSemaphore(value: 0)
            let start = System.monotonicNanoseconds()
            while !stop.hasCome, folders.contains(where: { $0.scanReport.withLock { $0 == nil } }) {
                _ = pause.wait(timeout: .now() + .milliseconds(interval))
                let count = folders.reduce(0) { $0 + $1.status.count }
                let seconds = Double(System.monotonicNanoseconds() - start) / 1e9
                let rate = Int(clamping: Double(count) / max(seconds, 0.1))
                ProgressLine.show("reading folders: \(count) pictures so far, \(rate) a second")
            }
            ProgressLine.show("")
        }
    }
}
