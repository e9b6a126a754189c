import type { OnAirSource } from "@kinora/domain/live/on-air.ts";
import type { SessionEndReason } from "@kinora/domain/live/streams.ts";
import type { Services } from "../../context.ts";
import { closeSession, recordIngestEvent, type LiveStream } from "../sessions/session-records.ts";
import { emitStream, logStream, pushState } from "../streams/announce.ts";
import { beginAdBreak } from "../streams/begin-ad-break.ts";

const END_SENTENCES: Record<SessionEndReason, string> = {
  publisher_left: "The publisher left and did not come back.",
  ended_by_user: "The session was ended.",
  key_rotated: "The stream key was rotated.",
  disabled: "The stream was disabled.",
  deleted: "The stream was deleted.",
  test_stopped: "The test stream was stopped.",
};

type Stream = Pick<LiveStream, "id" | "project_id">;

/** Records that a publisher connected; `encoder` is the name its program gives itself. */
export const recordConnect = (
  services: Services,
  { id }: Stream,
  { sessionId, clientIp, encoder }: { sessionId: number; clientIp: string; encoder: string | null },
) =>
  recordIngestEvent(services, id, "connected", {
    event: "stream.connected",
    log: [{ type: "connected", detail: encoder ?? "", sessionId, clientIp }],
  });

/** Records that viewers have a picture. */
export const recordLive = (services: Services, { id }: Stream, sessionId: number) =>
  recordIngestEvent(services, id, "first_segment", {
    event: "stream.live",
    log: [
      { type: "first_segment", sessionId },
      { type: "live", sessionId },
    ],
    work: async (tx) => {
      await tx
        .updateTable("stream_sessions")
        .set((row) => ({ live_at: row.fn.coalesce("live_at", row.val(services.clock.now())) }))
        .where("id", "=", sessionId)
        .execute();
    },
  });

/** Records that the publisher disconnected; it may reconnect to the same session. */
export const recordDisconnect = (
  services: Services,
  { id }: Stream,
  { sessionId, clientIp = null, detail = "" }: { sessionId: number | null; clientIp?: string | null; detail?: string },
) =>
  recordIngestEvent(services, id, "disconnected", {
    event: "stream.disconnected",
    log: [{ type: "disconnected", severity: "warning", detail, sessionId, clientIp }],
  });

/** Records the end of the session. `forGood` disables the stream, as for single events; `onAir` is what viewers see next. */
export const recordEnd = (
  services: Services,
  { id }: Stream,
  {
    sessionId,
    reason,
    forGood,
    onAir,
  }: { sessionId: number; reason: SessionEndReason; forGood: boolean; onAir: OnAirSource },
) =>
  recordIngestEvent(services, id, reason === "disabled" || forGood ? "disabled" : "ended", {
    event: "stream.ended",
    onAir,
    log: [{ type: "ended", detail: END_SENTENCES[reason], sessionId }],
    work: async (tx) => {
      await closeSession(tx, { streamId: id, sessionId }, reason, services.clock.now());
      await tx
        .updateTable("streams")
        .set({ test_until: null, ...(forGood ? { enabled: false } : {}) })
        .where("id", "=", id)
        .execute();
    },
  });

const SECOND_SENTENCES = {
  takes_over: "A second publisher took over.",
  was_silent: "The publisher stopped sending: another one with its key took over.",
  refused: "A second publisher with the right key was refused: the first one is still sending.",
} as const;

/** Logs that a second publisher connected while the first still publishes. */
export const recordSecondPublisher = (
  { db }: Services,
  stream: Stream,
  { sessionId, clientIp, how }: { sessionId: number | null; clientIp: string; how: keyof typeof SECOND_SENTENCES },
) =>
  logStream(db, stream, {
    type: "second_publisher",
    severity: "warning",
    detail: SECOND_SENTENCES[how],
    sessionId,
    clientIp,
  });

/** Logs that the encoder failed; `reason` is shown to users. */
export const recordFailure = ({ db }: Services, stream: Stream, sessionId: number | null, reason: string) =>
  logStream(db, stream, { type: "degraded", severity: "error", detail: reason, sessionId });

/** Logs what of the publisher's media viewers do not get. */
export const recordLeftOut = ({ db }: Services, stream: Stream, sessionId: number | null, detail: string) =>
  logStream(db, stream, { type: "degraded", severity: "warning", detail, sessionId });

/** Records what viewers see and notifies subscribers; a repeated source changes nothing. */
export async function recordOnAir(services: Services, streamId: number, onAir: OnAirSource): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const stream = await tx
      .updateTable("streams")
      .set({ on_air: onAir })
      .where("id", "=", streamId)
      .where("on_air", "<>", onAir)
      .returning(["id", "hash", "name", "project_id", "account_id", "state", "paused", "on_air"])
      .executeTakeFirst();
    if (!stream) return;
    if (onAir === "loop") {
      await logStream(tx, stream, { type: "loop" });
      await emitStream(services, tx, stream, "stream.loop_started");
    }
    await pushState(tx, stream);
  });
}

/**
 * Begins an ad break that the encoder announced, for players with ads on cue, and logs it. Returns its number; null where it is over
 * already or another one lasts.
 */
export async function recordEncoderBreak(
  services: Services,
  { id }: Stream,
  sessionId: number | null,
  { beginsAtMs, seconds }: { beginsAtMs: number; seconds: number },
): Promise<number | null> {
  const times = { begins_at: new Date(beginsAtMs), ends_at: new Date(beginsAtMs + seconds * 1_000) };
  if (times.ends_at <= services.clock.now()) return null;
  return services.db.transaction().execute(async (tx) => {
    const stream = await tx
      .selectFrom("streams")
      .select(["id", "hash", "name", "project_id", "account_id", "state", "paused", "on_air"])
      .where("id", "=", id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    const number = stream ? await beginAdBreak(tx, stream, { ...times, of_encoder: true }) : null;
    if (!stream || number === null) return null;
    const detail = `${Math.round(seconds)} s, from the encoder`;
    await logStream(tx, stream, { type: "ad_break", detail, sessionId });
    await pushState(tx, stream);
    return number;
  });
}

/** Ends an ad break of an encoder earlier, for players that have not begun it; nothing for another number. */
export const recordEncoderBreakEnd = ({ db }: Services, { id }: Stream, number: number, endsAtMs: number) =>
  db
    .updateTable("stream_ad_breaks")
    .set({ ends_at: new Date(endsAtMs) })
    .where("stream_id", "=", id)
    .where("number", "=", number)
    .where("of_encoder", "=", true)
    .where("ends_at", ">", new Date(endsAtMs))
    .execute();
