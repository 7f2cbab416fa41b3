// The pixels of a lossless WebP as coded, before the inverse transforms (RFC 9649 §3.6, §3.7).

/// Decodes an entropy-coded image a row at a time.
///
/// A pixel is a number 0xAARRGGBB. A back-reference goes at most 2²⁰ − 120 pixels back (the largest distance code and
/// its extra bits, §3.6.2.2), so a ring of at most 2²⁰ pixels is kept, whatever the size of the picture.
final class VP8LPixels {
    /// log₂ of the ring's size for large pictures.
    ///
    /// A row plus the longest reference is far shorter, and is taken from the ring before more is decoded.
    private static let windowBitCount = 20
    /// Symbols of the green code, without those of the colour cache.
    private static let greenSymbolCount = 256 + 24
    /// Most groups that can be distinguished (§3.6.1: 16 bits).
    private static let groupLimit = 1 << 16

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

    let width: Int
    let height: Int
    /// Rows returned so far.
    private(set) var rowCount = 0
    /// Why no more rows can be decoded; nil while they can.
    private(set) var failure: ImageError?

    private var input: VP8LInput
    private var tables = VP8LCodeTables()
    private var groups: [Group] = []
    /// The group of each block of 2ⁿ × 2ⁿ pixels; empty if there is one group.
    private var blockGroups: [UInt16] = []
    private var blockBitCount = 0
    private var blocksPerRow = 0

    private let ring: WebPMemory<UInt32>
    private let ringMask: Int
    private let pixelCount: Int
    /// Pixels decoded so far: the index of the next one.
    private var position = 0

    /// Recent colours by hash; a single element where there is no cache.
    private let cache: WebPMemory<UInt32>
    private let cacheBitCount: Int
    /// Pixels already entered into the cache.
    private var cachedCount = 0

