import { UPLOAD_TOKEN_LISTED_DAYS } from "@kinora/domain/uploads/upload-tokens.ts";
import type { Chore } from "../../platform/jobs/chores.ts";

const DAY_MS = 86_400_000;

/** Deletes tokens that expired 30 days ago; the uploads made with them stay. */
export const forgetTokens: Chore = {
  name: "uploads.forget_tokens",
  does: "Deletes upload tokens that expired long ago.",
  everySeconds: 3_600,
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - UPLOAD_TOKEN_LISTED_DAYS * DAY_MS);
    await db.deleteFrom("upload_tokens").where("expires_at", "<", before).execute();
  },
};
