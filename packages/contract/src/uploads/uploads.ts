import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment } from "../shapes.ts";

export const upload = z.object({
  id: z.string(),
  video_id: z.number(),
  file_name: z.string(),
  size_bytes: z.number(),
  offset_bytes: z.number(),
  state: z.enum(["uploading", "complete", "cancelled", "failed", "expired"]),
  /** Lower-case hex; what the server computed over the bytes it stored. */
  sha256: z.string().nullable(),
  /** SHA-256, in hex, of the file's first and last MiB, as its client announced it. A file of another fingerprint is another file. */
  fingerprint: z.string().nullable(),
  /** Where the tus client continues. */
  upload_url: z.string(),
  created_at: moment,
  expires_at: moment,
});

export const listUnfinishedUploads = operation(holds("video_add", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/uploads",
    tags: ["Uploads"],
    summary: "The caller's uploads that wait for more bytes; picking the file again resumes them.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(upload) }));

export const getUpload = operation(holds("video_add", "upload"))
  .route({
    method: "GET",
    path: "/uploads/{id}/status",
    tags: ["Uploads"],
    summary: "One upload, with its hash once it is complete.",
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.object({ data: upload }));
