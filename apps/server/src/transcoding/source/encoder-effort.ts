import type { Executor } from "@kinora/db/connect.ts";
import { DEFAULT_EFFORT, type EncoderEffort } from "@kinora/domain/transcoding/encoder-effort.ts";

/** What superusers chose for transcodes that begin now. */
export async function readEncoderEffort(on: Executor): Promise<EncoderEffort> {
  const row = await on.selectFrom("transcoding_settings").select("effort").executeTakeFirst();
  return row?.effort ?? DEFAULT_EFFORT;
}
