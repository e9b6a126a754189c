import type { Executor } from "@kinora/db/connect.ts";
import { inGigabytes } from "@kinora/domain/uploads/uploads.ts";
import { projectStorage } from "../platform/access/allowance.ts";
import { Refusal } from "../platform/refusal.ts";

/** @throws Refusal `forbidden` when the project is suspended. */
export function requireOpenProject({ suspended_at: suspendedAt }: { suspended_at: Date | null }): void {
  if (suspendedAt !== null)
    throw new Refusal("forbidden", "Nothing can be uploaded: this project is suspended. Ask an owner of the account.");
}

/** @throws Refusal `forbidden` when the project is suspended, `invalid` when a file of this size exceeds its hard quota. */
export async function checkProject(on: Executor, projectId: number, sizeBytes: number): Promise<void> {
  const project = await on.selectFrom("projects").select("suspended_at").where("id", "=", projectId).executeTakeFirst();
  if (project) requireOpenProject(project);
  const { usedBytes, hardBytes } = await projectStorage(on, projectId);
  if (hardBytes === null || usedBytes + sizeBytes <= hardBytes) return;
  const left = inGigabytes(Math.max(0, hardBytes - usedBytes));
  const message = `This file needs ${inGigabytes(sizeBytes)}, and this project has ${left} of its quota of ${inGigabytes(hardBytes)} left.`;
  throw new Refusal("invalid", message, { fields: { file: [message] } });
}
