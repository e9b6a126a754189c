import { xmlElement } from "@kinora/domain/xml.ts";
import {
  adaptationSet,
  captionServices,
  dashDuration,
  dashFrameRate,
  descriptor,
  mpd,
  segmentList,
} from "../packaging/dash-elements.ts";
import { clockTicks, pictureTimescale } from "./decode-clock.ts";
import { measuredRungs } from "./measured-rungs.ts";
import type { LiveRung, TimelineSegment } from "./timeline-segment.ts";
import type { LiveTimeline } from "./timeline.ts";

/** Segments of lists, which no narrower profile of ISO base media has (ISO/IEC 23009-1 §8.5). */
const MAIN_PROFILE = "urn:mpeg:dash:profile:isoff-main:2011";
/** Players without parts stay so many segments behind, as in playlists (HOLD-BACK). */
const delayTargets = 3;
/** Times of periods are counted from here, so that the dates of playlists are those of the manifest. */
const epoch = new Date(0).toISOString();

/**
 * Writes the manifest of a livestream (ISO/IEC 23009-1, type "dynamic"): the whole segments that its HLS playlists list. Each
 * discontinuity begins a period, since decoders begin anew there. Picture and sound are in the same segments; the manifest names
 * both codecs and no content components, because dash.js refuses those although it plays the segments.
 * @param nowMs milliseconds since 1970, with which players set their clocks.
 */
export function liveManifest(timeline: LiveTimeline, nowMs: number): string {
  const { targetDurationSeconds: target, segmentSeconds } = timeline.shape;
  const whole = timeline.segments.filter((segment) => isWhole(timeline, segment));
  const last = whole.at(-1);
  const endSeconds = last ? last.startsAtMs / 1000 + last.durationSeconds : 0;
  const first = whole.at(0);
  const rungs = measuredRungs(timeline);
  const periods = stretches(whole).map((segments) => period(timeline, rungs, segments));
  return mpd(
    {
      profiles: MAIN_PROFILE,
      type: "dynamic",
      availabilityStartTime: epoch,
      publishTime: new Date(nowMs).toISOString(),
      minBufferTime: dashDuration(target),
      maxSegmentDuration: dashDuration(target),
      suggestedPresentationDelay: dashDuration(target * delayTargets),
      timeShiftBufferDepth: dashDuration(first ? endSeconds - first.startsAtMs / 1000 : 0),
      ...(timeline.ended
        ? { mediaPresentationDuration: dashDuration(endSeconds) }
        : { minimumUpdatePeriod: dashDuration(segmentSeconds) }),
    },
    [...periods, descriptor("UTCTiming", "urn:mpeg:dash:utc:direct:2014", new Date(nowMs).toISOString())],
  );
}

/** Whether there is anything a manifest can list. */
export const hasWholeSegment = (timeline: LiveTimeline): boolean =>
  timeline.segments.some((segment) => isWhole(timeline, segment));

/** Whether every rung has the segment, so that representations stay aligned. */
const isWhole = (timeline: LiveTimeline, segment: TimelineSegment): boolean =>
  timeline.rungs.every(({ label }) => (timeline.entry(segment, label)?.entry.state ?? "open") !== "open");

/** Segments that follow each other without a discontinuity, by stretches. */
const stretches = (segments: readonly TimelineSegment[]): TimelineSegment[][] => [
  ...Map.groupBy(segments, ({ discontinuitySequence }) => discontinuitySequence).values(),
];

/** The period of a stretch; it begins where the stretch began, although its first segments may have left the window. */
function period(timeline: LiveTimeline, rungs: readonly LiveRung[], segments: readonly TimelineSegment[]): string {
  const [first] = segments;
  if (!first) return "";
  const set = adaptationSet(
    { id: 1, contentType: "video", mimeType: "video/mp4", segmentAlignment: true },
    {
      accessibility: captionServices([...timeline.closedCaptions]),
      roles: ["main"],
      representations: rungs.flatMap((rung) => representation(timeline, rung, segments)),
    },
  );
  const start = dashDuration(first.stretch.startsAtMs / 1000);
  return xmlElement("Period", { id: first.discontinuitySequence, start }, `\n${set}\n`);
}

/** A rung within a period; none where all its segments are lost. */
function representation(timeline: LiveTimeline, rung: LiveRung, segments: readonly TimelineSegment[]): string[] {
  const listed = segments.flatMap((segment) => {
    const entry = timeline.entry(segment, rung.label)?.entry;
    return entry?.state === "closed" ? [{ segment, entry }] : [];
  });
  const [first] = listed;
  if (!first) return [];
  const { stretch } = first.segment;
  const periodTicks = clockTicks(stretch.clockSeconds);
  const ticksAt = (ms: number) => periodTicks + clockTicks((ms - stretch.startsAtMs) / 1000);
  const list = segmentList({
    init: first.entry.init,
    timescale: pictureTimescale,
    periodTicks,
    segments: listed.map(({ segment, entry }, index) => {
      const fromTicks = ticksAt(segment.startsAtMs);
      const next = listed[index + 1]?.segment;
      const follows = next?.sequence === segment.sequence + 1;
      const endTicks = follows ? ticksAt(next.startsAtMs) : fromTicks + clockTicks(entry.durationSeconds);
      return { uri: entry.name, fromTicks, durationTicks: Math.max(1, endTicks - fromTicks) };
    }),
  });
  const { label: id, codecs, width, height, frameRate, peakBitrate } = rung;
  const attributes = {
    ...{ id, codecs: codecs.join(","), bandwidth: Math.max(1, Math.ceil(peakBitrate)) },
    ...(width > 0 && height > 0 ? { width, height } : {}),
    frameRate: frameRate === null ? null : dashFrameRate(frameRate),
  };
  return [xmlElement("Representation", attributes, list)];
}
