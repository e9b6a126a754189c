import { capacityMeasuredWith, measureLadders } from "@kinora/media/live/ladder-capacity.ts";
import type { Services } from "../../context.ts";
import type { EncodingCapacity } from "./capacity.ts";

/** Measures a machine; tests replace it. */
export interface CapacityMeasure {
  /** Identifies the processor and the encoder. */
  measuredWith(): Promise<string>;
  /** Number of full ladders the machine encodes in real time. */
  ladders(): Promise<number>;
}

const machineMeasure: CapacityMeasure = { measuredWith: capacityMeasuredWith, ladders: () => measureLadders() };

/**
 * Sets the machine's capacity: from the configuration, from an earlier measurement with this processor and encoder, or by
 * measuring now. A failure is logged, and then nothing is refused. Needs the machine's row in `stream_hosts`, which belongs to
 * the next host once the signal is aborted.
 */
export async function loadCapacity(
  { db, config, log }: Services,
  capacity: EncodingCapacity,
  signal: AbortSignal,
  measure: CapacityMeasure = machineMeasure,
): Promise<void> {
  const write = (ladders: number, measuredWith: string | null) =>
    db
      .updateTable("stream_hosts")
      .set({ ladders, measured_with: measuredWith })
      .where("host", "=", config.liveHost.name)
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
      .where("host", "=", config.liveHost.name)
      .executeTakeFirst();
    // A measurement of other hardware is used as an estimate until this one is measured.
    capacity.possible = known?.ladders ?? null;
    if (capacity.possible !== null && known?.measured_with === measuredWith) return;
    if (signal.aborted) return;
    const ladders = await measure.ladders();
    if (signal.aborted) return;
    capacity.possible = ladders;
    await write(ladders, measuredWith);
    log.info({ ladders, measuredWith }, "encoding capacity measured");
  } catch (error) {
    log.warn({ err: error }, "encoding capacity not measured");
  }
}
