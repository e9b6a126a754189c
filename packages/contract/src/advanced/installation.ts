import { FEATURES, type Feature } from "@kinora/domain/operations/features.ts";
import { MAXIMUM_UPLOAD_BYTES, OPEN_UPLOADS } from "@kinora/domain/operations/installation-settings.ts";
import { MAINTENANCE_MESSAGE_MAX, MAINTENANCE_MODES } from "@kinora/domain/operations/maintenance.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { id, message, moment } from "../shapes.ts";

const registration = z.object({
  /** Whether visitors may ask for an account of their own. */
  open: z.boolean(),
});

/** Whether people have each of them. */
const features = z.object(
  Object.fromEntries(FEATURES.map((feature) => [feature, z.boolean()])) as Record<Feature, z.ZodBoolean>,
);
/** Null: as in the installation. */
const ownFeatures = z.object(
  Object.fromEntries(FEATURES.map((feature) => [feature, z.boolean().nullable()])) as Record<
    Feature,
    z.ZodNullable<z.ZodBoolean>
  >,
);

const BYTES = "A file can have from 1 MB to 128 GB.";
const UPLOADS = `The number of uploads is between 1 and ${OPEN_UPLOADS}.`;
const limits = z.object({
  /** Of one file, in bytes; null: 128 GB. */
  upload_bytes: z.number(BYTES).int(BYTES).min(1_000_000, BYTES).max(MAXIMUM_UPLOAD_BYTES, BYTES).nullable(),
  /** Unfinished uploads of one person or key in a project; null: 500. */
  open_uploads: z.number(UPLOADS).int(UPLOADS).min(1, UPLOADS).max(OPEN_UPLOADS, UPLOADS).nullable(),
});

const maintenance = z.object({
  mode: z.enum(MAINTENANCE_MODES),
  starts_at: moment.nullable(),
  ends_at: moment.nullable(),
  /** What the operator adds, in plain words; may be empty. */
  message: z.string(),
});

const MESSAGE = `A message can have up to ${MAINTENANCE_MESSAGE_MAX} characters.`;
const planned = z.iso.datetime("Write a moment in UTC, such as 2030-01-31T18:00:00Z.").nullable();

export const getInstallation = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/manage",
    tags: ["Advanced"],
    summary: "What an operator decided for the whole installation.",
  })
  .input(z.object({}))
  .output(z.object({ data: z.object({ registration, maintenance, features, limits }) }));

export const saveSwitches = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/manage/switches",
    tags: ["Advanced"],
    summary: "Opens or closes registration, and switches features on or off for every account without an exception.",
  })
  .input(z.object({ registration, features }))
  .output(message);

export const setMaintenance = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/manage/maintenance",
    tags: ["Advanced"],
    summary:
      "Announces maintenance, switches it on or off. While it is on, people, API keys and upload tokens change nothing: they get 503 with the code maintenance and Retry-After.",
  })
  .input(
    z.object({
      mode: z.enum(MAINTENANCE_MODES),
      starts_at: planned,
      ends_at: planned,
      message: z
        .string()
        .trim()
        .max(MAINTENANCE_MESSAGE_MAX, MESSAGE)
        .regex(/^[^\p{Cc}]*$/u, "A message cannot contain control characters."),
    }),
  )
  .output(message);

export const saveLimits = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/manage/limits",
    tags: ["Advanced"],
    summary: "Sets what uploads of every account are limited to, below what Kinora can do.",
  })
  .input(limits)
  .output(message);

export const getAccountFeatures = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/accounts/{account_id}/features",
    tags: ["Advanced"],
    summary: "The features of an account that are not as in the installation, and the installation's.",
  })
  .input(z.object({ account_id: id }))
  .output(z.object({ data: z.object({ installation: features, own: ownFeatures }) }));

export const saveAccountFeatures = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/accounts/{account_id}/features",
    tags: ["Advanced"],
    summary: "Switches features on or off for one account, whatever the installation's switches say.",
  })
  .input(z.object({ account_id: id, own: ownFeatures }))
  .output(message);
