import { liveChannel, RESTREAM_EVENT, type RestreamPush } from "@kinora/domain/realtime.ts";
import type { RestreamState } from "@kinora/domain/streams.ts";
import type { Services } from "../context.ts";
import { publish } from "../platform/events.ts";
import { logRestream } from "./restream-log.ts";
import type { RtmpPublication } from "./rtmp/client.ts";

/** Between two looks at how much was sent. */
const LOOK_MS = 2_000;
const LEFT = "Livestreams were started again.";

interface Place {
  streamId: number;
  id: number;
}

/** Writes down how a target stands, and pushes it to whoever watches the stream. */
export async function tellRestream(
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
 * Puts targets to rest that a role which died left as it sent to them: nothing is sent to any when a role begins, and one whose
 * encoder comes back is connected anew.
 */
export async function restAfterDeath({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
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
      for (const { id, name, stream_id: streamId, project_id } of left) {
        await tx.updateTable("stream_restreams").set(rest).where("id", "=", id).execute();
        await logRestream({ db: tx }, { id: streamId, project_id }, { id, name }, "restream_off", LEFT);
        const data: RestreamPush = { id, stream_id: streamId, ...rest };
        await publish(tx, liveChannel(streamId), RESTREAM_EVENT, data);
      }
    });
  } catch (error) {
    log.warn({ err: error }, "restream targets may say that they are connected though they are not");
  }
}

/** Tells again and again what a connection really sends a second; answers how to stop. */
export function tellSent(
  { db, log }: Pick<Services, "db" | "log">,
  { streamId, id }: Place,
  publication: Pick<RtmpPublication, "sentBytes">,
): () => void {
  let last = { bytes: publication.sentBytes, atMs: performance.now() };
  let isTelling = false;
  const tell = (kbps: number) =>
    db.transaction().execute(async (tx) => {
      // Whoever says meanwhile that it is not connected any more is right, and pushes after this.
      const { numUpdatedRows: told } = await tx
        .updateTable("stream_restreams")
        .set({ sent_kbps: kbps })
        .where("id", "=", id)
        .where("state", "=", "connected")
        .executeTakeFirst();
      if (told === 0n) return;
      const data: RestreamPush = {
        ...{ id, stream_id: streamId, state: "connected", detail: "", attempts: 0 },
        sent_kbps: kbps,
      };
      await publish(tx, liveChannel(streamId), RESTREAM_EVENT, data);
    });
  const timer = setInterval(() => {
    if (isTelling) return;
    const now = { bytes: publication.sentBytes, atMs: performance.now() };
    const kbps = Math.round(((now.bytes - last.bytes) * 8) / (now.atMs - last.atMs));
    last = now;
    isTelling = true;
    tell(kbps)
      .catch((error: unknown) => log.debug({ err: error }, "what a restream target is sent could not be told"))
      .finally(() => (isTelling = false));
  }, LOOK_MS);
  return () => clearInterval(timer);
}
