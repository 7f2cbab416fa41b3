#!/bin/sh
# Builds the echo server, runs a command with its port and process as SCROLLSERVER_PORT and SCROLLSERVER_PID, and ends it.
#
#     Tests/BenchmarkPeers/websocket-server.sh COMMAND [ARGUMENT …]
set -eu
package=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
# Open for reading, too, so that neither side waits for the other.
mkfifo "$work/stop"
exec 3<> "$work/stop"
cd "$package"
SCROLLSERVER_OPTIMISED=1 swift test --filter WebSocketEchoServer > "$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
SCROLLSERVER_WEBSOCKET_BENCHMARK="$work" SCROLLSERVER_OPTIMISED=1 swift test --skip-build --filter WebSocketEchoServer \
    > "$work/server.log" 2>&1 &
server=$!
trap 'echo >&3; wait $server || cat "$work/server.log"; rm -rf "$work"' EXIT
tries=0
until [ -s "$work/port" ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { cat "$work/server.log"; exit 1; }
    sleep 0.1
done
read -r SCROLLSERVER_PORT SCROLLSERVER_PID < "$work/port"
export SCROLLSERVER_PORT SCROLLSERVER_PID
"$@"
