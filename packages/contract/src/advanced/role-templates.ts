import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { PERMISSIONS, ROLE_TEMPLATES } from "@kinora/domain/people/permissions.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { permissionList } from "../people/roles.ts";
import { line, message, moment, person } from "../shapes.ts";

const TAGS = ["Advanced"];
const flags = z.array(z.enum(PERMISSIONS));

const roleTemplate = z.object({
  template: z.enum(ROLE_TEMPLATES),
  title: z.string(),
  description: z.string(),
  permissions: flags,
  /** What it comes with. */
  default_permissions: flags,
  /** What it cannot lose. */
  kept_permissions: flags,
  /** How many people have the role in a project of any account; owners and superusers, who may do everything, are left out. */
  people: z.number(),
  /** In how many accounts these people have it. */
  accounts: z.number(),
  /** Null while it is as it comes. */
  changed_at: moment.nullable(),
  /** Who changed it last; null for a person who is gone, too. */
  changed_by: person.nullable(),
});

export const listRoleTemplates = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/role-templates",
    tags: TAGS,
    summary: "The built-in roles of all accounts: what each allows, and how many people have it.",
  })
  .output(z.object({ data: z.array(roleTemplate) }));

export const changeRoleTemplate = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/role-templates/{template}",
    tags: TAGS,
    summary:
      "Sets what a built-in role allows, in all accounts and in those to come, in effect with the next request of everyone who has it.",
  })
  .input(
    z.object({
      template: z.enum(ROLE_TEMPLATES),
      permissions: permissionList,
      reason: line("Reason", REASON_MAX),
    }),
  )
  .output(message.extend({ data: roleTemplate }));
