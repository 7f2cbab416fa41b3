// The pixels of a lossless WebP as coded, before the inverse transforms (RFC 9649 §3.6, §3.7).

import Pixels
import Platform

/// Decodes an entropy-coded image a row at a time.
///
/// A pixel is a number 0xAARRGGBB. A back-reference goes at most 2²⁰ − 120 pixels back (the largest distance code and
/// its extra bits, §3.6.2.2), so a ring of at most 2²⁰ pixels is kept, whatever the size of the picture.
struct VP8LPixels {
    /// log₂ of the ring's size for large pictures.
    ///
    /// A row plus the longest reference is far shorter, and is taken from the ring before more is decoded.
    private static let windowBitCount = 20
    /// Symbols of the green code, without those of the colour cache.
    private static let greenSymbolCount = 256 + 24

    /// The five codes of a part of the image (§3.7.2).
    private struct Group {
        var green = VP8LPrefixCode()
        var red = VP8LPrefixCode()
        var blue = VP8LPrefixCode()
        var alpha = VP8LPrefixCode()
        var distance = VP8LPrefixCode()
        /// Whether there is a single colour, which takes no bits.
        var isOneColour = false
        /// Whether red, blue and alpha are the same for all pixels, as in `literal`.
        var hasPlainColours = false
        var literal: UInt32 = 0
    }

    /// The codes of all parts.
    private struct Codes {
        var groups: [Group] = []
        /// The group of each block of 2ⁿ × 2ⁿ pixels; empty if there is one group.
        var blockGroups: [UInt16] = []
        var blockBitCount = 0
        var blocksPerRow = 0

        /// Returns the codes of a pixel, and the first pixel in its row that may have others.
        @inline(__always)
        func group(at position: Int, width: Int) -> (Group, end: Int) {
            if blockGroups.isEmpty { return (groups[0], .max) }
            let (row, column) = position.quotientAndRemainder(dividingBy: width)
            let block = row >> blockBitCount * blocksPerRow + column >> blockBitCount
            let next = min(width, (column >> blockBitCount + 1) << blockBitCount)
            return (groups[Int(blockGroups[block])], position + next - column)
        }
    }

    let width: Int
    let height: Int
    /// Rows returned so far.
    private(set) var rowCount = 0
    /// Why no more rows can be decoded; nil while they can.
    private(set) var failure: ImageError?

    /// Behind what was read: behind the image in the end.
    private(set) var input: VP8LInput
    private var tables = VP8LCodeTables()
    private var codes = Codes()

    private var ring: [UInt32]
    private let ringMask: Int
    private let pixelCount: Int
    /// Pixels decoded so far: the index of the next one.
    private var position = 0

    /// Recent colours by hash; a single element where there is no cache.
    private var cache: [UInt32]
    private let cacheBitCount: Int
    /// Pixels already entered into the cache.
    private var cachedCount = 0

    /// Reads the codes of an image that begins at `input`.
    ///
    /// `isMain` allows parts of the image to have their own codes.
    init(_ input: VP8LInput, width: Int, height: Int, isMain: Bool) throws(ImageError) {
        self.input = input
        self.width = width
        self.height = height
        // No overflow: both are at most 16,384.
        pixelCount = width * height
        var bitCount = 4
        while bitCount < Self.windowBitCount, 1 << bitCount < pixelCount { bitCount += 1 }
        ringMask = 1 << bitCount - 1
        cacheBitCount = self.input.flag() ? self.input.read(4) : 0
        guard (0...11).contains(cacheBitCount) else {
            throw self.input.damaged("a colour cache of \(cacheBitCount) bits")
        }
        cache = [UInt32](repeating: 0, count: 1 << cacheBitCount)
        ring = [UInt32](repeating: 0, count: 1 << bitCount)
        try self.input.check()
        try readGroups(isMain: isMain)
    }

    // MARK: Codes

    private mutating func readGroups(isMain: Bool) throws(ImageError) {
        var claimed = 1
        if isMain, input.flag() { claimed = try readBlockGroups() }
        // Groups that no block uses are read but not kept, so that memory is bounded by the number of blocks.
        var used = [Bool](repeating: codes.blockGroups.isEmpty, count: claimed)
        for group in codes.blockGroups { used[Int(group)] = true }
        var numbers = [UInt16](repeating: 0, count: claimed)
        for index in 0..<claimed {
            let start = tables.entries.count
            let group = try readGroup()
            if used[index] {
                numbers[index] = UInt16(truncatingIfNeeded: codes.groups.count)
                codes.groups.append(group)
            } else {
                tables.remove(from: start)
            }
        }
        codes.blockGroups = codes.blockGroups.map { numbers[Int($0)] }
    }

