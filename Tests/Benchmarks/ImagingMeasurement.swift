// Medians, and where pictures to measure come from.
import Foundation

@testable import Imaging
@testable import Pixels

/// One way of measuring for all imaging benchmarks.
enum ImagingMeasurement {
    static let isWanted = ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil

    /// The PNG files named by the environment, with colons between.
    static let files: [URL] = (ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK_PNG"] ?? "")
        .split(separator: ":").map { URL(fileURLWithPath: String($0)) }

    /// Runs `work` nine times and prints the median.
    static func report(_ name: String, pixelCount: Int, _ work: () throws -> Void) rethrows {
        var times: [Double] = []
        for _ in 0..<9 {
            let start = DispatchTime.now().uptimeNanoseconds
            try work()
            times.append(Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
        }
        let median = times.sorted()[4]
        let rate = Double(pixelCount) / median / 1e3
        print("bench: \(name): median \((median * 100).rounded() / 100) ms, \(rate.rounded()) MP/s")
    }

    /// The first of the files, decoded; a synthetic picture where none is named.
    static func picture() throws -> PixelBuffer {
        guard let file = files.first else {
            let (width, height) = (4000, 3000)
            let bytes = (0..<(width * height * 3)).map { UInt8(truncatingIfNeeded: $0 >> 4 ^ $0 >> 13) }
            return PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
        }
        var decoder = try PNGDecoder(source: ByteSource([UInt8](Data(contentsOf: file))))
        return try decoder.readAll()
    }
}
