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
      subject: "Signed in with a new browser",
      text: [
        greeting(user),
        "your sign-in at Kinora was used in a browser that it had not been used in before:",
        await whence(services, place),
        `If it was you, there is nothing to do. If not, end that session and change your password in your profile:`,
        `${config.urls.login}/profile`,
      ].join("\n\n"),
    });
  },
});

const CHANGES = {
  totp_on: "codes of an app are asked for when you sign in",
  totp_off: "codes of an app are no longer asked for when you sign in",
  passkey_added: "a passkey was added, which signs you in alone",
  passkey_removed: "a passkey was removed",
  recovery_codes_made: "new recovery codes were made, and the earlier ones stopped working",
  password_changed: "your password was changed, and every other browser was signed out",
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
    await mail.send({
      kind: "sign_in_changed",
      to: user.email,
      subject: "How you sign in has changed",
      text: [
        greeting(user),
        `something about your sign-in at Kinora has changed: ${CHANGES[change]}.`,
        await whence(services, place),
        "If it was not you, choose a new password here, and look at your profile then:",
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
