import type { OnAirSource } from "@kinora/domain/onAir.ts";
import type { SessionEndReason } from "@kinora/domain/streams.ts";
import type { Services } from "../context.ts";
import { logStream } from "./announce.ts";
import { closeSession, record, type LiveStream } from "./session-records.ts";

const END_SENTENCES: Record<SessionEndReason, string> = {
  publisher_left: "The publisher left and did not come back.",
  ended_by_user: "The session was ended.",
  key_rotated: "The stream key was rotated.",
  disabled: "The stream was disabled.",
  deleted: "The stream was deleted.",
  test_stopped: "The test stream was stopped.",
};

type Stream = Pick<LiveStream, "id" | "project_id">;

/** Somebody publishes; `encoder` is what their program calls itself. */
export const tellConnected = (
  services: Services,
  { id }: Stream,
  { sessionId, clientIp, encoder }: { sessionId: number; clientIp: string; encoder: string | null },
) =>
  record(services, id, "connected", {
    event: "stream.connected",
    log: [{ type: "connected", detail: encoder ?? "", sessionId, clientIp }],
  });

/** Viewers have a picture. */
export const tellLive = (services: Services, { id }: Stream, sessionId: number) =>
  record(services, id, "first_segment", {
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

/** The publisher is gone and may come back. */
export const tellLost = (
  services: Services,
  { id }: Stream,
  { sessionId, clientIp = null, detail = "" }: { sessionId: number | null; clientIp?: string | null; detail?: string },
) =>
  record(services, id, "disconnected", {
    event: "stream.disconnected",
    log: [{ type: "disconnected", severity: "warning", detail, sessionId, clientIp }],
  });

/** The session is over; `forGood` disables the stream, as events that happen once are; `onAir` is what viewers see next. */
export const tellEnded = (
  services: Services,
  { id }: Stream,
  {
    sessionId,
    reason,
    forGood,
    onAir,
  }: { sessionId: number; reason: SessionEndReason; forGood: boolean; onAir: OnAirSource },
) =>
  record(services, id, reason === "disabled" || forGood ? "disabled" : "ended", {
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

/** Somebody else publishes to a stream that is being published to. */
export const tellSecond = (
  { db }: Services,
  stream: Stream,
  { sessionId, clientIp, takesOver }: { sessionId: number | null; clientIp: string; takesOver: boolean },
) =>
  logStream(db, stream, {
    type: "second_publisher",
    severity: "warning",
    detail: takesOver ? "A second publisher took over." : "A second publisher was refused.",
    sessionId,
    clientIp,
  });

/** The encoder ended by itself. */
export const tellFailed = ({ db }: Services, stream: Stream, sessionId: number | null, reason: string) =>
  logStream(db, stream, { type: "degraded", severity: "error", detail: reason, sessionId });
