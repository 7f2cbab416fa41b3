// How quickly the atlas fills; Tests/BenchmarkPeers/filling.py makes the folders, and does the same with Pillow and vips.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Platform
@testable import Tiles

/// Holds the folders `baseline`, `progressive` and `thumbnails`; nil where none is named.
private let fillingFolder = ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK_FILLING"]

@Suite(.serialized, .enabled(if: fillingFolder != nil, "set SCROLLSERVER_BENCHMARK_FILLING to a folder"))
struct FillingBenchmark {
    @Test(arguments: ["baseline", "progressive", "thumbnails"]) func rate(name: String) throws {
        let folder = try FolderCollection(root: try #require(fillingFolder) + "/" + name, id: name, name: name)
        folder.waitForScan()
        var rates: [Double] = []
        for _ in 0..<5 {
            let cache = NSTemporaryDirectory() + "filling-\(UInt32.random(in: 0 ... .max))"
            try FileSystem.makeFolder(cache)
            defer { try? FileManager.default.removeItem(atPath: cache) }
            let atlas = Atlas(file: AtlasFile(folder: cache, byteLimit: 1 << 30))
            let filler = AtlasFiller(
                atlas, threads: System.processorCount(), isBusy: { false }, collections: { [folder] })
            let start = System.monotonicNanoseconds()
            try filler.start()
            while filler.progress(of: folder).map({ $0.done < $0.total }) ?? true { usleep(2000) }
            filler.stop()
            rates.append(Double(folder.status.count) / Double(System.monotonicNanoseconds() - start) * 1e9)
            #expect(atlas.count == folder.status.count)
        }
        print("bench: filling, \(name): median \(Int(clamping: rates.sorted()[2])) items/s of \(folder.status.count)")
    }
}
