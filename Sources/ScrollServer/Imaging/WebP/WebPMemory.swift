// Memory of a fixed size for the inner loops of the WebP decoders.

/// Elements at a fixed address, so that loops use a pointer instead of an array.
///
/// The subscript is checked; users of `pointer` must stay within `count`.
@safe final class WebPMemory<Element: BitwiseCopyable> {
    let pointer: UnsafeMutablePointer<Element>
    let count: Int

    init(count: Int, repeating element: Element) {
        self.count = count
        unsafe pointer = .allocate(capacity: max(count, 1))
        unsafe pointer.initialize(repeating: element, count: max(count, 1))
    }

    deinit { unsafe pointer.deallocate() }

    subscript(index: Int) -> Element {
        get {
            precondition(index >= 0 && index < count)
            return unsafe pointer[index]
        }
        set {
            precondition(index >= 0 && index < count)
            unsafe pointer[index] = newValue
        }
    }
}
