// The reasons why items cannot be shown, by handle.

import Pixels

/// The errors of items, by handle.
///
/// Equal errors are stored once, since whole folders and lists fail for one reason, such as a missing disk or paths of
/// another computer. Takes 1, 2 or 4 bytes a handle, in each chunk up to the last one with an error, plus the distinct
/// errors.
struct ErrorTable: Sendable {
    private struct Entry {
        var error: ImageError
        /// Number of handles with this error.
        var uses = 0
    }

    /// For each handle the number of its error in `kept`, from 1.
    private var codes = CodeColumn()
    private var kept: [Entry] = []
    private var numbers: [ImageError: UInt32] = [:]
    /// Numbers of errors that no handle has any more, for reuse.
    private var free: [UInt32] = []

    /// The number of distinct errors.
    var distinctCount: Int { numbers.count }

    /// The error of a handle, or nil; O(1).
    subscript(handle: UInt32) -> ImageError? {
        get {
            let code = codes[Int(handle)]
            return code == 0 ? nil : kept[Int(code) - 1].error
        }
        set {
            let old = codes[Int(handle)]
            if old != 0 {
                if kept[Int(old) - 1].error == newValue { return }
                forget(old)
            }
            codes.set(newValue.map { use($0) } ?? 0, row: Int(handle))
        }
    }

    private mutating func forget(_ code: UInt32) {
        let index = Int(code) - 1
        kept[index].uses -= 1
        guard kept[index].uses == 0 else { return }
        numbers[kept[index].error] = nil
        free.append(code)
    }

    private mutating func use(_ error: ImageError) -> UInt32 {
        if let known = numbers[error] {
            kept[Int(known) - 1].uses += 1
            return known
        }
        let code = free.popLast() ?? UInt32(kept.count + 1)
        let new = Entry(error: error, uses: 1)
        if Int(code) > kept.count { kept.append(new) } else { kept[Int(code) - 1] = new }
        numbers[error] = code
        return code
    }
}
