// Scaling, halving and turning.
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.serialized, .enabled(if: ImagingMeasurement.isWanted, "set SCROLLSERVER_BENCHMARK to run it"))
struct ResamplerBenchmark {
    @Test func thumbnail() throws {
        let picture = try ImagingMeasurement.picture()
        let height = max(1, 256 * picture.height / picture.width)
        ImagingMeasurement.report("to 256 px", pixelCount: picture.width * picture.height) {
            _ = picture.resized(width: 256, height: height)
        }
    }

    @Test(arguments: [PixelFormat.gray, .rgb, .rgba])
    func halving(format: PixelFormat) throws {
        let picture = try ImagingMeasurement.picture()
        let count = picture.width * picture.height
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * format.channelCount)
        for pixel in 0..<count {
            switch format {
            case .gray: bytes.append(picture.bytes[3 * pixel])
            case .rgb: bytes += picture.bytes[(3 * pixel)..<(3 * pixel + 3)]
            default: bytes += picture.bytes[(3 * pixel)..<(3 * pixel + 3)] + [255]
            }
        }
        var output: [UInt8] = []
        ImagingMeasurement.report("2 × 2 boxes, \(format)", pixelCount: count) {
            output.removeAll(keepingCapacity: true)
            var reducer = HalvingReducer(sourceWidth: picture.width, sourceHeight: picture.height, format: format)
            _ = reducer.push(rows: bytes, into: &output)
        }
    }

    @Test(arguments: [Orientation.right, .down])
    func orientation(orientation: Orientation) throws {
        let picture = try ImagingMeasurement.picture()
        ImagingMeasurement.report("turned \(orientation)", pixelCount: picture.width * picture.height) {
            _ = orientation.apply(to: picture)
        }
    }
}
