import { z } from "zod";
import { createActivation } from "../login/invitations.ts";
import { mailName } from "../platform/mail-name.ts";
import { task } from "../platform/tasks.ts";

/** Mails an invited person the link with which they choose their name and password. */
export const sendInvitation = task({
  name: "users.send_invitation",
  payload: z.object({ userId: z.number(), projectId: z.number() }),
  concurrency: 2,
  maximumFailures: 8,
  async run(services, { userId, projectId }) {
    const { db, mail } = services;
    const invited = await db
      .selectFrom("users")
      .innerJoin("project_members", "project_members.user_id", "users.id")
      .innerJoin("projects", "projects.id", "project_members.project_id")
      .select(["users.email", "projects.name"])
      .where("users.id", "=", userId)
      .where("users.status", "=", "invited")
      .where("projects.id", "=", projectId)
      .where("projects.deleted_at", "is", null)
      .executeTakeFirst();
    // Removed again, or active through another invitation: there is nothing left to invite to.
    if (!invited) return;
    const { url } = await db.transaction().execute((tx) => createActivation(services, tx, userId));
    await mail.send({
      to: invited.email,
      subject: `You are invited to ${mailName(invited.name)}`,
      text: [
        `You are invited to the project ${mailName(invited.name)} on Kinora.`,
        "",
        "Choose your name and password here; the link works for 7 days:",
        url,
        "",
        "If you did not expect this, ignore this mail.",
      ].join("\n"),
    });
  },
});

export const userTasks = [sendInvitation];
