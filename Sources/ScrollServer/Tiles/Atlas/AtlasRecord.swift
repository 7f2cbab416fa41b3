// One record of the atlas file.

import Pixels
import Platform

/// What is stored of a tiny picture besides its pixels.
///
/// ```
///  key 8 │ 0, flags, 0xRRGGBB 4 │ CRC-32 of the small levels 4, of 8 px 4, of 16 px 4 │ 0: 4 │ CRC-32 of the rest 4
/// ```
/// Numbers are big-endian. A record of zeros has not been written.
struct AtlasRecord: Sendable, Equatable {
    static let byteCount = 32

    /// The parts of a chunk that hold pixels, grouped by the levels that are used together.
    enum Part: Int, Sendable, CaseIterable {
        case small, middle, large

        /// The number of bytes per item.
        var byteCount: Int {
            switch self {
            case .small: TinyPicture.smallCount
            case .middle: TinyPicture.middleCount
            case .large: TinyPicture.largeCount
            }
        }

        /// The offset in a tiny picture's bytes.
        var start: Int {
            switch self {
            case .small: 0
            case .middle: TinyPicture.smallCount
            case .large: TinyPicture.smallCount + TinyPicture.middleCount
            }
        }

        /// Returns the part that contains the level with this side, in pixels.
        init(side: Int) { self = side <= 4 ? .small : side <= 8 ? .middle : .large }
    }

    let key: UInt64
    let colour: UInt32
    let hasAlpha: Bool
    /// Whether the picture was made from a thumbnail.
    let isFromThumbnail: Bool
    let checksums: SIMD4<UInt32>

    init(_ key: AtlasKey, _ picture: TinyPicture) {
        self.key = key.value
        colour = picture.colour
        hasAlpha = picture.hasAlpha
        isFromThumbnail = picture.isFromThumbnail
        var sums = SIMD4<UInt32>.zero
        for part in Part.allCases {
            sums[part.rawValue] = CRC32.checksum(
                picture.bytes.span.extracting(part.start..<part.start + part.byteCount))
        }
        checksums = sums
    }

    /// Parses a record of `byteCount` bytes; nil if it is damaged.
    ///
    /// Check for an unwritten record first (see `isFree`).
    init?(_ bytes: Span<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        func number(_ offset: Int) -> UInt32 { UInt32(bigEndian: bytes.load(at: offset)) }
        let sum = CRC32.checksum(bytes.extracting(..<(Self.byteCount - 4)))
        let flags = number(8)
        key = UInt64(bigEndian: bytes.load(at: 0))
        guard sum == number(28), key != 0, flags >> 26 == 0 else { return nil }
        colour = flags & 0xFF_FFFF
        hasAlpha = flags & 1 << 24 != 0
        isFromThumbnail = flags & 1 << 25 != 0
        checksums = SIMD4(number(12), number(16), number(20), 0)
    }

    /// Returns where the record at a position is among the bytes of many.
    static func range(of position: Int) -> Range<Int> { position * byteCount..<(position + 1) * byteCount }

    static func isFree(_ bytes: Span<UInt8>) -> Bool { bytes.indices.allSatisfy { bytes[$0] == 0 } }

    func append(to bytes: inout [UInt8]) {
        let start = bytes.count
        func append(_ number: some FixedWidthInteger) {
            for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        append(key)
        append(colour | (hasAlpha ? 1 << 24 : 0) | (isFromThumbnail ? 1 << 25 : 0))
        for index in 0..<3 { append(checksums[index]) }
        append(0 as UInt32)
        append(CRC32.checksum(bytes.span.extracting(start...)))
    }

    func entry(pictureNumber: UInt32) -> AtlasEntry {
        AtlasEntry(
            pictureNumber: pictureNumber, colour: colour, hasAlpha: hasAlpha, isUnconfirmed: isFromThumbnail)
    }
}
