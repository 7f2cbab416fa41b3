#!/bin/sh
# Requests per second of this server and of nginx, on the same bytes, side by side.
#
#     Tests/Benchmarks/HTTP/compare.sh [runs] [seconds]
#
# Needs nginx and wrk. Prints, for 6 and 64 connections, the medians of alternating runs and their ratio.
set -eu
runs=${1:-5}
seconds=${2:-3}
package=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
nginx_port=${NGINX_PORT:-18090}
files="$work/files"
mkdir "$files" "$work/logs"
chmod 755 "$work" "$files"

# 10 KB that look like a plan, and 5 KB that look like an image.
awk 'BEGIN { printf "{\"tiles\":["; for (i = 0; i < 98; i++) printf "%s{\"index\":%d,\"x\":%d,\"y\":0,\"width\":200,\"height\":150,\"url\":\"/api/collections/photos/tiles/k%04d/3/0/0?v=1a2b\"}", i ? "," : "", i, i * 200, i; print "]}" }' > "$files/plan.json"
head -c 5120 /dev/urandom > "$files/picture.jpg"

cat > "$work/nginx.conf" <<CONF
worker_processes 2;
pid $work/nginx.pid;
error_log $work/logs/error.log;
events { worker_connections 1024; }
http {
    types { application/json json; image/jpeg jpg; }
    access_log off;
    sendfile on;
    tcp_nopush on;
    tcp_nodelay on;
    keepalive_requests 100000000;
    open_file_cache max=100;
    client_body_temp_path $work/logs; proxy_temp_path $work/logs; fastcgi_temp_path $work/logs;
    uwsgi_temp_path $work/logs; scgi_temp_path $work/logs;
    server { listen 127.0.0.1:$nginx_port; root $files; }
}
CONF

cd "$package"
# Builds it; without the variable the test is skipped.
SCROLLSERVER_OPTIMISED=1 swift test --filter HTTPBenchmarkServer > "$work/logs/build.log" 2>&1 || { cat "$work/logs/build.log"; exit 1; }
nginx -c "$work/nginx.conf"
# Open for reading, too, so that neither side waits for the other.
mkfifo "$files/stop"
exec 3<> "$files/stop"
SCROLLSERVER_HTTP_BENCHMARK="$files" SCROLLSERVER_OPTIMISED=1 swift test --skip-build --filter HTTPBenchmarkServer \
    > "$work/logs/server.log" 2>&1 &
server=$!
trap 'echo >&3; kill "$(cat "$work/nginx.pid")"; wait $server || cat "$work/logs/server.log"; rm -rf "$work"' EXIT
tries=0
until [ -s "$files/port" ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { cat "$work/logs/server.log"; exit 1; }
    sleep 0.1
done
port=$(cat "$files/port")

rate() { wrk -t "$2" -c "$3" -d "${seconds}s" "$1" | awk '/Requests\/sec/ { print $2 } /Non-2xx|Socket errors/ { print "failed:", $0 > "/dev/stderr" }'; }
median() { sort -n "$1" | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

printf '%-14s %11s %14s %14s %7s\n' bytes connections nginx ours ratio
for path in plan.json picture.jpg ${EXTRA_PATHS:-}; do
    for connections in 6 64; do
        : > "$work/nginx.rates"
        : > "$work/ours.rates"
        run=0
        while [ $run -lt "$runs" ]; do
            rate "http://127.0.0.1:$nginx_port/$(basename "$path")" 2 $connections >> "$work/nginx.rates"
            rate "http://127.0.0.1:$port/$path" 2 $connections >> "$work/ours.rates"
            run=$((run + 1))
        done
        nginx_rate=$(median "$work/nginx.rates")
        our_rate=$(median "$work/ours.rates")
        printf '%-14s %11d %14.0f %14.0f %7.2f\n' "$path" $connections "$nginx_rate" "$our_rate" \
            "$(awk "BEGIN { print $our_rate / $nginx_rate }")"
    done
done
