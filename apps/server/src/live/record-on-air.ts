import type { OnAirSource } from "@kinora/domain/onAir.ts";
import type { Services } from "../context.ts";
import { logStream, pushState } from "./announce.ts";

/** Says what viewers are shown now; the same again is told to nobody. */
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
    if (onAir === "loop") await logStream(tx, stream, { type: "loop" });
    await pushState(tx, stream);
  });
}
