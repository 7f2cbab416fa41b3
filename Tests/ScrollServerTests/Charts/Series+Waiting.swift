// Waiting for what the thread that reads a table says.

@testable import Charts

extension Series {
    /// Blocks until a condition holds, which is looked at after every change of the status.
    ///
    /// Takes the place of the handler.
    ///
    /// - Returns: whether it came true in time.
    func comesTrue(_ condition: () -> Bool) -> Bool {
        let news = News()
        onChange { _ in news.tell() }
        defer { onChange(nil) }
        return news.comesTrue(condition)
    }
}

extension SeriesPublication {
    private final class Farewell: Sendable {
        let ended = Promise<Bool>()
        deinit { ended.keep(true) }
    }

    /// Kept when nobody holds the publication any more: neither a series nor who reads its file.
    ///
    /// Takes the place of the handler, and ends with it.
    func end() -> Promise<Bool> {
        let farewell = Farewell()
        setHandler { _ in withExtendedLifetime(farewell) {} }
        return farewell.ended
    }
}
