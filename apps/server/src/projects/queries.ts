import type { Tx } from "@kinora/db/connect.ts";
import { newHash } from "../platform/hash.ts";

export const PROJECT_COLUMNS = ["id", "account_id", "name", "hash", "domain", "created_at"] as const;

/** Adds a project to an account; the database refuses a name the account already has. */
export function insertProject(tx: Tx, accountId: number, project: { name: string; domain: string }) {
  return tx
    .insertInto("projects")
    .values({ account_id: accountId, hash: newHash(), name: project.name, domain: project.domain })
    .returning(PROJECT_COLUMNS)
    .executeTakeFirstOrThrow();
}
