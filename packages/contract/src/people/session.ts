import { STANDINGS } from "@kinora/domain/accounts/closing.ts";
import { FEATURES, type Feature } from "@kinora/domain/operations/features.ts";
import { PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { z } from "zod";
import { operation, signedIn } from "../access.ts";
import { id, moment, person } from "../shapes.ts";

const accountSummary = z.object({ id: z.number(), name: z.string(), owner: z.boolean() });
const projectSummary = z.object({
  id: z.number(),
  name: z.string(),
  hash: z.string(),
  domain: z.string(),
  timezone: z.string(),
});
const categorySummary = z.object({ id: z.number(), name: z.string(), active: z.boolean() });
const countrySummary = z.object({ id: z.string(), name: z.string() });

const permissions = z.object(
  Object.fromEntries(PERMISSIONS.map((flag) => [flag, z.boolean()])) as Record<Permission, z.ZodBoolean>,
);

export const currentUser = person.extend({
  email: z.string(),
  superuser: z.boolean(),
  role: z.object({ title: z.string() }).nullable(),
});

export const config = z.object({
  account_id: z.number().nullable(),
  project_id: z.number().nullable(),
  accounts: z.array(accountSummary),
  projects: z.array(projectSummary),
  categories: z.array(categorySummary),
  countries: z.array(countrySummary),
  permissions,
  /** Why nothing can be changed in the account, and when it is deleted if it is closed; null while it is active. */
  standing: z.object({ status: z.enum(STANDINGS), purge_at: moment.nullable() }).nullable(),
  /** The role that this session views the project as, read-only; null while it does not. */
  view_as: z.object({ role_id: z.number(), title: z.string() }).nullable(),
  /** The features that the account has; an operator switches them. */
  features: z.object(
    Object.fromEntries(FEATURES.map((feature) => [feature, z.boolean()])) as Record<Feature, z.ZodBoolean>,
  ),
  /** What the operator planned or does; null while nothing is. While it is on, only superusers change anything. */
  maintenance: z
    .object({
      mode: z.enum(["announced", "on"]),
      starts_at: moment.nullable(),
      ends_at: moment.nullable(),
      message: z.string(),
    })
    .nullable(),
  /** The person that this superuser's session acts as, with who does, why and how long; null while it does not. */
  acting: z
    .object({
      name: z.string(),
      email: z.string(),
      by: z.string(),
      reason: z.string(),
      until: moment,
      writes: z.boolean(),
    })
    .nullable(),
  /** The people who can add someone to a project, shown to members of an account who have none. */
  owners: z.array(z.object({ first_name: z.string(), last_name: z.string() })),
  /** Where this cell's realtime push is reached and where public playback lives. */
  realtime_url: z.string(),
  edge_url: z.string(),
  upload: z.object({
    max_bytes: z.number(),
    used_bytes: z.number(),
    limit_bytes: z.number().nullable(),
    /** Size of the disk that stores everything, for owners of an account without a limit; null in a bucket. */
    disk_bytes: z.number().nullable(),
    /** What is free on that disk, for everyone's files together. */
    disk_free_bytes: z.number().nullable(),
  }),
});

export const getConfig = operation(signedIn)
  .route({
    method: "GET",
    path: "/config",
    tags: ["Session"],
    summary: "What the console needs to know about the caller, their accounts and the current project.",
  })
  .input(z.object({ project_id: id.optional(), account_id: id.optional() }))
  .output(z.object({ config, user: currentUser }));
