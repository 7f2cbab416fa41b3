// What a table costs: reading it, keeping it, opening it again, and a slide's worth of columns of it.

import Dispatch
import Foundation
import Testing

@testable import Charts
@testable import Platform

/// `SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_BENCHMARK_TABLES=a.csv:b.csv SCROLLSERVER_OPTIMISED=1 swift test
/// --filter SeriesBenchmark` reads these tables.
///
/// Prints medians of five, asserts no times. `Tests/Benchmarks/run --rows charts` measures the whole program beside
/// DuckDB, pandas and polars.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil,
        "benchmarks run with SCROLLSERVER_BENCHMARK set"),
    .serialized)
struct SeriesBenchmark {
    private func row(_ name: String, _ value: String) {
        print("series │ \(name.padding(toLength: 52, withPad: " ", startingAt: 0)) │ \(value)")
    }

    private func median(_ work: () throws -> Void) rethrows -> Double {
        var times: [Double] = []
        for _ in 0..<5 {
            let start = System.monotonicNanoseconds()
            try work()
            times.append(Double(System.monotonicNanoseconds() - start) / 1e9)
        }
        return times.sorted()[2]
    }

    /// A line of the process's status, in kilobytes.
    private func kilobytes(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    /// Of all threads of the process.
    private func cpuSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func number(_ value: Double, _ digits: Int = 0) -> String { String(format: "%.\(digits)f", value) }

    /// Reads a table on this thread, which ends when everything is in the blocks.
    private func read(_ path: String, _ options: SeriesOptions) throws -> SeriesPublication {
        let reader = try SeriesReader(path: path, options: options, publication: nil)
        reader.readAll()
        #expect(reader.published.status.isComplete)
        return reader.published
    }

    @Test func reading() throws {
        let tables = (ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK_TABLES"] ?? "").split(separator: ":")
        for table in tables.map(String.init) {
            let name = URL(fileURLWithPath: table).lastPathComponent
            let cache = NSTemporaryDirectory() + "series-benchmark-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: cache) }
            var options = SeriesOptions()
            options.isFollowed = false
            let before = kilobytes("VmRSS")
            var status = SeriesStatus()
            let begin = cpuSeconds()
            let time = try median { status = try read(table, options).status }
            let bytes = Double(status.byteCount)
            row("\(name), \(number(bytes / 1e6)) MB, \(status.count) points", "\(number(bytes / time / 1e6)) MB/s")
            row("\(name): of both cores together", "\(number(bytes / (cpuSeconds() - begin) * 5 / 1e6)) MB/s")
            row("\(name): peak of resident memory", "\(number(Double(kilobytes("VmHWM") - before) / 1e3, 1)) MB more")
            row("\(name): of it anonymous, afterwards", "\(number(Double(kilobytes("RssAnon")) / 1e3, 1)) MB in all")

            options.cacheFolder = cache
            _ = try read(table, options)
            let files = FileSystem.names(in: cache + "/series-\(SeriesIndex.version)").compactMap { name in
                try? FileManager.default.attributesOfItem(atPath: "\(cache)/series-\(SeriesIndex.version)/\(name)")[
                    .size] as? Int
            }
            row("\(name): bytes a point on the disk", number(Double(files.reduce(0, +)) / Double(status.count), 2))
            let again = try median { _ = try read(table, options) }
            row("\(name): second open", "\(number(again * 1e3, 2)) ms")
            let first = try median {
                options.cacheFolder = nil
                let reader = try SeriesReader(path: table, options: options, publication: nil)
                let publication = reader.published
                publication.setHandler { if $0.count > 0 { publication.stop() } }
                reader.readAll()
                publication.setHandler(nil)
            }
            row("\(name): first points on first open", "\(number(first * 1e3, 2)) ms")
        }
    }

    @Test func slides() throws {
        for count in [10_000, 10_000_000] {
            var builder = try SeriesBuilder(lineCount: 1, shift: 16, store: MemoryStore())
            let batch = RowBatch(lineCount: 1, capacity: 10_000)
            var noise = DemoWeather()
            for index in 0..<count {
                let temperature = noise.next().temperature
                batch.append(x: Double(index) * 600) { _ in temperature }
                if batch.isFull {
                    try builder.append(batch)
                    batch.count = 0
                }
            }
            let description = SeriesDescription(lines: ["a"], xKind: .time, xName: "t")
            let view = try #require(builder.view(revision: 1, description: description))
            let boundaries = (0...2000).map { $0 * count / 2000 }
            var sum = 0
            let columns = median { for _ in 0..<20 { sum += view.columns(line: 0, boundaries: boundaries).count } }
            row("2,000 columns of \(count) points", "\(number(columns / 20 * 1e6, 1)) µs")
            var total = 0.0
            let extremes = median {
                for index in 0..<10_000 {
                    let start = index * 7919 % (count / 2)
                    total += view.extremes(line: 0, in: start..<start + count / 2)?.max ?? 0
                }
            }
            row("extremes of half of \(count) points", "\(number(extremes / 10_000 * 1e9)) ns")
            let search = median { for index in 0..<10_000 { sum += view.firstIndex(atOrAfter: Double(index * 599)) } }
            row("a point by its x among \(count)", "\(number(search / 10_000 * 1e9)) ns")
            #expect(sum > 0 && total != 0)
        }
        let demo = try median {
            let series = try DemoSeries.open()
            let isMade = DispatchSemaphore(value: 0)
            series.onChange { if $0.isComplete { isMade.signal() } }
            if !series.status.isComplete { isMade.wait() }
        }
        row("the demo, \(DemoSeries.count) points of 3 lines", "\(number(demo * 1e3)) ms")
    }
}
