import { dateRangeLines } from "./date-range.ts";
import { masterOfRungs, type CaptionTrack, type SoundTrack } from "./live-master.ts";
import { keyFrameBitrates, measuredRungs } from "./measured-rungs.ts";
import { fromRung } from "./rung-choice.ts";
import { endsAtMs } from "./segment-window.ts";
import type { RungSegment, TimelinePart, TimelineSegment } from "./timeline-segment.ts";
import { advertisedPartSeconds, shortestPartSeconds } from "./timeline-shape.ts";
import type { TimelineShape } from "./timeline-shape.ts";
import type { LiveTimeline } from "./timeline.ts";

/** Options of a media playlist. */
export interface LivePlaylistOptions {
  /** False for players without low-latency HLS: whole segments only. */
  lowLatency: boolean;
  /** The query has `_HLS_skip=YES` or `v2`: a delta update is sent where it is shorter (RFC 8216bis §6.2.5.1). */
  skip?: boolean;
  /** Lists the key frames that segments start with, as segments of their own (RFC 8216bis §4.4.3.6). */
  keyFramesOnly?: boolean;
}

/** A segment in a rung's playlist. */
interface Listed {
  segment: TimelineSegment;
  label: string;
  entry: RungSegment;
}

/** The end of a rung's playlist: the last segment that is not empty, and the number of its listed parts. */
export interface PlaylistEnd {
  sequence: number;
  /** Number of listed parts; 0 when only the whole segment is listed. */
  parts: number;
  isOpen: boolean;
}

/** Target durations from the end before which segments may be skipped (CAN-SKIP-UNTIL must be six or more). */
const skipTargets = 6;
/** Parts are listed while their source is on air, for this many target durations from the end (RFC 8216bis §6.2.2 asks for three). */
const partTargets = 3;
/** Segments from the end that may have parts, which is how strict players read that rule. */
const partSegments = 3;

/** The segments a rung lists, oldest first, up to the first one it does not have yet. */
function listed(timeline: LiveTimeline, rung: string): Listed[] {
  const all: Listed[] = [];
  for (const segment of timeline.segments) {
    const found = timeline.entry(segment, rung);
    if (!found) break;
    all.push({ segment, ...found });
  }
  return all;
}

/** Where a rung's playlist ends; null while it lists nothing. */
export function playlistEnd(timeline: LiveTimeline, rung: string): PlaylistEnd | null {
  // Searches from the end: only the newest segments can lack a rung, and this runs for each waiting player.
  const { segments } = timeline;
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const segment = segments[at];
    const found = segment && timeline.entry(segment, rung);
    if (!found) continue;
    const isOpen = found.entry.state === "open";
    const parts = isOpen ? listedParts(found.entry, timeline.shape).length : 0;
    return { sequence: segment.sequence, parts, isOpen };
  }
  return null;
}

/**
 * Whether a rung's playlist ends with whole segments without parts right after the last part of this one, so that a
 * player that requests the part after it has everything (hls.js does so until it sees the next part).
 */
export function isAllThatFollows(timeline: LiveTimeline, rung: string, sequence: number, part: number): boolean {
  const end = playlistEnd(timeline, rung);
  if (!end?.isOpen || end.parts > 0) return false;
  const at = timeline.segments.findIndex((segment) => segment.sequence === sequence);
  const counts = timeline.segments.slice(Math.max(0, at), -1).map((segment) => {
    const found = timeline.entry(segment, rung);
    return found ? listedParts(found.entry, timeline.shape).length : 0;
  });
  const [own = 0, ...after] = counts;
  return at >= 0 && own > 0 && part >= own && after.every((count) => count === 0);
}

/**
 * Whether a hinted part was never made because its source ended: the one after the last part of a segment, or the first of a segment
 * of another source.
 */
export function isMissedHint(timeline: LiveTimeline, rung: string, sequence: number, part: number): boolean {
  const segment = timeline.segments.find((one) => one.sequence === sequence);
  const entry = segment?.rungs.get(rung);
  return segment !== undefined && entry?.state !== "open" && part === (entry?.parts.length ?? 0);
}

