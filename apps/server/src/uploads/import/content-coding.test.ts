import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decoded } from "./content-coding.ts";

const FILM = Buffer.from("the bytes of a film");

test.each([
  ["", FILM],
  ["identity", FILM],
  ["utf-8", FILM],
  ["aws-chunked", FILM],
  ["gzip", gzipSync(FILM)],
  ["aws-chunked, GZIP", gzipSync(FILM)],
])("a file that is sent as %j is read", async (codings, sent) => {
  const read = decoded(Readable.from([sent]), codings);
  expect(read && (await buffer(read)).equals(FILM)).toBe(true);
});

test.each(["zstd", "compress", "gzip, br"])("a file that is sent as %j is not", (codings) => {
  expect(decoded(Readable.from([FILM]), codings)).toBeNull();
});
