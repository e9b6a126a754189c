import { masterOfRungs } from "./liveMaster.ts";
import { chooseRung, fromRung } from "./rungChoice.ts";
import type { LiveRung, RungSegment, TimelineSegment } from "./timelineSegment.ts";

/** One rung of a recording. */
export interface RecordedRung {
  label: string;
  width: number;
  height: number;
  codecs: readonly string[];
  sizeBytes: number;
  /** Text of `{label}/recording.m3u8` under the stream's folder. */
  playlist: string;
  /** Names under the stream's folder, each once: init segments and segments, in the order they play. */
  files: readonly string[];
}

/** A recording as an asset: playlists that list the live segments themselves. */
export interface RecordingAsset {
  durationSeconds: number;
  /** Text of `recording.m3u8` in the stream's folder. */
  master: string;
  /** Lowest first. */
  rungs: readonly RecordedRung[];
}

const fileName = "recording.m3u8";

/**
 * Describes live segments as a finished video, nothing encoded again: slates, loops and what was lost are left out.
 * Where a rung was dropped for a while, another stands in. null when nothing is left.
 */
export function recordingAsset(
  rungs: readonly LiveRung[],
  segments: readonly TimelineSegment[],
): RecordingAsset | null {
  const kept = segments.filter(({ kind, rungs: entries }) => kind === "live" && [...entries.values()].some(isUsable));
  if (kept.length === 0) return null;
  const recorded = rungs
    .toSorted((a, b) => a.height - b.height || a.peakBitrate - b.peakBitrate)
    .map((rung) => recordRung(rung, rungs, kept));
  return {
    durationSeconds: kept.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    master: masterOfRungs(
      rungs.map((rung) => withRates(rung, recorded.find(({ rung: { label } }) => label === rung.label)?.entries ?? [])),
      fileName,
    ),
    rungs: recorded.map(({ rung }) => rung),
  };
}

function isUsable({ state, sizeBytes }: RungSegment): boolean {
  return state === "closed" && sizeBytes > 0;
}

function recordRung(
  { label, width, height, codecs }: LiveRung,
  rungs: readonly LiveRung[],
  segments: readonly TimelineSegment[],
): { rung: RecordedRung; entries: RungSegment[] } {
  const entries: RungSegment[] = [];
  const files = new Set<string>();
  const lines: string[] = [];
  let beforeSequence: number | null = null;
  let beforeInit: string | null = null;
  for (const segment of segments) {
    const usable = segment.offered.filter((one) => {
      const entry = segment.rungs.get(one.label);
      return entry !== undefined && isUsable(entry);
    });
    const chosen = segment.rungs.get(chooseRung(usable, label, rungs) ?? "");
    if (!chosen) continue;
    const follows = beforeSequence === segment.sequence - 1 && !segment.discontinuity && beforeInit === chosen.init;
    if (beforeSequence !== null && !follows) lines.push("#EXT-X-DISCONTINUITY");
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startsAtMs).toISOString()}`);
    if (beforeInit !== chosen.init) lines.push(`#EXT-X-MAP:URI="${fromRung(chosen.init, label)}"`);
    lines.push(`#EXTINF:${chosen.durationSeconds.toFixed(5)},`, fromRung(chosen.name, label));
    beforeSequence = segment.sequence;
    beforeInit = chosen.init;
    entries.push(chosen);
    files.add(chosen.init).add(chosen.name);
  }
  const longest = entries.reduce((most, { durationSeconds }) => Math.max(most, durationSeconds), 1);
  const playlist = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.round(longest)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    ...(entries.every(({ independent }) => independent) ? ["#EXT-X-INDEPENDENT-SEGMENTS"] : []),
    ...lines,
    "#EXT-X-ENDLIST",
  ];
  const sizeBytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  return {
    rung: { label, width, height, codecs, sizeBytes, playlist: `${playlist.join("\n")}\n`, files: [...files] },
    entries,
  };
}

/** What the segments really cost. */
function withRates(rung: LiveRung, entries: readonly RungSegment[]): LiveRung {
  const seconds = entries.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  if (seconds === 0) return rung;
  const averageBitrate = (entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) * 8) / seconds;
  const peakBitrate = entries
    // A segment of a frame or two is no rate anybody has to sustain.
    .filter(({ durationSeconds }) => durationSeconds >= 0.5)
    .reduce((most, entry) => Math.max(most, (entry.sizeBytes * 8) / entry.durationSeconds), averageBitrate);
  return { ...rung, averageBitrate, peakBitrate };
}
