// Whatever the bytes are, a series or an error comes of them.
//
// A long run: SCROLLSERVER_FUZZ_COUNT=100000 SCROLLSERVER_OPTIMISED=1 swift test --filter SeriesFuzzTests

import Foundation
import Testing

@testable import Charts

@Suite struct SeriesFuzzTests {
    private static let seeds = [
        "time,a,b\n2024-01-01,1,2\n2024-01-02T10:00:00.5+02:00,\"3\",4e5\n2024-01-03,,NA\n",
        "x;y\n1,5;2\n2,5;-3\n", "1700000000\t5\n1700000060\t6\n", "a,\"b \"\"c\n\"\n1,\"2\n\"\n3,4\n",
        "{\"time\":\"2024-01-01\",\"a\":1,\"b\":[{}]}\n{\"a\":2.5,\"time\":\"2024-01-02\",\"b\":\"\\u0041\"}\n",
        "[\"x\",\"v\"]\n[1,2]\n[2,null]\n",
    ]

    private func mutate(_ bytes: inout [UInt8], _ generator: inout RepeatableNoise) {
        let special = [UInt8](",;\t|\"\n\r{}[]:\\0123456789.-+eENnaTZ /\u{FF}".utf8)
        for _ in 0...Int.random(in: 0..<6, using: &generator) {
            guard !bytes.isEmpty else { return }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes[place] = special.randomElement(using: &generator) ?? 0
            case 1: bytes.insert(special.randomElement(using: &generator) ?? 0, at: place)
            case 2: bytes.remove(at: place)
            case 3: bytes.removeLast(Int.random(in: 0...min(bytes.count, 20), using: &generator))
            default: bytes += bytes[place...].prefix(40)
            }
        }
    }

    @Test func `no bytes crash the reader`() throws {
        let count = ProcessInfo.processInfo.environment["SCROLLSERVER_FUZZ_COUNT"].flatMap { Int($0) } ?? 400
        var generator = RepeatableNoise(seed: 1)
        let folder = try TemporaryFolder()
        var (read, refused) = (0, 0)
        for number in 0..<count {
            var bytes = [UInt8](Self.seeds[number % Self.seeds.count].utf8)
            if number % 50 == 49 {
                bytes = (0..<200).map { _ in UInt8.random(in: 9...255, using: &generator) }
            } else {
                mutate(&bytes, &generator)
            }
            let path = try folder.write(number % 6 < 4 ? "t.csv" : "t.jsonl", bytes)
            var options = TableFile.options
            options.chunkByteCount = [1, 5, 1 << 16][number % 3]
            do throws(SeriesError) {
                let reader = try SeriesReader(path: path, options: options, publication: nil)
                reader.readAll()
                let (view, status) = (reader.published.view, reader.published.status)
                #expect(status.isComplete && status.failure == nil)
                let x = view.x(in: 0..<view.count)
                #expect(x.count == view.count && zip(x, x.dropFirst()).allSatisfy { $0 <= $1 })
                for line in view.lines.indices {
                    let values = view.values(line: line, in: 0..<view.count).filter { !$0.isNaN }
                    #expect(values.allSatisfy { $0.isFinite })
                    #expect(view.extremes(line: line, in: 0..<view.count)?.max == values.max())
                }
                read += 1
            } catch {
                refused += 1
            }
        }
        // Both happen, or the damage is not of the right size.
        #expect(read > 0 && refused > 0)
    }
}
