import { DISK_STATES } from "@kinora/domain/operations/disk.ts";
import { RECLAIM_KINDS, SCAN_STATES } from "@kinora/domain/operations/reclaim.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { message, moment } from "../shapes.ts";

const disk = z.object({
  /** The folders of the data folder that lie on it. */
  folders: z.array(z.object({ name: z.enum(["data", "media", "uploads", "recordings", "work"]), path: z.string() })),
  free_bytes: z.number(),
  total_bytes: z.number(),
  used_percent: z.number(),
  state: z.enum(DISK_STATES),
});

const candidate = z.object({
  kind: z.enum(RECLAIM_KINDS),
  count: z.number(),
  bytes: z.number(),
  largest: z.array(
    z.object({ video_id: z.number(), title: z.string(), label: z.string().nullable(), bytes: z.number() }),
  ),
});

const scan = z.object({
  state: z.enum(SCAN_STATES),
  requested_at: moment,
  finished_at: moment.nullable(),
  /** Looked at until now. */
  files: z.number(),
  bytes: z.number(),
  /** What the rows of all videos say is stored. */
  expected_bytes: z.number(),
  problem: z.string().nullable(),
  candidates: z.array(candidate),
  orphans: z.object({
    /** Folders of the storage without a row, and what they hold. */
    folders: z.number(),
    files: z.number(),
    bytes: z.number(),
    deleted: z.number(),
    /** Had a row again when they were to be deleted. */
    kept: z.number(),
    largest: z.array(z.object({ folder: z.string(), files: z.number(), bytes: z.number(), newest_at: moment })),
  }),
  deletion: z.enum(SCAN_STATES).nullable(),
  deletion_problem: z.string().nullable(),
});

export const getStorage = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/storage",
    tags: ["Advanced"],
    summary: "The disks of the API host, and what the last search found that could be deleted.",
  })
  .input(z.object({}))
  .output(
    z.object({
      data: z.object({
        host: z.string(),
        disks: z.array(disk),
        /** The bucket that media is in; null for a folder. */
        bucket: z.string().nullable(),
        scan: scan.nullable(),
      }),
    }),
  );

export const scanStorage = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/storage/scan",
    tags: ["Advanced"],
    summary: "Searches for what could be deleted: a job that looks at every stored file.",
  })
  .output(message);

export const cancelStorageScan = operation(superuser)
  .route({ method: "POST", path: "/advanced/storage/scan/cancel", tags: ["Advanced"], summary: "Ends the search." })
  .output(message);

export const deleteOrphans = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/storage/orphans/delete",
    tags: ["Advanced"],
    summary: "Deletes the folders without a row that the last search found; one that has a row again is kept.",
  })
  .output(message);
