import type { Tx } from "@kinora/db/connect.ts";
import type { Transcode } from "./transcode.ts";

/**
 * Locks a transcode for the rest of the transaction; false when it ended or was restarted. It serializes two tasks that
 * complete their parts at once, so that exactly one of them sees everything complete.
 */
export async function lockLive(tx: Tx, transcode: Pick<Transcode, "id" | "attempt">): Promise<boolean> {
  const live = await tx
    .selectFrom("transcodes")
    .select("id")
    .where("id", "=", transcode.id)
    .where("attempts", "=", transcode.attempt)
    .where("state", "in", ["queued", "running"])
    .forUpdate()
    .executeTakeFirst();
  return live !== undefined;
}
