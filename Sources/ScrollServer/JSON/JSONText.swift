// The bytes of JSON text while it is being written, in memory that grows by itself.

/// Bytes that are appended to: texts, escaped as RFC 8259 §7 asks, and numbers.
///
/// Why a raw pointer: an array's own `append` asks at every piece whether the array is shared, and is a call of its own;
/// a plan is written in some 1,500 pieces of a few bytes, and that took two thirds of its time. The pointer never leaves
/// this file but for `JSONNumber`, and every write goes through `room(for:)`, which makes the memory large enough first.
struct JSONText: ~Copyable {
    /// Where the text begins, where its next byte will be, and where the memory ends.
    private var memory: UnsafeMutablePointer<UInt8>
    private var next: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>

    /// - Parameter capacity: bytes that are expected; more may come.
    init(capacity: Int) {
        let capacity = max(capacity, 64)
        memory = .allocate(capacity: capacity)
        next = memory
        end = memory + capacity
    }

    deinit { memory.deallocate() }

    /// Bytes written so far.
    var count: Int { next - memory }

    /// The first so many bytes, at most all. O(their number).
    func bytes(_ count: Int) -> [UInt8] {
        Array(UnsafeBufferPointer(start: memory, count: min(max(0, count), self.count)))
    }

    var last: UInt8? { next > memory ? next[-1] : nil }

    mutating func removeLast() { if next > memory { next -= 1 } }

    /// Where the next bytes are written, with room for so many.
    @inline(__always)
    private mutating func room(for byteCount: Int) -> UnsafeMutablePointer<UInt8> {
        if end - next < byteCount { grow(byteCount) }
        return next
    }

    /// At least doubles the memory, so that each byte is copied once or twice however long the text becomes.
    @inline(never)
    private mutating func grow(_ byteCount: Int) {
        let count = count
        let capacity = max((end - memory) * 2, count + byteCount)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
        next = larger + count
        end = larger + capacity
    }

    // MARK: Text

    /// A byte as it is.
    @inline(__always)
    mutating func append(plain byte: UInt8) {
        room(for: 1).pointee = byte
        next += 1
    }

    /// Text as it is.
    @inline(__always)
    mutating func append(plain text: StaticString) {
        let byteCount = text.utf8CodeUnitCount
        room(for: byteCount).update(from: text.utf8Start, count: byteCount)
        next += byteCount
    }

    /// `"name":`
    @inline(__always)
    mutating func append(name: StaticString) {
        let start = room(for: name.utf8CodeUnitCount + 3)
        next = Self.write(name: name, at: start)
    }

    /// Bytes as they are.
    @inline(__always)
    mutating func append(plain bytes: [UInt8]) {
        let place = room(for: bytes.count)
        bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { place.update(from: start, count: bytes.count) }
        }
        next += bytes.count
    }

    /// The inside of a string: a byte becomes six at most.
    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let start = room(for: utf8.count * 6)
            next = Self.write(utf8, at: start)
        }
    }

    /// `"text",`
    mutating func append(element text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let start = room(for: utf8.count * 6 + 3)
            start.pointee = UInt8(ascii: "\"")
            let end = Self.write(utf8, at: start + 1)
            end.pointee = UInt8(ascii: "\"")
            next = Self.writeComma(end + 1)
        }
    }

    @inline(__always)
    private static func write(
        _ utf8: UnsafeBufferPointer<UInt8>, at place: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var place = place
        for byte in utf8 {
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                place.pointee = byte
                place += 1
            } else {
                place += escape(byte, at: place)
            }
        }
        return place
    }

    /// Writes `\"`, `\\` or `\u00xx`.
    ///
    /// - Returns: how many bytes.
    private static func escape(_ byte: UInt8, at place: UnsafeMutablePointer<UInt8>) -> Int {
        place[0] = UInt8(ascii: "\\")
        if byte >= 0x20 {
            place[1] = byte
            return 2
        }
        place[1] = UInt8(ascii: "u")
        JSONNumber.writePair(0, at: place + 2)
        place[4] = hexadecimal(byte >> 4)
        place[5] = hexadecimal(byte & 15)
        return 6
    }

    /// Six hexadecimal digits, as CSS writes a colour.
    mutating func append(colour: UInt32) {
        let place = room(for: 6)
        for digit in 0..<6 {
            place[digit] = Self.hexadecimal(UInt8(truncatingIfNeeded: colour >> (20 - 4 * UInt32(digit)) & 15))
        }
        next += 6
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }

    // MARK: Numbers

    @inline(__always)
    mutating func append(_ value: Int) {
        let start = room(for: JSONNumber.longest)
        next = JSONNumber.write(value, at: start)
    }

    /// Text as it is, and a number behind it.
    @inline(__always)
    mutating func append(plain text: StaticString, _ value: Int) {
        let byteCount = text.utf8CodeUnitCount
        let start = room(for: byteCount + JSONNumber.longest)
        start.update(from: text.utf8Start, count: byteCount)
        next = JSONNumber.write(value, at: start + byteCount)
    }

    // MARK: What an object or an array consists of: a value and the comma behind it, in one go

    /// `12,`
    @inline(__always)
    mutating func append(element value: Int) {
        let start = room(for: JSONNumber.longest + 1)
        next = Self.writeComma(JSONNumber.write(value, at: start))
    }

    /// `1.5,` to three decimals; 0 for what is not a finite number.
    @inline(__always)
    mutating func append(element value: Double) {
        let start = room(for: JSONNumber.longest + 1)
        next = Self.writeComma(JSONNumber.write(value, at: start))
    }

    /// `0.3333333333333333,`: a number with all of its digits, so that reading it gives the same number. For scales and
    /// shares, which are multiplied with lengths of any size.
    mutating func append(exactly value: Double) {
        let start = room(for: JSONNumber.longest + 1)
        next = Self.writeComma(JSONNumber.write(exactly: value, at: start))
    }

    /// `"name":12,`
    @inline(__always)
    mutating func append(name: StaticString, element value: Int) {
        let start = room(for: name.utf8CodeUnitCount + JSONNumber.longest + 4)
        next = Self.writeComma(JSONNumber.write(value, at: Self.write(name: name, at: start)))
    }

    /// `"name":1.5,`
    @inline(__always)
    mutating func append(name: StaticString, element value: Double) {
        let start = room(for: name.utf8CodeUnitCount + JSONNumber.longest + 4)
        next = Self.writeComma(JSONNumber.write(value, at: Self.write(name: name, at: start)))
    }

    // MARK: Where the bytes are written. Each writes from a place on, where there is room, and returns where it ends.

    @inline(__always)
    private static func writeComma(_ place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        place.pointee = UInt8(ascii: ",")
        return place + 1
    }

    @inline(__always)
    private static func write(name: StaticString, at place: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>
    {
        let byteCount = name.utf8CodeUnitCount
        place[0] = UInt8(ascii: "\"")
        (place + 1).update(from: name.utf8Start, count: byteCount)
        place[byteCount + 1] = UInt8(ascii: "\"")
        place[byteCount + 2] = UInt8(ascii: ":")
        return place + byteCount + 3
    }
}
