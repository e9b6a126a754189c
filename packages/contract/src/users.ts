import { z } from "zod";
import { holds, operation } from "./access.ts";
import { id, line, message, moment, pageQuery, paginationShape, person } from "./shapes.ts";

export const role = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
});

export const projectUser = person.extend({
  email: z.string(),
  status: z.enum(["invited", "active", "blocked"]),
  /** An owner of the account has every permission in its projects, and no role. */
  role: z.object({ id: z.number().nullable(), title: z.string() }),
  owner: z.boolean(),
  last_seen_at: moment.nullable(),
});

/** Somebody who may join; who they are beside their address is theirs to say. */
export const invitation = z.object({
  id: z.number(),
  email: z.string(),
  role: z.object({ id: z.number(), title: z.string() }),
  created_at: moment,
  expires_at: moment,
  /** The page where the person accepts. It can be passed on by hand. */
  link: z.string(),
});

export const email = line("Email", 254)
  .transform((text) => text.toLowerCase())
  .pipe(z.email("Email must look like name@example.com."));

export const listRoles = operation(holds("users_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/roles",
    tags: ["Users"],
    summary: "The roles members of a project can have.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(role) }));

export const listUsers = operation(holds("users_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/users",
    tags: ["Users"],
    summary: "The members of a project, and the owners of its account.",
  })
  .input(z.object({ project_id: id, ...pageQuery, search: z.string().trim().max(200).optional() }))
  .output(z.object({ data: z.array(projectUser), pagination: paginationShape }));

export const inviteUser = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/users",
    tags: ["Users"],
    successStatus: 201,
    summary: "Invites a person to a project by mail; they join when they accept.",
  })
  .input(z.object({ project_id: id, email, role_id: id }))
  .output(message.extend({ invitation }));

export const listInvitations = operation(holds("users_manage", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/invitations",
    tags: ["Users"],
    summary: "Who is invited to a project and has not accepted yet, the newest first; 100 at most.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(invitation) }));

export const resendInvitation = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/invitations/{invitation_id}/resend",
    tags: ["Users"],
    summary: "Mails an invitation again; it can be accepted for another 7 days.",
  })
  .input(z.object({ project_id: id, invitation_id: id }))
  .output(message.extend({ invitation }));

export const withdrawInvitation = operation(holds("users_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/invitations/{invitation_id}",
    tags: ["Users"],
    summary: "Ends an invitation that was not accepted yet.",
  })
  .input(z.object({ project_id: id, invitation_id: id }))
  .output(message);

export const setRole = operation(holds("users_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/users/{user_id}",
    tags: ["Users"],
    summary: "Gives a member of a project another role.",
  })
  .input(z.object({ project_id: id, user_id: id, role_id: id }))
  .output(message.extend({ user: projectUser }));

export const removeUser = operation(holds("users_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/users/{user_id}",
    tags: ["Users"],
    summary: "Takes a person out of a project; what they uploaded stays.",
  })
  .input(z.object({ project_id: id, user_id: id }))
  .output(message);
