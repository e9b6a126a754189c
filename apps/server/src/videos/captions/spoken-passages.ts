import type { Tx } from "@kinora/db/connect.ts";
import { passagesOf } from "@kinora/domain/videos/passages.ts";
import { readTranscript } from "@kinora/domain/videos/transcript.ts";
import { NotStored } from "@kinora/storage/errors.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { captionsKey, readStoredCaptions } from "./captions-files.ts";

/** How many captions one run of the chore reads; the next run continues. */
const CAPTIONS_OF_A_RUN = 5_000;

/** Captions whose words are to be found. */
interface Spoken {
  id: number;
  video_id: number;
  project_id: number;
  revision: number;
}

/** Puts what captions say into passages, in place of what they said before, so that a search of the library finds it. */
export async function storePassages(tx: Tx, captions: Spoken, vtt: string): Promise<void> {
  const { id, video_id: videoId, project_id: projectId, revision } = captions;
  await tx.deleteFrom("spoken_passages").where("captions_id", "=", id).execute();
  const passages = JSON.stringify(passagesOf(readTranscript(vtt)));
  await sql`
    insert into spoken_passages (captions_id, number, project_id, video_id, text, offsets, starts_ms)
    select ${id}, number, ${projectId}, ${videoId}, passage ->> 'text',
      array(select value::integer from jsonb_array_elements_text(passage -> 'offsets') with ordinality as o (value, at) order by at),
      array(select value::integer from jsonb_array_elements_text(passage -> 'starts_ms') with ordinality as s (value, at) order by at)
    from jsonb_array_elements(${passages}::jsonb) with ordinality as passages (passage, number)`.execute(tx);
  await tx.updateTable("captions").set({ spoken_revision: revision }).where("id", "=", id).execute();
}

/** Fills in the passages of captions that have none yet, as those of an earlier release. */
export const fillPassages: Chore = {
  name: "videos.fill_passages",
  does: "Makes the words of captions findable that were stored by an earlier release.",
  everySeconds: 300,
  async run(services) {
    for (let count = 0; count < CAPTIONS_OF_A_RUN; count += 1) {
      const next = await services.db
        .selectFrom("captions")
        .select(["id", "video_id", "project_id", "revision"])
        .whereRef("spoken_revision", "<", "revision")
        .orderBy("id")
        .executeTakeFirst();
      if (!next) return;
      await fillIn(services, next);
    }
  },
};

/** Does nothing for captions that were changed or deleted meanwhile. */
async function fillIn(services: Services, captions: Spoken): Promise<void> {
  const { id, video_id: videoId, revision } = captions;
  const vtt = await readStoredCaptions(services, captionsKey(videoId, id, revision)).catch((error: unknown) => {
    if (!(error instanceof NotStored)) throw error;
    services.log.warn({ captions: id, video: videoId }, "captions have no file");
    return "";
  });
  await services.db.transaction().execute(async (tx) => {
    const locked = await tx
      .selectFrom("captions")
      .select("id")
      .where("id", "=", id)
      .where("revision", "=", revision)
      .forUpdate()
      .executeTakeFirst();
    if (locked) await storePassages(tx, captions, vtt);
  });
}
