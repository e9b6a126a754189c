import type { ProviderRefusal } from "@kinora/domain/people/own-provider.ts";
import type { WayBackRequest } from "../next-address.ts";
import type { LoginRequest } from "../request.ts";
import { factorsOf } from "../second-factor/factors.ts";
import { continueSignIn, finish, type SignedIn } from "../second-factor/sign-in.ts";
import { readIdentity } from "./identity.ts";
import { personOf, type Found } from "./person-of.ts";
import { findProvider, type OwnProvider } from "./provider-row.ts";
import { auditRefusal, logProviderSignIn, ProviderRefused } from "./refused.ts";
import { takeStart, type Start } from "./starts.ts";

export interface Answer {
  /** The account whose redirect URI it came to. */
  accountId: number;
  state: string;
  /** Path and query of the request. */
  address: string;
}

/** Where the browser goes, or why not. */
export type Finished = (SignedIn | { refused: ProviderRefusal }) & { wayBack: WayBackRequest };

/** Signs the browser in with a provider's answer. Every outcome is a line in the log of sign-ins and in the account's audit log. */
export async function finishProviderSignIn(request: LoginRequest, answer: Answer): Promise<Finished> {
  const { db, secrets } = request;
  const start = await takeStart(request, answer.state);
  if (!start) {
    await logProviderSignIn(request, { accountId: null, email: "", refused: "over", detail: "" });
    return { refused: "over", wayBack: {} };
  }
  const { wayBack, accountId } = start;
  const provider = await findProvider(db, secrets, accountId);
  try {
    return { ...(await signIn(request, { start, provider, answer })), wayBack };
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const { reason: refused, detail, email } = error;
    await logProviderSignIn(request, { accountId, email, refused, detail });
    if (provider) {
      const { account: name, projectId } = provider;
      await auditRefusal(request, { id: accountId, name, projectId }, error);
    }
    return { refused, wayBack };
  }
}

async function signIn(
  request: LoginRequest,
  { start, provider, answer }: { start: Start; provider: OwnProvider | undefined; answer: Answer },
): Promise<SignedIn> {
  const { db } = request;
  if (!provider || provider.issuer !== start.issuer || provider.clientId !== start.clientId)
    throw new ProviderRefused("off");
  if (answer.accountId !== start.accountId)
    throw new ProviderRefused("untrusted", { detail: "The answer came to the redirect URI of another account." });
  const identity = await readIdentity(request, { provider, start, answer: answer.address });
  const found = await db.transaction().execute((tx) => personOf(request, tx, provider, identity));
  const { accountId } = provider;
  await logProviderSignIn(request, { accountId, email: identity.email, refused: null, detail: provider.issuer });
  const { userId } = found;
  const byProvider = { accountId, factor: identity.factor, sid: identity.sid };
  const onward = { ...start.wayBack, provider: byProvider };
  if (identity.factor && (await countsForAll(request, accountId, found)))
    return { next: await finish(request, userId, onward, { isFactor: true }), second_factor: null };
  return continueSignIn(request, userId, onward);
}

/**
 * Whether the provider's second factor stands for the person's own: not at the first sign-in, which shows that both are one person,
 * and not where the person belongs to another account, whose business this provider is not.
 */
async function countsForAll({ db }: LoginRequest, accountId: number, { userId, first }: Found): Promise<boolean> {
  if ((await factorsOf(db, userId)) === null) return true;
  if (first) return false;
  for (const table of ["account_owners", "project_members"] as const) {
    const other = await db
      .selectFrom(table)
      .select("account_id")
      .where("user_id", "=", userId)
      .where("account_id", "!=", accountId)
      .limit(1)
      .executeTakeFirst();
    if (other) return false;
  }
  return true;
}
