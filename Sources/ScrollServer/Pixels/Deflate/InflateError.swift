// The ways in which a zlib stream can be invalid.

/// What is wrong with a zlib stream, and where.
package struct InflateError: Error, Equatable, Sendable {
    package enum Fault: String, Sendable {
        case header = "not a zlib stream"
        case dictionary = "a zlib stream with a preset dictionary"
        case blockType = "a block of a type that does not exist"
        case storedLength = "a stored block whose two lengths disagree"
        case symbolCount = "a Huffman code of more symbols than exist"
        case codeLengths = "Huffman code lengths that make no code"
        case repeatedLength = "a repeated code length without one to repeat, or past the end"
        case endOfBlock = "a code without an end-of-block symbol"
        case symbol = "bits that are no symbol"
        case distance = "a match that starts before the data"
        case checksum = "data that does not match its Adler-32 checksum"
    }

    package let fault: Fault
    /// Byte offset in the stream at which the fault was noticed.
    let offset: Int
}
