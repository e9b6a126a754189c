import { PROVIDER_REFUSALS, type ProviderRefusal } from "@kinora/domain/people/own-provider.ts";
import { audit } from "../../platform/events/events.ts";
import type { LoginRequest } from "../request.ts";

/** A sign-in with an own provider that is refused: a reason for the person, and a detail for the log. */
export class ProviderRefused extends Error {
  readonly reason: ProviderRefusal;
  readonly detail: string;
  /** Whose, as far as it is known. */
  readonly email: string;

  constructor(reason: ProviderRefusal, { detail = "", email = "" } = {}) {
    super(PROVIDER_REFUSALS[reason]);
    this.reason = reason;
    // Parts of it are the provider's words, and of the browser's address.
    this.detail = detail.replaceAll("\0", "").toWellFormed();
    this.email = email;
  }
}

interface Outcome {
  accountId: number | null;
  email: string;
  /** Null for a person who was signed in. */
  refused: ProviderRefusal | null;
  detail: string;
}

/** Adds a line to the log of sign-ins. */
export async function logProviderSignIn(
  { db, clock, ip, requestId }: Pick<LoginRequest, "db" | "clock" | "ip" | "requestId">,
  { accountId, email, refused, detail }: Outcome,
): Promise<void> {
  const line = { account_id: accountId, email: email.slice(0, 254), refused, detail };
  await db
    .insertInto("own_provider_sign_ins")
    .values({ ...line, ip, request_id: requestId, created_at: clock.now() })
    .execute();
}

/** Adds a refusal to the account's audit log, too. Its answer came back to the browser that had begun. */
export async function auditRefusal(
  { db, ip }: Pick<LoginRequest, "db" | "ip">,
  account: { id: number; name: string; projectId: number | null },
  { reason, detail, email }: ProviderRefused,
): Promise<void> {
  await audit(db, {
    accountId: account.id,
    projectId: account.projectId,
    actor: { kind: "system", address: ip },
    action: "user.provider_sign_in_refused",
    objectType: "account",
    objectId: account.id,
    objectTitle: account.name,
    changes: { reason, ...(email ? { email } : {}), ...(detail ? { detail } : {}) },
  });
}
