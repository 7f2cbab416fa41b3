// The tiny picture that a pass over a file yields beside its tiles.

import Imaging
import Synchronization

/// Goes with a pass whose item has no tiny picture yet, and takes that of the first tile that shows all of the picture.
final class PictureRequest: Sendable {
    private let picture = Mutex<TinyPicture?>(nil)

    /// - Parameter pixels: all of the picture, upright, in sRGB.
    func fulfil(_ pixels: PixelBuffer) {
        guard picture.withLock({ $0 == nil }) else { return }
        let made = TinyPicture(of: pixels)
        picture.withLock { $0 = made }
    }

    /// What has been made since the last call.
    func take() -> TinyPicture? {
        picture.withLock { picture in
            defer { picture = nil }
            return picture
        }
    }
}
