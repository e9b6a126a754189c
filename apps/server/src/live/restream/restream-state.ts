import type { RestreamState } from "@kinora/domain/live/streams.ts";
import { liveChannel, RESTREAM_EVENT, type RestreamPush } from "@kinora/domain/realtime.ts";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import type { RtmpPublication } from "../ingest/rtmp/client.ts";
import { logRestream } from "./restream-log.ts";
import { extendSpan } from "./restream-spans.ts";

const LEFT = "The live service was restarted.";

interface Place {
  streamId: number;
  id: number;
}

/** Saves a target's state and pushes it to subscribers of the stream. */
export async function saveRestreamState(
  { db, clock }: Pick<Services, "db" | "clock">,
  { streamId, id }: Place,
  { state, attempts, detail = "" }: { state: RestreamState; attempts: number; detail?: string },
): Promise<void> {
  const connected = state === "connected" ? { connected_at: clock.now() } : {};
  await db
    .updateTable("stream_restreams")
    .set({ state, attempts, detail, sent_kbps: null, ...connected })
    .where("id", "=", id)
    .execute();
  const data: RestreamPush = { id, stream_id: streamId, state, detail, attempts, sent_kbps: null };
  await publish(db, liveChannel(streamId), RESTREAM_EVENT, data);
}

/**
 * Resets targets that a crashed process left connected to `idle`: no target is connected when a process starts, and one whose encoder
 * reconnects is connected again. Those of streams that another live host has are left alone.
 */
export async function resetRestreams(
  { db, log }: Pick<Services, "db" | "log">,
  heldElsewhere: (streamIds: number[]) => Promise<Set<number>>,
): Promise<void> {
  const rest = { state: "idle", detail: "", attempts: 0, sent_kbps: null } as const;
  try {
    await db.transaction().execute(async (tx) => {
      const left = await tx
        .selectFrom("stream_restreams")
        .innerJoin("streams", "streams.id", "stream_restreams.stream_id")
        .select(["stream_restreams.id", "stream_restreams.name", "streams.id as stream_id", "streams.project_id"])
        .where("stream_restreams.state", "<>", "idle")
        .forUpdate("stream_restreams")
        .execute();
      const foreign = await heldElsewhere(left.map(({ stream_id: streamId }) => streamId));
      for (const { id, name, stream_id: streamId, project_id } of left) {
        if (foreign.has(streamId)) continue;
        await tx.updateTable("stream_restreams").set(rest).where("id", "=", id).execute();
        await logRestream({ db: tx }, { id: streamId, project_id }, { id, name }, "restream_off", LEFT);
        const data: RestreamPush = { id, stream_id: streamId, ...rest };
        await publish(tx, liveChannel(streamId), RESTREAM_EVENT, data);
      }
    });
  } catch (error) {
    log.warn({ err: error }, "states of restream targets not reset");
  }
}

/** Saves and pushes a connection's bitrate, and that it is connected still, every `everyMs`. Returns a function that stops this. */
export function reportBitrate(
  { db, log, clock }: Pick<Services, "db" | "log" | "clock">,
  { streamId, id }: Place,
  { connection, spanId, everyMs }: { connection: Pick<RtmpPublication, "sentBytes">; spanId: number; everyMs: number },
): () => void {
  let last = { bytes: connection.sentBytes, atMs: performance.now() };
  let isReporting = false;
  const report = (kbps: number) =>
    db.transaction().execute(async (tx) => {
      await extendSpan(tx, spanId, clock.now());
      // A target that disconnected meanwhile is not updated.
      const { numUpdatedRows: updated } = await tx
        .updateTable("stream_restreams")
        .set({ sent_kbps: kbps })
        .where("id", "=", id)
        .where("state", "=", "connected")
        .executeTakeFirst();
      if (updated === 0n) return;
      const data: RestreamPush = {
        ...{ id, stream_id: streamId, state: "connected", detail: "", attempts: 0 },
        sent_kbps: kbps,
      };
      await publish(tx, liveChannel(streamId), RESTREAM_EVENT, data);
    });
  const timer = setInterval(() => {
    if (isReporting) return;
    const now = { bytes: connection.sentBytes, atMs: performance.now() };
    const kbps = Math.round(((now.bytes - last.bytes) * 8) / (now.atMs - last.atMs));
    last = now;
    isReporting = true;
    report(kbps)
      .catch((error: unknown) => log.debug({ err: error }, "bitrate of a restream target not saved"))
      .finally(() => (isReporting = false));
  }, everyMs);
  return () => clearInterval(timer);
}
