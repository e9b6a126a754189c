import { restoreTimeline } from "@kinora/media/live/journal.ts";
import {
  aFragment,
  anInit,
  memoryJournal,
  parsed,
  timelineOptions,
  twoRungs,
} from "@kinora/media/live/live-fixtures.ts";
import { liveMasterPlaylist } from "@kinora/media/live/live-playlist.ts";
import { silentInit } from "@kinora/media/live/silence.ts";
import { decodeSpan } from "@kinora/media/live/sound-cut.ts";
import type { TimelineSource } from "@kinora/media/live/timeline-source.ts";
import { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { readInit } from "@kinora/media/packaging/init-segment.ts";
import HLS from "hls-parser";
import { expect, test } from "vitest";
import { StreamSounds, type SoundOrigin } from "./stream-sounds.ts";

const inits = new Map(twoRungs.map((one) => [one.label, anInit(one)]));
const never = new AbortController().signal;
const packetMs = 1024 / 48;
const twoSounds: SoundOrigin = { sounds: { languages: ["en", "de"] }, sentFromMs: 0 };

function feed(timeline: LiveTimeline, source: TimelineSource, from: number, to: number): void {
  for (let at = from; at < to; at += 0.5)
    for (const { label } of twoRungs) timeline.append(source, label, aFragment(at, 0.5, at % 2 === 0));
}

/** A stream whose publisher's clock is that of its source. */
function aStream(journal = memoryJournal().journal) {
  const timeline = new LiveTimeline(timelineOptions({ journal }));
  const files = new Map<string, Buffer>();
  const stored = { addSound: ({ name, bytes }: { name: string; bytes: Buffer }) => void files.set(name, bytes) };
  let source: TimelineSource = timeline.startSource({ kind: "live", inits });
  const sounds = new StreamSounds(timeline, stored, (_, atMs) => timeline.dateOf(source, atMs / 1000));
  return {
    ...{ timeline, files, sounds },
    get source() {
      return source;
    },
    begin() {
      source = timeline.startSource({ kind: "live", inits });
      return source;
    },
    send(origin: SoundOrigin, fromMs: number, toMs: number) {
      for (let at = Math.ceil(fromMs / packetMs); at * packetMs < toMs; at += 1)
        sounds.take(origin, 1, at * packetMs, Buffer.alloc(30, at % 250));
    },
  };
}

const listOf = async (sounds: StreamSounds) => {
  const text = (await sounds.playlist(1, never)) ?? "";
  const playlist = HLS.parse(text);
  if (playlist.isMasterPlaylist) throw new Error("A media playlist was expected.");
  return playlist;
};

test("a further sound has the segments of the pictures, with their numbers, dates and decode times", async () => {
  const stream = aStream();
  const { timeline, sounds, files } = stream;
  sounds.follow(twoSounds);
  feed(timeline, stream.source, 0, 2.5);
  stream.send(twoSounds, 0, 4_500);
  feed(timeline, stream.source, 2.5, 4.5);
  const playlist = await listOf(sounds);
  const pictures = parsed(timeline, "90p", false);
  expect(playlist.segments.map(({ uri, programDateTime }) => [uri, programDateTime])).toEqual(
    pictures.segments.map(({ uri, programDateTime }) => [uri, programDateTime]),
  );
  expect(playlist.segments.map(({ map }) => map?.uri)).toEqual(["init.mp4", "init.mp4"]);
  const spans = [0, 1].map((at) => decodeSpan(files.get(`sound-1/${at}.m4s`) ?? Buffer.alloc(0), readInit(silentInit)));
  for (const [at, { startSeconds, endSeconds }] of spans.entries()) {
    expect(Math.abs(startSeconds - at * 2)).toBeLessThan(0.022);
    expect(Math.abs(endSeconds - (at + 1) * 2)).toBeLessThan(0.022);
  }
  expect(spans[0]?.endSeconds).toBe(spans[1]?.startSeconds);
});

test("a whole segment waits for its sound for a second, and is filled with silence then", async () => {
  const stream = aStream();
  const { timeline, sounds, files } = stream;
  sounds.follow(twoSounds);
  feed(timeline, stream.source, 0, 2);
  stream.send(twoSounds, 0, 1_000);
  feed(timeline, stream.source, 2, 2.5);
  expect(files.size).toBe(0);
  stream.send(twoSounds, 1_000, 2_100);
  expect([...files.keys()]).toEqual(["sound-1/0.m4s"]);
  feed(timeline, stream.source, 2.5, 4.5);
  expect(files.size).toBe(1);
  feed(timeline, stream.source, 4.5, 5);
  expect([...files.keys()]).toEqual(["sound-1/0.m4s", "sound-1/1.m4s"]);
});

test("what has no further sound lists that of the lowest rung, as a slate and a publisher with one sound", async () => {
  const stream = aStream();
  const { timeline, sounds } = stream;
  sounds.follow(twoSounds);
  feed(timeline, stream.source, 0, 2);
  stream.send(twoSounds, 0, 3_000);
  timeline.finishSource(stream.source);
  const slate = timeline.startSource({ kind: "slate" });
  const rungs = new Map([["90p", { name: "90p/slate-1.m4s", init: "90p/slate.mp4", sizeBytes: 9 }]]);
  timeline.listSegment(slate, { durationSeconds: 2, rungs: () => rungs });
  const one: SoundOrigin = { sounds: { languages: [] }, sentFromMs: 0 };
  const other = stream.begin();
  sounds.follow(one);
  feed(timeline, other, 10, 12.5);
  const { segments } = await listOf(sounds);
  expect(segments.map(({ uri, map, discontinuity }) => [uri, map?.uri, discontinuity ?? false])).toEqual([
    ["0.m4s", "init.mp4", false],
    ["../audio/90p/slate-1.m4s", "../audio/90p/slate.mp4", true],
    ["../audio/90p/2.m4s", "../audio/90p/init-3.mp4", true],
  ]);
});

test("the master playlist lists the sounds while there are any, with pictures alone", () => {
  const stream = aStream();
  const { timeline, sounds } = stream;
  feed(timeline, stream.source, 0, 2);
  expect(sounds.tracks).toEqual([]);
  expect(liveMasterPlaylist(timeline, null, sounds.tracks)).toMatch(/^90p\/index\.m3u8$/m);
  sounds.follow({ sounds: { languages: ["en", "de", "de", null] }, sentFromMs: 0 });
  expect(sounds.tracks.map(({ name, language, uri }) => [name, language, uri])).toEqual([
    ["English", "en", "audio/90p/whole.m3u8"],
    ["German", "de", "sound-1/index.m3u8"],
    ["German 2", "de", "sound-2/index.m3u8"],
    ["Audio", null, "sound-3/index.m3u8"],
  ]);
  const master = liveMasterPlaylist(timeline, null, sounds.tracks);
  expect(master.match(/^video\/\d+p\/whole\.m3u8$/gm)).toHaveLength(2);
  expect(master.match(/#EXT-X-STREAM-INF:.*AUDIO="audio"/g)).toHaveLength(2);
  expect(master).toContain(
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="German",LANGUAGE="de",DEFAULT=NO,AUTOSELECT=YES,URI="sound-1/index.m3u8"',
  );
  HLS.setOptions({ strictMode: true });
  expect(HLS.parse(master).isMasterPlaylist).toBe(true);
});

test("after a restart stored sounds are listed again", async () => {
  const { journal, port } = memoryJournal();
  const stream = aStream(journal);
  const { timeline, sounds } = stream;
  sounds.follow(twoSounds);
  feed(timeline, stream.source, 0, 2.5);
  stream.send(twoSounds, 0, 2_500);
  timeline.stored("90p", 0);
  timeline.soundStored(0, 1);
  const again = restoreTimeline({
    ...timelineOptions({ rungs: [] }),
    journal: memoryJournal(port.text).journal,
  });
  const { segments } = await listOf(new StreamSounds(again, { addSound: () => undefined }));
  expect(segments[0]?.uri).toBe("0.m4s");
});
