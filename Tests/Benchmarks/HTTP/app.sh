#!/usr/bin/env bash
# Requests per second of the whole program for a plan and for a tile, beside nginx serving the same bytes from files. The
# plan is asked for in two ways: the same one again, which is answered from memory, and a different one each time.
#
#     Tests/Benchmarks/HTTP/app.sh [runs] [seconds]
#
# Needs nginx, wrk and curl. Prints, for 6 and 64 connections, the medians of alternating runs and their ratio.
set -euo pipefail
runs=${1:-5}
seconds=${2:-3}
cd "$(dirname "$0")/../../.."
swift build -c release >/dev/null
work=$(mktemp -d)
files="$work/files"
mkdir "$files" "$work/logs"
chmod 755 "$work" "$files"
nginx_port=${NGINX_PORT:-18091}

.build/release/ScrollServer --port 0 --cache "$work/cache" --demo 1000000 >"$work/url" &
server=$!
trap 'kill $server; [ -f "$work/nginx.pid" ] && kill "$(cat "$work/nginx.pid")"; wait $server; rm -rf "$work"' EXIT
for _ in $(seq 100); do [ -s "$work/url" ] && break; sleep 0.1; done
base=$(sed 's:/$::' "$work/url")
# Some 50 tiles.
plan="/api/collections/demo/plan?width=1280&height=1000&columns=8"
curl -s "$base$plan" >"$files/plan.json"
# A picture whose tile is near 5 KB.
tile=/api/collections/demo/tiles/1/2/0/0?v=2
best=999999
for item in 0 1 2 3 4 5 6 7 8 9 a b c; do
    for level in 0 1 2; do
        bytes=$(curl -s -o /dev/null -w '%{size_download}' "$base/api/collections/demo/tiles/$item/$level/0/0?v=2")
        away=$((bytes > 5120 ? bytes - 5120 : 5120 - bytes))
        if [ "$away" -lt "$best" ]; then best=$away; tile="/api/collections/demo/tiles/$item/$level/0/0?v=2"; fi
    done
done
curl -s "$base$tile" >"$files/tile.png"
tiles=$(grep -o '"url"' "$files/plan.json" | wc -l)
echo "plan: $tiles tiles, $(stat -c %s "$files/plan.json") bytes; tile: $(stat -c %s "$files/tile.png") bytes"

cat >"$work/nginx.conf" <<CONF
worker_processes 2;
pid $work/nginx.pid;
error_log $work/logs/error.log;
events { worker_connections 1024; }
http {
    types { application/json json; image/png png; }
    access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; open_file_cache max=100;
    client_body_temp_path $work/logs; proxy_temp_path $work/logs; fastcgi_temp_path $work/logs;
    uwsgi_temp_path $work/logs; scgi_temp_path $work/logs;
    server { listen 127.0.0.1:$nginx_port; root $files; }
}
CONF
nginx -c "$work/nginx.conf"

cat >"$work/other.lua" <<'LUA'
local place = 0
request = function()
    place = (place * 1103515245 + 12345) % 2147483648
    return wrk.format("GET", wrk.path .. "&y=" .. place % 20000000)
end
LUA
rate() { wrk -t 2 ${3:-} ${4:-} -c "$2" -d "${seconds}s" "$1" | awk '/Requests\/sec/ { print $2 } /Non-2xx|Socket errors/ { print "failed:", $0 > "/dev/stderr" }'; }
median() { sort -n "$1" | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }
printf '%-8s %11s %14s %14s %7s\n' what connections nginx ours ratio
for what in plan others tile; do
    script=()
    case $what in
    plan) path=$plan; file=plan.json ;;
    others) path=$plan; file=plan.json; script=(-s "$work/other.lua") ;;
    tile) path=$tile; file=tile.png ;;
    esac
    for connections in 6 64; do
        : >"$work/nginx.txt"; : >"$work/ours.txt"
        for _ in $(seq "$runs"); do
            rate "http://127.0.0.1:$nginx_port/$file" $connections >>"$work/nginx.txt"
            rate "$base$path" $connections "${script[@]}" >>"$work/ours.txt"
        done
        theirs=$(median "$work/nginx.txt"); ours=$(median "$work/ours.txt")
        printf '%-8s %11d %14.0f %14.0f %7.2f\n' $what $connections "$theirs" "$ours" \
            "$(awk "BEGIN { print $ours / $theirs }")"
    done
done
