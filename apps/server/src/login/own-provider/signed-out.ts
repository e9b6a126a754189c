import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { audit } from "../../platform/events/events.ts";
import type { ProviderLogout } from "./logout-token.ts";
import { CLOCK_TOLERANCE } from "./provider-client.ts";
import type { OwnProvider } from "./provider-row.ts";

/**
 * Ends what an account's provider began and ends now: the session of its `sid`, and with a subject alone all of that person, each with
 * everything that depends on it on every API host. What a person began by a password or a passkey stays. Doing it twice is doing it once,
 * also where the person signed in again meanwhile.
 */
export async function endProviderSessions(
  services: Pick<Services, "clock" | "db">,
  provider: OwnProvider,
  logout: ProviderLogout,
  address: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: number; email: string; ended: number }>`
      with ended as (
        delete from login_sessions as begun where ${isMeant(provider, logout)} returning user_id)
      select user_id, email, count(*)::int as ended from ended join users on users.id = user_id group by user_id, email`.execute(
      tx,
    );
    await sql`
      update login_tokens as begun set expires_at = ${services.clock.now()}
      where kind = 'second_factor' and used_at is null and ${isMeant(provider, logout)}`.execute(tx);
    for (const { user_id: userId, email, ended } of rows)
      await recordSignedOut(tx, provider, { userId, email, ended, address });
  });
}

/** A session without the provider's id is one of the person's, whichever is meant: the provider may have named none then. */
const isMeant = ({ accountId, issuer }: OwnProvider, { sid, subject, at }: ProviderLogout) => sql<boolean>`
  begun.provider_account_id = ${accountId} and (
    begun.provider_sid = ${sid}::text
    or (begun.provider_sid is null or ${sid}::text is null)
      and begun.created_at <= ${new Date(at.getTime() + CLOCK_TOLERANCE * 1_000)} and exists (
      select from own_provider_people person
      where person.account_id = ${accountId} and person.issuer = ${issuer} and person.subject = ${subject}::text
        and person.user_id = begun.user_id))`;

const recordSignedOut = (
  tx: Tx,
  { accountId, projectId, issuer }: OwnProvider,
  { userId, email, ended, address }: { userId: number; email: string; ended: number; address: string },
) =>
  audit(tx, {
    accountId,
    projectId,
    actor: { kind: "system", address },
    action: "user.provider_signed_out",
    objectType: "user",
    objectId: userId,
    objectTitle: email,
    changes: { issuer, sessions_ended: ended },
  });
