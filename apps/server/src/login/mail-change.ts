import type { Tx } from "@kinora/db/connect.ts";
import { violatedIndex } from "../platform/database/unique-violation.ts";
import { Refusal } from "../platform/refusal.ts";
import { countMailRequest } from "./attempts.ts";
import { readUser } from "./credentials.ts";
import { mailChangeLinks, mailChangedMail } from "./mail-change-mails.ts";
import { requireKeptDomain } from "./own-provider/required.ts";
import { requireSession, type LoginRequest } from "./request.ts";
import { auditOwn } from "./second-factor/factors.ts";
import { requireProof, wrong, type Proof } from "./second-factor/proof.ts";
import { expireTokens, secretId } from "./tokens.ts";

/** How long the two links work. */
const CHANGE_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;
const OVER = new Refusal("gone", "This link has been used or is no longer valid.");
const TAKEN = new Refusal("conflict", "This address has a sign-in already. Yours stays as it is.");

/**
 * Begins to change the signed-in person's address: a link is mailed to the old and one to the new address, and nothing changes before
 * both were confirmed. It takes the place of an earlier change. Whether the new address has a sign-in is not revealed.
 * @throws Refusal `invalid` at `email` for the address the person has, at `current_password` or `code` when that is wrong,
 *   `forbidden` for an address outside the organization that demands its own provider, `rate_limited` after too many requests.
 */
export async function askMailChange(request: LoginRequest, { email, ...proof }: Proof & { email: string }) {
  const { db, clock, jobs } = request;
  const user = await requireProof(request, proof);
  if (user.email === email) throw wrong("email", "This is your address already.");
  await requireKeptDomain(db, user.id, email);
  const now = clock.now();
  await countMailRequest(db, { kind: "email_change", email, ip: request.ip }, now);
  await db.transaction().execute(async (tx) => {
    const change = {
      email,
      old_token: null,
      new_token: null,
      old_confirmed_at: null,
      new_confirmed_at: null,
      created_at: now,
      expires_at: new Date(now.getTime() + CHANGE_HOURS * HOUR_MS),
    };
    await tx
      .insertInto("login_mail_changes")
      .values({ user_id: user.id, ...change })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(change))
      .execute();
    await auditOwn(request, tx, { user, action: "user.email_change_asked", changes: { email: [user.email, email] } });
    await jobs.send(tx, mailChangeLinks, { userId: user.id });
  });
  return { message: `We sent a link to ${user.email} and one to ${email}. Open both.` };
}

/** Ends the signed-in person's unfinished change; without one nothing happens. */
export async function withdrawMailChange(request: LoginRequest): Promise<{ message: string }> {
  const { userId } = requireSession(request);
  await request.db.transaction().execute((tx) => endChange(request, tx, userId));
  return { message: "Your address stays as it is." };
}

