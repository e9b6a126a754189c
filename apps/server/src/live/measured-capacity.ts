import { hostname } from "node:os";
import { capacityMeasuredWith, measureLadders } from "@kinora/media/live/ladderCapacity.ts";
import type { Services } from "../context.ts";
import type { EncodingCapacity } from "./capacity.ts";

/** How a machine is measured; tests measure otherwise. */
export interface CapacityMeasure {
  /** Names the processor and the encoder. */
  measuredWith(): Promise<string>;
  /** Full ladders it can encode in real time. */
  ladders(): Promise<number>;
}

const machineMeasure: CapacityMeasure = { measuredWith: capacityMeasuredWith, ladders: () => measureLadders() };

/**
 * Learns how much this machine can encode: as it was set, as it was measured once with this processor and this encoder, else by
 * measuring it now. Where that fails the log says why, and nothing is refused. Needs the machine's row in `stream_hosts`.
 */
export async function learnCapacity(
  { db, config, log }: Services,
  capacity: EncodingCapacity,
  measure: CapacityMeasure = machineMeasure,
): Promise<void> {
  const write = (ladders: number, measuredWith: string | null) =>
    db
      .updateTable("stream_hosts")
      .set({ ladders, measured_with: measuredWith })
      .where("host", "=", hostname())
      .execute();
  try {
    if (config.liveLadders !== null) {
      capacity.possible = config.liveLadders;
      await write(config.liveLadders, null);
      return;
    }
    const measuredWith = await measure.measuredWith();
    const known = await db
      .selectFrom("stream_hosts")
      .select(["ladders", "measured_with"])
      .where("host", "=", hostname())
      .executeTakeFirst();
    // What was measured with others is a guess, and better than none until this one is measured.
    capacity.possible = known?.ladders ?? null;
    if (capacity.possible !== null && known?.measured_with === measuredWith) return;
    const ladders = await measure.ladders();
    capacity.possible = ladders;
    await write(ladders, measuredWith);
    log.info({ ladders, measuredWith }, "it was measured how many livestreams can be encoded here");
  } catch (error) {
    log.warn({ err: error }, "it could not be measured how many livestreams can be encoded here");
  }
}
