// What a picture of the demo looks like.

import Tiling

struct DemoPicture {
    let index: Int
    var size: PixelSize { DemoCollection.size(at: index) }

    func pixels(in region: PixelRegion, level: Int) -> PixelBuffer {
        PixelBuffer(width: region.width, height: region.height, format: .rgb)
    }
}
