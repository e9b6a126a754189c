import { createAccount } from "../accounts/service.ts";
import type { Services } from "../context.ts";
import { audit } from "../platform/events/events.ts";
import { requireOpen } from "../platform/installation/maintenance.ts";
import { Refusal } from "../platform/refusal.ts";
import { countMailRequest } from "./attempts.ts";
import { readUser, refuseWeakPassword, storePassword } from "./credentials.ts";
import { accept, invitationsOf } from "./invitations.ts";
import { activationMail, registrationMail } from "./mail-tasks.ts";
import { nextAddress } from "./next-address.ts";
import { requireOwnWay } from "./own-provider/required.ts";
import { hashPassword } from "./passwords.ts";
import type { LoginRequest } from "./request.ts";
import { registrationIsOpen } from "./service.ts";
import { endSessions } from "./sessions.ts";
import { readToken, useToken, type TokenKind } from "./tokens.ts";

export interface NewPerson {
  token: string;
  first_name: string;
  last_name: string;
  password: string;
}

const LINK_IS_OVER = "This link has been used or is no longer valid.";

/** The state of a link, whom it is for, and what they join with it. */
export async function inspectToken({ db, clock }: Services, kind: TokenKind, token: string) {
  const { state, userId } = await readToken(db, kind, token, clock.now());
  const anonymous = { email: null, first_name: "", last_name: "", joins: [] };
  if (kind === "first_run") {
    // Whatever became of the link: nobody needs a new one once somebody exists.
    const someone = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
    return { state: someone ? ("used" as const) : state, ...anonymous };
  }
  if (userId === null) return { state, ...anonymous };
  const user = await readUser(db, userId);
  if (user.status === "blocked") return { state: "unknown" as const, ...anonymous };
  const used = state === "used" || (kind === "activate" && user.status === "active");
  // Only a valid link reveals whom it was made for.
  if (used || state !== "valid") return { state: used ? ("used" as const) : state, ...anonymous };
  return {
    state,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    joins: kind === "activate" ? await joinsOf({ db, clock }, userId, user.email) : [],
  };
}

async function joinsOf({ db, clock }: Pick<Services, "db" | "clock">, userId: number, email: string) {
  const owned = await db
    .selectFrom("account_owners")
    .innerJoin("accounts", "accounts.id", "account_owners.account_id")
    .select("accounts.name")
    .where("account_owners.user_id", "=", userId)
    .execute();
  const invited = await invitationsOf(db, email, clock.now());
  return [
    ...owned.map(({ name }) => ({ account: name, project: null, role: "Owner" })),
    ...invited.map(({ account, project, role }) => ({ account, project, role })),
  ];
}

/**
 * An invited person chooses their name and password; they are signed in at once.
 * @throws Refusal `gone` when the link was used or has expired, `invalid` for a weak password, `forbidden` for people whose
 *   organization demands its own provider.
 */
export async function activate(request: LoginRequest, person: NewPerson): Promise<{ next: string }> {
  const { db, clock } = request;
  const { state, userId: expected } = await readToken(db, "activate", person.token, clock.now());
  if (state !== "valid" || expected === null) throw new Refusal("gone", LINK_IS_OVER);
  const { email } = await readUser(db, expected);
  await requireOwnWay(request, expected);
  await refuseWeakPassword(person.password, [email, person.first_name, person.last_name]);
  const passwordHash = await hashPassword(person.password);

  const userId = await db.transaction().execute(async (tx) => {
    const used = await useToken(tx, "activate", person.token, clock.now());
    const user = used?.userId
      ? await tx
          .updateTable("users")
          .set({
            first_name: person.first_name,
            last_name: person.last_name,
            status: "active",
            last_seen_at: clock.now(),
          })
          .where("id", "=", used.userId)
          .where("status", "=", "invited")
          .returning(["id", "email"])
          .executeTakeFirst()
      : undefined;
    if (!user) throw new Refusal("gone", LINK_IS_OVER);
    await storePassword(tx, user.id, passwordHash, clock.now());
    await endSessions(tx, user.id);
    for (const invitation of await invitationsOf(tx, user.email, clock.now()))
      await accept(request, tx, invitation, user.id);
    await auditOwn(tx, request, user, "user.activate");
    return user.id;
  });
  const session = await request.signBrowserIn(userId, { isFactor: false });
  return { next: await nextAddress(request, session, {}) };
}

