// The simple compressions of OpenEXR: runs, deflate, and PXR24 (OpenEXR file layout, "Data compression").

import Metadata
import Pixels

/// Unpacks chunks; each function returns nil for damage.
enum OpenEXRPacking {
    /// Unpacks runs of equal bytes and of others; returns exactly `byteCount` bytes.
    static func runs(_ packed: [UInt8], _ byteCount: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        var position = 0
        while position < packed.count {
            let head = Int(Int8(bitPattern: packed[position]))
            position += 1
            let count = head < 0 ? -head : head + 1
            guard count <= byteCount - bytes.count, position < packed.count else { return nil }
            if head < 0 {
                guard position + count <= packed.count else { return nil }
                bytes += packed[position..<position + count]
                position += count
            } else {
                bytes.append(contentsOf: repeatElement(packed[position], count: count))
                position += 1
            }
        }
        return bytes.count == byteCount ? bytes : nil
    }

    /// Inflates a chunk; returns exactly `byteCount` bytes.
    static func inflated(_ packed: [UInt8], _ byteCount: Int) -> [UInt8]? {
        // A stream with all its bytes is taken, whatever its checksum says.
        let bytes = Inflater.inflated(packed[...], limit: byteCount).bytes
        return bytes.count == byteCount ? bytes : nil
    }

    /// Adds up the differences, and puts the bytes of the first half between those of the second.
    static func restored(_ bytes: [UInt8]) -> [UInt8] {
        var restored = [UInt8](repeating: 0, count: bytes.count)
        let half = (bytes.count + 1) / 2
        var sum: UInt8 = 128
        for index in 0..<half {
            sum = sum &+ bytes[index] &- 128
            restored[2 * index] = sum
        }
        for index in half..<bytes.count {
            sum = sum &+ bytes[index] &- 128
            restored[2 * (index - half) + 1] = sum
        }
        return restored
    }

    /// Unpacks PXR24: rows of differences, their highest bytes first; of floats the lowest byte is lost.
    static func pxr24(_ packed: [UInt8], _ area: OpenEXRWindow, _ channels: [OpenEXRChannel]) -> [UInt8]? {
        let rows = channels.map { channel in
            let columns = OpenEXRChunks.sampleCount(area.minX, area.maxX, every: channel.xSampling)
            return (channel: channel, columns: columns, planes: channel.kind == .float ? 3 : channel.kind.byteCount)
        }
        let expected = rows.reduce(0) { sum, row in
            let count = OpenEXRChunks.sampleCount(area.minY, area.maxY, every: row.channel.ySampling)
            return sum + count * row.columns * row.planes
        }
        guard let planes = inflated(packed, expected) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(OpenEXRChunks.byteCount(area, channels))
        var start = 0
        for y in area.minY...area.maxY {
            for (channel, columns, count) in rows where OpenEXRChunks.hasRow(y, channel) {
                var sample: UInt32 = 0
                for column in 0..<columns {
                    var difference: UInt32 = 0
                    for plane in 0..<count {
                        difference = difference << 8 | UInt32(planes[start + plane * columns + column])
                    }
                    sample &+= channel.kind == .float ? difference << 8 : difference
                    for byte in 0..<channel.kind.byteCount {
                        bytes.append(UInt8(truncatingIfNeeded: sample >> UInt32(8 * byte)))
                    }
                }
                start += count * columns
            }
        }
        return bytes
    }
}
