import { expect, test } from "vitest";
import { insertSection, segmentationDescriptor, signalSection, spliceSection, spliceTime } from "./splice-fixtures.ts";
import { readSplices, type Splice } from "./splice-info.ts";

const decoded = (base64: string) => Buffer.from(base64, "base64");

const insert = (change: Partial<Splice>): Splice => ({
  command: "insert",
  kind: "out",
  eventId: 7,
  type: 0,
  pts: null,
  durationSeconds: null,
  endsItself: false,
  ...change,
});
const segment = (change: Partial<Splice>): Splice => insert({ command: "segmentation", type: 0x34, ...change });

// The sample messages of ANSI/SCTE 35 2023 §14.
test.each<[string, string, Splice[]]>([
  [
    "§14.1, a placement opportunity begins",
    "/DA0AAAAAAAA///wBQb+cr0AUAAeAhxDVUVJSAAAjn/PAAGlmbAICAAAAAAsoKGKNAIAmsnRfg==",
    [segment({ eventId: 0x48_00_00_8e, pts: 0x72_bd_00_50, durationSeconds: 307 })],
  ],
  [
    "§14.2, a break that ends automatically",
    "/DAvAAAAAAAA///wFAVIAACPf+/+c2nALv4AUsz1AAAAAAAKAAhDVUVJAAABNWLbowo=",
    [insert({ eventId: 0x48_00_00_8f, pts: 0x73_69_c0_2e, durationSeconds: 5_426_421 / 90_000, endsItself: true })],
  ],
  [
    "§14.3, a placement opportunity ends",
    "/DAvAAAAAAAA///wBQb+dGKQoAAZAhdDVUVJSAAAjn+fCAgAAAAALKChijUCAKnMZ1g=",
    [segment({ kind: "in", eventId: 0x48_00_00_8e, pts: 0x74_62_90_a0 })],
  ],
  [
    "§14.4, programmes end and begin",
    "/DBIAAAAAAAA///wBQb+ek2ItgAyAhdDVUVJSAAAGH+fCAgAAAAALMvDRBEAAAIXQ1VFSUgAABl/nwgIAAAAACyk26AQAACZcuND",
    [],
  ],
  ["§14.5, programmes overlap", "/DAvAAAAAAAA///wBQb+rr//ZAAZAhdDVUVJSAAACH+fCAgAAAAALKVs9RcAAJUdsKg=", []],
  [
    "§14.6, a blackout is overridden",
    "/DBIAAAAAAAA///wBQb+ky44CwAyAhdDVUVJSAAACn+fCAgAAAAALKCh4xgAAAIXQ1VFSUgAAAl/nwgIAAAAACygoYoRAAC0IX6w",
    [],
  ],
  ["§14.7, a programme ends", "/DAvAAAAAAAA///wBQb+rvF8TAAZAhdDVUVJSAAAB3+fCAgAAAAALKVslxEAAMSHai4=", []],
])("a sample message of the standard is read: %s", (_name, base64, splices) => {
  expect(readSplices(decoded(base64))).toEqual(splices);
});

test.each<[string, Buffer, Splice[]]>([
  ["a break at once", insertSection({ eventId: 7, kind: "out" }), [insert({})]],
  [
    "a break with a length whose end is announced",
    insertSection({ eventId: 7, kind: "out", pts: 900, durationSeconds: 30, endsItself: false }),
    [insert({ pts: 900, durationSeconds: 30 })],
  ],
  [
    "a length beyond 32 bits of the clock",
    insertSection({ eventId: 7, kind: "out", pts: 900, durationSeconds: 50_000 }),
    [insert({ pts: 900, durationSeconds: 50_000, endsItself: true })],
  ],
  ["an end", insertSection({ eventId: 7, kind: "in", pts: 2 ** 33 - 1 }), [insert({ kind: "in", pts: 2 ** 33 - 1 })]],
  [
    "a length of an end, which is none",
    insertSection({ eventId: 7, kind: "in", durationSeconds: 30 }),
    [insert({ kind: "in" })],
  ],
  [
    "the adjustment, over the wrap of the clock",
    insertSection({ eventId: 7, kind: "out", pts: 2 ** 33 - 90, adjustment: 180 }),
    [insert({ pts: 90 })],
  ],
  ["an event that is canceled", insertSection({ eventId: 7, kind: "cancel" }), [insert({ kind: "cancel" })]],
  [
    "components, each with its time",
    insertSection({ eventId: 7, kind: "out", pts: 900, components: [1, 2], durationSeconds: 10 }),
    [insert({ pts: 900, durationSeconds: 10, endsItself: true })],
  ],
  [
    "components at once",
    insertSection({ eventId: 7, kind: "out", components: [1, 2], durationSeconds: 10 }),
    [insert({ durationSeconds: 10, endsItself: true })],
  ],
  [
    "a signal with an advertisement in a placement opportunity",
    signalSection(900, [
      { eventId: 7, type: 0x34, durationSeconds: 60 },
      { eventId: 8, type: 0x30, durationSeconds: 15, upid: Buffer.from("ABCD01234567"), components: 2 },
    ]),
    [segment({ pts: 900, durationSeconds: 60 }), segment({ eventId: 8, type: 0x30, pts: 900, durationSeconds: 15 })],
  ],
  [
    "the end of an ad block, with the adjustment",
    signalSection(900, [{ eventId: 7, type: 0x47 }], { adjustment: 100 }),
    [segment({ kind: "in", type: 0x46, pts: 1_000 })],
  ],
  [
    "a segmentation event that is canceled",
    signalSection(null, [{ eventId: 7, type: null }]),
    [segment({ kind: "cancel", type: 0 })],
  ],
  [
    "a command without a length",
    signalSection(900, [{ eventId: 7, type: 0x22 }], { hasNoLength: true }),
    [segment({ type: 0x22, pts: 900 })],
  ],
  ["a chapter, which is no break", signalSection(900, [{ eventId: 7, type: 0x20 }]), []],
  ["a descriptor of others", signalSection(900, [{ eventId: 7, type: 0x34, identifier: "ABCD" }]), []],
  ["a signal without descriptors", signalSection(900, []), []],
  ["splice_null()", spliceSection({ commandType: 0, command: Buffer.alloc(0) }), []],
  ["another version", signalSection(900, [{ eventId: 7, type: 0x34 }], { version: 1 }), []],
  ["an encrypted section", signalSection(900, [{ eventId: 7, type: 0x34 }], { isEncrypted: true }), []],
  ["a command that is cut off", spliceSection({ commandType: 5, command: Buffer.from([0, 0, 0, 7]) }), []],
  [
    "a descriptor that is cut off",
    spliceSection({
      commandType: 6,
      command: spliceTime(900),
      descriptors: [
        Buffer.concat([Buffer.from([2, 8]), segmentationDescriptor({ eventId: 7, type: 0x34 }).subarray(2, 10)]),
      ],
    }),
    [],
  ],
])("a section is read: %s", (_name, section, splices) => {
  expect(readSplices(section)).toEqual(splices);
});

test("a section with any byte changed, or of another length, is not read", () => {
  const section = insertSection({ eventId: 7, kind: "out", pts: 900, durationSeconds: 30 });
  for (const at of section.keys()) {
    const damaged = Buffer.from(section);
    damaged.writeUInt8(section.readUInt8(at) ^ 0x10, at);
    expect(readSplices(damaged)).toEqual([]);
    expect(readSplices(section.subarray(0, at))).toEqual([]);
  }
  expect(readSplices(Buffer.concat([section, Buffer.alloc(1)]))).toEqual([]);
});
