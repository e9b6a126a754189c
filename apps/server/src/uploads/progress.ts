import type { Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { expiryFrom } from "./create.ts";
import { ProtocolError } from "./protocol.ts";
import type { UploadRow } from "./rows.ts";

const TICK_MS = 1_000;
/** A connection that brings no byte for this long is given up; the upload goes on over the next one. */
const SILENCE_TICKS = 60;
const RECHECK_TICKS = 5;

export interface Progress {
  /** Aborted when the connection fell silent or the caller may not go on. */
  signal: AbortSignal;
  end(): void;
  /** Throws why the caller was stopped, if they were. */
  throwIfRefused(): void;
}

/** Once a second while bytes come in: says in the database how far an upload is, and looks whether it may go on. */
export function watchProgress(
  services: Services,
  row: UploadRow,
  reached: () => number,
  recheck: () => Promise<void>,
): Progress {
  const stop = new AbortController();
  let last = reached();
  let silent = 0;
  let ticks = 0;
  let refusal: Error | null = null;

  async function tick(): Promise<void> {
    ticks += 1;
    const now = reached();
    silent = now === last ? silent + 1 : 0;
    if (silent >= SILENCE_TICKS) {
      refusal ??= new ProtocolError(423, "No bytes came in for a minute; go on over a new connection.");
      return stop.abort();
    }
    if (ticks % RECHECK_TICKS === 0) await recheck();
    if (now === last) return;
    last = now;
    const moment = services.clock.now();
    await services.db
      .updateTable("uploads")
      .set({ offset_bytes: now, updated_at: moment, expires_at: expiryFrom(moment) })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .where("offset_bytes", "<", now)
      .execute();
  }

  const timer = setInterval(() => {
    tick().catch((error: unknown) => {
      if (error instanceof Refusal) {
        refusal ??= error;
        stop.abort();
      } else {
        // The bytes are what counts; the number beside them catches up when the database is back.
        services.log.warn({ err: error, upload: row.id }, "an upload's progress could not be saved");
      }
    });
  }, TICK_MS);

  return {
    signal: stop.signal,
    end: () => clearInterval(timer),
    throwIfRefused() {
      if (refusal) throw refusal;
    },
  };
}
