#!/bin/sh
# PNG and scaling beside their peers, in one run: libpng (libpng-dev, a C compiler) and Pillow.
#
#   Tests/BenchmarkPeers/imaging.sh PICTURE.jpg [MORE.png …]
#
# The picture is decoded by Pillow, and its pixels are what both sides encode, decode and scale.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
picture=${1:?a picture}
shift
cc -O2 -o "$scratch/png_peer" "$here/png_peer.c" -lpng
python3 - "$picture" "$scratch/picture.png" <<'PYTHON'
import sys
from PIL import Image
Image.open(sys.argv[1]).convert("RGB").save(sys.argv[2])
PYTHON
for file in "$scratch/picture.png" "$@"; do "$scratch/png_peer" "$file" 7 >/dev/null; done
python3 "$here/resize_peer.py" "$scratch/picture.png"
files="$scratch/picture.png"
for file in "$@"; do files="$files:$(realpath "$file")"; done
cd "$package"
SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_BENCHMARK_PNG="$files" \
    swift test -c release --no-parallel --filter 'PNGBenchmark|ResamplerBenchmark' 2>&1 | grep '^bench:'
