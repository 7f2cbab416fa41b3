"""Writes HEICs as phones do: a grid of tiles of 512 pixels, and a thumbnail. By pillow-heif's libheif, whose Python API has no grids."""
import ctypes
import functools
import glob
import pathlib

HEVC, RGB, CHROMA_INTERLEAVED_RGB, INTERLEAVED = 1, 1, 10, 10  # libheif's heif.h
pointer = ctypes.c_void_p
at = ctypes.byref


class Answer(ctypes.Structure):
    """heif_error"""

    _fields_ = [("code", ctypes.c_int), ("detail", ctypes.c_int), ("message", ctypes.c_char_p)]


@functools.cache
def libheif():
    import pillow_heif

    found = glob.glob(str(pathlib.Path(pillow_heif.__file__).parent.parent / "pillow_heif.libs/libheif-*"))
    opened = ctypes.CDLL(found[0] if found else "libheif.so.1")
    opened.heif_context_alloc.restype = pointer
    opened.heif_image_get_plane.restype = ctypes.POINTER(ctypes.c_uint8)
    for name in ("init", "context_get_encoder_for_format", "encoder_set_lossy_quality", "encoder_set_parameter_string", "image_create",
                 "image_add_plane", "context_encode_grid", "context_encode_thumbnail", "context_set_primary_image", "context_write_to_file"):
        getattr(opened, f"heif_{name}").restype = Answer
    opened.heif_init(None)
    return opened


def call(name: str, *arguments):
    answer = getattr(libheif(), f"heif_{name}")(*arguments)
    if answer.code:
        raise RuntimeError(f"heif_{name}: {answer.message.decode()}")


def image(picture) -> pointer:
    """A picture of libheif's with these pixels; the caller releases it."""
    (width, height), made, stride = picture.size, pointer(), ctypes.c_int()
    call("image_create", width, height, RGB, CHROMA_INTERLEAVED_RGB, at(made))
    call("image_add_plane", made, INTERLEAVED, width, height, 8)
    plane = ctypes.addressof(libheif().heif_image_get_plane(made, INTERLEAVED, at(stride)).contents)
    rows = picture.tobytes()
    for y in range(height):
        ctypes.memmove(plane + y * stride.value, rows[y * width * 3:(y + 1) * width * 3], width * 3)
    return made


def write(picture, path: pathlib.Path, tile: int = 512, quality: int = 60, thumbnail: int = 320):
    """Writes an RGB picture of Pillow; its sides should be whole tiles, since libheif gives a grid the size of them all."""
    columns, rows = -(-picture.width // tile), -(-picture.height // tile)
    parts = [image(picture.crop((x * tile, y * tile, (x + 1) * tile, (y + 1) * tile))) for y in range(rows) for x in range(columns)]
    whole, encoder, grid, small = image(picture), pointer(), pointer(), pointer()
    context = pointer(libheif().heif_context_alloc())
    call("context_get_encoder_for_format", context, HEVC, at(encoder))
    call("encoder_set_lossy_quality", encoder, quality)
    call("encoder_set_parameter_string", encoder, b"preset", b"fast")
    call("context_encode_grid", context, (pointer * len(parts))(*parts), ctypes.c_uint16(columns), ctypes.c_uint16(rows), encoder, None, at(grid))
    call("context_set_primary_image", context, grid)
    call("context_encode_thumbnail", context, whole, grid, encoder, None, thumbnail, at(small))
    call("context_write_to_file", context, str(path).encode())
    for one in [*parts, whole]:
        libheif().heif_image_release(one)
    libheif().heif_encoder_release(encoder)
    libheif().heif_context_free(context)
    import pillow_heif

    if (found := pillow_heif.open_heif(path).size) != picture.size:
        raise RuntimeError(f"libheif wrote {found[0]} × {found[1]} pixels")
