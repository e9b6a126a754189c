import { aFragment, anInit, parsed, timelineOptions, twoRungs } from "@kinora/media/live/live-fixtures.ts";
import type { TimelineSource } from "@kinora/media/live/timeline-source.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import HLS from "hls-parser";
import { expect, test } from "vitest";
import { CaptionJournal } from "./caption-journal.ts";
import { CaptionSegments } from "./caption-segments.ts";

const inits = new Map(twoRungs.map((one) => [one.label, anInit(one)]));
const never = new AbortController().signal;

function feed(timeline: LiveTimeline, source: TimelineSource, from: number, to: number): void {
  for (let at = from; at < to; at += 0.5)
    for (const { label } of twoRungs) timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
}

function aStream(windowSeconds = 60) {
  const timeline = new LiveTimeline(timelineOptions({ windowSeconds }));
  const source = timeline.startSource({ kind: "live", inits });
  return { timeline, source, captions: new CaptionSegments(timeline) };
}

const said = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, lines: [text] });

/** The times and words of a segment. */
const cuesIn = (text: string | null) =>
  [...(text ?? "").matchAll(/^(\S+) --> (\S+)\n(.+)$/gm)].map(([, from, to, words]) => `${from} ${to} ${words}`);

test("captions have the segments of the pictures, with their numbers, dates and seams", () => {
  const { timeline, source, captions } = aStream();
  feed(timeline, source, 0, 5);
  const other = timeline.startSource({ kind: "live", inits });
  feed(timeline, other, 100, 105);
  const playlist = HLS.parse(captions.playlist());
  if (playlist.isMasterPlaylist) throw new Error("A media playlist was expected.");
  const pictures = parsed(timeline, "90p", false);
  const of = ({ segments }: typeof playlist) =>
    segments.map(({ mediaSequenceNumber, programDateTime, discontinuitySequence, duration }) => [
      ...[mediaSequenceNumber, programDateTime?.getTime(), discontinuitySequence, duration],
    ]);
  expect(of(playlist)).toEqual(of(pictures));
  expect([playlist.segments.at(-1)?.uri, playlist.targetDuration]).toEqual(["4.vtt", pictures.targetDuration]);
});

test("a segment is listed when that of the pictures is whole, and never changes", () => {
  const { timeline, source, captions } = aStream();
  captions.add([said(500, 2_500, "Good morning."), said(3_000, 3_800, "Hello.")]);
  feed(timeline, source, 0, 2);
  expect([captions.read(0), captions.playlist().includes(".vtt")]).toEqual([null, false]);
  feed(timeline, source, 2, 4.5);
  const first = captions.read(0);
  expect(first).toContain("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n");
  expect(cuesIn(first)).toEqual(["00:00:00.500 00:00:02.500 Good morning."]);
  // What reaches into the next segment is in both, with the same times.
  expect(captions.read(1)).toContain("MPEGTS:180000,LOCAL:00:00:02.000");
  expect(cuesIn(captions.read(1))).toEqual([
    "00:00:00.500 00:00:02.500 Good morning.",
    "00:00:03.000 00:00:04.000 Hello.",
  ]);
  captions.add([said(100, 900, "Late.")]);
  feed(timeline, source, 4.5, 6.5);
  expect([captions.read(0), cuesIn(captions.read(2))]).toEqual([first, ["00:00:04.000 00:00:05.000 Late."]]);
});

test("a live host that starts again lists the captions that were written before, and keeps a journal of no others", () => {
  const { timeline, source, captions: none } = aStream(20);
  none.close();
  let text = "";
  const port = {
    read: () => text,
    append: (line: string) => void (text += line),
    replace: (whole: string) => void (text = whole),
  };
  const fail = (error: unknown) => {
    throw error;
  };
  const captions = new CaptionSegments(timeline, new CaptionJournal(port, fail));
  captions.add([said(500, 1_500, "Good morning.")]);
  feed(timeline, source, 0, 4.5);
  const written = [captions.read(0), captions.read(1)];
  captions.close();
  // A crash truncated the last line.
  text += '{"sequence":1,"te';
  const again = new CaptionSegments(timeline, new CaptionJournal(port, fail));
  expect([again.read(0), again.read(1)]).toEqual(written);
  expect(cuesIn(again.read(0))).toEqual(["00:00:00.500 00:00:01.500 Good morning."]);
  for (let at = 4.5; at < 1_000; at += 2) {
    again.add([said(at * 1_000, at * 1_000 + 1_000, "And on.")]);
    feed(timeline, source, at, at + 2);
  }
  again.close();
  expect(text.split("\n").length).toBeLessThan(400);
  expect(cuesIn(again.read(timeline.nextSequence - 2))).toHaveLength(1);
});

test("a player's request for the next segment is held until it is there", async () => {
  const { timeline, source, captions } = aStream();
  expect(await captions.whenListed(9, never)).toBe(false);
  const [first, third] = [captions.whenListed(null, never), captions.whenListed(2, never)];
  feed(timeline, source, 0, 2.5);
  expect(await first).toBe(true);
  feed(timeline, source, 2.5, 6.5);
  expect(await third).toBe(true);
  const gone = new AbortController();
  const waiting = captions.whenListed(3, gone.signal);
  gone.abort();
  expect(await waiting).toBe(false);
});

test("segments that left the playlist can be read as long as their pictures, and an end is said", () => {
  const { timeline, source, captions } = aStream(20);
  feed(timeline, source, 0, 80);
  const [first] = timeline.segments;
  expect(captions.read((first?.sequence ?? 0) - 1)).not.toBeNull();
  expect(captions.read(0)).toBeNull();
  timeline.end();
  expect(captions.playlist()).toMatch(/39\.vtt\n#EXT-X-ENDLIST\n$/);
});
