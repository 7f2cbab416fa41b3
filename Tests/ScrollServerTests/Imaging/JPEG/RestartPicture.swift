// JPEGs with restart intervals, put together from smaller ones.

@testable import Imaging
@testable import Metadata
@testable import Pixels

/// A picture whose restart intervals are small pictures of one row of MCUs each: after a marker nothing is left of what was
/// before (T.81 §F.1.1.5.1), so that the data of one picture can stand behind that of another.
struct RestartPicture {
    /// Everything before the data.
    private(set) var header: [UInt8]
    /// The data of each interval.
    private(set) var intervals: [[UInt8]]

    /// Makes `interval` MCUs between two markers.
    ///
    /// `kinds`: how many different intervals there are, which take turns.
    init(width: Int, height: Int, interval: Int, isGray: Bool, kinds: Int = 16) {
        let side = isGray ? 8 : 16
        let mcuCount = (width + side - 1) / side * ((height + side - 1) / side)
        let whole = (0..<kinds).map { Self.encoded($0, mcuCount: interval, side: side, isGray: isGray) }
        var intervals = (0..<mcuCount / interval).map { Self.data(whole[$0 % kinds]) }
        let rest = mcuCount % interval
        if rest > 0 { intervals.append(Self.data(Self.encoded(kinds, mcuCount: rest, side: side, isGray: isGray))) }
        self.intervals = intervals
        header = Array(whole[0].prefix(Self.dataStart(whole[0])))
        guard let frame = header.firstRange(of: [0xFF, JPEGMarker.baseline])?.lowerBound else { return }
        header.replaceSubrange(
            frame + 5..<frame + 9,
            with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
        header.insert(
            contentsOf: [0xFF, JPEGMarker.restartInterval, 0, 4, UInt8(interval >> 8), UInt8(interval & 255)], at: frame
        )
    }

    /// The file.
    ///
    /// `marker`: the bytes before interval `index`, 1 …; those of the standard where it is nil.
    func bytes(marker: (Int) -> [UInt8]? = { _ in nil }) -> [UInt8] {
        var bytes = header
        for (index, interval) in intervals.enumerated() {
            if index > 0 { bytes += marker(index) ?? [0xFF, JPEGMarker.firstRestart + UInt8((index - 1) & 7)] }
            bytes += interval
        }
        return bytes + [0xFF, JPEGMarker.endOfImage]
    }

    private static func encoded(_ kind: Int, mcuCount: Int, side: Int, isGray: Bool) -> [UInt8] {
        var noise = RepeatableNoise(seed: UInt64(kind + 1))
        let format: PixelFormat = isGray ? .gray : .rgb
        var pixels = PixelBuffer(width: mcuCount * side, height: side, format: format)
        for index in pixels.bytes.indices {
            pixels.bytes[index] = UInt8(truncatingIfNeeded: index &* kind / 3 &+ Int.random(in: 0..<90, using: &noise))
        }
        return JPEGEncoder.encode(pixels, quality: 80)
    }

    private static func dataStart(_ file: [UInt8]) -> Int {
        guard let scan = file.firstRange(of: [0xFF, JPEGMarker.startOfScan])?.lowerBound else { return 0 }
        return scan + 2 + Int(file[scan + 2]) << 8 + Int(file[scan + 3])
    }

    private static func data(_ file: [UInt8]) -> [UInt8] { Array(file[dataStart(file)...].dropLast(2)) }
}
