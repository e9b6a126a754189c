import { z } from "zod";
import { createActivation, invitationUrl } from "../login/invitations.ts";
import { mailName } from "../platform/mail-name.ts";
import { task } from "../platform/tasks.ts";

/** Mails an invited person the link with which they join; who has no sign-in chooses a name and password there. */
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
      .select(["users.id", "users.email", "users.status", "projects.name as project", "accounts.name as account"])
      .where("project_invitations.id", "=", invitationId)
      .where("project_invitations.expires_at", ">", clock.now())
      .where("projects.deleted_at", "is", null)
      .executeTakeFirst();
    // Accepted or withdrawn in the meantime, or for somebody who is blocked: there is nothing to invite to.
    if (!invited || invited.status === "blocked") return;
    const isNew = invited.status === "invited";
    const url = isNew
      ? (await db.transaction().execute((tx) => createActivation(services, tx, invited.id))).url
      : invitationUrl(services, invitationId);
    const project = mailName(invited.project);
    await mail.send({
      to: invited.email,
      subject: `You are invited to ${project}`,
      text: [
        `You are invited to the project ${project} of ${mailName(invited.account)} on Kinora.`,
        "",
        isNew
          ? "Choose your name and password here; the link works for 7 days:"
          : "Sign in and join here; the link works for 7 days:",
        url,
        "",
        "If you did not expect this, ignore this mail.",
      ].join("\n"),
    });
  },
});

export const userTasks = [sendInvitation];
