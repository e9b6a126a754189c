import { z } from "zod";
import { task } from "../platform/jobs/tasks.ts";
import { greeting } from "./greeting.ts";
import { newSecret, secretId } from "./tokens.ts";

/** Mails the two links of a change of the address. Sent again, the earlier links stop working; what was confirmed stays so. */
export const mailChangeLinks = task({
  name: "login.mail-change-links",
  payload: z.object({ userId: z.number() }),
  async run({ db, config, clock, mail }, { userId }) {
    const change = await db
      .selectFrom("login_mail_changes as change")
      .innerJoin("users", "users.id", "change.user_id")
      .leftJoin("users as other", "other.email", "change.email")
      .select(["change.email", "change.created_at", "users.email as old_email", "users.first_name"])
      .select("other.id as taken_by")
      .where("change.user_id", "=", userId)
      .where("change.expires_at", ">", clock.now())
      .executeTakeFirst();
    if (!change) return;
    const [oldToken, newToken] = [newSecret(), newSecret()];
    const isTaken = change.taken_by !== null;
    await db
      .updateTable("login_mail_changes")
      .set({ old_token: secretId(oldToken), new_token: isTaken ? null : secretId(newToken) })
      .where("user_id", "=", userId)
      .where("created_at", "=", change.created_at)
      .execute();
    const link = (token: string) => `${config.urls.login}/email-change?token=${token}`;
    await mail.send({
      kind: "email_change",
      to: change.old_email,
      subject: "Confirm your email change",
      text: [
        greeting(change),
        `Someone requested to change the email of your Kinora account from ${change.old_email} to ${change.email}. Confirm or stop it here:`,
        link(oldToken),
        "The link works for 24 hours. Nothing changes until both addresses are confirmed. If it wasn't you, stop it there and change your password.",
      ].join("\n\n"),
    });
    await mail.send({
      kind: "email_change",
      to: change.email,
      subject: isTaken ? "Someone tried to move their Kinora login to this address" : "Confirm your new email",
      text: isTaken
        ? [
            "Hello,",
            `Someone tried to change the email of their Kinora account to ${change.email}. This address already has an account, so nothing changes. You can ignore this email.`,
          ].join("\n\n")
        : [
            greeting(change),
            `Confirm ${change.email} as the new email of your Kinora account:`,
            link(newToken),
            "The link works for 24 hours. If you didn't expect this email, ignore it. Nothing changes without you.",
          ].join("\n\n"),
    });
  },
});

/** Says to both addresses that the new one signs in from now on. */
export const mailChangedMail = task({
  name: "login.mail-changed",
  payload: z.object({ userId: z.number(), oldEmail: z.string() }),
  async run({ db, mail }, { userId, oldEmail }) {
    const user = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    if (!user) return;
    const text = [
      greeting(user),
      `The email of your Kinora account is now ${user.email} instead of ${oldEmail}. Your password, second factors and sessions are unchanged.`,
      "If it wasn't you, contact the operator of Kinora or an owner of your account now.",
    ].join("\n\n");
    for (const to of [user.email, oldEmail])
      await mail.send({ kind: "email_changed", to, subject: "Your email was changed", text });
  },
});
