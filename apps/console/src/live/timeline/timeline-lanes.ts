import type { OnAirSource } from "@kinora/domain/live/on-air.ts";
import type { StreamLogEntry, StreamRecording, StreamSession } from "../queries.ts";

/** Something that lasted from one moment to another, in milliseconds since 1970. */
export interface Span {
  fromMs: number;
  toMs: number;
}

export type OnAirSpan = Span & { source: Exclude<OnAirSource, "nothing"> };
export type RecordingSpan = Span & { recording: StreamRecording };
export type RestreamSpan = Span & { name: string };

/** What is on air after an event of the log; events that are not named change nothing. */
const ON_AIR_AFTER: Partial<Record<StreamLogEntry["type"], OnAirSource>> = {
  live: "live",
  unpaused: "live",
  // A switch to the loop is followed by the loop's own event.
  switched: "live",
  paused: "slate",
  disconnected: "slate",
  loop: "loop",
  ended: "nothing",
};

const at = (moment: string): number => Date.parse(moment);

/** The part of a span within another one; null for none. */
export function within<One extends Span>(span: One, { fromMs, toMs }: Span): One | null {
  const part = { ...span, fromMs: Math.max(span.fromMs, fromMs), toMs: Math.min(span.toMs, toMs) };
  return part.toMs > part.fromMs ? part : null;
}

/** When a signal was received: sessions without the time their encoder was away. */
export function ingestSpans(
  sessions: readonly Pick<StreamSession, "started_at" | "ended_at">[],
  log: readonly Pick<StreamLogEntry, "at" | "type">[],
  nowMs: number,
): Span[] {
  const events = log.filter(({ type }) => type === "connected" || type === "disconnected");
  return sessions.flatMap(({ started_at: start, ended_at: end }) => {
    const session = { fromMs: at(start), toMs: end === null ? nowMs : at(end) };
    const spans: Span[] = [];
    let since: number | null = session.fromMs;
    for (const event of ascending(events)) {
      const moment = at(event.at);
      if (moment < session.fromMs || moment > session.toMs) continue;
      if (event.type === "connected") since ??= moment;
      else if (since !== null) {
        spans.push({ fromMs: since, toMs: moment });
        since = null;
      }
    }
    return since === null ? spans : [...spans, { fromMs: since, toMs: session.toMs }];
  });
}

/** What was on air; before the first event that is known, nothing is. Without any event it is what is on air now. */
export function onAirSpans(
  log: readonly Pick<StreamLogEntry, "at" | "type">[],
  now: OnAirSource,
  { fromMs, toMs }: Span,
): OnAirSpan[] {
  const changes = ascending(log).flatMap((event) => {
    const source = ON_AIR_AFTER[event.type];
    return source === undefined ? [] : [{ source, atMs: at(event.at) }];
  });
  if (changes.length === 0) return now === "nothing" ? [] : [{ fromMs, toMs, source: now }];
  const spans = changes.flatMap(({ source, atMs }, index): OnAirSpan[] => {
    const next = changes[index + 1];
    // What is on air now is known better than from the last event.
    const shown = next ? source : now;
    return shown === "nothing" ? [] : [{ fromMs: atMs, toMs: next?.atMs ?? toMs, source: shown }];
  });
  return spans.reduce<OnAirSpan[]>((merged, span) => {
    const before = merged.at(-1);
    if (before?.source === span.source && before.toMs === span.fromMs) before.toMs = span.toMs;
    else merged.push({ ...span });
    return merged;
  }, []);
}

/** What was recorded; clips are of the seconds before they were asked for, and trims are parts of what is shown already. */
export const recordingSpans = (recordings: readonly StreamRecording[], nowMs: number): RecordingSpan[] =>
  recordings.flatMap((recording): RecordingSpan[] => {
    const { kind, started_at: start, ended_at: end, seconds } = recording;
    if (kind === "trim") return [];
    if (kind === "clip") return [{ recording, fromMs: at(start) - (seconds ?? 0) * 1000, toMs: at(start) }];
    return [{ recording, fromMs: at(start), toMs: end === null ? nowMs : at(end) }];
  });

/** When restream targets were connected, by their names. */
export function restreamSpans(
  log: readonly Pick<StreamLogEntry, "at" | "type" | "detail">[],
  nowMs: number,
): RestreamSpan[] {
  const open = new Map<string, number>();
  const spans: RestreamSpan[] = [];
  for (const { type, detail, at: moment } of ascending(log)) {
    const up = type === "restream_up";
    if (!up && type !== "restream_down" && type !== "restream_off" && type !== "ended") continue;
    if (up) {
      open.set(detail, at(moment));
      continue;
    }
    for (const [name, since] of open) {
      // A reason follows the name of a target that is down.
      if (type !== "ended" && detail !== name && !detail.startsWith(`${name}: `)) continue;
      spans.push({ name, fromMs: since, toMs: at(moment) });
      open.delete(name);
    }
  }
  return [...spans, ...[...open].map(([name, fromMs]) => ({ name, fromMs, toMs: nowMs }))];
}

/** The log is answered newest first. */
const ascending = <Event>(log: readonly Event[]): Event[] => log.toReversed();

/** What can be made of a chosen span: a clip of it until now, or a video of the part that was recorded. */
export interface Cut {
  /** Seconds of a clip that begins where the span does; null when that is too long ago. */
  clipSeconds: number | null;
  saved: { recordingId: number; fromSeconds: number; toSeconds: number } | null;
}

export function cutOf(
  chosen: Span,
  recordings: readonly RecordingSpan[],
  {
    nowMs,
    reachSeconds,
    leastSeconds,
  }: { nowMs: number; reachSeconds: number; leastSeconds: { clip: number; trim: number } },
): Cut {
  const backSeconds = Math.ceil((nowMs - chosen.fromMs) / 1000);
  const found = recordings
    .filter(({ recording: { state, video } }) => state === "ready" && video !== null)
    .flatMap((span) => {
      const part = within({ ...chosen }, span);
      return part ? [{ span, part }] : [];
    })
    .toSorted((one, other) => other.part.toMs - other.part.fromMs - (one.part.toMs - one.part.fromMs))[0];
  const saved = found && {
    recordingId: found.span.recording.id,
    fromSeconds: (found.part.fromMs - found.span.fromMs) / 1000,
    toSeconds: Math.min(found.span.recording.seconds ?? Infinity, (found.part.toMs - found.span.fromMs) / 1000),
  };
  return {
    clipSeconds: backSeconds >= leastSeconds.clip && backSeconds <= reachSeconds ? backSeconds : null,
    saved: saved && saved.toSeconds - saved.fromSeconds >= leastSeconds.trim ? saved : null,
  };
}
