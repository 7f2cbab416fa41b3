// The channels of a picture that are shown together, each in a colour.

/// A channel of a picture as it is shown.
///
/// Its values become levels by a window; a level of 255 is the whole colour. The colours of all channels are added.
package struct SampleChannel: Hashable, Sendable {
    /// The most channels of a picture.
    package static let limit = 8

    /// 0 for the first channel of the file.
    package let index: Int
    /// 0xRRGGBB.
    package let colour: UInt32
    package let window: SampleWindow

    /// Makes a channel; nil where `index` is not below the limit.
    package init?(index: Int, colour: UInt32, window: SampleWindow) {
        guard (0..<Self.limit).contains(index), colour <= 0xFF_FFFF else { return nil }
        (self.index, self.colour, self.window) = (index, colour, window)
    }

    /// The channel as addresses have it: index, colour, minimum and maximum.
    var text: String {
        let digits = String(colour, radix: 16)
        let zeros = String(repeating: "0", count: max(0, 6 - digits.utf8.count))
        let ends = window.text.split(separator: ",").joined(separator: ":")
        return "\(index):\(zeros)\(digits):\(ends)"
    }
}

/// How the sample values of a picture become colours, where that is not as stored.
package enum SampleDisplay: Hashable, Sendable {
    case window(SampleWindow)
    /// At least one, in the order of their indices, each once.
    case channels([SampleChannel])

    /// What sets it apart from others, as addresses have it.
    ///
    /// The same display always has the same text.
    package var text: String {
        switch self {
        case .window(let window): window.text
        case .channels(let channels): channels.map(\.text).joined(separator: ",")
        }
    }

    /// The name of its parameter.
    package var name: String {
        switch self {
        case .window: "window"
        case .channels: "channels"
        }
    }
}
