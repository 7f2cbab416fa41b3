// OpenEXR files that tests write themselves, and small ones that OpenEXR 3.5 has written.

import Foundation

@testable import Metadata

/// Small OpenEXR files.
enum OpenEXRFile {
    private static let little = TinyImage.little

    /// A channel of the test's own, its samples floats.
    struct Channel {
        var name: String
        var value: (_ x: Int, _ y: Int) -> Float
    }

    /// Scan lines without compression; pixels have the coordinates of the data window.
    ///
    /// - Parameters:
    ///   - channels: in the order of their names.
    ///   - data: the corners of the data window: left, top, right, bottom.
    ///   - display: those of the display window.
    ///   - isReversed: whether the lowest row is stored first.
    ///   - compression: the number that the header has.
    ///   - flags: what the version has besides.
    ///   - sampling: of channels other than `Y`, pixels for each sample, across and down.
    ///   - others: further attributes.
    /// - Returns: the bytes of the file.
    static func plain(
        _ channels: [Channel], data: [Int], display: [Int]? = nil, isReversed: Bool = false, compression: UInt8 = 0,
        flags: UInt8 = 0, sampling: Int = 1, others: [UInt8] = []
    ) -> [UInt8] {
        let step = { (channel: Channel) -> Int in channel.name == "Y" ? 1 : sampling }
        let list = channels.flatMap { (channel: Channel) -> [UInt8] in
            [UInt8](channel.name.utf8) + [0] + little(2, 4) + little(0, 4) + little(step(channel), 4)
                + little(step(channel), 4)
        }
        var file: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, flags, 0, 0]
        file += attribute("channels", "chlist", list + [0])
        file += attribute("compression", "compression", [compression])
        file += attribute("dataWindow", "box2i", data.flatMap { little($0 & 0xFFFF_FFFF, 4) })
        file += attribute("displayWindow", "box2i", (display ?? data).flatMap { little($0 & 0xFFFF_FFFF, 4) })
        file += attribute("lineOrder", "lineOrder", [isReversed ? 1 : 0]) + others + [0]
        var offsets = [Int](repeating: 0, count: data[3] - data[1] + 1)
        var chunks: [UInt8] = []
        for y in isReversed ? Array((data[1]...data[3]).reversed()) : Array(data[1]...data[3]) {
            offsets[y - data[1]] = file.count + 8 * offsets.count + chunks.count
            let samples = channels.filter { y % step($0) == 0 }.flatMap { (channel: Channel) -> [UInt8] in
                (data[0]...data[2]).filter { $0 % step(channel) == 0 }.flatMap {
                    little(Int(channel.value($0, y).bitPattern), 4)
                }
            }
            chunks += little(y & 0xFFFF_FFFF, 4) + little(samples.count, 4) + samples
        }
        return file + offsets.flatMap { little($0, 8) } + chunks
    }

    static func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
        [UInt8](name.utf8) + [0] + [UInt8](type.utf8) + [0] + little(value.count, 4) + value
    }

    /// Files of OpenEXR's own: the first four are 12 × 10 pixels in tiles of 8 × 8.
    static let made: [(name: String, bytes: [UInt8])] = texts.map { ($0, [UInt8](Data(base64Encoded: $1) ?? Data())) }

    /// By name, in base 64.
    private static let texts: [(String, String)] = [
        // R, G, B and A of halves in PIZ.
        (
            "piz",
            "di8xAQICAABjaGFubmVscwBjaGxpc3QASQAAAEEAAQAAAAAAAAABAAAAAQAAAEIAAQAAAAAAAAABAAAAAQAAAEcAAQAAAAAA"
                + "AAABAAAAAQAAAFIAAQAAAAAAAAABAAAAAQAAAABjb21wcmVzc2lvbgBjb21wcmVzc2lvbgABAAAABGRhdGFXaW5kb3cAYm94"
                + "MmkAEAAAAAAAAAAAAAAACwAAAAkAAABkaXNwbGF5V2luZG93AGJveDJpABAAAAAAAAAAAAAAAAsAAAAJAAAAbGluZU9yZGVy"
                + "AGxpbmVPcmRlcgABAAAAAHBpeGVsQXNwZWN0UmF0aW8AZmxvYXQABAAAAAAAgD9zY3JlZW5XaW5kb3dDZW50ZXIAdjJmAAgA"
                + "AAAAAAAAAAAAAHNjcmVlbldpbmRvd1dpZHRoAGZsb2F0AAQAAAAAAIA/dGlsZXMAdGlsZWRlc2MACQAAAAgAAAAIAAAAAHR5"
                + "cGUAc3RyaW5nAAoAAAB0aWxlZGltYWdlAKEBAAAAAAAAtQMAAAAAAADJBAAAAAAAAF0FAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                + "AAACAAAAPAA8ADwAPAA4ADgAOAA4AAAAAAAARjdGM0YzRjdGNwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAANFUxqzIANKs0ADwA"
                + "PAA8ADwAOAA4ADgAOAAAAAAAAEY3RjNGM0Y3RjcAAAAAAABmLmYqZipmKmYqAAAAAAAAADRVMasyADSrNAA8ADwAPAA8ADgA"
                + "OAA4ADgAAAAAAABGN0YzRjNGN0Y3AAAAAAAAZjJmLmYuZi5mLgAAAAAAAAA0VTGrMgA0qzQAPAA8ADwAPAA4ADgAOAA4AAAA"
                + "AAAARjdGM0YzRjdGNwAAAAAAAM00zTDNMM0wzTAAAAAAAAAANFUxqzIANKs0ADwAPAA8ADwAOAA4ADgAOAAAAAAAAEY7RjdG"
                + "NwAAAAAAAAAAAABmNmYyZjJmMmYyAAAAAAAAADRVMasyADSrNAA8ADwAPAA8ADQANAA0ADQAAAAAAABGO0YzRjMAAAAAAAAA"
                + "AAAAADgAMAAwADAAMAAAAAAAAAA0VS2rLgAwqzAAPAA8ADwAPAA0ADQANAA0AAAAAAAARjtGM0YzAAAAAAAAAAAAAM04zTDN"
                + "MM0wzTAAAAAAAAAANFUtqy4AMKswADwAPAA8ADwANAA0ADQANAAAAAAAAEY7RjNGMwAAAAAAAAAAAACaOZoxmjGaMZoxAAAA"
                + "AAAAADRVLasuADCrMAEAAAAAAAAAAAAAAAAAAAAAAQAAADgAOAA4ADhGNwAAAAAAAAAAAAAAAAAAVTUANqs2VTcAOAA4ADgA"
                + "OEY3AAAAAAAAZipmKmYqZipVNQA2qzZVNwA4ADgAOAA4RjcAAAAAAABmLmYuZi5mLlU1ADarNlU3ADgAOAA4ADhGNwAAAAAA"
                + "AM0wzTDNMM0wVTUANqs2VTcAOAA4ADgAOAAARjNGM0YzZjJmMmYyZjJVNQA2qzZVNwA0ADQANAA0AABGL0YvRi8AMAAwADAA"
                + "MFUxADKrMlUzADQANAA0ADQAAEYvRi9GL80wzTDNMM0wVTEAMqsyVTMANAA0ADQANAAAGQxGL0YvmjEAtJoxmjFVMQA4qzJV"
                + "MwAAAAABAAAAAAAAAAAAAACAAAAAADwAPAA8ADwANAA0ADQANAAAAAAAAAAAAAAAAEYvRi8AAAAAAABmOmYyZjJmMmYyAAAA"
                + "AAAAADRVLasuADCrMAA8ADwAPAA8ADQANAA0ADQAAAAAAAAAAAAAAABGL0YvAAAAAAAAMzszMzMzMzMzMwAAAAAAAAA0VS2r"
                + "LgAwqzABAAAAAQAAAAAAAAAAAAAAQAAAAAA0ADQANAA0Ri9GM0YzRjNmMmYyZjJmMlUxADKrMlUzADQANAA0ADRGL0YzRjNG"
                + "MzMzMzMzMzMzVTEAMqsyVTM="
        ),
        // R, G and B of floats in PXR24.
        (
            "pxr24",
            "di8xAQICAABjaGFubmVscwBjaGxpc3QANwAAAEIAAgAAAAAAAAABAAAAAQAAAEcAAgAAAAAAAAABAAAAAQAAAFIAAgAAAAAA"
                + "AAABAAAAAQAAAABjb21wcmVzc2lvbgBjb21wcmVzc2lvbgABAAAABWRhdGFXaW5kb3cAYm94MmkAEAAAAAAAAAAAAAAACwAA"
                + "AAkAAABkaXNwbGF5V2luZG93AGJveDJpABAAAAAAAAAAAAAAAAsAAAAJAAAAbGluZU9yZGVyAGxpbmVPcmRlcgABAAAAAHBp"
                + "eGVsQXNwZWN0UmF0aW8AZmxvYXQABAAAAAAAgD9zY3JlZW5XaW5kb3dDZW50ZXIAdjJmAAgAAAAAAAAAAAAAAHNjcmVlbldp"
                + "bmRvd1dpZHRoAGZsb2F0AAQAAAAAAIA/dGlsZXMAdGlsZWRlc2MACQAAAAgAAAAIAAAAAHR5cGUAc3RyaW5nAAoAAAB0aWxl"
                + "ZGltYWdlAI8BAAAAAAAAFgIAAAAAAACXAgAAAAAAAN0CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHMAAAB4XmNgYLBjgIAXDAwN"
                + "DAwMDLugfFwApr5BS0tLlIGBgWH1qtWhSOLo5thC6TNQ+iyUJtUcmLgPlKbUnJlQehaaOLo59gwMBxgYGBgyGBimM0DMcUNW"
                + "T6y/cJljD1WPDsg1RxJKk+svmDnGaDRWcwDmhDr0AQAAAAAAAAAAAAAAAAAAAG0AAAB4XrM/wMCQMZ2BYZcbAwqwB2ItUVHR"
                + "1aGhYfZIamyB4meA+CweNXZAcR8i1MwE4lloasASL4B4F0QNNruQ1YDEsbkZXY0kNrusWBgYmlMZGIRWMNg31DMY+2xmMD5r"
                + "DFTzn0HraihYDQDZIzNZAAAAAAEAAAAAAAAAAAAAADIAAAB4XmMAAzsIxfACSu8CEfZQjg+UPgulYYobtLS0REGM1atWh6JK"
                + "YTUnDY3Gag4AQ7gNcAEAAAABAAAAAAAAAAAAAAAqAAAAeF6zY2BgeNHAwLALSNsDsQ8Qn4WytURFRVeHhobZoalJg2JkNQCu"
                + "vQvK"
        ),
        // R, G and B of halves in B44A.
        (
            "b44a",
            "di8xAQICAABjaGFubmVscwBjaGxpc3QANwAAAEIAAQAAAAAAAAABAAAAAQAAAEcAAQAAAAAAAAABAAAAAQAAAFIAAQAAAAAA"
                + "AAABAAAAAQAAAABjb21wcmVzc2lvbgBjb21wcmVzc2lvbgABAAAAB2RhdGFXaW5kb3cAYm94MmkAEAAAAAAAAAAAAAAACwAA"
                + "AAkAAABkaXNwbGF5V2luZG93AGJveDJpABAAAAAAAAAAAAAAAAsAAAAJAAAAbGluZU9yZGVyAGxpbmVPcmRlcgABAAAAAHBp"
                + "eGVsQXNwZWN0UmF0aW8AZmxvYXQABAAAAAAAgD9zY3JlZW5XaW5kb3dDZW50ZXIAdjJmAAgAAAAAAAAAAAAAAHNjcmVlbldp"
                + "bmRvd1dpZHRoAGZsb2F0AAQAAAAAAIA/dGlsZXMAdGlsZWRlc2MACQAAAAgAAAAIAAAAAHR5cGUAc3RyaW5nAAoAAAB0aWxl"
                + "ZGltYWdlAI8BAAAAAAAASwIAAAAAAACzAgAAAAAAABADAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKgAAAB/RiYIIIIIIIIIIPPP"
                + "PLdGGgggggggwwwwggggf0YmCCCCCCCCCCD77767RiYIIIIIIAgggoIIIIDNJgggggggggggg356gM0neKGCCCCCCCCCCCB/"
                + "miYIIIIIIIIIIO/PfbZqE5ttgggggggggggggAAmCCCCCCCCCCDrrrq1WxIIINddddddda6664AAJggggggggggg6666tVsS"
                + "CCDXXXXXXXWuuusBAAAAAAAAAAAAAAAAAAAAVAAAALtGJgggCCCCggggggggf0YmCCDzzyqCCDKCCCCAzSd4oYIIIIIIIIII"
                + "ILWaKhgggggDggg9gggguVUOCCDXXXXbbbbXXXW5QBoIII44+444y4ooogAAAAABAAAAAAAAAAAAAABJAAAAgAD8f0YmCCCC"
                + "CCDzzzyCCCB/MyYIIIIIIIIIIPvvvrpjD6gggggggggggggggAAmCCCCCCCCCCDrrrq1WxIIINddddddda666wEAAAABAAAA"
                + "AAAAAAAAAAAqAAAAt0YaCCDDDDCCCCCCCCC6Yw+oIIIIIIIIIIIIILlVDggg111122221111"
        ),
        // Y of halves in ZIP.
        (
            "zip",
            "di8xAQICAABjaGFubmVscwBjaGxpc3QAEwAAAFkAAQAAAAAAAAABAAAAAQAAAABjb21wcmVzc2lvbgBjb21wcmVzc2lvbgAB"
                + "AAAAA2RhdGFXaW5kb3cAYm94MmkAEAAAAAAAAAAAAAAACwAAAAkAAABkaXNwbGF5V2luZG93AGJveDJpABAAAAAAAAAAAAAA"
                + "AAsAAAAJAAAAbGluZU9yZGVyAGxpbmVPcmRlcgABAAAAAHBpeGVsQXNwZWN0UmF0aW8AZmxvYXQABAAAAAAAgD9zY3JlZW5X"
                + "aW5kb3dDZW50ZXIAdjJmAAgAAAAAAAAAAAAAAHNjcmVlbldpbmRvd1dpZHRoAGZsb2F0AAQAAAAAAIA/dGlsZXMAdGlsZWRl"
                + "c2MACQAAAAgAAAAIAAAAAHR5cGUAc3RyaW5nAAoAAAB0aWxlZGltYWdlAGsBAAAAAAAAoQEAAAAAAADeAQAAAAAAABICAAAA"
                + "AAAAAAAAAAAAAAAAAAAAAAAAACIAAAB4XmNoaDjWAARWeGkgiZve3tDQ0uCKm97dACJx0ADxUT+BAQAAAAAAAAAAAAAAAAAA"
                + "ACkAAAB4XnOzamg4hoQbjjU0WMHwzLUNpa4NDbuRcMP2hgZPGJ6yuAEA9/0fuAAAAAABAAAAAAAAAAAAAAAgAAAAAAAAAAAA"
                + "AAAAAAAARjdGNwAAAAAAAAAAAAAAAEY3RjcBAAAAAQAAAAAAAAAAAAAAEAAAAEY3RjtGO0Y7RjdGO0Y7Rjs="
        ),
        // 20 rows of 6 pixels, the lowest first, in ZIP: the halves nearest to y/20, y/30 and y/40 in one layer.
        (
            "layer",
            "di8xAQIAAABjaGFubmVscwBjaGxpc3QASQAAAGxheWVyLkIAAQAAAAAAAAABAAAAAQAAAGxheWVyLkcAAQAAAAAAAAABAAAA"
                + "AQAAAGxheWVyLlIAAQAAAAAAAAABAAAAAQAAAABjb21wcmVzc2lvbgBjb21wcmVzc2lvbgABAAAAA2RhdGFXaW5kb3cAYm94"
                + "MmkAEAAAAAAAAAAAAAAABQAAABMAAABkaXNwbGF5V2luZG93AGJveDJpABAAAAAAAAAAAAAAAAUAAAATAAAAbGluZU9yZGVy"
                + "AGxpbmVPcmRlcgABAAAAAXBpeGVsQXNwZWN0UmF0aW8AZmxvYXQABAAAAAAAgD9zY3JlZW5XaW5kb3dDZW50ZXIAdjJmAAgA"
                + "AAAAAAAAAAAAAHNjcmVlbldpbmRvd1dpZHRoAGZsb2F0AAQAAAAAAIA/dHlwZQBzdHJpbmcADQAAAHNjYW5saW5laW1hZ2UA"
                + "twEAAAAAAAB4AQAAAAAAABAAAAA3AAAAeF5LawCBODC5CEw+B5M2YPIImHwGJqWQ2BA138EkJ5iUAZNNSGQNhkgtmGwEk804"
                + "1AAAu5xIvAAAAAB7AAAAeF6NjssNQEAURS21QAtaUAIlUAni0wmJSrSgBVqwlJy7uTGJzFucTE7u3PeS8TsXbOFq3s0Ns+Dt"
                + "mRyesIC1JfVLpoEbrKD3KKM23SbjzfIPTGF4oTIlPMz7dmX+Z4ezUeNmiDYTXGAXZPpo4z2hUXPMrpiMmxfRXiDK"
        ),
    ]

    /// Files of which cut ones have rows left.
    static let all: [[UInt8]] =
        [
            plain([Channel(name: "Y") { x, y in Float(x * y) / 40 }], data: [0, 0, 8, 6]),
            plain(
                ["B", "G", "R"].map { name in Channel(name: name) { x, y in Float(x + y) / 14 } },
                data: [-2, -1, 5, 4], display: [0, 0, 8, 6]),
        ] + made.map(\.bytes)
}
