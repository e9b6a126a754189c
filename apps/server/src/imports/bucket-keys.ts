import { BUCKET_KEYS_DAYS } from "@kinora/domain/imports/imports.ts";
import type { Chore } from "../platform/jobs/chores.ts";

/** Deletes the keys to buckets of imports that ended, or were read and not started, some days ago. */
export const forgetBucketKeys: Chore = {
  name: "imports.forget_bucket_keys",
  does: "Deletes the keys to S3 buckets of imports that ended.",
  everySeconds: 3_600,
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - BUCKET_KEYS_DAYS * 86_400_000);
    await db
      .updateTable("import_jobs")
      .set({ bucket_keys_sealed: null })
      .where("bucket_keys_sealed", "is not", null)
      .where("state", "not in", ["reading", "running"])
      .where(({ eb, fn }) => eb(fn.coalesce("finished_at", "created_at"), "<", before))
      .execute();
  },
};
