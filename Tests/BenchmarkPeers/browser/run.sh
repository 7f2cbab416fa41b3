#!/usr/bin/env bash
# The page in Chromium beside plain pages of <img>: frames and holes in a fling, frames of a zoom, and the browser's memory. Some 90 minutes.
#
#     Tests/BenchmarkPeers/browser/run.sh CORPUS [runs]
#
# Needs a release build, chromium, chromium-driver, and from PyPI requests and Pillow. Linux only (/proc).
set -euo pipefail
cd "$(dirname "$0")"
python3 fling.py "${2:-5}" 20
python3 fling.py "${2:-5}" 5
[ -d "$1" ] && python3 zoom.py "$1" "${2:-5}"
python3 zoom.py --demo=1000000 "${2:-5}"
python3 lifetime.py "$1" --runs "${2:-5}" --speeds 4000,16000,48000
if [ -d "$1" ]; then
    python3 session.py "$1" "${2:-3}"
    python3 memory.py "$1" "${2:-3}"
else
    echo "no corpus at $1: the memory of photographs is left out"
fi
