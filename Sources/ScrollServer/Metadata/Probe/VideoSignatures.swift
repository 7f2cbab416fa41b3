// Recognises videos by their first bytes.

/// The signatures of video containers.
enum VideoSignatures {
    /// Returns the container; nil where the bytes are no video's; audio alone is not a video.
    static func sniff(_ bytes: [UInt8]) -> MediaFormat? {
        guard bytes.count >= 16 else { return nil }
        // A pack header (ISO/IEC 13818-1 §2.5.3.3).
        if bytes.starts(with: [0, 0, 1, 0xBA]) { return .mpeg }
        // GUID of the ASF header object (ASF §10.1).
        if bytes.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) { return .windowsMedia }
        if bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("AVI ".utf8) { return .avi }
        // Cameras put a four-byte timestamp with any value before each packet.
        if isTransportStream(bytes, from: 0, every: 188) || isTransportStream(bytes, from: 4, every: 192) {
            return .transportStream
        }
        return boxes(bytes) ?? matroska(bytes)
    }

    /// Recognises transport streams (ISO/IEC 13818-1 §2.4.3.2): each packet begins with the same byte.
    private static func isTransportStream(_ bytes: [UInt8], from start: Int, every length: Int) -> Bool {
        let offsets = stride(from: start, to: bytes.count, by: length)
        return bytes.count > start + 3 * length && offsets.allSatisfy { bytes[$0] == 0x47 }
    }

    /// Recognises ISO/IEC 14496-12 §4.3, and QuickTime files older than the type box.
    private static func boxes(_ bytes: [UInt8]) -> MediaFormat? {
        func word(_ offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let old: [String] = ["moov", "mdat", "wide", "free", "skip", "pnot"]
        guard word(4) == ISOBox.code("ftyp") else {
            return old.contains { word(4) == ISOBox.code($0) } ? .quickTime : nil
        }
        switch word(8) {
        case ISOBox.code("qt  "): return .quickTime
        case ISOBox.code("M4A "), ISOBox.code("M4B "), ISOBox.code("M4P "), ISOBox.code("F4A "), ISOBox.code("crx "):
            return nil
        default: return .mp4
        }
    }

    /// Recognises Matroska (RFC 8794 §11.1): the document's type is in the header.
    private static func matroska(_ bytes: [UInt8]) -> MediaFormat? {
        guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
        let head = bytes.prefix(128)
        func contains(_ text: String) -> Bool {
            head.indices.contains { head[$0...].starts(with: text.utf8) }
        }
        if contains("webm") { return .webm }
        return contains("matroska") ? .matroska : nil
    }
}