    /// Reads the codes of an image that begins at `input`; `takeInput` returns what follows it.
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
        cache = WebPMemory(count: 1 << cacheBitCount, repeating: 0)
        ring = WebPMemory(count: 1 << bitCount, repeating: 0)
        try self.input.check()
        try readGroups(isMain: isMain)
    }

    /// Returns the input after the image.
    func takeInput() -> VP8LInput { input }

    // MARK: Codes

    private func readGroups(isMain: Bool) throws(ImageError) {
        var claimed = 1
        if isMain, input.flag() { claimed = try readBlockGroups() }
        // Groups that no block uses are read but not kept, so that memory is bounded by the number of blocks.
        var used = [Bool](repeating: blockGroups.isEmpty, count: claimed)
        for group in blockGroups { used[Int(group)] = true }
        var numbers = [UInt16](repeating: 0, count: claimed)
        for index in 0..<claimed {
            let start = tables.entries.count
            let group = try readGroup()
            if used[index] {
                numbers[index] = UInt16(truncatingIfNeeded: groups.count)
                groups.append(group)
            } else {
                tables.remove(from: start)
            }
        }
        for index in blockGroups.indices { blockGroups[index] = numbers[Int(blockGroups[index])] }
    }

    /// Reads the group of each block (§3.6.1, "entropy image").
    ///
    /// - Returns: the number of groups.
    private func readBlockGroups() throws(ImageError) -> Int {
        blockBitCount = input.read(3) + 2
        blocksPerRow = Self.blockCount(width, blockBitCount)
        let rows = Self.blockCount(height, blockBitCount)
        try Self.checkBlocks(blocksPerRow, rows, byteCount: 2)
        let image = try VP8LPixels(input, width: blocksPerRow, height: rows, isMain: false)
        var most = 0
        blockGroups.reserveCapacity(image.pixelCount)
        try image.readAll { pixel in
            let group = UInt16(truncatingIfNeeded: pixel >> 8)
            most = max(most, Int(group))
            blockGroups.append(group)
        }
        input = image.takeInput()
        return most + 1
    }

    private func readGroup() throws(ImageError) -> Group {
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
    func readAll(_ body: (UInt32) -> Void) throws(ImageError) {
        let row = WebPMemory<UInt32>(count: width, repeating: 0)
        for _ in 0..<height {
            guard unsafe readRow(into: row.pointer) else { throw failure ?? input.damaged("the image data ends early") }
            for column in 0..<width { unsafe body(row.pointer[column]) }
        }
    }

    /// Decodes the next row of `width` pixels into `row`.
    ///
    /// - Returns: false where there is none, or the data ends before the row does.
    func readRow(into row: UnsafeMutablePointer<UInt32>) -> Bool {
        guard rowCount < height else { return false }
        let end = (rowCount + 1) * width
        while position < end, failure == nil { decode(upTo: end) }
        guard position >= end else { return false }
        let start = rowCount * width & ringMask
        let first = min(width, ringMask + 1 - start)
        unsafe row.update(from: ring.pointer + start, count: first)
        unsafe (row + first).update(from: ring.pointer, count: width - first)
        rowCount += 1
        return true
    }

    /// Most bytes of a pixel or a reference: four codes of 15 bits.
    private static let pixelByteLimit = 8

    /// Decodes pixels up to `end` or a little farther, or as many as the buffered bytes hold.
    private func decode(upTo end: Int) {
        input.bits.prepare(input.bytes, byteCount: 1 << 12)
        var bits = input.bits
        var runLeft = max(1, bits.availableByteCount / Self.pixelByteLimit)
        let ring = unsafe ring.pointer
        let mask = ringMask
        var position = position
        var fault: String?
        unsafe tables.entries.withUnsafeBufferPointer { tables in
            @inline(__always) func symbol(_ code: VP8LPrefixCode) -> UInt32 {
                // In bounds of the tables that `VP8LCodeTables` built: a mask is below the first table's size, and an
                // entry's index bits are below the second table's.
                var entry = unsafe tables[code.start &+ Int(truncatingIfNeeded: bits.value & code.mask)]
                if entry & VP8LPrefixCode.secondaryFlag != 0 {
                    bits.skip(VP8LPrefixCode.primaryBitCount)
                    let index = bits.value & (1 &<< UInt64(entry & 15) &- 1)
                    entry = unsafe tables[code.start &+ Int(entry &>> 8) &+ Int(truncatingIfNeeded: index)]
                }
                bits.skip(Int(entry & 15))
                return entry &>> 8
            }
            var group = groups[0]
            var groupEnd = position
            var column = position % width
            while position < end, runLeft > 0 {
                if position >= groupEnd {
                    column = position % width
                    (group, groupEnd) = self.group(at: position, column: column)
                }
                // A colour of zero bits can fill any number of pixels.
                if !group.isOneColour { runLeft &-= 1 }
                bits.refill()
                let green = symbol(group.green)
                if green < 256 {
                    if group.hasPlainColours {
                        unsafe ring[position & mask] = group.literal | green &<< 8
                    } else {
                        let red = symbol(group.red)
                        bits.refill()
                        let blue = symbol(group.blue)
                        let alpha = symbol(group.alpha)
                        unsafe ring[position & mask] = alpha &<< 24 | red &<< 16 | green &<< 8 | blue
                    }
                    position &+= 1
                } else if green >= UInt32(Self.greenSymbolCount) {
                    addToCache(upTo: position)
                    // The symbol is below 280 plus the size of the cache.
                    unsafe ring[position & mask] = unsafe cache.pointer[Int(green) &- Self.greenSymbolCount]
                    position &+= 1
                } else {
                    let length = Self.number(Int(green) &- 256, &bits)
                    let code = symbol(group.distance)
                    bits.refill()
                    let distance = pixelDistance(Self.number(Int(code), &bits))
                    guard distance <= position, length <= pixelCount &- position else {
                        fault =
                            distance > position
                            ? "a reference to a pixel before the first" : "a reference beyond the last pixel"
                        return
                    }
                    unsafe Self.copy(ring, mask, from: position &- distance, to: position, length)
                    position &+= length
                }
            }
        }
        input.bits = bits
        if bits.isExhausted {
            failure = input.damaged("the image data ends early")
            return
        }
        if let fault { failure = input.damaged(fault) }
        self.position = position
        if cacheBitCount > 0 { addToCache(upTo: position) }
    }

    /// Returns the codes of a pixel, and the first pixel in its row that may have others.
    @inline(__always)
    private func group(at position: Int, column: Int) -> (Group, end: Int) {
        if blockGroups.isEmpty { return (groups[0], .max) }
        let row = position / width
        let block = row >> blockBitCount * blocksPerRow + column >> blockBitCount
        let next = min(width, (column >> blockBitCount + 1) << blockBitCount)
        return (groups[Int(blockGroups[block])], position + next - column)
    }

    private static func copy(
        _ ring: UnsafeMutablePointer<UInt32>, _ mask: Int, from: Int, to: Int, _ count: Int
    ) {
        let (source, target) = (from & mask, to & mask)
        if source &+ count <= mask, target &+ count <= mask {
            if to &- from >= count {
                unsafe (ring + target).update(from: ring + source, count: count)
            } else {
                for index in 0..<count { unsafe ring[target &+ index] = unsafe ring[source &+ index] }
            }
        } else {
            for index in 0..<count { unsafe ring[(to &+ index) & mask] = unsafe ring[(from &+ index) & mask] }
        }
    }

    // MARK: Cache

    /// Adds the pixels decoded since the last call to the cache (§3.6.2.3).
    @inline(__always)
    private func addToCache(upTo end: Int) {
        let shift = UInt32(32 &- cacheBitCount)
        while cachedCount < end {
            let pixel = unsafe ring.pointer[cachedCount & ringMask]
            unsafe cache.pointer[Int((0x1E35_A7BD &* pixel) &>> shift)] = pixel
            cachedCount &+= 1
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

    /// Returns how many pixels back a distance code refers; the first 120 codes are places near the pixel.
    @inline(__always)
    private func pixelDistance(_ code: Int) -> Int {
        if code > 120 { return code &- 120 }
        let (right, up) = VP8LNeighbours.places[code &- 1]
        return max(1, Int(right) + Int(up) * width)
    }
}
