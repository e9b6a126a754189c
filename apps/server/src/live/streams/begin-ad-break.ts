import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";

/** The ad break to begin. */
export interface AdBreakToBegin {
  begins_at: Date;
  ends_at: Date;
  of_encoder: boolean;
}

/** Begins the next ad break of a stream, which players read with its status; returns its number, null while another one lasts. */
export async function beginAdBreak(
  tx: Tx,
  { id, project_id }: { id: number; project_id: number },
  { begins_at, ends_at, of_encoder }: AdBreakToBegin,
): Promise<number | null> {
  const row = await tx
    .insertInto("stream_ad_breaks")
    .values({ stream_id: id, project_id, begins_at, ends_at, of_encoder })
    .onConflict((conflict) =>
      conflict
        .column("stream_id")
        .doUpdateSet({ begins_at, ends_at, of_encoder, number: sql`stream_ad_breaks.number + 1` })
        .where("stream_ad_breaks.ends_at", "<=", begins_at),
    )
    .returning("number")
    .executeTakeFirst();
  return row?.number ?? null;
}
