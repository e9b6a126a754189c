import { xmlElement } from "@kinora/domain/xml.ts";
import { dashDuration, descriptor, mpd, pictureSets, soundSet, type DashSegments } from "../packaging/dash-elements.ts";
import { FIRST_SOUND } from "../packaging/dash-manifest.ts";
import { inRuns } from "../packaging/segment-timeline.ts";
import { isWhole } from "./caption-playlist.ts";
import { pictureTimescale } from "./decode-clock.ts";
import { measuredRungs } from "./measured-rungs.ts";
import { endsAtMs } from "./segment-window.ts";
import type { LiveRung, RungSegment, TimelineSegment } from "./timeline-segment.ts";
import type { LiveTimeline } from "./timeline.ts";

/** Most bits per second of a livestream's sound: what players reserve for it, which has one bitrate. */
const mostSoundBitrate = 320_000;

/** Segments that players stay behind the newest one, as players of whole segments of HLS do. */
const segmentsBehind = 3;
const stereo = 2;

/** Segments between two discontinuities: a period. */
type Period = readonly [TimelineSegment, ...TimelineSegment[]];

/**
 * Writes the DASH manifest of a livestream (ISO/IEC 23009-1, type "dynamic" until it ends), beside its master playlist: whole segments, each track
 * on its own, with a period for each stretch between discontinuities. Times are those of the wall clock since 1970, so that they stay the
 * same for as long as the stream lives.
 * @returns null while no segment is whole.
 */
export function liveManifest(timeline: LiveTimeline, nowMs: number): string | null {
  const behind = timeline.segments.findIndex((segment) => !isListed(segment));
  const segments = timeline.segments.slice(0, behind < 0 ? undefined : behind);
  const periods = periodsOf(segments);
  if (periods.length === 0) return null;
  const rungs = measuredRungs(timeline);
  const longest = Math.max(...segments.map(({ durationSeconds }) => durationSeconds));
  const listedSeconds = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const now = new Date(nowMs).toISOString();
  const sinceMs = (atMs: number) => dashDuration(atMs / 1000);
  return mpd(
    {
      // dash.js ends where a manifest becomes static, and not at the end of one that is dynamic.
      type: timeline.ended ? "static" : "dynamic",
      availabilityStartTime: new Date(0).toISOString(),
      publishTime: now,
      ...(timeline.ended
        ? { mediaPresentationDuration: sinceMs(endsAtMs(segments)) }
        : {
            minimumUpdatePeriod: dashDuration(timeline.shape.segmentSeconds),
            timeShiftBufferDepth: dashDuration(listedSeconds),
            suggestedPresentationDelay: dashDuration(longest * segmentsBehind),
          }),
      maxSegmentDuration: dashDuration(longest),
      minBufferTime: dashDuration(longest),
    },
    [
      ...periods.map((period) => {
        const [{ discontinuitySequence: id, stretch }] = period;
        const sets = setsOf(timeline, rungs, period);
        return xmlElement("Period", { id, start: sinceMs(stretch.startsAtMs) }, `\n${sets.join("\n")}\n`);
      }),
      // Clocks of viewers may be wrong by minutes.
      descriptor("UTCTiming", "urn:mpeg:dash:utc:direct:2014", now),
    ],
  );
}

/** Whether a segment is whole on all rungs that its source offers. */
const isListed = (segment: TimelineSegment): boolean =>
  isWhole(segment) && segment.offered.every(({ label }) => segment.rungs.has(label));

function periodsOf(segments: readonly TimelineSegment[]): Period[] {
  const stretches = [...Map.groupBy(segments, ({ discontinuitySequence }) => discontinuitySequence).values()];
  return stretches.flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : []));
}

function setsOf(timeline: LiveTimeline, rungs: readonly LiveRung[], period: Period): string[] {
  const [first] = period;
  const listed = new Map<string, { rung: LiveRung; entry: RungSegment }>();
  for (const rung of rungs) {
    const found = timeline.entry(first, rung.label);
    if (found && !listed.has(found.label)) listed.set(found.label, { rung, entry: found.entry });
  }
  const numbered = numberedSegments(period);
  const template = (track: "video" | "audio", label: string, { init }: RungSegment): DashSegments => ({
    ...numbered,
    init: `${track}/${init}`,
    media: `${track}/${label}/$Number$.m4s`,
  });
  const pictures = [...listed].map(([label, { rung, entry }]) => ({
    id: rung.label,
    codecs: rung.codecs.filter((codec) => !isSound(codec)).join(","),
    bandwidth: rung.peakBitrate,
    segments: template("video", label, entry),
    ...{ width: rung.width, height: rung.height, frameRate: rung.frameRate ? frameRateOf(rung.frameRate) : null },
  }));
  // Every rung has the same sound.
  const [sound] = listed;
  const sounds = sound
    ? [
        {
          ...{ id: "audio", codecs: sound[1].rung.codecs.find(isSound) ?? "mp4a.40.2", bandwidth: mostSoundBitrate },
          segments: template("audio", sound[0], sound[1].entry),
        },
      ]
    : [];
  const audio = { label: null, language: null, describesPictures: false, channels: stereo, representations: sounds };
  return [...pictureSets(pictures, [...timeline.closedCaptions]), soundSet(FIRST_SOUND, audio, true)];
}

/** When the segments of a period are shown: their dates are of the cuts that all rungs share. */
function numberedSegments(period: Period): Pick<DashSegments, "firstNumber" | "timeline" | "from"> {
  const [{ sequence, startsAtMs, stretch }] = period;
  const ticksOf = (ms: number) => Math.round((ms * pictureTimescale) / 1000);
  const starts = period.map((segment) => segment.startsAtMs);
  const durations = starts.map((start, at) => ticksOf((starts[at + 1] ?? endsAtMs(period)) - start));
  const periodTicks = ticksOf(stretch.clockSeconds * 1000);
  return {
    firstNumber: sequence,
    timeline: { timescale: pictureTimescale, runs: inRuns(durations) },
    from: { firstTicks: periodTicks + ticksOf(startsAtMs - stretch.startsAtMs), periodTicks },
  };
}

const isSound = (codec: string): boolean => codec.startsWith("mp4a");

/** Rates as manifests have them: whole numbers or fractions (§5.3.7.2, FrameRateType). */
const frameRateOf = (rate: number): string =>
  Number.isInteger(rate) ? String(rate) : `${Math.round(rate * 1000)}/1000`;