/** The answer to a missed hint: a box of free space (ISO/IEC 14496-12 §8.1.2), which adds nothing when appended. */
export const emptyPart = Buffer.from("\0\0\0\u0008free", "latin1");

/**
 * Writes the media playlist of a rung (RFC 8216bis §4.4), `{rung}/index.m3u8` under the stream's folder.
 * A rung that is not in the ladder lists the nearest one.
 */
export function liveMediaPlaylist(timeline: LiveTimeline, rung: string, options: LivePlaylistOptions): string {
  const { targetDurationSeconds: target } = timeline.shape;
  const { keyFramesOnly = false } = options;
  const lowLatency = options.lowLatency && !timeline.ended && !keyFramesOnly;
  const all = listed(timeline, rung).map((one) => (keyFramesOnly ? keyFrameOf(one) : one));
  const [first] = all;
  const entries = all.filter(({ entry }) => lowLatency || entry.state !== "open");
  const last = entries.at(-1);
  const skipped = options.skip && lowLatency ? skippable(entries, target) : 0;
  const shown = entries.slice(skipped);
  const lines = [
    "#EXTM3U",
    `#EXT-X-VERSION:${skipped > 0 ? 9 : 8}`,
    `#EXT-X-TARGETDURATION:${target}`,
    ...(lowLatency ? serverControl(timeline) : []),
    `#EXT-X-MEDIA-SEQUENCE:${first?.segment.sequence ?? timeline.nextSequence}`,
    // A discontinuity that is still listed is counted by its own tag.
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first ? first.segment.discontinuitySequence - Number(first.segment.discontinuity) : timeline.discontinuitySequence}`,
    ...(shown.every(({ entry }) => entry.independent || entry.state === "gap") && shown.length > 0
      ? ["#EXT-X-INDEPENDENT-SEGMENTS"]
      : []),
    ...(keyFramesOnly ? ["#EXT-X-I-FRAMES-ONLY"] : []),
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
    // A delta update has all of them: none is skipped without CAN-SKIP-DATERANGES (§4.4.5.2).
    ...(shown.length > 0 && !keyFramesOnly
      ? timeline.dateRanges.flatMap((range) => dateRangeLines(range, endsAtMs(timeline.segments)))
      : []),
    ...segmentLines(
      shown,
      rung,
      timeline.shape,
      lowLatency && last?.entry.state === "open" ? last.segment.source : null,
    ),
    ...(lowLatency ? [...preloadHint(timeline, rung, last), ...renditionReports(timeline, rung)] : []),
    ...(timeline.ended ? ["#EXT-X-ENDLIST"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The playlist of a rung without parts, beside that with parts: among several sounds, none has parts. */
export const wholePlaylist = "whole.m3u8";

/** Writes the master playlist, beside the rungs' folders. @param sounds as `LiveMaster` has them */
export function liveMasterPlaylist(
  timeline: LiveTimeline,
  captions: CaptionTrack | null = null,
  sounds: readonly SoundTrack[] = [],
): string {
  const rungs = measuredRungs(timeline);
  const { closedCaptions: found } = timeline;
  const fileName = sounds.length > 0 ? wholePlaylist : "index.m3u8";
  return masterOfRungs({ rungs, fileName, found, captions, sounds, keyFrameBitrates: keyFrameBitrates(timeline) });
}

/** A segment as a list of key frames has it: a gap where it starts with another frame. */
const keyFrameOf = (listed: Listed): Listed =>
  listed.entry.independent || listed.entry.state !== "closed"
    ? listed
    : { ...listed, entry: { ...listed.entry, state: "gap" } };

function serverControl(timeline: LiveTimeline): string[] {
  const { targetDurationSeconds: target } = timeline.shape;
  const part = advertisedPartSeconds(timeline.shape);
  // Whole segments arrive less often than parts, so players of them need a larger distance from the live edge.
  const longest = timeline.segments
    .slice(-partSegments)
    .reduce((most, { kind, durationSeconds }) => (kind === "live" ? most : Math.max(most, durationSeconds)), 0);
  const control = [
    "CAN-BLOCK-RELOAD=YES",
    `CAN-SKIP-UNTIL=${(target * skipTargets).toFixed(1)}`,
    `HOLD-BACK=${(target * 3).toFixed(1)}`,
    `PART-HOLD-BACK=${Math.max(part * 3, longest * 1.5).toFixed(3)}`,
  ];
  return [`#EXT-X-SERVER-CONTROL:${control.join(",")}`, `#EXT-X-PART-INF:PART-TARGET=${part.toFixed(3)}`];
}

