// The JPEG marker codes that the decoder distinguishes (ITU-T T.81 table B.1).

/// The second byte of a marker; the first is always 0xFF.
package enum JPEGMarker {
    package static let baseline: UInt8 = 0xC0
    static let extendedSequential: UInt8 = 0xC1
    package static let progressive: UInt8 = 0xC2
    package static let lossless: UInt8 = 0xC3
    package static let huffmanTables: UInt8 = 0xC4
    package static let arithmeticSequential: UInt8 = 0xC9
    package static let arithmeticProgressive: UInt8 = 0xCA
    package static let arithmeticConditioning: UInt8 = 0xCC
    package static let firstRestart: UInt8 = 0xD0
    package static let lastRestart: UInt8 = 0xD7
    package static let startOfImage: UInt8 = 0xD8
    package static let endOfImage: UInt8 = 0xD9
    package static let startOfScan: UInt8 = 0xDA
    package static let quantisationTables: UInt8 = 0xDB
    package static let numberOfLines: UInt8 = 0xDC
    package static let restartInterval: UInt8 = 0xDD
    package static let hierarchicalProgression: UInt8 = 0xDE
    package static let application0: UInt8 = 0xE0
    package static let application1: UInt8 = 0xE1
    package static let application2: UInt8 = 0xE2
    package static let application14: UInt8 = 0xEE

    /// Whether `code` stands alone, without a length and parameters after it.
    package static func isStandalone(_ code: UInt8) -> Bool {
        code == 0x01 || (code >= firstRestart && code <= endOfImage)
    }

    /// Whether `code` is one of the eight restart markers.
    package static func isRestart(_ code: UInt8) -> Bool { code >= firstRestart && code <= lastRestart }

    /// Whether `code` starts a frame of any process (SOF0–SOF15; DHT, JPG and DAC share the range).
    package static func isFrame(_ code: UInt8) -> Bool {
        code & 0xF0 == 0xC0 && code != huffmanTables && code != arithmeticConditioning && code != 0xC8
    }

    /// Returns the name of a frame marker's coding process, or nil for a supported process.
    package static func unsupportedProcess(_ code: UInt8) -> String? {
        switch code {
        case baseline, extendedSequential, progressive, lossless, arithmeticSequential, arithmeticProgressive: nil
        case 0xCB: "a lossless arithmetic-coded JPEG"
        default: "a hierarchical JPEG"
        }
    }
}
