import { composed } from "@kinora/domain/composed.ts";
import { LADDER_PRESETS } from "@kinora/domain/transcoding/ladder-presets.ts";
import {
  FETCH_HEADER_NAME_MAX,
  FETCH_HEADER_VALUE_MAX,
  fetchHeaderProblem,
} from "@kinora/domain/uploads/fetch-header.ts";
import { IMPORTS_AT_ONCE, UPLOAD_RESULTS, UPLOAD_SOURCES, UPLOAD_STEPS } from "@kinora/domain/uploads/uploads.ts";
import { CATEGORY_NAME_MAX } from "@kinora/domain/videos/categories.ts";
import { VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import {
  created,
  csvFile,
  dayOrMoment,
  id,
  line,
  message,
  moment,
  named,
  pageQuery,
  paginationShape,
  person,
} from "../shapes.ts";
import { tagName } from "../videos/tags.ts";

export const logEntry = z.object({
  id: z.string(),
  created_at: moment,
  finished_at: moment.nullable(),
  file_name: z.string(),
  source: z.enum(UPLOAD_SOURCES),
  /** Where an import came from. */
  source_url: z.string().nullable(),
  size_bytes: z.number().nullable(),
  offset_bytes: z.number(),
  user: person.nullable(),
  /** Name of the API key that uploaded; null for people and for a key that was deleted. */
  api_key: z.string().nullable(),
  /** Name of the upload token that was used; null without one, and for one that was deleted. */
  upload_token: z.string().nullable(),
  result: z.enum(UPLOAD_RESULTS),
  /** Why it failed: a code, what happened and what to do. */
  error: z.object({ code: z.string(), message: z.string(), fix: z.string() }).nullable(),
  /** Null when its video was deleted. */
  video: z.object({ id: z.number(), title: z.string() }).nullable(),
});

export const uploadLogFilter = {
  search: z.string().overwrite(composed).trim().max(200).nullish(),
  result: z.array(z.enum(UPLOAD_RESULTS)).max(10).optional(),
  source: z.array(z.enum(UPLOAD_SOURCES)).max(10).optional(),
  user: z.array(id).max(50).optional(),
  from: dayOrMoment,
  to: dayOrMoment,
};

export const listUploadLog = operation(holds("video_add", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/uploads/log",
    tags: ["Uploads"],
    summary:
      "Everything that was uploaded or imported, newest first; who does not see the project's videos sees their own.",
  })
  .input(z.object({ project_id: id, ...pageQuery, ...uploadLogFilter }))
  .output(z.object({ data: z.array(logEntry), pagination: paginationShape.extend({ more: z.boolean() }) }));

export const getUploadRecord = operation(holds("video_add", "upload"))
  .route({
    method: "GET",
    path: "/uploads/{id}/record",
    tags: ["Uploads"],
    summary: "An upload's flight recorder: how its bytes came and what became of them, oldest first.",
  })
  .input(z.object({ id: z.uuid() }))
  .output(
    z.object({
      data: z.object({
        entry: logEntry,
        /** Bodies that came whole. */
        chunks: z.number(),
        /** Connections that broke off or were paused, and fetches that had to be tried again. */
        interruptions: z.number(),
        /** Lower-case hex; null until it is known. */
        sha256: z.string().nullable(),
        /** The file took the place of its video's source. */
        replaces: z.boolean(),
        steps: z.array(
          z.object({
            at: moment,
            type: z.enum(UPLOAD_STEPS),
            facts: z.array(z.object({ name: z.string(), value: z.string() })),
          }),
        ),
      }),
    }),
  );

export const exportUploadLog = operation(holds("video_add", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/uploads/log.csv",
    outputStructure: "detailed",
    tags: ["Uploads"],
    summary: "The upload log a filter shows as CSV, the latest first; moments are in UTC.",
  })
  .input(z.object({ project_id: id, ...uploadLogFilter }))
  .output(csvFile);

const url = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (text) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text),
    "Write an address that begins with http:// or https://.",
  );

