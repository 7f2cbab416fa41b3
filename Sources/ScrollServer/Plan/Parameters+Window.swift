// How a picture's samples are shown, as addresses have it.

import HTTP
import Pixels

extension SampleWindow {
    /// Reads what `text` writes, in any notation of its numbers; nil for anything else.
    init?(text: String) {
        let numbers = text.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false).map {
            Parameters.number(String($0))
        }
        guard numbers.count == 2 || numbers.count == 3, let minimum = numbers[0], let maximum = numbers[1],
            let gamma = numbers.count == 3 ? numbers[2] : 1
        else { return nil }
        self.init(minimum: minimum, maximum: maximum, gamma: gamma)
    }
}

extension SampleDisplay {
    /// Reads the parameters of a tile's address; nil for as stored, and for what is neither a window nor channels.
    init?(_ query: Query) {
        if let window = query["window"].flatMap({ SampleWindow(text: $0) }) {
            self = .window(window)
        } else if let channels = query["channels"].flatMap({ Self.channels($0) }) {
            self = .channels(channels)
        } else {
            return nil
        }
    }

    /// Reads channels, such as `0:ff0000:100:4000,2:00ff00:0:900`; nil for anything else.
    static func channels(_ text: String) -> [SampleChannel]? {
        let parts = text.split(separator: ",", maxSplits: SampleChannel.limit, omittingEmptySubsequences: false)
        var channels: [SampleChannel] = []
        for part in parts {
            let values = part.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
            guard values.count == 4 || values.count == 5, values[0].utf8.count == 1, let index = Int(values[0]),
                values[1].utf8.count == 6, values[1].allSatisfy(\.isHexDigit),
                let colour = UInt32(values[1], radix: 16),
                let window = SampleWindow(text: values.dropFirst(2).joined(separator: ",")),
                let channel = SampleChannel(index: index, colour: colour, window: window),
                !channels.contains(where: { $0.index == index })
            else { return nil }
            channels.append(channel)
        }
        return channels.sorted { $0.index < $1.index }
    }
}

extension Parameters {
    /// What `display()` reads.
    static let ofDisplay: [any Parameter] = [window, channels]

    private static let window = TextParameter(
        "window", "the sample values that are black and white, and a gamma: `100,4000` or `100,4000,0.7`")
    private static let channels = TextParameter(
        "channels", "the channels that are shown: index, colour, and window of each, as `0:ff0000:100:4000`")

    /// The parameters `window` and `channels`, or nil where neither is given.
    func display() throws(Problem) -> SampleDisplay? {
        if let text = try read(Self.channels) {
            guard try read(Self.window) == nil else {
                throw .badParameter("channels", "and window exclude each other; each channel has its own window")
            }
            guard let channels = SampleDisplay.channels(text) else {
                throw .badParameter(
                    "channels",
                    "'\(text.prefix(100))' is no list of up to 8 channels, each once, such as "
                        + "0:ff0000:100:4000,1:00ff00:0:900: index, colour, minimum and maximum")
            }
            return .channels(channels)
        }
        guard let text = try read(Self.window) else { return nil }
        guard let window = SampleWindow(text: text) else {
            throw .badParameter(
                "window",
                "'\(text.prefix(100))' is no window; give a minimum, a greater maximum and, if you like, a gamma from "
                    + "0.1 to 10, separated by commas")
        }
        return .window(window)
    }
}
