import type { Executor } from "@kinora/db/connect.ts";
import { CommandError } from "./command.ts";

/** A project by its hash or number. @throws CommandError when there is none. */
export async function findNamedProject(on: Executor, name: string): Promise<{ id: number; account_id: number }> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : null;
  const project = await on
    .selectFrom("projects")
    .select(["id", "account_id"])
    .where(({ or, eb }) => or([eb("hash", "=", name), ...(id === null ? [] : [eb("id", "=", id)])]))
    .where("deleted_at", "is", null)
    // A hash of digits alone could be another project's id: the hash takes precedence.
    .orderBy(({ eb }) => eb("hash", "=", name), "desc")
    .executeTakeFirst();
  if (!project) throw new CommandError(`There's no project with the ID or hash ${name}.`);
  return project;
}
