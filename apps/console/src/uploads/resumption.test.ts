import { expect, test } from "vitest";
import { fingerprintIfPossible } from "../platform/fingerprint.ts";
import { findBegun, type Unfinished } from "./resumption.ts";

const file = (text: string, name = "C0001.MP4") => new File([text], name);
const begun = async (text: string, fields: Partial<Unfinished> = {}): Promise<Unfinished> => ({
  file_name: "C0001.MP4",
  size_bytes: text.length,
  fingerprint: await fingerprintIfPossible(file(text)),
  upload_url: `http://api/uploads/${text}`,
  ...fields,
});

test("the same file continues its upload, among others of its name and size", async () => {
  const unfinished = [await begun("blue"), await begun("rose")];
  expect(await findBegun(file("rose"), unfinished)).toBe(unfinished[1]);
});

test("another file of the same name and size begins anew", async () => {
  expect(await findBegun(file("blue"), [await begun("rose")])).toBeNull();
});

test("a file does not continue an upload of an unknown fingerprint", async () => {
  expect(await findBegun(file("blue"), [await begun("blue", { fingerprint: null })])).toBeNull();
});

test("a renamed file begins anew", async () => {
  expect(await findBegun(file("blue", "C0002.MP4"), [await begun("blue")])).toBeNull();
});
