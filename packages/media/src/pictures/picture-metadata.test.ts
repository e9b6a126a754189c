import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeWatermarkPicture } from "../encoding/watermark-picture.ts";
import { testFolder } from "../fixtures/folder.ts";
import { encodedOnce } from "../fixtures/made-once.ts";
import { measureColours } from "../fixtures/measure.ts";
import { pictureTurn, withoutMetadata } from "./picture-metadata.ts";
import { makePicturePosters } from "./picture-posters.ts";

const folder = testFolder("metadata");

/** Red on the left, blue on the right, twice as wide as high. */
const halves = ["-f", "lavfi", "-i", "color=red:s=800x800,pad=1600:800:0:0:blue", "-frames:v", "1"];
const pictureOf = async (extension: string) => readFile(await encodedOnce(extension, halves));

/** What a camera writes: how it was held and where. */
function exif(orientation: number, order: "II" | "MM" = "II"): Buffer {
  const isLittle = order === "II";
  const short = (value: number) => {
    const bytes = Buffer.alloc(2);
    if (isLittle) bytes.writeUInt16LE(value);
    else bytes.writeUInt16BE(value);
    return bytes;
  };
  const long = (value: number) => (isLittle ? [short(value), short(0)] : [short(0), short(value)]);
  return Buffer.concat([
    ...[Buffer.from(order), short(42), ...long(8), short(2)],
    ...[short(0x010f), short(2), ...long(4), Buffer.from("GPS\0")],
    ...[short(0x0112), short(3), ...long(1), short(orientation), short(0), ...long(0)],
  ]);
}

function inJpeg(jpeg: Buffer, tiff: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(8 + tiff.length, 2);
  const comment = Buffer.from("fffe000747505331ff", "hex").subarray(0, 9);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    head,
    Buffer.from("Exif\0\0"),
    tiff,
    comment.subarray(0, 9),
    jpeg.subarray(2),
  ]);
}

const chunk = (name: string, content: Buffer, isPng: boolean) => {
  const length = Buffer.alloc(4);
  if (isPng) length.writeUInt32BE(content.length);
  else length.writeUInt32LE(content.length);
  return isPng
    ? Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)])
    : Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
};

test.each([
  [1, false, []],
  [3, false, ["hflip,vflip"]],
  [6, true, ["transpose=clock"]],
  [8, true, ["transpose=cclock"]],
  [9, false, []],
  [0, false, []],
])("a picture of orientation %i is turned as its camera says", async (orientation, isSideways, filters) => {
  const jpeg = await pictureOf("jpg");
  for (const order of ["II", "MM"] as const)
    expect(pictureTurn(inJpeg(jpeg, exif(orientation, order)), "jpeg")).toEqual({ filters, isSideways });
});

test("a photo that was taken upright is upright as a poster and as a logo", async () => {
  const picture = join(folder, "upright.jpg");
  // Turned clockwise, what was on the left is on top.
  await writeFile(picture, inJpeg(await pictureOf("jpg"), exif(6)));
  const shared = { picture, kind: "jpeg", workFolder: folder, signal: new AbortController().signal } as const;
  const [poster] = await makePicturePosters(shared);
  expect(poster).toMatchObject({ width: 360, height: 720 });
  const logo = await makeWatermarkPicture({ ...shared, sidePixels: 800 });
  expect(logo).toMatchObject({ width: 400, height: 800 });
  for (const path of [poster?.path ?? "", logo.path]) {
    const { width, height } = path === logo.path ? logo : { width: 360, height: 720 };
    const [[upper, lower] = []] = await measureColours(path, width, height, [
      [width / 2, height / 4],
      [width / 2, (height * 3) / 4],
    ]);
    expect([upper, lower].map((colour) => (colour?.[0] ?? 0) > (colour?.[2] ?? 0))).toEqual([true, false]);
  }
});

