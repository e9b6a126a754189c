import { z } from "zod";
import { createActivation, invitationUrl } from "../login/invitations.ts";
import { task } from "../platform/jobs/tasks.ts";
import { mailName } from "../platform/mail/mail-name.ts";

/** Mails an invited person the link to join; without a sign-in, they choose a name and password there. */
export const sendInvitation = task({
  name: "users.mail_invitation",
  payload: z.object({ invitationId: z.number() }),
  concurrency: 2,
  maximumFailures: 8,
  async run(services, { invitationId }) {
    const { db, mail, clock } = services;
    const invited = await db
      .selectFrom("project_invitations")
      .innerJoin("users", "users.email", "project_invitations.email")
      .innerJoin("projects", "projects.id", "project_invitations.project_id")
      .innerJoin("accounts", "accounts.id", "project_invitations.account_id")
      .innerJoin("roles", "roles.id", "project_invitations.role_id")
      .leftJoin("users as inviter", "inviter.id", "project_invitations.invited_by")
      .select(["users.id", "users.email", "users.status", "projects.name as project", "accounts.name as account"])
      .select("roles.title as role")
      .select(["project_invitations.message", "inviter.first_name", "inviter.last_name"])
      .where("project_invitations.id", "=", invitationId)
      .where("project_invitations.expires_at", ">", clock.now())
      .where("project_invitations.accepted_at", "is", null)
      .where("project_invitations.revoked_at", "is", null)
      .where("projects.deleted_at", "is", null)
      .executeTakeFirst();
    // Accepted or withdrawn in the meantime, or the person is blocked: there is nothing to send.
    if (!invited || invited.status === "blocked") return;
    const isNew = invited.status === "invited";
    const url = isNew
      ? (await db.transaction().execute((tx) => createActivation(services, tx, invited.id))).url
      : invitationUrl(services, invitationId);
    const project = mailName(invited.project);
    const name = mailName(`${invited.first_name ?? ""} ${invited.last_name ?? ""}`.trim());
    await mail.send({
      kind: "invitation",
      to: invited.email,
      subject: `You are invited to ${project}`,
      text: [
        `${name === "" ? "You are invited" : `${name} invited you`} to ${project} of ${mailName(invited.account)} on Kinora as ${mailName(invited.role)}.`,
        ...quoted(invited.message, name),
        "",
        isNew
          ? "Choose your name and password here. The link works for 7 days:"
          : "Sign in and join here. The link works for 7 days:",
        url,
        "",
        "If you didn't expect this email, you can ignore it.",
      ].join("\n"),
    });
  },
});

/** The inviting person's message, as quoted lines in which nothing becomes a link; nothing without one. */
function quoted(message: string, name: string): string[] {
  if (message === "") return [];
  const lines = message.split(/\r?\n/).map((line) => `> ${mailName(line)}`);
  return ["", name === "" ? "A message for you:" : `${name} writes:`, ...lines];
}

export const userTasks = [sendInvitation];
