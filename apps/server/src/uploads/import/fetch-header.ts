import type { FetchHeader } from "@kinora/domain/uploads/fetch-header.ts";
import type { Services } from "../../context.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { seal, unseal } from "../../platform/secrets/sealed.ts";
import { UPLOAD_HOURS } from "../create.ts";

const PURPOSE = "import header";

/** Seals a header's value for storage: reading it takes the installation's key. */
export const sealFetchHeader = ({ secrets }: Pick<Services, "secrets">, { value }: FetchHeader): Buffer =>
  seal(secrets.encryptionKey, PURPOSE, value);

/** Unseals the header of an import for its request; null when it has none. */
export async function readFetchHeader({ db, secrets }: Services, uploadId: string): Promise<FetchHeader | null> {
  const row = await db
    .selectFrom("uploads")
    .select(["fetch_header_name", "fetch_header_sealed"])
    .where("id", "=", uploadId)
    .executeTakeFirst();
  if (!row?.fetch_header_name || !row.fetch_header_sealed) return null;
  return { name: row.fetch_header_name, value: unseal(secrets.encryptionKey, PURPOSE, row.fetch_header_sealed) };
}

/** Deletes unneeded headers: of received files, and of imports that ended 72 hours ago. */
export const forgetFetchHeaders: Chore = {
  name: "uploads.forget_fetch_headers",
  does: "Deletes the request headers of imports that ended.",
  everySeconds: 600,
  async run({ db, clock }) {
    const before = new Date(clock.now().getTime() - UPLOAD_HOURS * 3_600_000);
    await db
      .updateTable("uploads")
      .set({ fetch_header_sealed: null })
      .where("fetch_header_sealed", "is not", null)
      .where(({ or, eb }) => or([eb("state", "=", "complete"), eb("finished_at", "<", before)]))
      .execute();
  },
};
