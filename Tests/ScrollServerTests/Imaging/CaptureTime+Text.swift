// A capture time from its text, without its zone.

@testable import Metadata

extension CaptureTime {
    /// Reads EXIF's format (CIPA DC-008 §4.6.6.1.1), or any other that `parsed` reads; nil for other texts.
    init?(exif text: some Collection<UInt8>) {
        guard let parsed = Self.parsed(text) else { return nil }
        self = parsed.time
    }
}
