import { expect, test } from "vitest";
import { aFragment, anInit, timelineOptions, twoRungs } from "./live-fixtures.ts";
import { liveMasterPlaylist, liveMediaPlaylist } from "./live-playlist.ts";
import type { TimelineSource } from "./timeline-source.ts";
import { LiveTimeline } from "./timeline.ts";

const inits = new Map(twoRungs.map((one) => [one.label, anInit(one)]));

/** Half-second fragments, of which these are key frames. */
function feed(
  timeline: LiveTimeline,
  source: TimelineSource,
  from: number,
  to: number,
  isKey: (at: number) => boolean,
) {
  for (let at = from; at < to; at += 0.5)
    for (const { label } of twoRungs) timeline.append(source, label, aFragment(at, 0.5, isKey(at)));
}

const keyFramesOf = (timeline: LiveTimeline, label = "180p") =>
  liveMediaPlaylist(timeline, label, { lowLatency: true, skip: true, keyFramesOnly: true });

test("the playlist of key frames lists whole segments, each by its own name", () => {
  const timeline = new LiveTimeline(timelineOptions());
  const source = timeline.startSource({ kind: "live", inits });
  feed(timeline, source, 0, 5, (at) => at % 2 === 0);
  const lines = keyFramesOf(timeline).split("\n");
  expect(lines).toContain("#EXT-X-I-FRAMES-ONLY");
  expect(lines).toContain('#EXT-X-MAP:URI="init-1.mp4"');
  expect(lines.filter((line) => line.endsWith(".m4s"))).toEqual(["0.m4s", "1.m4s"]);
  expect(lines.filter((line) => line.startsWith("#EXTINF"))).toEqual(["#EXTINF:2.00000,", "#EXTINF:2.00000,"]);
  expect(keyFramesOf(timeline)).not.toMatch(/EXT-X-(PART|PRELOAD|SERVER-CONTROL|RENDITION|SKIP)/);
});

test("a segment that starts with another frame is a gap there", () => {
  const timeline = new LiveTimeline(timelineOptions({ targetDurationSeconds: 2 }));
  const source = timeline.startSource({ kind: "live", inits });
  feed(timeline, source, 0, 9, (at) => at % 4 === 0);
  const gaps = keyFramesOf(timeline).match(/#EXT-X-GAP\n#EXTINF:[\d.]+,\n\d+\.m4s/g);
  expect(gaps?.map((gap) => gap.split("\n").at(-1))).toEqual(["1.m4s", "3.m4s"]);
  expect(liveMediaPlaylist(timeline, "180p", { lowLatency: false })).not.toContain("EXT-X-GAP");
});

test("the master playlist names the key frames of each rung, with the most that they take, where pictures are alone", () => {
  const timeline = new LiveTimeline(timelineOptions());
  const source = timeline.startSource({ kind: "live", inits });
  feed(timeline, source, 0, 5, (at) => at % 2 === 0);
  expect(liveMasterPlaylist(timeline)).not.toContain("I-FRAME");
  const sounds = ["en", "de"].map((language) => ({ name: language, language, uri: `${language}.m3u8` }));
  expect(liveMasterPlaylist(timeline, null, sounds).match(/#EXT-X-I-FRAME-STREAM-INF:.*/g)).toEqual([
    // Ten bytes in two seconds.
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=40,CODECS="avc1.64001F",RESOLUTION=160x90,URI="key-frames/90p/index.m3u8"',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=40,CODECS="avc1.64001F",RESOLUTION=320x180,URI="key-frames/180p/index.m3u8"',
  ]);
});
