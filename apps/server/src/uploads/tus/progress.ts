import type { Services } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { expiryFrom } from "../create.ts";
import type { UploadRow } from "../rows.ts";
import { noteHead } from "./progressive.ts";
import { ProtocolError } from "./protocol.ts";

const TICK_MS = 1_000;
/** A connection without a byte for this long is closed; the upload resumes over the next one. */
const SILENCE_TICKS = 60;
const RECHECK_TICKS = 5;

export interface Progress {
  /** Aborted when the connection is idle or the caller may not continue. */
  signal: AbortSignal;
  end(): void;
  /** Throws the refusal if the caller was stopped. */
  throwIfRefused(): void;
}

/** Where an upload stands while a body arrives. */
interface Reached {
  /** Up to where bytes arrived. */
  received(): number;
  /** Up to where they belong to the upload already: not while they wait for their checksum. */
  kept(): number;
}

/**
 * Every second while bytes arrive, stores an upload's offset in the database and checks that it may continue. Also looks, until
 * that is known, whether it plays before all of it has arrived.
 */
export function watchProgress(
  services: Services,
  row: UploadRow,
  { received, kept }: Reached,
  { recheck }: { recheck: () => Promise<void> },
): Progress {
  const stop = new AbortController();
  let last = received();
  let silent = 0;
  let ticks = 0;
  let refusal: Error | null = null;
  let isHeadKnown = false;

  async function tick(): Promise<void> {
    ticks += 1;
    const now = received();
    silent = now === last ? silent + 1 : 0;
    if (silent >= SILENCE_TICKS) {
      refusal ??= new ProtocolError(423, "No bytes were received for a minute. Resume over a new connection.");
      return stop.abort();
    }
    if (ticks % RECHECK_TICKS === 0) await recheck();
    if (now === last) return;
    last = now;
    const moment = services.clock.now();
    await services.db
      .updateTable("uploads")
      .set({ offset_bytes: kept(), updated_at: moment, expires_at: expiryFrom(moment) })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .where("offset_bytes", "<", kept())
      .execute();
    isHeadKnown ||= await noteHead(services, row, kept());
  }

  const timer = setInterval(() => {
    tick().catch((error: unknown) => {
      if (error instanceof Refusal) {
        refusal ??= error;
        stop.abort();
      } else {
        // The file is authoritative; the stored offset follows when the database is back.
        services.log.warn({ err: error, upload: row.id }, "could not save an upload's progress");
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
