import { createHash, randomBytes } from "node:crypto";
import type { Product } from "./product.ts";

/** Makes some keys that may do everything in a project, its own unless said: the API lets each ask only so often in a minute. */
export async function makeApiKeys(
  { project: { db, accountId, projectId } }: Product,
  count: number,
  inProject = projectId,
): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `vk_live_${randomBytes(32).toString("base64url")}`);
  await db
    .insertInto("api_keys")
    .values(
      keys.map((key) => ({
        project_id: inProject,
        account_id: accountId,
        name: "Bench",
        prefix: key.slice(0, 12),
        key_hash: createHash("sha256").update(key).digest(),
        scopes: ["full"],
      })),
    )
    .execute();
  return keys;
}
