import { composed } from "@kinora/domain/composed.ts";
import { AUDIT_OBJECTS, AUDIT_SOURCES } from "@kinora/domain/people/audit.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { csvFile, dayOrMoment, id, moment, numeral } from "../shapes.ts";

/** An entry of the audit log. Never holds a key, a password or a token. */
const auditEntry = z.object({
  id: z.number(),
  at: moment,
  source: z.enum(AUDIT_SOURCES),
  actor: z.object({
    /** The person's id; null for a key, the platform and the operator. */
    user_id: z.number().nullable(),
    /** The person's or key's name; empty for the platform and the operator. */
    name: z.string(),
    /** `superuser` when a superuser acted as such, `person` when a superuser acted as another person; null otherwise. */
    as: z.string().nullable(),
    /** The person that a superuser acted as. */
    as_name: z.string().nullable(),
  }),
  /** What was done, for programs: `video.updated`, `user.invite`, … */
  action: z.string(),
  object: z.object({
    type: z.string(),
    id: z.number().nullable(),
    /** The title it had then. */
    title: z.string(),
    /** Whether it still exists. */
    exists: z.boolean(),
  }),
  changes: z.array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  address: z.string().nullable(),
});

const filter = {
  /** Part of the title an object had. */
  search: z.string().overwrite(composed).trim().max(200).optional(),
  user: id.optional(),
  source: z.enum(AUDIT_SOURCES).optional(),
  object: z.enum(AUDIT_OBJECTS).optional(),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_.]+$/, "An action has lower-case letters, dots and underscores, such as video.updated.")
    .optional(),
  from: dayOrMoment,
  to: dayOrMoment,
};

export const listAudit = operation(holds("users_manage", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/audit",
    tags: ["Audit"],
    summary: "Who changed what in a project, newest first; give the last entry's id as `before` to read on.",
  })
  .input(
    z.object({
      project_id: id,
      ...filter,
      before: id.optional(),
      per_page: numeral(z.number().int().min(1).max(100)).default(50),
    }),
  )
  .output(z.object({ data: z.array(auditEntry), more: z.boolean() }));

export const listAuditActions = operation(holds("users_manage", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/audit/actions",
    tags: ["Audit"],
    summary: "The actions that a project's audit log has, by name.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(z.string()) }));

export const exportAudit = operation(holds("users_manage", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/audit.csv",
    outputStructure: "detailed",
    tags: ["Audit"],
    summary: "The audit log a filter shows as CSV, the latest first; moments are in UTC.",
  })
  .input(z.object({ project_id: id, ...filter }))
  .output(csvFile);