/** The unfinished change of a person, as their profile shows it. */
export async function readMailChange({ db, clock }: LoginRequest, userId: number) {
  const row = await db
    .selectFrom("login_mail_changes")
    .select(["email", "old_confirmed_at", "new_confirmed_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  if (!row) return null;
  const { email, expires_at } = row;
  return {
    email,
    expires_at,
    old_confirmed: row.old_confirmed_at !== null,
    new_confirmed: row.new_confirmed_at !== null,
  };
}

/** What a link is about, for the page it opens. */
export async function inspectMailChange(request: LoginRequest, token: string) {
  const change = await request.db.transaction().execute((tx) => findChange(request, tx, token));
  if (!change) return { change: null };
  const { side, old_email, email } = change;
  return { change: { side, old_email, new_email: email, confirmed: isConfirmed(change, side) } };
}

/**
 * Confirms a change from one of the two mailboxes; a second time is the same as once. With the other one's confirmation the address
 * changes: links mailed to the old one end, sessions do not, and a mail to each address says so.
 * @throws Refusal `gone` for a link that is over, `conflict` when the new address has got a sign-in meanwhile, `forbidden` when an
 *   organization has begun to demand its own provider.
 */
export async function confirmMailChange(request: LoginRequest, token: string) {
  return request.db
    .transaction()
    .execute((tx) => confirmSide(request, tx, token))
    .catch((error: unknown) => {
      // Someone else's change to the same address was confirmed at the same moment.
      throw violatedIndex(error) === "users_email_key" ? TAKEN : error;
    });
}

async function confirmSide(request: LoginRequest, tx: Tx, token: string) {
  const change = await findChange(request, tx, token);
  if (!change) throw OVER;
  const { side } = change;
  const other = side === "old" ? "new" : "old";
  if (isConfirmed(change, other)) {
    await changeMail(request, tx, change);
    return { changed: true, message: `You sign in as ${change.email} from now on.` };
  }
  await tx
    .updateTable("login_mail_changes")
    .set(side === "old" ? { old_confirmed_at: request.clock.now() } : { new_confirmed_at: request.clock.now() })
    .where("user_id", "=", change.user_id)
    .execute();
  const waits = side === "old" ? change.email : change.old_email;
  return { changed: false, message: `Confirmed. Now open the link that we sent to ${waits}.` };
}

/** Ends a change with the link of the old address. @throws Refusal `gone` for another link or one that is over. */
export async function cancelMailChange(request: LoginRequest, token: string): Promise<{ message: string }> {
  await request.db.transaction().execute(async (tx) => {
    const change = await findChange(request, tx, token);
    if (change?.side !== "old") throw OVER;
    await endChange(request, tx, change.user_id);
  });
  return { message: "The address stays as it is. If it was not you who asked, change your password now." };
}

type Change = NonNullable<Awaited<ReturnType<typeof findChange>>>;

const isConfirmed = (change: Change, side: "old" | "new"): boolean =>
  (side === "old" ? change.old_confirmed_at : change.new_confirmed_at) !== null;

/** The change of a link, locked, with the side the link was sent to; null when it is over. */
async function findChange({ clock }: LoginRequest, tx: Tx, token: string) {
  const id = secretId(token);
  const row = await tx
    .selectFrom("login_mail_changes as change")
    .innerJoin("users", "users.id", "change.user_id")
    .select(["change.user_id", "change.email", "old_token", "old_confirmed_at", "new_confirmed_at"])
    .select("users.email as old_email")
    .where((e) => e.or([e("old_token", "=", id), e("new_token", "=", id)]))
    .where("change.expires_at", ">", clock.now())
    .where("users.status", "=", "active")
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const side: "old" | "new" = row.old_token?.equals(id) ? "old" : "new";
  return { ...row, side };
}

async function changeMail(request: LoginRequest, tx: Tx, { user_id: userId, email, old_email }: Change): Promise<void> {
  const { clock, jobs } = request;
  await requireKeptDomain(tx, userId, email);
  const changed = await tx
    .updateTable("users")
    .set({ email })
    .where("id", "=", userId)
    .where((e) => e.not(e.exists(e.selectFrom("users as other").select("other.id").where("other.email", "=", email))))
    .returning("id")
    .executeTakeFirst();
  if (!changed) throw TAKEN;
  await tx.deleteFrom("login_mail_changes").where("user_id", "=", userId).execute();
  for (const kind of ["reset", "confirm"] as const) await expireTokens(tx, kind, userId, clock.now());
  const user = { id: userId, email };
  await auditOwn(request, tx, { user, action: "user.email_changed", changes: { email: [old_email, email] } });
  await jobs.send(tx, mailChangedMail, { userId, oldEmail: old_email });
}

async function endChange(request: LoginRequest, tx: Tx, userId: number): Promise<void> {
  const ended = await tx
    .deleteFrom("login_mail_changes")
    .where("user_id", "=", userId)
    .returning("email")
    .executeTakeFirst();
  if (!ended) return;
  const user = await readUser(tx, userId);
  const changes = { email: [user.email, ended.email] };
  await auditOwn(request, tx, { user, action: "user.email_change_cancelled", changes });
}
