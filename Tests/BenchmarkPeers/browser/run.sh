#!/usr/bin/env bash
# More of the page in Chromium than Tests/Benchmarks/run measures: zoom, every layout, and live sessions. Some 60 minutes.
#
#     Tests/BenchmarkPeers/browser/run.sh CORPUS [runs]
#
# Needs a release build, chromium, chromium-driver, and from PyPI requests and Pillow. Linux only (/proc).
set -euo pipefail
cd "$(dirname "$0")"
[ -d "$1" ] && python3 zoom.py "$1" "${2:-5}"
python3 zoom.py --demo=1000000 "${2:-5}"
python3 lifetime.py "$1" --runs "${2:-5}" --speeds 4000,16000,48000
if [ -d "$1" ]; then
    python3 session.py "$1" "${2:-3}"
else
    echo "no corpus at $1: sessions with photographs are left out"
fi
