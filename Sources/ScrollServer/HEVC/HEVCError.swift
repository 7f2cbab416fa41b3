/// Why a stream gives no picture.
package enum HEVCError: Error, Equatable, Sendable {
    /// The stream breaks a rule of the standard; the text says which, for readers.
    case damaged(String)
    /// The stream is sound but uses what is not decoded here; the text names it.
    case unsupported(String)
    /// The picture has more luma samples than the caller's limit.
    case tooLarge(width: Int, height: Int)
    /// The caller asked to stop.
    case cancelled
}
