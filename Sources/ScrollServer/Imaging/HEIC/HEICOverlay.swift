// Pictures that are laid over each other.

import Metadata
import Pixels

/// Pictures on a canvas (ISO/IEC 23008-12 §6.6.2.2).
enum HEICOverlay {
    /// Most pictures on a canvas.
    private static let inputLimit = 1024

    /// Returns the canvas with the pictures on it, the first lowest.
    static func pixels(
        of item: HEIFItem, _ pictures: inout HEICPictures, _ codePoints: HEIFColour.CodePoints?, _ hasAlpha: Bool,
        depth: Int
    ) throws(ImageError) -> PixelBuffer {
        let bytes = try pictures.file.bytes(of: item)
        let (width, height) = item.properties.whole
        let inputs = item.inputs
        let size = bytes.count > 1 && bytes[1] & 1 == 1 ? 4 : 2
        guard bytes.count >= 10 + 2 * size + 2 * size * inputs.count, bytes[0] == 0, inputs.count <= inputLimit else {
            throw .damaged("pictures on a canvas without their places", offset: item.extents.first?.lowerBound ?? 0)
        }
        // Of 16 or 32 bits, with a sign.
        func number(_ index: Int) -> Int {
            let start = 10 + index * size
            let value = bytes[start..<start + size].reduce(0) { $0 << 8 | Int($1) }
            return value >= 1 << (8 * size - 1) ? value - 1 << (8 * size) : value
        }
        guard number(0) == width, number(1) == height else {
            throw .damaged("a canvas of another size", offset: item.extents.first?.lowerBound ?? 0)
        }
        // The canvas's red, green, blue and alpha of 16 bits.
        let fill = [bytes[2], bytes[4], bytes[6], bytes[8]]
        let format: PixelFormat = hasAlpha && fill[3] < 255 ? .rgba : .rgb
        var canvas = PixelBuffer(
            width: width, height: height, format: format,
            bytes: Array(repeatElement(fill.prefix(format.channelCount), count: width * height).joined()))
        for (index, input) in inputs.enumerated() {
            let picture = try pictures.file.item(input)
            try pictures.charge(picture.properties.whole)
            let pixels = try pictures.pixels(of: picture, codePoints, hasAlpha: true, depth: depth + 1)
            lay(pixels.converted(to: .rgba), number(2 + 2 * index), number(3 + 2 * index), on: &canvas)
        }
        return canvas
    }

    /// Lays a picture over another one, with its alpha.
    private static func lay(_ pixels: PixelBuffer, _ left: Int, _ top: Int, on canvas: inout PixelBuffer) {
        let columns = max(0, -left)..<max(max(0, -left), min(pixels.width, canvas.width - left))
        let rows = max(0, -top)..<max(max(0, -top), min(pixels.height, canvas.height - top))
        let step = canvas.format.channelCount
        for row in rows {
            for column in columns {
                let from = (row * pixels.width + column) * 4
                let to = ((top + row) * canvas.width + left + column) * step
                let alpha = Int(pixels.bytes[from + 3])
                guard alpha > 0 else { continue }
                let below = step == 4 ? Int(canvas.bytes[to + 3]) * (255 - alpha) / 255 : 255 - alpha
                let whole = alpha + below
                for channel in 0..<3 {
                    let sum = Int(pixels.bytes[from + channel]) * alpha + Int(canvas.bytes[to + channel]) * below
                    canvas.bytes[to + channel] = UInt8(clamping: (sum + whole / 2) / whole)
                }
                if step == 4 { canvas.bytes[to + 3] = UInt8(clamping: whole) }
            }
        }
    }
}
