import type { Tx } from "@kinora/db/connect.ts";
import { browserName } from "@kinora/domain/people/browser-name.ts";
import { z } from "zod";
import type { Services } from "../context.ts";
import { task } from "../platform/jobs/tasks.ts";
import { countryNames } from "./country-names.ts";
import { greeting } from "./greeting.ts";

const atUtc = (moment: string): string => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;

const from = z.object({ ip: z.string(), userAgent: z.string().nullable(), at: z.iso.datetime() });

/** The browser, place and time of something, as its lines of a mail. */
async function whence(services: Services, { ip, userAgent, at }: z.infer<typeof from>): Promise<string> {
  const country = (await countryNames(services))(ip);
  return [
    `Browser: ${browserName(userAgent)}`,
    `Place: ${country === null ? ip : `${country} (${ip})`}`,
    `Time: ${atUtc(at)}`,
  ].join("\n");
}

/** Mails a person that they signed in in a browser that was not known as theirs. */
export const newBrowserMail = task({
  name: "login.new-browser-mail",
  payload: from.extend({ userId: z.number() }),
  async run(services, { userId, ...place }) {
    const { db, config, mail } = services;
    const user = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return;
    await mail.send({
      kind: "new_browser",
      to: user.email,
      subject: "New browser signed in",
      text: [
        greeting(user),
        "We noticed a sign-in to Kinora from a new browser:",
        await whence(services, place),
        "If it was you, there is nothing to do. If not, end that session and change your password in your profile:",
        `${config.urls.login}/profile`,
      ].join("\n\n"),
    });
  },
});

/** The subject of a mail for each change, and what it means for the person. */
const CHANGES = {
  totp_on: ["Two-factor authentication turned on", "Authenticator codes are now required when you sign in."],
  totp_off: ["Two-factor authentication turned off", "Authenticator codes are no longer required when you sign in."],
  passkey_added: ["A passkey was added", "You can now sign in with it and without your password."],
  passkey_removed: ["A passkey was removed", "It can no longer be used to sign in."],
  recovery_codes_made: ["New recovery codes", "New recovery codes were generated. The old ones no longer work."],
  password_changed: ["Your password was changed", "All other browsers were signed out."],
} as const;
export type SignInChange = keyof typeof CHANGES;

/** Mails a person what changed about how they sign in. Send it in the transaction of the change. */
export const signInChangedMail = task({
  name: "login.sign-in-changed-mail",
  payload: from.extend({
    userId: z.number(),
    change: z.enum(Object.keys(CHANGES) as [SignInChange, ...SignInChange[]]),
  }),
  async run(services, { userId, change, ...place }) {
    const { db, config, mail } = services;
    const user = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return;
    const [subject, meaning] = CHANGES[change];
    await mail.send({
      kind: "sign_in_changed",
      to: user.email,
      subject,
      text: [
        greeting(user),
        meaning,
        await whence(services, place),
        "If it wasn't you, reset your password here and then check your profile:",
        `${config.urls.login}/forgot`,
      ].join("\n\n"),
    });
  },
});

/** Mails the person of a request what they, or another person in their browser, changed about how they sign in. */
export async function mailSignInChange(
  { jobs, clock, ip, userAgent }: Pick<Services, "jobs" | "clock"> & { ip: string; userAgent: string | null },
  tx: Tx,
  userId: number,
  change: SignInChange,
): Promise<void> {
  await jobs.send(tx, signInChangedMail, { userId, change, ip, userAgent, at: clock.now().toISOString() });
}

/** Mails a person that they are signing in in a browser that is not known as theirs. */
export async function mailNewBrowser(
  {
    db,
    jobs,
    clock,
    ip,
    userAgent,
  }: Pick<Services, "db" | "jobs" | "clock"> & { ip: string; userAgent: string | null },
  userId: number,
): Promise<void> {
  await jobs.send(db, newBrowserMail, { userId, ip, userAgent, at: clock.now().toISOString() });
}
