import {
  UPLOAD_TOKEN_DAYS_MAX,
  UPLOAD_TOKEN_NAME_MAX,
  UPLOAD_TOKEN_ORIGINS_MAX,
  UPLOAD_TOKEN_STATES,
  UPLOAD_TOKEN_TAGS_MAX,
  UPLOAD_TOKEN_USES_MAX,
  UPLOAD_TOKENS_MAX,
} from "@kinora/domain/uploads/upload-tokens.ts";
import { VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment, named, pageOrigin, person } from "../shapes.ts";

const TAGS = ["Upload tokens"];

/** An upload token without the token itself. */
export const uploadToken = z.object({
  id: z.number(),
  name: z.string(),
  /** The first characters of the token. */
  prefix: z.string(),
  state: z.enum(UPLOAD_TOKEN_STATES),
  uses: z.number(),
  uses_max: z.number(),
  /** The largest file; null for what the project allows. */
  max_bytes: z.number().nullable(),
  expires_at: moment,
  /** The title of every video made with it. */
  title: z.string().nullable(),
  /** What stands before the title that was sent, or before the file's name. */
  title_prefix: z.string().nullable(),
  category: named.nullable(),
  tags: z.array(named),
  /** Whether its videos are published when they are ready. */
  published: z.boolean(),
  /** Origins of pages whose scripts may use it. */
  origins: z.array(z.string()),
  last_used_at: moment.nullable(),
  created_by: person.nullable(),
  /** Name of the API key that created it. */
  created_by_key: z.string().nullable(),
  created_at: moment,
});

const USES = `Choose 1 to ${UPLOAD_TOKEN_USES_MAX} uses.`;
const SIZE = "Choose a size in bytes, at least 1.";
const optionalLine = (label: string) => line(label, VIDEO_TITLE_MAX).nullable().default(null);

const settings = z
  .object({
    project_id: id,
    name: line("Name", UPLOAD_TOKEN_NAME_MAX),
    uses_max: z.number(USES).int(USES).min(1, USES).max(UPLOAD_TOKEN_USES_MAX, USES).default(1),
    max_bytes: z.number(SIZE).int(SIZE).min(1, SIZE).max(Number.MAX_SAFE_INTEGER, SIZE).nullable().default(null),
    /** At most a year ahead. */
    expires_at: z.iso.datetime({ offset: true, error: "Choose a time, such as 2027-01-31T00:00:00Z." }),
    title: optionalLine("Title"),
    title_prefix: optionalLine("Prefix"),
    category_id: id.nullable().default(null),
    tag_ids: z
      .array(id)
      .max(UPLOAD_TOKEN_TAGS_MAX, `A token can give up to ${UPLOAD_TOKEN_TAGS_MAX} tags.`)
      .transform((ids) => [...new Set(ids)])
      .default([]),
    published: z.boolean().default(false),
    origins: z
      .array(pageOrigin)
      .max(UPLOAD_TOKEN_ORIGINS_MAX, `A token can have up to ${UPLOAD_TOKEN_ORIGINS_MAX} origins.`)
      .transform((origins) => [...new Set(origins)])
      .default([]),
  })
  .refine(({ title, title_prefix: prefix }) => title === null || prefix === null, {
    path: ["title_prefix"],
    message: "Choose a title or a prefix, not both.",
  });

export const listUploadTokens = operation(holds("api_view", "project", "api_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/upload-tokens",
    tags: TAGS,
    summary: "The upload tokens of a project, the newest first; give the last one's id as `before` to read on.",
  })
  .input(z.object({ project_id: id, before: id.optional() }))
  .output(z.object({ data: z.array(uploadToken), more: z.boolean() }));

export const createUploadToken = operation(holds("api_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/upload-tokens",
    tags: TAGS,
    successStatus: 201,
    summary: `Creates a token that begins a number of uploads until it expires, at most in ${UPLOAD_TOKEN_DAYS_MAX} days; a project can have ${UPLOAD_TOKENS_MAX} that do. Needs video_add as well, and video_publish where its videos are published. Shows the token this once.`,
  })
  .input(settings)
  .output(message.extend({ data: uploadToken, token: z.string() }));

export const revokeUploadToken = operation(holds("api_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/upload-tokens/{id}/revoke",
    tags: TAGS,
    summary: "Revokes an upload token: its next request is refused, and uploads that are under way stop.",
  })
  .input(z.object({ project_id: id, id }))
  .output(message.extend({ data: uploadToken }));
