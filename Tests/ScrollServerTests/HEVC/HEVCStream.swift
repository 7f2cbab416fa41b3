// Streams of one intra picture, which ffmpeg makes with x265, and the samples that ffmpeg decodes from them.

import Foundation
import Testing

@testable import HEVC

/// How a stream is made.
struct HEVCSetting: Sendable, CustomTestStringConvertible {
    let name: String
    var size = "96x80"
    var format = "yuv420p"
    /// What is encoded; `noise` has a coefficient everywhere.
    var source = "mandelbrot"
    var frames = 1
    /// Parameters of x265.
    let parameters: String

    var testDescription: String { name }
}

/// A stream as a container holds it: parameter sets in a configuration, other units behind their lengths.
struct HEVCStream {
    let configuration: [UInt8]
    var sample: [UInt8]
    /// Samples of all planes as ffmpeg decodes them.
    let reference: [UInt8]

    /// Encodes a picture and decodes it with ffmpeg.
    init(_ setting: HEVCSetting) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/picture.hevc"
        let source =
            setting.source == "noise"
            ? "testsrc2=s=\(setting.size),noise=alls=60:all_seed=7" : "\(setting.source)=s=\(setting.size)"
        let encoding = try ToolRun(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "\(setting.frames)", "-pix_fmt",
                setting.format, "-c:v", "libx265", "-x265-params",
                "log-level=none:pools=1:frame-threads=1:" + setting.parameters, path,
            ])
        try #require(encoding.status == 0, "\(setting.name): \(encoding.output)")
        let raw = "\(folder.path)/picture.raw"
        let decoding = try ToolRun(
            "ffmpeg", ["-v", "error", "-threads", "1", "-i", path, "-frames:v", "1", "-f", "rawvideo", raw])
        try #require(decoding.status == 0, "\(setting.name): \(decoding.output)")
        self.init(
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))),
            reference: [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw))))
    }

    /// Takes a byte stream apart.
    init(_ bytes: [UInt8], reference: [UInt8] = []) {
        let units = Self.units(bytes)
        configuration = Self.configuration(units.filter { (32...34).contains(Self.type($0)) })
        sample = Self.sample(units.filter { !(32...34).contains(Self.type($0)) })
        self.reference = reference
    }

    /// Type of a unit by its first byte.
    static func type(_ unit: [UInt8]) -> Int { Int((unit.first ?? 0) >> 1 & 63) }

    /// The units between the start codes of a byte stream (H.265, annex B).
    static func units(_ bytes: [UInt8]) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var start: Int?
        var index = 0
        while index + 3 <= bytes.count {
            guard bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 else {
                index += 1
                continue
            }
            if let start { units.append(Array(bytes[start..<index])) }
            index += 3
            start = index
        }
        if let start { units.append(Array(bytes[start...])) }
        return units.map { unit in Array(unit[..<((unit.lastIndex { $0 != 0 } ?? -1) + 1)]) }
    }

    /// A configuration record with parameter sets, and lengths of four bytes.
    static func configuration(_ sets: [[UInt8]]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 22)
        bytes[0] = 1
        bytes[21] = 3
        bytes.append(UInt8(sets.count))
        for set in sets {
            bytes += [0x80 | UInt8(type(set)), 0, 1]
            bytes += [UInt8(set.count >> 8), UInt8(set.count & 255)]
            bytes += set
        }
        return bytes
    }

    /// Units behind lengths of four bytes.
    static func sample(_ units: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in units {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(unit.count >> shift & 255)) }
            bytes += unit
        }
        return bytes
    }

    /// Decodes the stream here.
    func decode(maximumSamples: Int = 1 << 20) throws(HEVCError) -> HEVCPicture {
        try HEVCDecoder(configuration: configuration).decode(sample, maximumSamples: maximumSamples)
    }
}

extension HEVCPicture {
    /// The samples of all planes one after another, in two bytes, the lower first, where one is too few.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for plane in planes {
            for sample in plane.samples {
                bytes.append(UInt8(sample & 255))
                if lumaDepth > 8 { bytes.append(UInt8(sample >> 8)) }
            }
        }
        return bytes
    }
}
