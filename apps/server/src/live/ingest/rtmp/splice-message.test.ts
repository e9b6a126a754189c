import { insertSection, signalSection } from "@kinora/media/live/splice-fixtures.ts";
import { readSplices, type Splice } from "@kinora/media/live/splice-info.ts";
import { expect, test } from "vitest";
import { writeAmf } from "./amf.ts";
import { FLV_SCRIPT, FLV_VIDEO } from "./flv.ts";
import type { MediaTag, PublishSink, SpliceInfo } from "./session.ts";
import { spliceMessage, takingSplices } from "./splice-message.ts";

/** A sink that keeps what it is given. */
function kept() {
  const splices: { splice: SpliceInfo; timestamp: number }[] = [];
  const tags: MediaTag[] = [];
  const sink: PublishSink = {
    write: (tag) => tags.push(tag) > 0,
    drained: () => Promise.resolve(),
    reject: () => undefined,
    splice: (splice, timestamp) => splices.push({ splice, timestamp }),
    end: () => undefined,
  };
  return { sink: takingSplices(sink), splices, tags };
}

function withoutMoment(splice: Splice): Omit<Splice, "pts"> {
  const { pts: _, ...rest } = splice;
  return rest;
}

test("each splice of a section reaches the other live host as it was read here", () => {
  const { sink, splices, tags } = kept();
  const sections = [
    insertSection({ eventId: 2 ** 32 - 1, kind: "out", pts: 900, durationSeconds: 30 }),
    signalSection(900, [
      { eventId: 7, type: 0x34 },
      { eventId: 7, type: 0x31 },
    ]),
  ];
  const given = sections.flatMap((section) =>
    readSplices(section).map((splice) => ({ ...withoutMoment(splice), isAtOnce: false, section })),
  );
  expect(given).toHaveLength(3);
  for (const splice of given) expect(sink.write(spliceMessage(splice, 4_200, 40))).toBe(true);
  expect(splices).toEqual(given.map((splice) => ({ splice, timestamp: 4_200 })));
  expect(tags).toEqual([]);
});

test("other messages pass as they are, and a splice that is none is dropped", () => {
  const { sink, splices, tags } = kept();
  const others: MediaTag[] = [
    { type: FLV_SCRIPT, timestamp: 0, body: writeAmf("onMetaData", { width: 320 }) },
    { type: FLV_SCRIPT, timestamp: 0, body: Buffer.from([99]) },
    { type: FLV_VIDEO, timestamp: 0, body: writeAmf("kinoraSplice") },
  ];
  for (const tag of others) sink.write(tag);
  expect(tags).toEqual(others);
  for (const values of [[], ["AAAA", 1, 0, false, 4], [7, 1, 0, false, 4]])
    sink.write({ type: FLV_SCRIPT, timestamp: 0, body: writeAmf("kinoraSplice", ...values) });
  expect(splices).toEqual([]);
  expect(tags).toHaveLength(3);
});
