// LZW of TIFF (compression 5; TIFF 6.0 §13), and its variant from before 1990: the lowest bit first.

import Pixels

/// Decodes strings of bytes from codes of 9...12 bits.
final class TIFFLZWStream: TIFFStream {
    private let input: TIFFInput
    private(set) var problem: ImageError?
    /// Nil before the first bytes have been seen.
    private var lzw: LZWDecoder?
    private var isInputDone = false
    private var isDone = false

    init(_ input: TIFFInput) { self.input = input }

    func read(into bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) -> Int {
        var lzw = lzw.take() ?? begin()
        defer { self.lzw = lzw }
        var done = 0
        while true {
            var rest = bytes._mutatingExtracting(range.lowerBound + done..<range.upperBound)
            done += lzw.take(into: &rest)
            guard done < range.count, !isDone else { return done }
            switch decode(&lzw) {
            case .output: break
            case .input: if !input.refill() { isInputDone = true }
            case .end: isDone = true
            case .undefined(let code, let next):
                problem = .damaged("LZW code \(code) of \(next)", offset: input.offset)
                isDone = true
            }
        }
    }

    /// Decodes strings from the block, which is released before it is refilled.
    private func decode(_ lzw: inout LZWDecoder) -> LZWDecoder.Stop {
        let block = input.block
        var position = input.position
        let stop = lzw.decode(block.span, position: &position, filled: input.filled, isLast: isInputDone)
        input.consume(position - input.position)
        return stop
    }

    /// Recognises the older variant: it begins with the clear code, the lowest bit first.
    ///
    /// Its codes also grow one code later.
    private func begin() -> LZWDecoder {
        if input.unread.count < 2 { _ = input.refill() }
        let start = input.block[input.unread]
        let isOld = start.count >= 2 && start[start.startIndex] == 0 && start[start.startIndex + 1] & 1 == 1
        return LZWDecoder(literalBitCount: 8, isOld ? .lowestFirst : .highestFirst, growsEarly: !isOld)
    }
}
