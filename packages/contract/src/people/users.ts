import { API_KEY_STATES } from "@kinora/domain/api-keys/states.ts";
import { composed } from "@kinora/domain/composed.ts";
import { PER_PAGE_MAX } from "@kinora/domain/pages.ts";
import {
  INVITATION_MESSAGE_MAX,
  INVITATION_STATES,
  INVITED_MAX,
  INVITED_PROJECTS_MAX,
} from "@kinora/domain/people/invitations.ts";
import { typedMailAddress, MAIL_ADDRESS_MAX, parseMailAddress } from "@kinora/domain/people/mail-address.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment, numeral, pageQuery, paginationShape, person, version } from "../shapes.ts";

const BLOCK_REASON_MAX = 200;

export const role = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
  /** Whether it comes with every account; such a role cannot be changed. */
  system: z.boolean(),
  /** How many people have it in all projects of the account. */
  people: z.number(),
  version,
});

export const projectUser = person.extend({
  email: z.string(),
  status: z.enum(["invited", "active", "blocked"]),
  /** An owner of the account has every permission in its projects, and no role. */
  role: z.object({ id: z.number().nullable(), title: z.string() }),
  owner: z.boolean(),
  /** Null for those who are not blocked in the project. */
  blocked_reason: z.string().nullable(),
  last_seen_at: moment.nullable(),
});

const listedUser = projectUser.extend({
  /** Projects of the account that the person is in; of an owner all. */
  projects: z.number(),
  /** Null for callers who don't manage users. */
  second_factor: z.boolean().nullable(),
});

/** A person who may join; they choose their own name. */
export const invitation = z.object({
  id: z.number(),
  project_id: z.number(),
  email: z.string(),
  state: z.enum(INVITATION_STATES),
  role: z.object({ id: z.number(), title: z.string() }),
  created_at: moment,
  expires_at: moment,
  /** The page where the person accepts. It can be passed on by hand. */
  link: z.string(),
});

export const email = line("Email", MAIL_ADDRESS_MAX)
  .overwrite(typedMailAddress)
  .transform((text) => text.toLowerCase())
  .pipe(z.email("Email must look like name@example.com."))
  .refine((text) => parseMailAddress(text) !== null, "Email must look like name@example.com.");

export const listRoles = operation(holds("users_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/roles",
    tags: ["Users"],
    summary: "The roles members of a project can have.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(role) }));

const peopleFilter = {
  search: z.string().overwrite(composed).trim().max(200).optional(),
  role: id.optional(),
  status: z.enum(["active", "blocked"]).optional(),
};

export const listUsers = operation(holds("users_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/users",
    tags: ["Users"],
    summary: "The members of a project, and the owners of its account.",
  })
  .input(z.object({ project_id: id, ...pageQuery, ...peopleFilter }))
  .output(z.object({ data: z.array(listedUser), pagination: paginationShape }));

export const inviteUser = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/users",
    tags: ["Users"],
    successStatus: 201,
    summary: "Invites a person to a project by mail; they join when they accept.",
  })
  .input(z.object({ project_id: id, email, role_id: id }))
  .output(message.extend({ data: invitation }));

export const inviteUsers = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/invitations",
    tags: ["Users"],
    successStatus: 201,
    summary: `Invites up to ${INVITED_MAX} people to a project and further ones of its account; who is there or invited already is left out.`,
  })
  .input(
    z.object({
      project_id: id,
      emails: z
        .array(email)
        .min(1, "Write at least one address.")
        .max(INVITED_MAX, `Invite up to ${INVITED_MAX} people at a time.`)
        .transform((addresses) => [...new Set(addresses)]),
      role_id: id,
      project_ids: z.array(id).max(INVITED_PROJECTS_MAX, `Choose up to ${INVITED_PROJECTS_MAX} projects.`).optional(),
      message: z
        .string()
        .trim()
        .max(INVITATION_MESSAGE_MAX, `A message can have up to ${INVITATION_MESSAGE_MAX} characters.`)
        .optional(),
    }),
  )
  .output(
    message.extend({
      data: z.array(invitation),
      refused: z.array(z.object({ email: z.string(), project_id: z.number(), message: z.string() })),
    }),
  );

export const listInvitations = operation(holds("users_manage", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/invitations",
    tags: ["Users"],
    summary:
      "The invitations to a project and what has become of them, the newest first; give the last one's id as `before` to read on.",
  })
  .input(
    z.object({
      project_id: id,
      state: z.enum(INVITATION_STATES).optional(),
      before: id.optional(),
      per_page: numeral(z.number().int().min(1).max(PER_PAGE_MAX)).default(PER_PAGE_MAX),
    }),
  )
  .output(z.object({ data: z.array(invitation), more: z.boolean() }));

export const resendInvitation = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/invitations/{invitation_id}/resend",
    tags: ["Users"],
    summary: "Mails an invitation again; it can be accepted for another 7 days.",
  })
  .input(z.object({ project_id: id, invitation_id: id }))
  .output(message.extend({ data: invitation }));

export const withdrawInvitation = operation(holds("users_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/invitations/{invitation_id}",
    tags: ["Users"],
    summary: "Revokes an invitation that was not accepted yet: its link stops working.",
  })
  .input(z.object({ project_id: id, invitation_id: id }))
  .output(message);

/** A key that a person made, without its secret. */
export const madeKey = z.object({
  id: z.number(),
  project_id: z.number(),
  name: z.string(),
  /** The first characters of the secret. */
  prefix: z.string(),
  state: z.enum(API_KEY_STATES),
  last_used_at: moment.nullable(),
});

export const listUserKeys = operation(holds("users_manage", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/users/{user_id}/api-keys",
    tags: ["Users"],
    summary:
      "The API keys a person made that are disabled when they leave the project, or when they get the role `role_id`.",
  })
  .input(z.object({ project_id: id, user_id: id, role_id: id.optional() }))
  .output(z.object({ data: z.array(madeKey) }));

export const setRole = operation(holds("users_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/users/{user_id}",
    tags: ["Users"],
    summary:
      "Gives a member another role; API keys they made and may no longer have are disabled, or become those of `keys_to`.",
  })
  .input(z.object({ project_id: id, user_id: id, role_id: id, keys_to: id.nullish() }))
  .output(message.extend({ user: projectUser }));

export const blockUser = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/users/{user_id}/block",
    tags: ["Users"],
    summary:
      "Blocks a member: their next request is refused, pushes end within 2 s; API keys they made are disabled, or become those of `keys_to`.",
  })
  .input(z.object({ project_id: id, user_id: id, reason: line("Reason", BLOCK_REASON_MAX), keys_to: id.nullish() }))
  .output(message);

export const unblockUser = operation(holds("users_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/blocked-users/{user_id}",
    tags: ["Users"],
    summary: "Gives a blocked person their role in a project back.",
  })
  .input(z.object({ project_id: id, user_id: id }))
  .output(message);

export const signOutUser = operation(holds("users_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/users/{user_id}/sign-out",
    tags: ["Users"],
    summary:
      "Ends all sessions of a member who is in no other account; refused for owners, superusers and those who may do more.",
  })
  .input(z.object({ project_id: id, user_id: id }))
  .output(message);

export const removeUser = operation(holds("users_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/users/{user_id}",
    tags: ["Users"],
    summary:
      "Takes a person out of a project; uploads stay or become those of `videos_to`, API keys they made are disabled or become those of `keys_to`.",
  })
  .input(z.object({ project_id: id, user_id: id, videos_to: id.nullish(), keys_to: id.nullish() }))
  .output(message);
