// Samples with more values than a screen has levels.

import Pixels

/// What the samples of a picture are to which a window applies.
package struct DeepSamples: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case unsigned, signed, float
    }

    package let bits: Int
    package let kind: Kind
    /// The number that is shown white without a window.
    package let greatest: Double

    /// Describes samples; `greatest` is 1 for floats.
    package init(bits: Int, kind: Kind, greatest: Double) {
        (self.bits, self.kind, self.greatest) = (bits, kind, greatest)
    }

    /// Light from 0 to 1 in floats.
    static func light(bits: Int) -> DeepSamples { DeepSamples(bits: bits, kind: .float, greatest: 1) }
}

/// Decodes the rows of pictures that may have deep samples.
protocol DeepRowReader: RowReader {
    /// What the samples are; nil where a window does not apply to them, and is ignored.
    var samples: DeepSamples? { get }

    /// Reads the header as `init(_:)` does; a window shows deep samples, and a tally counts them.
    init(_ source: ByteSource, window: SampleWindow?, tally: SampleTally?) throws(ImageError)
}

extension DeepRowReader {
    init(_ source: ByteSource) throws(ImageError) { try self.init(source, window: nil, tally: nil) }
}

/// Shows light from 0 to 1, or through a window, and counts it if there is a tally.
struct LightLevels {
    private let levels: SampleLevels?
    private let tally: SampleTally?

    init(_ window: SampleWindow?, _ tally: SampleTally?) {
        levels = window.map { SampleLevels($0, isLight: true) }
        self.tally = tally
    }

    /// Returns the sample of a channel's light; 0 for what is no number.
    @inline(__always)
    func sample(of light: Float, channel: Int) -> UInt8 {
        tally?.add(wide: Double(light), channel: channel)
        return levels.map { $0.level(of: Double(light)) } ?? ShownLight.encoded(light)
    }
}
