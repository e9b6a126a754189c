import type { Tx } from "@kinora/db/connect.ts";
import type { Caller } from "./caller.ts";

/** Whose a new key or token is: the caller's, or of a caller that is a key its maker's, so that it ends when they leave. */
export async function makerOf(tx: Tx, caller: Caller): Promise<number | null> {
  if (caller.kind === "user") return caller.userId;
  if (caller.kind !== "api_key") return null;
  const key = await tx.selectFrom("api_keys").select("created_by").where("id", "=", caller.keyId).executeTakeFirst();
  return key?.created_by ?? null;
}
