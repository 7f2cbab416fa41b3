import assert from "node:assert/strict";
import test from "node:test";
import { fileName } from "./Public/values/filename.js";

test("a picture's file is called as it is in its folder", () => {
  assert.equal(fileName({ kind: "folder", name: "Photos" }, { name: "2019/rome/a.b.jpg", format: "jpeg" }), "a.b.jpg");
});

test("all pages of a TIFF come as the whole file, those of a JPEG as files of their own", () => {
  const entry = { kind: "pages", name: "scan.1.tif" };
  assert.equal(fileName(entry, { name: "Front", format: "tiff" }), "scan.1.tif");
  assert.equal(fileName({ kind: "pages", name: "DSC.1.MPO" }, { name: "Page 2", format: "jpeg" }), "DSC.1 Page 2.jpg");
});