/** How many of the oldest segments a delta update may leave out. */
function skippable(entries: readonly Listed[], target: number): number {
  let behindSeconds = 0;
  let kept = 0;
  for (const { entry } of entries.toReversed()) {
    if (behindSeconds >= target * skipTargets) break;
    behindSeconds += entry.durationSeconds;
    kept += 1;
  }
  return entries.length - kept;
}

function segmentLines(shown: readonly Listed[], rung: string, shape: TimelineShape, partsOf: number | null): string[] {
  const lines: string[] = [];
  let leftSeconds = shown.reduce((sum, { entry }) => sum + entry.durationSeconds, 0);
  let init: string | null = null;
  for (const [index, { segment, entry }] of shown.entries()) {
    if (segment.discontinuity) lines.push("#EXT-X-DISCONTINUITY");
    // A date on each segment lets players name a moment after any gap.
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAtMs).toISOString()}`);
    if (entry.init !== init) lines.push(`#EXT-X-MAP:URI="${fromRung(entry.init, rung)}"`);
    init = entry.init;
    const isRecent =
      segment.source === partsOf &&
      leftSeconds <= shape.targetDurationSeconds * partTargets &&
      index >= shown.length - partSegments;
    if (isRecent) lines.push(...partLines(listedParts(entry, shape), rung));
    leftSeconds -= entry.durationSeconds;
    if (entry.state === "open") continue;
    if (entry.state === "gap") lines.push("#EXT-X-GAP");
    lines.push(`#EXTINF:${entry.durationSeconds.toFixed(5)},`, fromRung(entry.name, rung));
  }
  return lines;
}

/**
 * The parts of a segment that may be listed. Closed segments list all or none. Open ones list those before the first part that is
 * shorter than only the last part may be; that part is hinted until the next fragment decides.
 */
function listedParts({ parts, sizeBytes, state }: RungSegment, shape: TimelineShape): readonly TimelinePart[] {
  const shortest = shortestPartSeconds(shape);
  const short = parts.findIndex(({ durationSeconds }) => durationSeconds < shortest);
  if (state === "open") return short < 0 ? parts : parts.slice(0, short);
  const isAll = parts.reduce((sum, part) => sum + part.sizeBytes, 0) === sizeBytes;
  return isAll && (short < 0 || short === parts.length - 1) ? parts : [];
}

function partLines(parts: readonly TimelinePart[], rung: string): string[] {
  return parts.map(
    ({ name, durationSeconds, independent }) =>
      `#EXT-X-PART:DURATION=${durationSeconds.toFixed(5)},URI="${fromRung(name, rung)}"${independent ? ",INDEPENDENT=YES" : ""}`,
  );
}

/** The next part, where it is known: after a complete group of pictures it is the first of the next segment. */
function preloadHint(timeline: LiveTimeline, rung: string, last: Listed | undefined): string[] {
  if (last?.entry.state !== "open") return [];
  const { segmentSeconds } = timeline.shape;
  const parts = listedParts(last.entry, timeline.shape);
  const isFull = last.entry.durationSeconds > segmentSeconds - Math.min(0.25, segmentSeconds / 10);
  const { sequence } = last.segment;
  const isNext = isFull && parts.length === last.entry.parts.length;
  const name = isNext ? `${last.label}/${sequence + 1}.0.m4s` : `${last.label}/${sequence}.${parts.length}.m4s`;
  return [`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${fromRung(name, rung)}"`];
}

function renditionReports(timeline: LiveTimeline, rung: string): string[] {
  return timeline.rungs.flatMap(({ label }) => {
    const end = label === rung ? null : playlistEnd(timeline, label);
    if (!end) return [];
    const part = end.parts > 0 ? `,LAST-PART=${end.parts - 1}` : "";
    return [`#EXT-X-RENDITION-REPORT:URI="../${label}/index.m3u8",LAST-MSN=${end.sequence}${part}`];
  });
}
