// Span versions of functions of other modules that still take pointers.

import Imaging
import Platform

extension CRC32 {
    /// Adds the next bytes.
    package mutating func update(_ bytes: Span<UInt8>) { unsafe bytes.withUnsafeBytes { unsafe update($0) } }

    /// Returns the checksum of `bytes` alone.
    package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe checksum($0) }
    }
}

extension RowScaler {
    /// Takes any number of whole source rows, and appends each finished row to `output`.
    mutating func push(rows: Span<UInt8>, into output: inout [UInt8]) -> Int {
        unsafe rows.withUnsafeBytes { unsafe push(rows: $0, into: &output) }
    }
}

extension HalvingReducer {
    /// Takes any number of whole source rows, and appends each finished row to `output`.
    mutating func push(rows: Span<UInt8>, into output: inout [UInt8]) -> Int {
        unsafe rows.withUnsafeBytes { unsafe push(rows: $0, into: &output) }
    }
}

extension FileSystem {
    /// Writes all bytes, from byte `offset` of the file on.
    static func write(_ bytes: Span<UInt8>, to descriptor: Int32, at offset: Int) throws(SystemError) {
        try unsafe bytes.withUnsafeBytes { bytes throws(SystemError) in
            try unsafe write(bytes, to: descriptor, at: offset)
        }
    }
}
