import type { Executor } from "@kinora/db/connect.ts";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import { audit } from "../platform/events/events.ts";

interface BillingEntry {
  accountId: number | null;
  action: string;
  objectType: "plan" | "account" | "invoice" | "billing";
  objectId: number | null;
  objectTitle: string;
  changes: Record<string, unknown>;
}

/** Writes what a superuser changed of plans, terms and invoices into the audit log. */
export const auditBilling = (on: Executor, { caller }: Pick<Context, "caller">, entry: BillingEntry): Promise<void> =>
  audit(on, { ...entry, projectId: null, actor: actorOf(caller) });

/** The superuser of a request; null for the operator's commands. */
export const personOf = ({ caller }: Pick<Context, "caller">): number | null =>
  caller.kind === "user" ? caller.userId : null;
