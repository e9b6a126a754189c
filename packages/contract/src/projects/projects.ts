import { REASON_MAX, STORAGE_LIMIT_MAX } from "@kinora/domain/people/installation.ts";
import { PUBLISHED_URL_MAX, publishedUrlProblem } from "@kinora/domain/playback/published-url.ts";
import {
  isTimeZone,
  PRIVACIES,
  PROJECT_NAME_MAX,
  SOURCE_RETENTION_DAYS,
  TRASH_DAYS,
  UPLOAD_LIMIT_MIN_BYTES,
} from "@kinora/domain/projects/projects.ts";
import { CAPTIONS_MODES } from "@kinora/domain/speech/settings.ts";
import { z } from "zod";
import { holds, member, operation, owner } from "../access.ts";
import { id, language, line, message, moment, readVersion, version } from "../shapes.ts";

export const project = z.object({
  id: z.number(),
  account_id: z.number(),
  name: z.string(),
  hash: z.string(),
  domain: z.string(),
  created_at: moment,
});

export const projectSettings = project.extend({
  /** IANA name, such as `Europe/Paris`. */
  timezone: z.string(),
  /** What new videos get; null for none. */
  default_category_id: z.number().nullable(),
  default_privacy: z.enum(PRIVACIES),
  /** The largest file people may upload here; null when only the installation and the account limit it. */
  max_upload_bytes: z.number().nullable(),
  /** Days originals are kept after their renditions are made; null when they are kept. */
  source_retention_days: z.number().nullable(),
  /** Days deleted videos can be taken back. */
  trash_days: z.number(),
  /** Where published videos are shown, such as `https://example.com/watch/{hash}`; null: on their own share pages. */
  published_url_pattern: z.string().nullable(),
  /** Captions by machine: never, when a person asks for them, or for every video that becomes ready without captions. */
  captions_mode: z.enum(CAPTIONS_MODES),
  /** BCP 47, what is spoken; null: it is detected. */
  captions_language: z.string().nullable(),
  /** Viewers get captions by machine before a person has seen them. */
  captions_published: z.boolean(),
  /** The installation has a speech engine, without which none are made. */
  captions_available: z.boolean(),
  version,
});

const HOST =
  /^(?=.{1,253}(:\d{1,5})?$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*(:\d{1,5})?$/;

/** A host name such as `example.com`; a scheme and a path that were pasted along are dropped. */
export const domain = line("Domain", 300).transform((text, issues) => {
  const host = text
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, "")
    .replace(/[/?#].*$/, "");
  if (HOST.test(host)) return host;
  issues.addIssue({ code: "custom", message: "Domain must look like example.com." });
  return z.NEVER;
});

export const projectName = line("Project name", PROJECT_NAME_MAX);

export const createProject = operation(owner("account"))
  .route({
    method: "POST",
    path: "/accounts/{account_id}/projects",
    tags: ["Projects"],
    successStatus: 201,
    summary: "Creates a project in an account the caller owns.",
  })
  .input(z.object({ account_id: id, name: projectName, domain }))
  // `project` is the name that callers of the first version know it by.
  .output(message.extend({ data: project, project }));

export const getProject = operation(member("project"))
  .route({ method: "GET", path: "/projects/{id}", tags: ["Projects"], summary: "One project with its settings." })
  .input(z.object({ id }))
  .output(z.object({ data: projectSettings }));

const days = ({ min, max }: { min: number; max: number }) =>
  z.number().int().min(min, `Choose ${min} to ${max} days.`).max(max, `Choose ${min} to ${max} days.`);

const publishedUrlPattern = z
  .string()
  .trim()
  .max(PUBLISHED_URL_MAX, `The address can have up to ${PUBLISHED_URL_MAX} characters.`)
  .superRefine((pattern, issues) => {
    const problem = publishedUrlProblem(pattern);
    if (problem !== null) issues.addIssue({ code: "custom", message: problem });
  });

/** What people set of a project besides its name, its domain and the category of new videos. */
export const settingFields = {
  timezone: z.string().refine(isTimeZone, "Choose a time zone such as Europe/Paris."),
  default_privacy: z.enum(PRIVACIES),
  max_upload_bytes: z
    .number()
    .int()
    .min(UPLOAD_LIMIT_MIN_BYTES, "The limit cannot be below 1 MiB.")
    .max(Number.MAX_SAFE_INTEGER)
    .nullable(),
  source_retention_days: days(SOURCE_RETENTION_DAYS).nullable(),
  trash_days: days(TRASH_DAYS),
  published_url_pattern: publishedUrlPattern.nullable(),
  captions_mode: z.enum(CAPTIONS_MODES),
  captions_language: language.nullable(),
  captions_published: z.boolean(),
};

export const updateProject = operation(holds("project_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{id}",
    tags: ["Projects"],
    summary: "Changes a project's settings; fields that are left out stay.",
  })
  .input(
    z.object({
      id,
      version: readVersion,
      name: projectName,
      domain,
      default_category_id: id.nullish(),
      ...z.object(settingFields).partial().shape,
    }),
  )
  .output(message.extend({ project: projectSettings }));

const QUOTA = "A quota is a number of bytes of up to a pebibyte.";
const quota = z.number(QUOTA).int(QUOTA).min(0, QUOTA).max(STORAGE_LIMIT_MAX, QUOTA).nullable();

export const setProjectQuota = operation(owner("project"))
  .route({
    method: "PUT",
    path: "/projects/{id}/quota",
    tags: ["Projects"],
    summary:
      "Sets how many bytes a project may store: owners are warned from the soft quota on, uploads are refused beyond the hard one.",
  })
  .input(z.object({ id, soft_bytes: quota, hard_bytes: quota }))
  .output(message);

export const suspendProject = operation(owner("project"))
  .route({
    method: "POST",
    path: "/projects/{id}/suspend",
    tags: ["Projects"],
    summary: "Suspends a project: nothing of it plays, its livestreams end, and nothing is uploaded to it.",
  })
  .input(z.object({ id, reason: line("Reason", REASON_MAX).optional() }))
  .output(message);

export const resumeProject = operation(owner("project"))
  .route({
    method: "POST",
    path: "/projects/{id}/resume",
    tags: ["Projects"],
    summary: "Ends the suspension of a project; everything is as it was.",
  })
  .input(z.object({ id }))
  .output(message);

export const getProjectImpact = operation(owner("project"))
  .route({
    method: "GET",
    path: "/projects/{id}/impact",
    tags: ["Projects"],
    summary: "What would go with a project if it were deleted.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: z.object({ videos: z.number(), storage_bytes: z.number(), members: z.number() }) }));

export const deleteProject = operation(owner("project"), { proof: "always" })
  .route({
    method: "DELETE",
    path: "/projects/{id}",
    tags: ["Projects"],
    summary: "Deletes a project: its videos stop playing at once, its files go soon after.",
  })
  .input(z.object({ id }))
  .output(message);
