// The window on a picture's samples, as addresses have it.

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

extension Parameters {
    /// The parameter `window`, or nil where it is not given.
    func window() throws(Problem) -> SampleWindow? {
        guard let text = try text("window") else { return nil }
        guard let window = SampleWindow(text: text) else {
            throw .badParameter(
                "window",
                "'\(text.prefix(100))' is no window; give a minimum, a greater maximum and, if you like, a gamma from "
                    + "0.1 to 10, separated by commas")
        }
        return window
    }
}