    /// Reads the group of each block (§3.6.1, "entropy image").
    ///
    /// - Returns: the number of groups.
    private mutating func readBlockGroups() throws(ImageError) -> Int {
        codes.blockBitCount = input.read(3) + 2
        codes.blocksPerRow = Self.blockCount(width, codes.blockBitCount)
        let rows = Self.blockCount(height, codes.blockBitCount)
        try Self.checkBlocks(codes.blocksPerRow, rows, byteCount: 2)
        var image = try VP8LPixels(input, width: codes.blocksPerRow, height: rows, isMain: false)
        var most = 0
        codes.blockGroups.reserveCapacity(image.pixelCount)
        try image.readAll { pixel in
            let group = UInt16(truncatingIfNeeded: pixel >> 8)
            most = max(most, Int(group))
            codes.blockGroups.append(group)
        }
        input = image.input
        return most + 1
    }

    private mutating func readGroup() throws(ImageError) -> Group {
        var group = Group()
        let cacheCount = cacheBitCount > 0 ? 1 << cacheBitCount : 0
        group.green = try tables.read(&input, symbolCount: Self.greenSymbolCount + cacheCount)
        group.red = try tables.read(&input, symbolCount: 256)
        group.blue = try tables.read(&input, symbolCount: 256)
        group.alpha = try tables.read(&input, symbolCount: 256)
        group.distance = try tables.read(&input, symbolCount: 40)
        if group.red.mask | group.blue.mask | group.alpha.mask == 0 {
            group.hasPlainColours = true
            func symbol(_ code: VP8LPrefixCode) -> UInt32 { tables.entries[code.start] >> 8 }
            group.literal = symbol(group.alpha) << 24 | symbol(group.red) << 16 | symbol(group.blue)
            // A lone length code takes no bits either, but its extra bits and its distance do.
            group.isOneColour = group.green.mask == 0 && symbol(group.green) < 256
        }
        return group
    }

    /// Most bytes kept for each per-block image.
    ///
    /// Enough for blocks of 8 × 8 pixels in pictures of any size, and for blocks of 4 × 4 up to 67 million pixels. A
    /// file of a few bytes can claim as much.
    private static let blockByteLimit = 1 << 24

    /// Throws `tooLarge` if the blocks take more memory than allowed.
    static func checkBlocks(_ columns: Int, _ rows: Int, byteCount: Int) throws(ImageError) {
        guard columns * rows * byteCount <= blockByteLimit else {
            throw .tooLarge("the picture has \(columns) × \(rows) blocks of its own settings, more than the limit")
        }
    }

    /// Returns how many blocks of 2ⁿ pixels cover `length` pixels.
    static func blockCount(_ length: Int, _ bitCount: Int) -> Int { (length + 1 << bitCount - 1) >> bitCount }

    // MARK: Rows

    /// Passes all pixels to `body`.
    ///
    /// - Throws: `ImageError` where they end early.
    mutating func readAll(_ body: (UInt32) -> Void) throws(ImageError) {
        var row = [UInt32](repeating: 0, count: width)
        for _ in 0..<height {
            guard readRow(into: &row) else { throw failure ?? input.damaged("the image data ends early") }
            row.forEach(body)
        }
    }

    /// Decodes the next row of `width` pixels into the start of `row`.
    ///
    /// - Returns: false where there is none, or the data ends before the row does.
    mutating func readRow(into row: inout [UInt32]) -> Bool {
        guard rowCount < height else { return false }
        let end = (rowCount + 1) * width
        while position < end, failure == nil { decode(upTo: end) }
        guard position >= end else { return false }
        let start = rowCount * width & ringMask
        let first = min(width, ring.count - start)
        row.replaceSubrange(0..<first, with: ring[start..<start + first])
        row.replaceSubrange(first..<width, with: ring[..<(width - first)])
        rowCount += 1
        return true
    }

    /// Most bytes of a pixel or a reference: four codes of 15 bits.
    private static let pixelByteLimit = 8

