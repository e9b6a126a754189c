import { composed } from "@kinora/domain/composed.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { ROLE_DESCRIPTION_MAX, ROLE_TITLE_MAX, ROLES_MAX } from "@kinora/domain/people/roles.ts";
import { z } from "zod";
import { holds, operation, owner } from "../access.ts";
import { id, line, message, person, readVersion } from "../shapes.ts";
import { madeKey, role } from "./users.ts";

const TAGS = ["Roles"];

/** The permissions of a role, in their order. */
export const permissionList = z
  .array(z.enum(PERMISSIONS, "Choose permissions of the list."))
  .max(PERMISSIONS.length, "Choose each permission once.")
  .transform((flags) => PERMISSIONS.filter((flag) => flags.includes(flag)));

/** What people set of a role. */
export const roleSettings = {
  title: line("Title", ROLE_TITLE_MAX),
  description: z
    .string()
    .overwrite(composed)
    .trim()
    .max(ROLE_DESCRIPTION_MAX, `Description can have up to ${ROLE_DESCRIPTION_MAX} characters.`)
    .default(""),
  permissions: permissionList,
};

const changed = message.extend({ data: role });

export const createRole = operation(owner("project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/roles",
    tags: TAGS,
    successStatus: 201,
    summary: `Adds a role to the project's account, for all of its projects; an account can have ${ROLES_MAX}.`,
  })
  .input(z.object({ project_id: id, ...roleSettings }))
  .output(changed);

export const updateRole = operation(owner("project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/roles/{role_id}",
    tags: TAGS,
    summary: "Changes a role of the account's own, in effect with the next request of everyone who has it.",
  })
  .input(z.object({ project_id: id, role_id: id, version: readVersion, ...roleSettings }))
  .output(changed);

export const listRolePeople = operation(holds("users_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/roles/{role_id}/people",
    tags: TAGS,
    summary: "Who has a role in the project's account and in which of its projects the caller sees; 100 at most.",
  })
  .input(z.object({ project_id: id, role_id: id }))
  .output(
    z.object({
      /** How many people have the role in all projects of the account. */
      total: z.number(),
      data: z.array(person.extend({ email: z.string(), projects: z.array(z.string()) })),
      /** For owners: API keys they made, which may do what the role and their scopes both allow; none for others. */
      keys: z.array(madeKey.extend({ scopes: z.array(z.string()) })),
    }),
  );

export const deleteRole = operation(owner("project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/roles/{role_id}",
    tags: TAGS,
    summary: "Deletes a role of the account's own; people and invitations with it get its replacement.",
  })
  .input(z.object({ project_id: id, role_id: id, replacement_id: id.nullish() }))
  .output(message);
