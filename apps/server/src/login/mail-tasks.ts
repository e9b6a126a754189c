import type { Executor } from "@kinora/db/connect.ts";
import { z } from "zod";
import { createAccount } from "../accounts/service.ts";
import type { Services } from "../context.ts";
import { task } from "../platform/jobs/tasks.ts";
import { mailName } from "../platform/mail/mail-name.ts";
import { greeting } from "./greeting.ts";
import { createActivation, invitationsOf } from "./invitations.ts";
import { createToken } from "./tokens.ts";

/** A person is not mailed the same kind of link twice within this time, however often it is requested. */
const PAUSE_MS = 60_000;

/** Mails an invited person the link to activate their sign-in. Send it in the transaction that invites them. */
export const activationMail = task({
  name: "login.activation-mail",
  payload: z.object({ userId: z.number() }),
  run: (services, { userId }) => sendActivation(services, userId),
});

async function sendActivation(services: Services, userId: number): Promise<void> {
  const user = await services.db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (user?.status !== "invited") return;
  const { url } = await createActivation(services, services.db, userId);
  await services.mail.send({
    kind: "activation",
    to: user.email,
    subject: "You are invited to Kinora",
    text: [
      greeting(user),
      `You were added to ${await placeOf(services, user)} on Kinora. Choose your name and password here:`,
      url,
      "The link works once, for 7 days. If you didn't expect this email, you can ignore it.",
    ].join("\n\n"),
  });
}

/** Mails a link to choose a new password; people who never activated their sign-in get the activation link again instead. */
export const resetMail = task({
  name: "login.reset-mail",
  payload: z.object({ email: z.string(), askedAt: z.iso.datetime().optional() }),
  async run(services, { email, askedAt }) {
    const { db, config, clock, mail } = services;
    const user = await db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
    if (!user || user.status === "blocked" || (await wasMailedJustNow(services, user.id))) return;
    if (user.status === "invited") return sendActivation(services, user.id);
    // Requested before the password changed, but the job had to wait.
    if (askedAt !== undefined && (await hasPasswordSince(services, user.id, new Date(askedAt)))) return;
    const token = await createToken(db, "reset", user.id, clock.now());
    await mail.send({
      kind: "password_reset",
      to: user.email,
      subject: "Choose a new password",
      text: [
        greeting(user),
        "Someone requested a new password for your Kinora account. Choose it here:",
        `${config.urls.login}/reset?token=${token}`,
        "The link works once, for one hour. If it wasn't you, ignore this email. Your password stays the same.",
      ].join("\n\n"),
    });
  },
});

/** Mails a person whose password is being guessed a link that makes their browser known. */
export const confirmMail = task({
  name: "login.confirm-mail",
  payload: z.object({ email: z.string() }),
  async run(services, { email }) {
    const { db, config, clock, mail } = services;
    const user = await db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", email)
      .where("status", "=", "active")
      .executeTakeFirst();
    if (!user) return;
    const token = await createToken(db, "confirm", user.id, clock.now());
    await mail.send({
      kind: "confirm_browser",
      to: user.email,
      subject: "Unusual sign-in attempts",
      text: [
        greeting(user),
        "Someone entered several wrong passwords for your Kinora account. Browsers you already use aren't affected. To sign in with a new one, open this link in it:",
        `${config.urls.login}/login?confirm=${token}`,
        "The link works for one hour. If it wasn't you, ignore this email. None of these passwords worked.",
      ].join("\n\n"),
    });
  },
});

/** Creates a requested account where registration is open, and mails the link to continue. */
export const registrationMail = task({
  name: "login.registration-mail",
  payload: z.object({ email: z.string(), accountName: z.string() }),
  async run(services, { email, accountName }) {
    const { db, config, mail } = services;
    const known = await db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
    if (known?.status === "active" && !(await wasMailedJustNow(services, known.id))) {
      await mail.send({
        kind: "registration",
        to: email,
        subject: "You already have a Kinora account",
        text: [
          "Someone requested a Kinora account with this email address. You already have one and can sign in here:",
          `${config.urls.login}/login`,
          "If you forgot your password, you can reset it there.",
        ].join("\n\n"),
      });
    }
    if (known) {
      if (known.status === "invited" && !(await wasMailedJustNow(services, known.id)))
        await sendActivation(services, known.id);
      return;
    }
    const userId = await db.transaction().execute(async (tx) => {
      const user = await tx
        .insertInto("users")
        .values({ email, status: "invited" })
        .onConflict((conflict) => conflict.column("email").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (user) await createAccount(tx, { name: accountName, cell: config.cell, ownerId: user.id });
      return user?.id;
    });
    if (userId !== undefined) await sendActivation(services, userId);
  },
});

async function hasPasswordSince({ db }: Services, userId: number, moment: Date): Promise<boolean> {
  const row = await db
    .selectFrom("login_credentials")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("changed_at", ">", moment)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a person was mailed a link, not used since, within the last minute. */
export async function wasMailedJustNow(
  { db, clock }: { db: Executor; clock: Services["clock"] },
  userId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("login_tokens")
    .select("id")
    .where("user_id", "=", userId)
    .where("created_at", ">", new Date(clock.now().getTime() - PAUSE_MS))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

async function placeOf({ db, clock }: Services, { id: userId, email }: { id: number; email: string }): Promise<string> {
  const owned = await db
    .selectFrom("account_owners")
    .innerJoin("accounts", "accounts.id", "account_owners.account_id")
    .select("accounts.name")
    .where("account_owners.user_id", "=", userId)
    .executeTakeFirst();
  if (owned) return `the account ${mailName(owned.name)}`;
  const invited = (await invitationsOf(db, email, clock.now())).at(-1);
  return invited ? `the project ${mailName(invited.project)} of ${mailName(invited.account)}` : "a team";
}