    /// Decodes pixels up to `end` or a little farther, or as many as the buffered bytes hold.
    private mutating func decode(upTo end: Int) {
        input.prepare(byteCount: 1 << 12)
        var bits = input.bits
        var runLeft = max(1, input.availableByteCount / Self.pixelByteLimit)
        var position = self.position
        var fault: String?
        // The loop owns the pixels and the cache, so that their spans do not borrow the whole of `self`.
        var (ownRing, ownCache): ([UInt32], [UInt32]) = ([], [])
        swap(&ownRing, &self.ring)
        swap(&ownCache, &self.cache)
        defer {
            swap(&ownRing, &self.ring)
            swap(&ownCache, &self.cache)
        }
        let (bytes, tables, codes) = (input.bytes, self.tables, self.codes)
        let block = bytes.block.span
        let entries = tables.entries.span
        var ring = ownRing.mutableSpan
        var cache = ownCache.mutableSpan
        let mask = ringMask
        var group = codes.groups[0]
        var groupEnd = position
        while position < end, runLeft > 0 {
            if position >= groupEnd { (group, groupEnd) = codes.group(at: position, width: width) }
            // A colour of zero bits can fill any number of pixels.
            if !group.isOneColour { runLeft &-= 1 }
            bits.refill(block)
            let green = bits.symbol(group.green, entries)
            if green < 256 {
                if group.hasPlainColours {
                    ring[position & mask] = group.literal | green &<< 8
                } else {
                    let red = bits.symbol(group.red, entries)
                    bits.refill(block)
                    let blue = bits.symbol(group.blue, entries)
                    let alpha = bits.symbol(group.alpha, entries)
                    ring[position & mask] = alpha &<< 24 | red &<< 16 | green &<< 8 | blue
                }
                position &+= 1
            } else if green >= UInt32(Self.greenSymbolCount) {
                addToCache(&cache, ring.span, upTo: position)
                ring[position & mask] = cache[Int(green) &- Self.greenSymbolCount]
                position &+= 1
            } else {
                let length = Self.number(Int(green) &- 256, &bits)
                let code = bits.symbol(group.distance, entries)
                bits.refill(block)
                let distance = Self.pixelDistance(Self.number(Int(code), &bits), width: width)
                guard distance <= position, length <= pixelCount &- position else {
                    fault =
                        distance > position
                        ? "a reference to a pixel before the first" : "a reference beyond the last pixel"
                    break
                }
                Self.copy(&ring, mask, from: position &- distance, to: position, length)
                position &+= length
            }
        }
        if cacheBitCount > 0, !bits.isExhausted(bytes) { addToCache(&cache, ring.span, upTo: position) }
        input.bits = bits
        if input.isExhausted {
            failure = input.damaged("the image data ends early")
            return
        }
        if let fault { failure = input.damaged(fault) }
        self.position = position
    }

    /// Adds the pixels decoded since the last call to the cache (§3.6.2.3).
    @inline(__always)
    private mutating func addToCache(_ cache: inout MutableSpan<UInt32>, _ ring: Span<UInt32>, upTo end: Int) {
        let shift = UInt32(32 &- cacheBitCount)
        while cachedCount < end {
            let pixel = ring[cachedCount & ringMask]
            cache[Int((0x1E35_A7BD &* pixel) &>> shift)] = pixel
            cachedCount &+= 1
        }
    }

    private static func copy(_ ring: inout MutableSpan<UInt32>, _ mask: Int, from: Int, to: Int, _ count: Int) {
        let (source, target) = (from & mask, to & mask)
        var index = 0
        if source &+ count <= mask, target &+ count <= mask, to &- from >= 4 {
            while index &+ 4 <= count {
                ring.store(ring.load(at: source &+ index, as: SIMD4<UInt32>.self), at: target &+ index)
                index &+= 4
            }
        }
        while index < count {
            ring[(to &+ index) & mask] = ring[(from &+ index) & mask]
            index &+= 1
        }
    }

    // MARK: References

    /// Reads a length or a distance by its prefix code and at most 18 extra bits (§3.6.2.2).
    @inline(__always)
    private static func number(_ prefix: Int, _ bits: inout VP8LBits) -> Int {
        if prefix < 4 { return prefix &+ 1 }
        let extra = (prefix &- 2) &>> 1
        return (2 &+ prefix & 1) &<< extra &+ bits.take(extra) &+ 1
    }

    /// Returns how many pixels back a distance code refers; the first 120 codes are pixels near this one.
    @inline(__always)
    private static func pixelDistance(_ code: Int, width: Int) -> Int {
        if code > 120 { return code &- 120 }
        let (right, up) = VP8LNeighbours.offsets[code &- 1]
        return max(1, Int(right) + Int(up) * width)
    }
}
