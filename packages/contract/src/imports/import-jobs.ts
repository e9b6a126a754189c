import { ARCHIVE_MAX_BYTES, ARCHIVE_PART_BYTES } from "@kinora/domain/imports/archive.ts";
import { readBucketAddress } from "@kinora/domain/imports/bucket-address.ts";
import { IMPORT_ADDRESS_MAX, IMPORT_ITEM_STATES, IMPORT_KINDS, IMPORT_STATES } from "@kinora/domain/imports/imports.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { csvFile, id, message, moment, pageQuery, paginationShape, person } from "../shapes.ts";

const options = z.object({
  /** `source`: as each item says, and the project's default where it says nothing. */
  publish: z.enum(["source", "yes", "no"]).default("source"),
  /** Creates the playlists that the source names: a feed names one, itself. */
  playlists: z.boolean().default(false),
  /** Creates missing categories and tags. */
  labels: z.boolean().default(true),
});

export const importJob = z.object({
  id: z.number(),
  kind: z.enum(IMPORT_KINDS),
  /** The address of a feed or a bucket; the name of an archive or a folder. */
  source: z.string(),
  /** What the source calls itself; empty until it is read. */
  name: z.string(),
  /** Of an archive that is stored, or is being uploaded. */
  archive: z.object({ size_bytes: z.number(), parts_received: z.number() }).nullable(),
  options,
  /** `ready`: the items are read, and nothing is imported before it is started. */
  state: z.enum(IMPORT_STATES),
  /** Items by state. */
  items: z.record(z.enum(IMPORT_ITEM_STATES), z.number()),
  /** Why it failed, or what of the source was left out. */
  message: z.string().nullable(),
  user: person.nullable(),
  created_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
});

export const importJobItem = z.object({
  id: z.number(),
  /** From 0, in the order of the source. */
  position: z.number(),
  title: z.string(),
  /** When the source published it. */
  date: moment.nullable(),
  /** Names that it has in the source. */
  category: z.string().nullable(),
  tags: z.array(z.string()),
  playlists: z.array(z.string()),
  /** Languages of its captions. */
  captions: z.array(z.string()),
  chapters: z.boolean(),
  picture: z.boolean(),
  state: z.enum(IMPORT_ITEM_STATES),
  /** Why it was skipped or failed. */
  reason: z.string().nullable(),
  /** What was not imported of it. */
  notes: z.array(z.string()),
  /** The video it became, or the one it was skipped for. */
  video: z.object({ id: z.number(), title: z.string(), status: z.string() }).nullable(),
});

/** Sealed when they arrive, and never answered. */
const bucketKeys = z.object({
  region: z.string().trim().min(1, "Write the bucket's region.").max(100).default("us-east-1"),
  access_key_id: z.string().trim().min(1, "Write the access key.").max(200),
  secret_access_key: z.string().trim().min(1, "Write the secret access key.").max(500),
});

/** A feed and a bucket have addresses of their own forms, a bucket keys, an archive a size. */
function suitsKind(
  asked: { kind: NewKind; source: string; keys?: object | undefined; archive_bytes?: number | undefined },
  issues: z.RefinementCtx,
): void {
  const { kind, source } = asked;
  const refuse = (path: string[], problem: string) => issues.addIssue({ code: "custom", path, message: problem });
  if (kind === "feed" && !(/^https?:\/\/[^\s/]/i.test(source) && URL.canParse(source)))
    refuse(["source"], "Write an address that begins with http:// or https://.");
  if (kind === "bucket" && !readBucketAddress(source))
    refuse(["source"], "Write it as https://s3.example.com/bucket/folder.");
  if (kind === "bucket" && !asked.keys) refuse(["keys", "access_key_id"], "Write the access key.");
  if (kind === "archive" && asked.archive_bytes === undefined)
    refuse(["archive_bytes"], "Name the size of the archive in bytes.");
}

const NEW_KINDS = ["feed", "bucket", "archive"] as const;
type NewKind = (typeof NEW_KINDS)[number];

const one = { project_id: id, job_id: id };
const answer = message.extend({ data: importJob });
const tags = ["Imports"];

export const listImportJobs = operation(holds("video_add", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/import-jobs",
    tags,
    summary: "The project's imports, newest first; who does not see its videos sees their own.",
  })
  .input(z.object({ project_id: id, ...pageQuery }))
  .output(z.object({ data: z.array(importJob), pagination: paginationShape }));

export const createImportJob = operation(holds("video_add", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/import-jobs",
    tags,
    successStatus: 202,
    summary:
      "Reads a feed, the films of an S3 bucket or PeerTube's archive of an account, and lists what would be imported.",
  })
  .input(
    z
      .object({
        project_id: id,
        kind: z.enum(NEW_KINDS),
        /** Of a feed its address, of a bucket `https://s3.example.com/bucket/folder`, of an archive the name of its file. */
        source: z.string().trim().min(1, "Name the source.").max(IMPORT_ADDRESS_MAX),
        options: options.prefault({}),
        /** How requests to the bucket are signed. */
        keys: bucketKeys.optional(),
        /** The size of an archive, which is sent in parts. */
        archive_bytes: z.number().int().min(1).max(ARCHIVE_MAX_BYTES).optional(),
      })
      .superRefine(suitsKind),
  )
  .output(answer);

export const putImportPart = operation(holds("video_add", "project"), {
  bodyBytes: Math.ceil((ARCHIVE_PART_BYTES * 4) / 3) + 4_096,
})
  .route({
    method: "PUT",
    path: "/projects/{project_id}/import-jobs/{job_id}/parts",
    tags,
    summary: `Stores a part of an import's archive. Parts have ${ARCHIVE_PART_BYTES} bytes, the last one the rest, and are sent in order from 1 on.`,
  })
  .input(
    z.object({
      ...one,
      part: z.number().int().min(1),
      data: z.string("Send the part in base64.").min(1, "Send the part in base64."),
    }),
  )
  .output(answer);

export const getImportJob = operation(holds("video_add", "project"))
  .route({ method: "GET", path: "/projects/{project_id}/import-jobs/{job_id}", tags, summary: "One import." })
  .input(z.object(one))
  .output(z.object({ data: importJob }));

export const startImportJob = operation(holds("video_add", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/import-jobs/{job_id}/start",
    tags,
    successStatus: 202,
    summary: "Imports the items that were read.",
  })
  .input(z.object(one))
  .output(answer);

export const cancelImportJob = operation(holds("video_add", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/import-jobs/{job_id}/cancel",
    tags,
    summary: "Ends an import; imported videos stay, and files that are being fetched are fetched to their end.",
  })
  .input(z.object(one))
  .output(answer);

export const retryImportJob = operation(holds("video_add", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/import-jobs/{job_id}/retry",
    tags,
    successStatus: 202,
    summary: "Imports failed and cancelled items again, or reads a source that could not be read.",
  })
  .input(z.object(one))
  .output(answer);

const itemFilter = { state: z.enum(IMPORT_ITEM_STATES).optional() };

export const listImportItems = operation(holds("video_add", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/import-jobs/{job_id}/items",
    tags,
    summary: "The items of an import, in the order of the source.",
  })
  .input(z.object({ ...one, ...pageQuery, ...itemFilter }))
  .output(z.object({ data: z.array(importJobItem), pagination: paginationShape }));

export const exportImportItems = operation(holds("video_add", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/import-jobs/{job_id}/items.csv",
    outputStructure: "detailed",
    tags,
    summary: "The report of an import as CSV: each item, its result and its video.",
  })
  .input(z.object({ ...one, ...itemFilter }))
  .output(csvFile);