export const importItem = z.object({
  url,
  title: z.string().overwrite(composed).trim().max(VIDEO_TITLE_MAX).optional(),
  description: z.string().overwrite(composed).trim().max(VIDEO_DESCRIPTION_MAX).optional(),
  category_id: id.nullish(),
  tag_ids: z.array(id).max(50).optional(),
  /** Names of a category and of tags, which are created where the project has none of that name. */
  new_category: line("Category name", CATEGORY_NAME_MAX).nullish(),
  new_tags: z.array(tagName).max(VIDEO_TAGS_MAX).optional(),
  publish: z.boolean().optional(),
  publish_at: z.iso.datetime({ offset: true }).nullish(),
  /** The rungs it is made with; left out, its project's. */
  ladder_preset: z.enum(LADDER_PRESETS).nullish(),
});

/** Sent to the host of each address, and to no other that one redirects to. Kept sealed until the file has come; answered by nothing. */
export const fetchHeader = z
  .object({
    name: z.string().trim().max(FETCH_HEADER_NAME_MAX),
    value: z.string().trim().max(FETCH_HEADER_VALUE_MAX),
  })
  .superRefine((header, context) => {
    const problem = fetchHeaderProblem(header);
    if (problem)
      context.addIssue({
        code: "custom",
        path: [problem.field === "header_name" ? "name" : "value"],
        message: problem.message,
      });
  });

export const createImports = operation(holds("video_add", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/imports",
    tags: ["Uploads"],
    successStatus: 202,
    summary: "Fetches videos from addresses on the web; each becomes a video as if it had been uploaded.",
  })
  .input(
    z.object({
      project_id: id,
      source: z.enum(["url", "csv"]).default("url"),
      items: z.array(importItem).min(1).max(IMPORTS_AT_ONCE),
      header: fetchHeader.optional(),
    }),
  )
  .output(
    message.extend({
      data: z.array(z.object({ url: z.string(), video_id: z.number().nullable(), message: z.string().nullable() })),
    }),
  );

export const previewImports = operation(holds("video_add", "project"), { reads: true })
  .route({
    method: "POST",
    path: "/projects/{project_id}/imports/preview",
    tags: ["Uploads"],
    summary:
      "Reads a CSV of imports (url,title,description,category,tags,publish,publish_at,resolutions) and says what is wrong with which row.",
  })
  .input(
    z.object({
      project_id: id,
      csv: z.string().min(1, "This file is empty.").max(900_000),
      /** Categories and tags that do not exist are no errors: the import is to create them. */
      create_labels: z.boolean().default(false),
    }),
  )
  .output(
    z.object({
      data: z.array(
        z.object({
          line: z.number(),
          item: z.object({
            url: z.string(),
            title: z.string(),
            description: z.string(),
            category: named.nullable(),
            tags: z.array(named),
            /** What the project does not have. */
            new_category: z.string().nullable(),
            new_tags: z.array(z.string()),
            /** Null where the row says nothing. */
            publish: z.boolean().nullable(),
            publish_at: z.string().nullable(),
            ladder_preset: z.enum(LADDER_PRESETS).nullable(),
          }),
          errors: z.array(z.string()),
        }),
      ),
      valid: z.number(),
      /** Names in the first line that mean nothing here, such as a misspelt one. */
      ignored_columns: z.array(z.string()),
    }),
  );

export const retryImport = operation(holds("video_add", "upload"))
  .route({
    method: "POST",
    path: "/uploads/{id}/retry",
    tags: ["Uploads"],
    summary: "Fetches a failed or cancelled import again.",
  })
  .input(z.object({ id: z.uuid() }))
  .output(message);

export const findDuplicates = operation(holds("video_add", "project"), { reads: true })
  .route({
    method: "POST",
    path: "/projects/{project_id}/uploads/duplicates",
    tags: ["Uploads"],
    summary: "Which of these files the project has already, by size and a hash of the first and last MiB.",
  })
  .input(
    z.object({
      project_id: id,
      files: z
        .array(z.object({ size_bytes: z.number().int().positive(), fingerprint: z.string().regex(/^[0-9a-f]{64}$/) }))
        .min(1)
        .max(200),
    }),
  )
  .output(
    z.object({
      data: z.array(
        z.object({
          fingerprint: z.string(),
          video: z.object({ id: z.number(), title: z.string(), created_at: moment }),
        }),
      ),
    }),
  );

export const addSampleVideo = operation(holds("video_add", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/sample-video",
    tags: ["Uploads"],
    successStatus: 202,
    summary: "Adds a short film made on the spot, to try things with.",
  })
  .input(z.object({ project_id: id }))
  .output(message.extend({ data: created }));
