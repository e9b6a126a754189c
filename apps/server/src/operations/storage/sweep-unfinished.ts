import type { Chore } from "../../platform/jobs/chores.ts";

/**
 * Aborts uploads to S3 that lost their writer, wherever they went: what S3 kept of them is in no listing, and costs money. On a disk
 * the work that leaves drafts removes them, and looking for others would read every folder.
 */
export const sweepUnfinished: Chore = {
  name: "storage.sweep_unfinished",
  does: "Removes the parts of uploads to S3 that were never finished.",
  everySeconds: 6 * 3_600,
  async run({ config, storage, log }) {
    if (!config.s3) return;
    const removed = await storage.sweepDrafts("");
    if (removed > 0) log.info({ removed }, "unfinished uploads to S3 removed");
  },
};
