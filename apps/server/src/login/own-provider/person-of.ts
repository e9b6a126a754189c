import type { Tx } from "@kinora/db/connect.ts";
import { mailDomain } from "@kinora/domain/people/own-provider.ts";
import { requireSeats } from "../../platform/access/plan-limits.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { accept, invitationsOf } from "../invitations.ts";
import type { LoginRequest } from "../request.ts";
import { expireTokens } from "../tokens.ts";
import type { Identity } from "./identity.ts";
import { verifiedDomains, type OwnProvider } from "./provider-row.ts";
import { ProviderRefused } from "./refused.ts";

export interface Found {
  userId: number;
  /** Whether this is the first sign-in with this identity. */
  first: boolean;
}

/**
 * The person of an identity: the one it is linked with, otherwise the one who has its email, otherwise a new one; a member of the
 * account afterwards.
 * @throws ProviderRefused
 */
export async function personOf(
  request: LoginRequest,
  tx: Tx,
  provider: OwnProvider,
  identity: Identity,
): Promise<Found> {
  const { email } = identity;
  const domains = await verifiedDomains(tx, provider.accountId);
  if (!domains.has(mailDomain(email))) throw new ProviderRefused("foreign_domain", { email });
  const linked = await linkedPerson(tx, provider, identity);
  const user = linked ?? (await personOfEmail(tx, provider, identity));
  const own = user.email;
  if (user.superuser) throw new ProviderRefused("own_way", { email: own, detail: "superuser" });
  if (user.status === "blocked") throw new ProviderRefused("blocked", { email: own });
  // The person's address may have changed since: that of another organization is not this one's to open.
  if (!domains.has(mailDomain(own))) throw new ProviderRefused("foreign_domain", { email: own });
  if (user.status === "invited") await activate(request, tx, user.id, identity);
  if (!(await belongs(tx, provider.accountId, user.id))) await join(request, tx, provider, user);
  await remember(request, tx, provider, { identity, userId: user.id, email: own, first: !linked });
  return { userId: user.id, first: !linked };
}

const columns = ["users.id", "users.email", "users.status", "users.superuser"] as const;

const linkedPerson = (tx: Tx, { accountId }: OwnProvider, { issuer, subject }: Identity) =>
  tx
    .selectFrom("own_provider_people")
    .innerJoin("users", "users.id", "own_provider_people.user_id")
    .select(columns)
    .where("own_provider_people.account_id", "=", accountId)
    .where("own_provider_people.issuer", "=", issuer)
    .where("own_provider_people.subject", "=", subject)
    .forUpdate("users")
    .executeTakeFirst();

async function personOfEmail(tx: Tx, { accountId }: OwnProvider, { issuer, email, firstName, lastName }: Identity) {
  await tx
    .insertInto("users")
    .values({ email, first_name: firstName, last_name: lastName })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  const user = await tx
    .selectFrom("users")
    .select(columns)
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const taken = await tx
    .selectFrom("own_provider_people")
    .select("subject")
    .where("account_id", "=", accountId)
    .where("issuer", "=", issuer)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  if (taken) throw new ProviderRefused("linked", { email });
  return user;
}

/** An invited person needs no password. */
async function activate({ clock }: LoginRequest, tx: Tx, userId: number, { firstName, lastName }: Identity) {
  await tx
    .updateTable("users")
    .set({ status: "active", first_name: firstName, last_name: lastName })
    .where("id", "=", userId)
    .execute();
  await expireTokens(tx, "activate", userId, clock.now());
}

async function belongs(tx: Tx, accountId: number, userId: number): Promise<boolean> {
  for (const table of ["account_owners", "project_members"] as const) {
    const row = await tx
      .selectFrom(table)
      .select("user_id")
      .where("account_id", "=", accountId)
      .where("user_id", "=", userId)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Joins what the person is invited to in this account, otherwise what new people join. */
async function join(request: LoginRequest, tx: Tx, provider: OwnProvider, user: { id: number; email: string }) {
  const { accountId } = provider;
  const { email } = user;
  const blocked = await tx
    .selectFrom("blocked_members")
    .select("user_id")
    .where("account_id", "=", accountId)
    .where("user_id", "=", user.id)
    .limit(1)
    .executeTakeFirst();
  if (blocked) throw new ProviderRefused("blocked", { email, detail: "blocked in a project of the account" });
  const invitations = await invitationsOf(tx, email, request.clock.now());
  const own = invitations.filter(({ account_id: of }) => of === accountId);
  for (const invitation of own) await accept(request, tx, invitation, user.id);
  if (own.length === 0) await joinDefault(request, tx, provider, user);
}

async function joinDefault(request: LoginRequest, tx: Tx, provider: OwnProvider, user: { id: number; email: string }) {
  const { accountId, projectId, roleId } = provider;
  const { email } = user;
  const place = await tx
    .selectFrom("projects")
    .innerJoin("roles", "roles.account_id", "projects.account_id")
    .select(["projects.id as project_id", "roles.id as role_id", "roles.title"])
    .where("projects.id", "=", projectId)
    .where("projects.account_id", "=", accountId)
    .where("projects.deleted_at", "is", null)
    .where("roles.id", "=", roleId)
    .executeTakeFirst();
  if (!place) throw new ProviderRefused("no_place", { email });
  await requireSeats(tx, accountId, [email]).catch((error: unknown) => {
    throw error instanceof Refusal ? new ProviderRefused("no_seat", { email, detail: error.message }) : error;
  });
  const { project_id, role_id, title: role } = place;
  await tx
    .insertInto("project_members")
    .values({ project_id, account_id: accountId, user_id: user.id, role_id })
    .execute();
  const actor = { kind: "user", user_id: user.id };
  await request.emit(tx, {
    type: "user.added",
    accountId,
    projectId: project_id,
    payload: { user_id: user.id },
    actor,
  });
  await audit(tx, {
    accountId,
    projectId: project_id,
    actor: { ...actor, address: request.ip },
    action: "user.join",
    objectType: "user",
    objectId: user.id,
    objectTitle: email,
    changes: { role },
  });
}

async function remember(
  { clock, ip }: LoginRequest,
  tx: Tx,
  { accountId, projectId }: OwnProvider,
  { identity, userId, email, first }: { identity: Identity; userId: number; email: string; first: boolean },
): Promise<void> {
  const { issuer, subject } = identity;
  const now = clock.now();
  await tx
    .insertInto("own_provider_people")
    .values({ account_id: accountId, issuer, subject, user_id: userId, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.columns(["account_id", "issuer", "subject"]).doUpdateSet({ last_used_at: now }))
    .execute();
  await audit(tx, {
    accountId,
    projectId,
    actor: { kind: "user", user_id: userId, address: ip },
    action: first ? "user.provider_linked" : "user.provider_sign_in",
    objectType: "user",
    objectId: userId,
    objectTitle: email,
    changes: { issuer, second_factor: identity.factor },
  });
}
