// The JPEG marker codes that the decoder distinguishes (ITU-T T.81 table B.1).

/// The second byte of a marker; the first is always 0xFF.
enum JPEGMarker {
    static let baseline: UInt8 = 0xC0
    static let extendedSequential: UInt8 = 0xC1
    static let progressive: UInt8 = 0xC2
    static let lossless: UInt8 = 0xC3
    static let huffmanTables: UInt8 = 0xC4
    static let arithmeticSequential: UInt8 = 0xC9
    static let arithmeticProgressive: UInt8 = 0xCA
    static let arithmeticConditioning: UInt8 = 0xCC
    static let firstRestart: UInt8 = 0xD0
    static let lastRestart: UInt8 = 0xD7
    static let startOfImage: UInt8 = 0xD8
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    static let quantisationTables: UInt8 = 0xDB
    static let numberOfLines: UInt8 = 0xDC
    static let restartInterval: UInt8 = 0xDD
    static let hierarchicalProgression: UInt8 = 0xDE
    static let application0: UInt8 = 0xE0
    static let application1: UInt8 = 0xE1
    static let application2: UInt8 = 0xE2
    static let application14: UInt8 = 0xEE

    /// Whether `code` stands alone, without a length and parameters after it.
    static func isStandalone(_ code: UInt8) -> Bool {
        code == 0x01 || (code >= firstRestart && code <= endOfImage)
    }

    /// Whether `code` is one of the eight restart markers.
    static func isRestart(_ code: UInt8) -> Bool { code >= firstRestart && code <= lastRestart }

    /// Whether `code` starts a frame of any process (SOF0–SOF15; DHT, JPG and DAC share the range).
    static func isFrame(_ code: UInt8) -> Bool {
        code & 0xF0 == 0xC0 && code != huffmanTables && code != arithmeticConditioning && code != 0xC8
    }

    /// Returns the name of a frame marker's coding process, or nil for a supported process.
    static func unsupportedProcess(_ code: UInt8) -> String? {
        switch code {
        case baseline, extendedSequential, progressive, lossless, arithmeticSequential, arithmeticProgressive: nil
        case 0xCB: "a lossless arithmetic-coded JPEG"
        default: "a hierarchical JPEG"
        }
    }
}
