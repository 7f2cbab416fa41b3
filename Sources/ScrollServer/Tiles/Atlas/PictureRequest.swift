// The tiny picture that a pass over a file yields in addition to its tiles.

import Pixels
import Synchronization

/// Accompanies a pass whose item has no tiny picture, and makes it from the first tile that shows the whole picture.
final class PictureRequest: Sendable {
    private let picture = Mutex<TinyPicture?>(nil)

    /// Makes the tiny picture from the whole picture, upright and in sRGB, unless there is one already.
    func fulfil(_ pixels: PixelBuffer) {
        guard picture.withLock({ $0 == nil }) else { return }
        let made = TinyPicture(of: pixels)
        picture.withLock { $0 = made }
    }

    /// Returns and removes the tiny picture made since the last call.
    func take() -> TinyPicture? {
        picture.withLock { picture in
            defer { picture = nil }
            return picture
        }
    }
}
