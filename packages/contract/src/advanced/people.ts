import { composed } from "@kinora/domain/composed.ts";
import { INSTALLATION_PEOPLE, REASON_MAX } from "@kinora/domain/people/installation.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { listedPerson } from "../accounts/people.ts";
import { id, line, message, moment, pageQuery, paginationShape } from "../shapes.ts";

const installationPerson = listedPerson.extend({
  superuser: z.boolean(),
  /** Of which the person is an owner, and in which they are a member of a project. */
  accounts: z.number(),
  /** In which the person is a member; owners are in all projects of their accounts besides. */
  projects: z.number(),
  created_at: moment,
  /** Failed sign-ins of the last 24 hours. */
  failed_sign_ins: z.number(),
});

export const listInstallationPeople = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/users",
    tags: ["Advanced"],
    summary: "The people of the installation, the newest first.",
  })
  .input(
    z.object({
      ...pageQuery,
      search: z.string().overwrite(composed).trim().max(200).optional(),
      show: z.enum(INSTALLATION_PEOPLE).optional(),
      /** Owners of an account, and members of its projects. */
      account: id.optional(),
    }),
  )
  .output(z.object({ data: z.array(installationPerson), pagination: paginationShape }));

export const blockPerson = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/users/{user_id}/block",
    tags: ["Advanced"],
    summary: "Blocks a person everywhere: their sessions end, and they cannot sign in.",
  })
  .input(z.object({ user_id: id, reason: line("Reason", REASON_MAX) }))
  .output(message);

export const unblockPerson = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/users/{user_id}/unblock",
    tags: ["Advanced"],
    summary: "Lets a blocked person sign in again.",
  })
  .input(z.object({ user_id: id }))
  .output(message);

export const setSuperuser = operation(superuser, { proof: "always" })
  .route({
    method: "PUT",
    path: "/advanced/users/{user_id}/superuser",
    tags: ["Advanced"],
    summary: "Makes an active person a superuser, or ends it; there is always one.",
  })
  .input(z.object({ user_id: id, superuser: z.boolean() }))
  .output(message);

export const signOutPerson = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/users/{user_id}/sign-out",
    tags: ["Advanced"],
    summary: "Ends all sessions of a person.",
  })
  .input(z.object({ user_id: id }))
  .output(message);

export const mailSignInLink = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/users/{user_id}/mail-link",
    tags: ["Advanced"],
    summary:
      "Mails a person the link to choose a new password, or to activate their sign-in while they are invited. Refused for those who sign in with their organization's provider.",
  })
  .input(z.object({ user_id: id }))
  .output(message);
