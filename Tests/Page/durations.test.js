// Lengths of time and clock times as texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText } from "./Public/values/durations.js";

test("durations and clock times are written as under the pointer", () => {
  for (const [seconds, text] of [[0, "0:00"], [45.25, "0:45.25"], [3723, "1:02:03"], [93_784.5, "1 d 02:03:04.5"], [-61, "\u22121:01"],
    [59.9999999, "1:00"], [3599.9996, "1:00:00"]]) assert.equal(durationText(Number(seconds), "duration"), text);
  for (const [seconds, text] of [[50_700, "14:05"], [50_730, "14:05:30"], [90_000, "25:00"], [45.25, "00:00:45.25"]]) {
    assert.equal(durationText(Number(seconds), "clock"), text);
  }
});