test.each(["jpg", "png", "webp"])("a %s loses what it says of place and camera, and no pixel", async (extension) => {
  const plain = await pictureOf(extension);
  const isPng = extension === "png";
  const kind = extension === "jpg" ? "jpeg" : isPng ? "png" : "webp";
  const secret = Buffer.from("GPS 52.5200 13.4050");
  const extra = isPng
    ? [chunk("tEXt", secret, true), chunk("eXIf", exif(1), true)]
    : [chunk("EXIF", exif(1), false), chunk("XMP ", secret, false)];
  const said =
    kind === "jpeg"
      ? inJpeg(plain, exif(1))
      : isPng
        ? Buffer.concat([plain.subarray(0, 33), ...extra, plain.subarray(33)])
        : Buffer.concat([plain, ...extra]);
  expect(said.includes("GPS")).toBe(true);
  const bare = withoutMetadata(said, kind);
  expect(bare?.includes("GPS")).toBe(false);
  const [before, after] = ["before", "after"].map((name) => join(folder, `${name}.${extension}`));
  await writeFile(before ?? "", plain);
  await writeFile(after ?? "", bare ?? "");
  const colours = (path = "") =>
    measureColours(path, 1600, 800, [
      [10, 10],
      [1590, 790],
    ]);
  expect(await colours(after)).toEqual(await colours(before));
});

test("a photo without what it says is turned as before", async () => {
  const bare = withoutMetadata(inJpeg(await pictureOf("jpg"), exif(6)), "jpeg");
  expect(bare?.includes("GPS")).toBe(false);
  expect(bare && pictureTurn(bare, "jpeg")).toEqual({ filters: ["transpose=clock"], isSideways: true });
});

test.each(["png", "webp"] as const)("a %s without what it says is turned as before", async (kind) => {
  const plain = await pictureOf(kind);
  const said =
    kind === "png"
      ? Buffer.concat([plain.subarray(0, 33), chunk("eXIf", exif(6), true), plain.subarray(33)])
      : Buffer.concat([extended(plain), chunk("EXIF", exif(6), false)]);
  const bare = withoutMetadata(said, kind);
  expect(bare?.includes("GPS")).toBe(false);
  expect(bare && pictureTurn(bare, kind)).toEqual({ filters: ["transpose=clock"], isSideways: true });
  // Decoders check the sum of a part, and browsers look at the flags of an extended WebP.
  if (kind === "png") expect(bare?.subarray(33, 71).toString("hex")).toBe(UPRIGHT_PNG);
  else expect(bare?.readUInt8(20)).toBe(0x08);
  const path = join(folder, `turned.${kind}`);
  await writeFile(path, bare ?? "");
  expect(await measureColours(path, 1600, 800, [[10, 10]])).toEqual(
    await measureColours(await encodedOnce(kind, halves), 1600, 800, [[10, 10]]),
  );
});

/** The part `eXIf` with the orientation 6, as `zlib.crc32` of another program sums it. */
const UPRIGHT_PNG = "0000001a655849664d4d002a00000008000101120003000000010006000000000000d6674b69";

/** A WebP with the head of the extended format that says of EXIF and XMP. */
function extended(webp: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt8(0x0c, 0);
  head.writeUIntLE(1599, 4, 3);
  head.writeUIntLE(799, 7, 3);
  return Buffer.concat([webp.subarray(0, 12), chunk("VP8X", head, false), webp.subarray(12)]);
}

test("no bytes keep a picture from being answered", () => {
  const heads = { jpeg: "ffd8ff", png: "89504e470d0a1a0a", webp: "52494646000000005745425056503858" } as const;
  fc.assert(
    fc.property(fc.constantFrom("jpeg", "png", "webp"), fc.uint8Array({ maxLength: 300 }), (kind, rest) => {
      const bytes = Buffer.concat([Buffer.from(heads[kind], "hex"), rest]);
      expect(pictureTurn(bytes, kind).filters.length).toBeLessThan(2);
      const bare = withoutMetadata(bytes, kind);
      expect(bare === null || Buffer.isBuffer(bare)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["baseline", []],
  ["progressive", ["-huffman", "optimal"]],
] as const)(
  "what follows a %s picture in its file is left out, and the list of further pictures",
  async (_, options) => {
    const jpeg = await readFile(await encodedOnce("jpg", [...halves, ...options]));
    const further = Buffer.concat([Buffer.from("ffe20008", "hex"), Buffer.from("MPF\0GP")]);
    const film = Buffer.concat([jpeg.subarray(0, 2), further, jpeg.subarray(2), inJpeg(jpeg, exif(1))]);
    expect(withoutMetadata(film, "jpeg")?.equals(withoutMetadata(jpeg, "jpeg") ?? Buffer.alloc(0))).toBe(true);
  },
);

test("a WebP whose extended head is empty is no reason to fail", () => {
  const empty = Buffer.concat([Buffer.from("RIFF\x0c\0\0\0WEBP", "latin1"), chunk("VP8X", Buffer.alloc(0), false)]);
  expect(withoutMetadata(empty, "webp")?.length).toBe(20);
});
