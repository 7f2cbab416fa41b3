// Cells of CSV (RFC 4180).

package enum CSVText {
    /// Returns a cell in quotes if it needs them.
    package static func cell(_ bytes: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        let isPlain =
            !bytes.contains { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D }
            && bytes.first != 0x20 && bytes.last != 0x20
        guard !isPlain else { return bytes }
        var quoted = [quote]
        for byte in bytes {
            if byte == quote { quoted.append(byte) }
            quoted.append(byte)
        }
        return quoted + [quote]
    }
}
