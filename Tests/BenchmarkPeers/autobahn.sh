#!/bin/sh
# Runs Autobahn's WebSocket test suite (PyPI, for Python 2.7) against our echo server, all cases but those of the
# compression extension, and prints what each case was found to be.
#
#     Tests/BenchmarkPeers/websocket-server.sh Tests/BenchmarkPeers/autobahn.sh
#
# PYTHON2 names a Python 2.7 (python2.7 unless set). The suite is installed for that Python under AUTOBAHN, or a folder
# beside the system's temporary files. Ends with 1 when a case fails.
set -eu
python=${PYTHON2:-python2.7}
export PYTHONUSERBASE="${AUTOBAHN:-${TMPDIR:-/tmp}/autobahn-testsuite}"
"$python" -c 'import autobahntestsuite' 2>/dev/null || "$python" -m pip install -q --user autobahntestsuite==0.8.2 autobahn==0.10.9
reports=$(mktemp -d)
cat > "$reports/spec.json" <<SPEC
{"outdir": "$reports/out", "servers": [{"agent": "ScrollServer", "url": "ws://127.0.0.1:$SCROLLSERVER_PORT/"}],
 "cases": ["${CASES:-*}"], "exclude-cases": ["12.*", "13.*"], "exclude-agent-cases": {}}
SPEC
"$python" -m autobahntestsuite.wstest -m fuzzingclient -s "$reports/spec.json" > "$reports/log" 2>&1 || { tail -30 "$reports/log"; exit 1; }
python3 - "$reports/out/index.json" <<'END'
import collections, json, sys

cases = json.load(open(sys.argv[1]))["ScrollServer"]
found = collections.Counter(case["behavior"] for case in cases.values())
closing = collections.Counter(case["behaviorClose"] for case in cases.values())
print(f"{len(cases)} cases; behaviour {dict(found)}; closing {dict(closing)}")
bad = False
for number in sorted(cases, key=lambda number: [int(part) for part in number.split(".")]):
    case = cases[number]
    if case["behavior"] not in ("OK", "INFORMATIONAL") or case["behaviorClose"] not in ("OK", "INFORMATIONAL"):
        print(number, case["behavior"], case["behaviorClose"])
    bad = bad or case["behavior"] == "FAILED" or case["behaviorClose"] == "FAILED"
sys.exit(bad)
END