/** Mails a new activation link for an expired one; any other token gets the same answer. */
export async function resendActivation(request: LoginRequest, token: string): Promise<{ message: string }> {
  const { db, clock, jobs } = request;
  const { state, userId } = await readToken(db, "activate", token, clock.now());
  // Tokens that are nobody's are counted together, by the network alone.
  const email = userId === null ? undefined : (await readUser(db, userId)).email;
  await countMailRequest(db, { kind: "activation", email, ip: request.ip }, clock.now());
  if (state === "expired" && userId !== null) await jobs.send(db, activationMail, { userId });
  return { message: "If this link was an invitation, a new one is on its way to the same address." };
}

/**
 * The first person of an installation: superuser, and owner of the account they name.
 * @throws Refusal `gone` when the link was used, has expired, or a user exists already.
 */
export async function firstRun(
  request: LoginRequest,
  person: NewPerson & { email: string; account_name: string },
): Promise<{ next: string }> {
  const { config, db, clock } = request;
  const { state } = await readToken(db, "first_run", person.token, clock.now());
  if (state !== "valid") throw new Refusal("gone", LINK_IS_OVER);
  await refuseWeakPassword(person.password, [person.email, person.first_name, person.last_name]);
  const passwordHash = await hashPassword(person.password);

  const userId = await db.transaction().execute(async (tx) => {
    const used = await useToken(tx, "first_run", person.token, clock.now());
    const someone = await tx.selectFrom("users").select("id").limit(1).executeTakeFirst();
    if (!used || someone) throw new Refusal("gone", LINK_IS_OVER);
    const user = await tx
      .insertInto("users")
      .values({
        email: person.email,
        first_name: person.first_name,
        last_name: person.last_name,
        superuser: true,
        last_seen_at: clock.now(),
      })
      .returning(["id", "email"])
      .executeTakeFirstOrThrow();
    await storePassword(tx, user.id, passwordHash, clock.now());
    await createAccount(tx, { name: person.account_name, cell: config.cell, ownerId: user.id });
    await auditOwn(tx, request, user, "user.first_run");
    return user.id;
  });
  const session = await request.signBrowserIn(userId, { isFactor: false });
  return { next: await nextAddress(request, session, {}) };
}

/**
 * Requests an account. The rest happens by mail, so that the answer does not reveal which emails are known.
 * @throws Refusal `forbidden` while registration is closed, `maintenance`.
 */
export async function register(
  request: LoginRequest,
  requested: { email: string; account_name: string },
): Promise<{ message: string }> {
  const { db, clock, jobs } = request;
  if (!(await registrationIsOpen(request))) {
    throw new Refusal("forbidden", "Registration is closed here. Ask an owner of an account to invite you.");
  }
  await requireOpen(request);
  await countMailRequest(db, { kind: "registration", email: requested.email, ip: request.ip }, clock.now());
  await jobs.send(db, registrationMail, { email: requested.email, accountName: requested.account_name });
  return { message: "Check your email: we sent you a link to continue." };
}

async function auditOwn(
  tx: Parameters<typeof audit>[0],
  { ip }: LoginRequest,
  user: { id: number; email: string },
  action: string,
): Promise<void> {
  await audit(tx, {
    accountId: null,
    projectId: null,
    actor: { kind: "user", user_id: user.id, address: ip },
    action,
    objectType: "user",
    objectId: user.id,
    objectTitle: user.email,
  });
}
