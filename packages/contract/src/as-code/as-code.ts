import { FILE_MAX, SECTIONS } from "@kinora/domain/as-code/limits.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { file, id, message } from "../shapes.ts";
import { DOCUMENT_SCHEMA_PATH } from "./document.ts";

const fieldChange = z.object({
  /** Its path, such as `settings.loop`. */
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

/** What a file makes different in one section. */
export const sectionDifference = z.object({
  section: z.enum(SECTIONS),
  created: z.array(z.object({ name: z.string(), fields: z.array(fieldChange) })),
  changed: z.array(
    z.object({
      /** Null for settings that a project has once. */
      name: z.string().nullable(),
      /** What the change does besides. */
      note: z.string().nullable(),
      fields: z.array(fieldChange),
    }),
  ),
  /** What the file does not have: removed when `prune` says so, kept otherwise. */
  removed: z.array(
    z.object({
      name: z.string(),
      /** What goes with it. */
      note: z.string().nullable(),
    }),
  ),
  /** Of things that have an order, where it changes. */
  order: z.object({ before: z.array(z.string()), after: z.array(z.string()) }).nullable(),
});
export type SectionDifference = z.output<typeof sectionDifference>;

const TAGS = ["Projects"];

export const exportProject = operation(holds("project_manage", "project"))
  .route({
    method: "GET",
    path: "/projects/{id}/export",
    outputStructure: "detailed",
    tags: TAGS,
    summary: "A project's settings as one YAML file, without what the caller may not see and without any secret.",
    description: `The JSON Schema of the file is at ${DOCUMENT_SCHEMA_PATH}.`,
  })
  .input(z.object({ id }))
  .output(file);

export const importProject = operation(holds("project_manage", "project"), { bodyBytes: FILE_MAX * 2 })
  .route({
    method: "POST",
    path: "/projects/{id}/import",
    tags: TAGS,
    summary: "Makes a project what a YAML file says, all of it or nothing, and answers what that changes.",
    description: `With \`dry_run\` nothing is changed. The JSON Schema of the file is at ${DOCUMENT_SCHEMA_PATH}. Each section needs the permission that changes it; roles need an owner of the account.`,
  })
  .input(
    z.object({
      id,
      /** The file. */
      document: z
        .string()
        .min(1, "Choose a file.")
        .max(FILE_MAX, `A file can have up to ${FILE_MAX / 1_000_000} MB.`),
      /** Only answers what would change. */
      dry_run: z.boolean().default(false),
      /** Removes what the sections of the file do not have. */
      prune: z.boolean().default(false),
      /** Of a difference that was shown: refused (409) when it is another one by now. */
      fingerprint: z.string().max(100).optional(),
    }),
  )
  .output(
    message.extend({
      /** Sections in which something differs. */
      differences: z.array(sectionDifference),
      /** Things that are or would be created, changed or removed. */
      changes: z.number(),
      applied: z.boolean(),
      fingerprint: z.string(),
      /** Made with what was created, and shown this once. */
      secrets: z.array(
        z.object({ kind: z.enum(["webhook_secret", "playback_password"]), name: z.string(), secret: z.string() }),
      ),
    }),
  );
